import type { FastifyInstance } from 'fastify'
import type { PortalBrand } from '../../contract/portal.ts'
import { brandStyles } from './brand-colours.ts'

/**
 * Serves the colours of the operator's brand as a style sheet. Gives what the head of the page needs to have them before
 * the first paint: nothing for a portal in its own colour.
 */
export function serveBrand(app: FastifyInstance, { brandColor }: Pick<PortalBrand, 'brandColor'>): string {
  if (brandColor === null) return ''
  const styles = brandStyles(brandColor)
  app.get('/brand.css', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/css; charset=utf-8').send(styles),
  )
  return `<link rel="stylesheet" href="/brand.css?${brandColor.slice(1)}">`
}
