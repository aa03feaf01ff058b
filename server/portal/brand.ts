import type { FastifyInstance } from 'fastify'
import type { PortalBrand } from '../../contract/portal.ts'
import { brandStyles } from './brand-colours.ts'

/**
 * Serves the colours of the operator's brand as a style sheet. Gives what the head of the page needs for the first paint:
 * where those colours are, and whether a place for links is to be kept. Nothing for a portal with neither.
 */
export function serveBrand(
  app: FastifyInstance,
  { brandColor, links }: Pick<PortalBrand, 'brandColor' | 'links'>,
): string {
  const place = links.length > 0 ? '<meta name="portal-links">' : ''
  if (brandColor === null) return place
  const styles = brandStyles(brandColor)
  app.get('/brand.css', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/css; charset=utf-8').send(styles),
  )
  return `${place}<link rel="stylesheet" href="/brand.css?${brandColor.slice(1)}">`
}
