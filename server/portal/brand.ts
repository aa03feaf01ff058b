import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { PortalBranding } from '#contract/portal.ts'
import { brandStyles } from './brand-colours.ts'
import { brandIcons, iconUrl } from './brand-icons.ts'

/**
 * The web client's files that depend on the branding: functions that change the built page, and the built pictures by
 * name.
 */
type BrandedFiles = {
  page: (built: string) => string
  pictures: ReadonlyMap<string, (built: Buffer) => Buffer>
}

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const frameImage = (logo: string) =>
  `<img src="${escapeAttribute(logo)}" alt="" class="size-8 shrink-0 object-contain">`

/**
 * Serves the brand colours as a style sheet. Returns functions that add to the page what its first paint needs (the
 * style sheet's address, the logo and whether to reserve room for links), and that recolour the icons.
 */
export function serveBrand(
  app: FastifyInstance,
  { brandColor, logo, links }: Pick<PortalBranding, 'brandColor' | 'logo' | 'links'>,
): BrandedFiles {
  const headTags: string[] = []
  const frameLogo = (built: string) =>
    logo === null ? built : built.replace(/<svg data-logo[\s\S]*?<\/svg>/, () => frameImage(logo))
  if (links.length > 0) headTags.push('<meta name="portal-links">')
  if (logo !== null) headTags.push(`<meta name="portal-logo" content="${escapeAttribute(logo)}">`)
  if (brandColor !== null) {
    const styles = brandStyles(brandColor)
    // The address contains a hash of the content, so browsers can cache it for good.
    const version = createHash('sha256').update(styles).digest('hex').slice(0, 12)
    headTags.push(`<link rel="stylesheet" href="/brand.css?${version}">`)
    app.get('/brand.css', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/css; charset=utf-8').send(styles),
    )
  }
  return {
    page: (built) =>
      frameLogo(built)
        .replaceAll(/(?<=href=")\/(favicon\.svg|icon-180\.png)(?=")/g, (address) => iconUrl(address, brandColor))
        .replace('</head>', () => `${headTags.join('')}</head>`),
    pictures: brandColor === null ? new Map() : brandIcons(brandColor),
  }
}
