import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { brandStyles } from '#contract/brand/colours.ts'
import type { PortalBranding } from '#contract/portal.ts'
import { brandIcons, iconUrl } from './brand-icons.ts'

/** The branding in force: the same object as long as it is the same. */
type Brand = () => PortalBranding

/** The web client's files that depend on the branding, made from those that were built. */
type BrandedFiles = {
  page: (built: string) => string
  /** The names of pictures. */
  pictures: readonly string[]
  /** What is added to the address of a picture in the branding in force, and how it is made; undefined: it is as built. */
  picture: (name: string) => { version: string; render: (built: Buffer) => Buffer } | undefined
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const frameImage = (logo: string, classes: string) =>
  `<img src="${escapeHtml(logo)}" alt="" class="${classes} object-contain">`
/** The portal's own logo in the frames that the HTML page has until its scripts run, and its classes. */
const frameLogo = /<svg[^>]*\sdata-logo[^>]*\sclass="([^"]*)"[\s\S]*?<\/svg>/g
/** The portal's own name, as the built pages have it. */
const builtName = 'Track &amp; Trace'

/**
 * Serves the brand colours as a style sheet. Returns functions that add to the page what its first paint needs (name,
 * the style sheet's address, the logo and whether to reserve room for links), and that recolour the icons.
 */
export function serveBrand(app: FastifyInstance, brand: Brand): BrandedFiles {
  const styles = createStyles()
  // The address names the colour, so that each server gives the same for it, whichever it has heard of last.
  app.get('/brand.css', (request, reply) => {
    const [, hex, version] = /\?([0-9a-f]{6})-([0-9a-f]{12})$/.exec(request.url) ?? []
    if (hex === undefined) return reply.header('cache-control', 'no-store').code(404).send()
    const sheet = styles(`#${hex}`)
    const kept = sheet.version === version ? 'public, max-age=31536000, immutable' : 'no-store'
    return reply.header('cache-control', kept).type('text/css; charset=utf-8').send(sheet.text)
  })
  const headTags = ({ brandColor, logo, links }: PortalBranding) => [
    ...(links.length > 0 ? ['<meta name="portal-links">'] : []),
    ...(logo === null ? [] : [`<meta name="portal-logo" content="${escapeHtml(logo)}">`]),
    ...(brandColor === null
      ? []
      : [`<link rel="stylesheet" href="/brand.css?${brandColor.slice(1)}-${styles(brandColor).version}">`]),
  ]
  const rendered = new Map<string, string>()
  let renderedFor: PortalBranding | undefined
  const render = (built: string, branding: PortalBranding) => {
    const { name, brandColor, logo } = branding
    const named = built.replaceAll(builtName, () => escapeHtml(name))
    return (logo === null ? named : named.replaceAll(frameLogo, (_, classes: string) => frameImage(logo, classes)))
      .replaceAll(/(?<=href=")\/(favicon\.svg|icon-180\.png)(?=")/g, (address) => iconUrl(address, brandColor))
      .replace('</head>', () => `${headTags(branding).join('')}</head>`)
  }
  const icons = brandIcons()
  return {
    page: (built) => {
      const branding = brand()
      if (renderedFor !== branding) rendered.clear()
      renderedFor = branding
      const page = rendered.get(built) ?? render(built, branding)
      rendered.set(built, page)
      return page
    },
    pictures: [...icons.keys()],
    picture: (name) => {
      const { brandColor } = brand()
      const recolour = icons.get(name)
      return brandColor === null || !recolour
        ? undefined
        : { version: brandColor, render: (built) => recolour(built, brandColor) }
    },
  }
}

type StyleSheet = { text: string; version: string }

/** Style sheets by colour. That of the colour asked for last is kept; the version is a hash of the content. */
function createStyles(): (hex: string) => StyleSheet {
  let latest: { hex: string; sheet: StyleSheet } | undefined
  return (hex) => {
    if (latest?.hex === hex) return latest.sheet
    const text = brandStyles(hex)
    const sheet = { text, version: createHash('sha256').update(text).digest('hex').slice(0, 12) }
    latest = { hex, sheet }
    return sheet
  }
}
