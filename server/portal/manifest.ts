import type { FastifyInstance } from 'fastify'
import type { PortalBrand } from '../../contract/portal.ts'

const icon = (side: number, purpose: 'any' | 'maskable') => ({
  src: `/icon-${purpose === 'maskable' ? 'maskable-' : ''}${side}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
})

/** What a browser needs to install the portal as an app, under the name that the operator has given it. */
export function serveManifest(
  app: FastifyInstance,
  { name, brandColor }: Pick<PortalBrand, 'name' | 'brandColor'>,
): void {
  const manifest = JSON.stringify({
    id: '/',
    name,
    short_name: name.slice(0, 30),
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#faf9f7',
    theme_color: brandColor ?? '#c8102e',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
  })
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/manifest+json').send(manifest),
  )
}
