import type { FastifyInstance } from 'fastify'
import type { PortalBranding } from '#contract/portal.ts'
import { iconUrl } from './brand-icons.ts'

const icons = [
  { path: '/icon-192.png', side: 192, purpose: 'any' },
  { path: '/icon-512.png', side: 512, purpose: 'any' },
  { path: '/icon-maskable-192.png', side: 192, purpose: 'maskable' },
  { path: '/icon-maskable-512.png', side: 512, purpose: 'maskable' },
] as const

/** Serves the web app manifest, with which a browser installs the portal as an app under the operator's name. */
export function serveManifest(app: FastifyInstance, brand: () => Pick<PortalBranding, 'name' | 'brandColor'>): void {
  const manifest = ({ name, brandColor }: ReturnType<typeof brand>) => ({
    id: '/',
    name,
    short_name: name.slice(0, 30),
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#faf9f7',
    theme_color: brandColor ?? '#c8102e',
    icons: icons.map(({ path, side, purpose }) => ({
      src: iconUrl(path, brandColor),
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose,
    })),
  })
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(JSON.stringify(manifest(brand()))),
  )
}
