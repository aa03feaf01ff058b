import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { PortalBranding } from '../../contract/portal.ts'
import { brandStyles } from './brand-colours.ts'
import { brandIcons, iconUrl } from './brand-icons.ts'

/** What of the web's files is the operator's own: the page, and pictures by their name, each made from the one built. */
type BrandedFiles = {
  page: (built: string) => string
  pictures: ReadonlyMap<string, (built: Buffer) => Buffer>
}

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/**
 * Serves the colours of the operator's brand as a style sheet. Gives the page with what its first paint needs: where those
 * colours are, which logo to show, and whether a place for links is to be kept; and the icons in those colours.
 */
export function serveBrand(
  app: FastifyInstance,
  { brandColor, logo, links }: Pick<PortalBranding, 'brandColor' | 'logo' | 'links'>,
): BrandedFiles {
  const headTags: string[] = []
  if (links.length > 0) headTags.push('<meta name="portal-links">')
  if (logo !== null) headTags.push(`<meta name="portal-logo" content="${escapeAttribute(logo)}">`)
  if (brandColor !== null) {
    const styles = brandStyles(brandColor)
    // The address says what is in it: browsers keep it for good, and fetch another as soon as there is one.
    const version = createHash('sha256').update(styles).digest('hex').slice(0, 12)
    headTags.push(`<link rel="stylesheet" href="/brand.css?${version}">`)
    app.get('/brand.css', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/css; charset=utf-8').send(styles),
    )
  }
  return {
    page: (built) =>
      built
        .replaceAll(/(?<=href=")\/(favicon\.svg|icon-180\.png)(?=")/g, (address) => iconUrl(address, brandColor))
        .replace('</head>', () => `${headTags.join('')}</head>`),
    pictures: brandColor === null ? new Map() : brandIcons(brandColor),
  }
}
