import type { Pool } from 'pg'
import type { SellerContent } from '#contract/console/content.ts'
import type { PortalBranding } from '#contract/portal.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Listener } from '#database/listen.ts'
import type { ContentSources, ExampleMail } from './content/acts.ts'
import { readAnnouncements, runningFor } from './content/announcements.ts'
import { createPublished, type Published } from './content/published.ts'
import { savedLinks, savedSeller } from './content/supplier.ts'
import { headingOf, listFaqFiles, readFaqFile, type SavedFaq } from './faq/categories.ts'
import { lexMarkdown, toBlocks } from './faq/markdown.ts'
import { composeMail } from './mail/compose-mail.ts'
import type { Branding } from './papers/branding.ts'
import { printExample } from './papers/example.ts'
import type { PdfWorkerPool } from './papers/pdf-worker-pool.ts'
import { isLogo } from './seller.ts'
import { type TermsOfUse, withSavedTexts } from './terms/terms.ts'

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
  brand: () => PortalBranding
  branding: () => Branding
  terms: () => TermsOfUse
  faq: SavedFaq
  isAnnounced: (viewer: Viewer) => Promise<boolean>
  isAnnouncedToStrangers: () => boolean
}

/** Reads what staff have published, and says what is in force for every feature that shows it. */
export async function openPublishing(deps: Deps): Promise<Publishing> {
  const { db, clock, brand, papers, terms: filed } = deps
  const published = await createPublished(deps)
  let known: { saved: TermsOfUse['texts']; terms: TermsOfUse } | undefined
  return {
    published,
    sources: sourcesOf(deps),
    brand: () => ({ ...brand, links: savedLinks(published) ?? brand.links }),
    branding: () => withSeller(papers.branding, savedSeller(published)),
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

function withSeller(branding: Branding, saved: SellerContent | undefined): Branding {
  if (!saved) return branding
  const { seller, logo } = saved
  return {
    ...branding,
    seller,
    logo: logo && { format: logo.format, bytes: Buffer.from(logo.base64, 'base64') },
  }
}

function sourcesOf({ clock, address, brand, papers, terms, faqFolder }: Deps): ContentSources {
  const { branding, pdfWorker } = papers
  const mailBrand = { name: brand.name, color: branding.color, address }
  const { logo: _, ...seller } = branding.seller ?? { name: branding.portal }
  const logo = branding.logo && { format: branding.logo.format, base64: branding.logo.bytes.toString('base64') }
  return {
    links: brand.links,
    terms,
    faq: {
      list: () => listFaqFiles(faqFolder),
      read: (file, language) => readFaqFile(faqFolder, file, language),
      headingOf,
    },
    seller: branding.seller ? { seller, logo } : undefined,
    isLogo,
    print: (content, language) => printExample({ pdfWorker, clock }, withSeller(branding, content), language),
    toBlocks: (markdown) => toBlocks(lexMarkdown(markdown)),
    compose: ({ kind, ...mail }: ExampleMail, language) => {
      const { subject, text, html } = composeMail(kind, { name: 'Ada Example', ...mail }, mailBrand, {
        language,
        timeZone: null,
      })
      return { subject, text, html }
    },
  }
}
