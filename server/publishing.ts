import type { Pool } from 'pg'
import type { SellerContent } from '#contract/console/content.ts'
import type { PortalBranding } from '#contract/portal.ts'
import type { Seller } from '#contract/seller.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Listener } from '#database/listen.ts'
import type { Config } from './config.ts'
import type { ContentSources, ExampleMail } from './content/acts.ts'
import { readAnnouncements, runningFor } from './content/announcements.ts'
import { type ServedLogo, savedBrand, servedLogo } from './content/brand.ts'
import { createPublished, type Published } from './content/published.ts'
import { savedLinks, savedSeller } from './content/supplier.ts'
import { headingOf, listFaqFiles, readFaqFile, type SavedFaq } from './faq/categories.ts'
import { lexMarkdown, toBlocks } from './faq/markdown.ts'
import { composeMail } from './mail/compose-mail.ts'
import { type Brand, logoId } from './mail/layout.ts'
import { type Branding, brandingOf } from './papers/branding.ts'
import { canPrintLogo, printExample } from './papers/example.ts'
import type { PdfWorkerPool } from './papers/pdf-worker-pool.ts'
import { logoTypes } from './portal/logo.ts'
import { isLogo, readSeller } from './seller.ts'
import { type TermsOfUse, withSavedTexts } from './terms/terms.ts'

/** The colour of mails and papers unless the operator sets one. */
const defaultColour = '#c8102e'

type Deps = {
  db: Pool
  listener: Listener
  clock: () => Date
  onFailure: (error: unknown) => void
  /** Scheme, host and port of the portal. */
  address: string
  brand: PortalBranding
  papers: { pdfWorker: PdfWorkerPool; branding: Branding }
  terms: TermsOfUse
  faqFolder: string | undefined
}

/** What is in force: what the console has saved, else what files and settings say. */
export type Publishing = {
  published: Published
  sources: ContentSources
  /** The branding of the settings. */
  standard: PortalBranding
  /** The same object until something else is published. */
  brand: () => PortalBranding
  /** The logo that the console has saved. */
  logo: () => ServedLogo | undefined
  /** How mails show the portal. */
  mailBrand: () => Brand
  branding: () => Branding
  terms: () => TermsOfUse
  faq: SavedFaq
  isAnnounced: (viewer: Viewer) => Promise<boolean>
  isAnnouncedToStrangers: () => boolean
}

/** Reads what staff have published, and says what is in force for every feature that shows it. */
export async function openPublishing(deps: Deps): Promise<Publishing> {
  const { db, clock, brand: standard, terms: filed } = deps
  const published = await createPublished(deps)
  const inForce = brandInForce(deps, published)
  let known: { saved: TermsOfUse['texts']; terms: TermsOfUse } | undefined
  return {
    published,
    sources: sourcesOf(deps, inForce),
    standard,
    brand: () => inForce().brand,
    logo: () => inForce().logo,
    mailBrand: () => inForce().mail,
    branding: () => inForce().branding,
    terms: () => {
      const saved = published.texts('terms', 'terms')
      // Each call of a signed-in page asks for the version: it is computed once for what was saved.
      if (known?.saved !== saved) known = { saved, terms: withSavedTexts(filed, saved) }
      return known.terms
    },
    faq: { names: () => published.names('faq'), texts: (name) => published.texts('faq', name) },
    isAnnounced: async (viewer) => (await readAnnouncements({ db, clock, published }, viewer)).length > 0,
    isAnnouncedToStrangers: () => runningFor({ clock, published }, 'signIn').length > 0,
  }
}

type BrandInForce = { brand: PortalBranding; logo: ServedLogo | undefined; mail: Brand; branding: Branding }

/** The portal's name, colour and logo wherever they show, put together once for all that is published. */
function brandInForce({ brand: standard, papers, address }: Deps, published: Published): () => BrandInForce {
  const combine = (): BrandInForce => {
    const saved = savedBrand(published)
    const logo = servedLogo(saved)
    const brand = {
      name: saved?.name ?? standard.name,
      brandColor: saved?.color ?? standard.brandColor,
      logo: logo?.address ?? standard.logo,
      links: savedLinks(published) ?? standard.links,
    }
    const color = brand.brandColor ?? papers.branding.color
    const mail = { name: brand.name, color, address, ...(logo && logo.format !== 'svg' ? { logo } : {}) }
    const ofPapers = { ...papers.branding, portal: brand.name, color }
    return { brand, logo, mail, branding: withSeller(ofPapers, savedSeller(published), logo) }
  }
  let latest: { reading: number; inForce: BrandInForce } | undefined
  return () => {
    const reading = published.reading()
    if (latest?.reading !== reading) latest = { reading, inForce: combine() }
    return latest.inForce
  }
}

/** With the saved data of the supplier; papers without a logo of their own have that of the portal. */
function withSeller(branding: Branding, saved: SellerContent | undefined, logo: Branding['logo'] = null): Branding {
  if (!saved) return { ...branding, logo: branding.logo ?? logo }
  const own = saved.logo && { format: saved.logo.format, bytes: Buffer.from(saved.logo.base64, 'base64') }
  return { ...branding, seller: saved.seller, logo: own ?? logo }
}

function sourcesOf({ clock, brand, papers, terms, faqFolder }: Deps, inForce: () => BrandInForce): ContentSources {
  const { branding, pdfWorker } = papers
  const { logo: _, ...seller } = branding.seller ?? { name: branding.portal }
  const logo = branding.logo && { format: branding.logo.format, base64: branding.logo.bytes.toString('base64') }
  return {
    brand,
    terms,
    faq: {
      list: () => listFaqFiles(faqFolder),
      read: (file, language) => readFaqFile(faqFolder, file, language),
      headingOf,
    },
    seller: branding.seller ? { seller, logo } : undefined,
    isLogo,
    printsLogo: (picture) => canPrintLogo({ pdfWorker, clock }, branding, picture),
    print: (kind, content, language) => {
      const now = inForce()
      const deps = { pdfWorker, clock }
      return printExample(deps, kind, withSeller(now.branding, content, now.logo), language)
    },
    toBlocks: (markdown) => toBlocks(lexMarkdown(markdown)),
    compose: ({ kind, ...mail }: ExampleMail, language) => {
      const reader = { language, timeZone: null }
      const { subject, text, html } = composeMail(kind, { name: 'Ada Example', ...mail }, inForce().mail, reader)
      return { subject, text, html: withPicture(html, inForce().logo) }
    },
  }
}

/** The settings in whose place something counts that the console has saved, with that. */
export function publishedSettings({ published, brand }: Pick<Publishing, 'published' | 'brand'>) {
  const saved = savedBrand(published)
  const { name, brandColor, logo, links } = brand()
  const [first, second] = links.map(({ label, url }) => `${label}|${url}`)
  return {
    ...(saved?.name ? { BRAND_NAME: name } : {}),
    ...(saved?.color ? { BRAND_COLOR: brandColor } : {}),
    ...(saved?.logo ? { BRAND_LOGO: logo } : {}),
    ...(savedLinks(published) ? { LINK_1: first ?? null, LINK_2: second ?? null } : {}),
  }
}

/** A mail as a page of its own, in which the logo that the mail carries along stands in the address. */
function withPicture(html: string, logo: ServedLogo | undefined): string {
  if (!logo) return html
  return html.replace(`cid:${logoId}`, () => `data:${logoTypes[logo.format]};base64,${logo.bytes.toString('base64')}`)
}

/** The seller as `seller.json` has it, else the one that is passed, in the operator's colours. Throws Refusal. */
export async function readBranding(config: Config, demoSeller: Seller | undefined): Promise<Branding> {
  const demo = demoSeller && { seller: demoSeller, logo: undefined }
  return brandingOf(config.BRAND_NAME, config.BRAND_COLOR ?? defaultColour, (await readSeller(config.DATA_DIR)) ?? demo)
}
