import type { SellerContent, showLinks, showSeller } from '#contract/console/content.ts'
import type { Reply } from '#contract/endpoint.ts'
import { invalidField, notFound, translatable } from '#contract/errors.ts'
import type { PortalBranding } from '#contract/portal.ts'
import { paperTemplates } from '#contract/seller.ts'
import { type Act, type ContentDeps, type ContentSources, placeOf, saveContent } from './acts.ts'
import type { Published } from './published.ts'
import { selectVersion, selectVersionList, selectVersions } from './queries.ts'

const seller = placeOf('seller')
const links = placeOf('links')

/** The supplier's data as the console has saved them; undefined: those of the settings count. */
export function savedSeller(published: Pick<Published, 'content'>): SellerContent | undefined {
  const content = published.content('seller', 'seller')
  return content === undefined ? undefined : (JSON.parse(content) as SellerContent)
}

/** The links in the menu as the console has saved them; undefined: those of the settings count. */
export function savedLinks(published: Pick<Published, 'content'>): PortalBranding['links'] | undefined {
  const content = published.content('links', 'links')
  return content === undefined ? undefined : (JSON.parse(content) as PortalBranding['links'])
}

/** The supplier's data in force, with their history. */
export async function showSellerToStaff(deps: ContentDeps): Promise<Reply<typeof showSeller>> {
  const saved = savedSeller(deps.published)
  const inForce = saved ?? deps.sources.seller
  const versions = await selectVersionList(deps.db, seller)
  return {
    seller: inForce?.seller ?? null,
    logo: inForce?.logo ?? null,
    source: saved ? 'console' : inForce ? 'folder' : null,
    versions,
  }
}

/** Throws invalid_input for a logo that is no picture of its format, or one that papers cannot show. */
export async function checkSeller(
  { isLogo, printsLogo }: Pick<ContentSources, 'isLogo' | 'printsLogo'>,
  { logo }: SellerContent,
): Promise<void> {
  if (logo === null) return
  const bytes = Buffer.from(logo.base64, 'base64')
  if (!isLogo(logo.format, bytes) || !(await printsLogo({ format: logo.format, bytes })))
    throw invalidField('logo', translatable('content.logo.wrong'))
}

/** Puts the supplier's data on papers. Throws invalid_input. */
export async function saveSellerAsStaff(deps: ContentDeps, content: SellerContent, act: Act): Promise<void> {
  await checkSeller(deps.sources, content)
  const before = savedSeller(deps.published) ?? deps.sources.seller
  await saveContent(deps, seller, JSON.stringify(content), act, before ? changesOf(before.seller, content.seller) : {})
}

/** What stands in the log by itself: where customers pay, which is what a thief would change, and how papers look. */
const loggedFacts: readonly ((seller: SellerContent['seller']) => string)[] = [
  ({ bank }) => bank?.iban ?? '–',
  ({ paperTemplate }) => paperTemplate ?? paperTemplates[0],
]

function changesOf(before: SellerContent['seller'], after: SellerContent['seller']): Record<string, string> {
  const changed = loggedFacts.filter((factOf) => factOf(before) !== factOf(after))
  const inWords = (seller: SellerContent['seller']) => changed.map((factOf) => factOf(seller)).join(' · ')
  return changed.length === 0 ? {} : { before: inWords(before), after: inWords(after) }
}

/** Puts an earlier version in force again, or what the file says. Throws not_found. */
export async function restoreSellerAsStaff(deps: ContentDeps, id: string | null, act: Act): Promise<void> {
  if (id === null) return saveContent(deps, seller, null, act)
  const content = await selectVersion(deps.db, seller, id)
  if (!content) throw notFound()
  await saveSellerAsStaff(deps, JSON.parse(content) as SellerContent, act)
}

/** The links in force, with their history. */
export async function showLinksToStaff(deps: ContentDeps): Promise<Reply<typeof showLinks>> {
  const saved = savedLinks(deps.published)
  return {
    links: saved ?? deps.sources.brand.links,
    source: saved ? 'console' : 'folder',
    versions: await selectVersions(deps.db, links),
  }
}

/** Puts links in the menu; null: those of the settings. */
export function saveLinksAsStaff(deps: ContentDeps, content: PortalBranding['links'] | null, act: Act): Promise<void> {
  const text = (list: PortalBranding['links']) => list.map(({ label }) => label).join(', ') || '–'
  const before = text(savedLinks(deps.published) ?? deps.sources.brand.links)
  const details = { before, after: text(content ?? deps.sources.brand.links) }
  return saveContent(deps, links, content === null ? null : JSON.stringify(content), act, details)
}
