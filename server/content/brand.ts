import { createHash } from 'node:crypto'
import type { BrandChoice, showBrand } from '#contract/console/brand.ts'
import type { Reply } from '#contract/endpoint.ts'
import { invalidField, notFound, translatable } from '#contract/errors.ts'
import type { PortalBranding } from '#contract/portal.ts'
import type { Db } from '#database/transaction.ts'
import { type Act, type ContentDeps, placeOf, saveContent } from './acts.ts'
import { type LogoFormat, logoFormatOf } from './logo-file.ts'
import type { Published } from './published.ts'
import { selectNewest, selectVersion, selectVersionList } from './queries.ts'

const brand = placeOf('brand')

/** Name, colour and logo as the console has saved them; null: as the settings have it. */
export type SavedBrand = {
  name: string | null
  color: string | null
  logo: { format: LogoFormat; base64: string } | null
}

/** A logo that the portal serves itself, with its address; another picture has another. */
export type ServedLogo = { format: LogoFormat; bytes: Buffer; address: string }

/** The brand as the console has saved it; undefined: all of it is as the settings have it. */
export function savedBrand(published: Pick<Published, 'content'>): SavedBrand | undefined {
  const content = published.content('brand', 'brand')
  return content === undefined ? undefined : (JSON.parse(content) as SavedBrand)
}

/** The logo of a saved brand as the portal serves it. */
export function servedLogo(saved: SavedBrand | undefined): ServedLogo | undefined {
  if (!saved?.logo) return undefined
  const { format, base64 } = saved.logo
  const bytes = Buffer.from(base64, 'base64')
  return { format, bytes, address: `/brand/logo?${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}` }
}

/** The portal's name as the console has saved it, else `standard`, for whoever has only the database. */
export async function readPortalName(db: Db, standard: string): Promise<string> {
  const content = await selectNewest(db, brand)
  return (content && (JSON.parse(content) as SavedBrand).name) || standard
}

/** What staff have chosen and what the settings say, with the history. */
export async function showBrandToStaff({ db, published, sources }: ContentDeps): Promise<Reply<typeof showBrand>> {
  const saved = savedBrand(published)
  const { name, brandColor: color, logo } = sources.brand
  const versions = await selectVersionList(db, brand)
  return {
    source: saved ? 'console' : 'folder',
    name: saved?.name ?? null,
    color: saved?.color ?? null,
    logo: servedLogo(saved)?.address ?? null,
    standard: { name, color, logo },
    versions,
  }
}

/** Gives the portal another name, colour or logo. Throws invalid_input for a logo that cannot be shown everywhere. */
export async function saveBrandAsStaff(deps: ContentDeps, choice: BrandChoice, act: Act): Promise<void> {
  const before = savedBrand(deps.published)
  const { name, color, logo: typed } = choice
  const kept = typed === undefined ? (before?.logo ?? null) : null
  const logo = typed ? await checkedLogo(deps, typed) : kept
  await putInForce(deps, { name, color, logo }, act)
}

/** Puts an earlier version in force again, or what the settings say. Throws not_found. */
export async function restoreBrandAsStaff(deps: ContentDeps, id: string | null, act: Act): Promise<void> {
  const content = id === null ? null : await selectVersion(deps.db, brand, id)
  if (id !== null && !content) throw notFound()
  await putInForce(deps, content ? (JSON.parse(content) as SavedBrand) : null, act)
}

async function checkedLogo({ sources }: ContentDeps, base64: string): Promise<SavedBrand['logo']> {
  const bytes = Buffer.from(base64, 'base64')
  const format = logoFormatOf(bytes)
  if (!format || !(await sources.printsLogo({ format, bytes })))
    throw invalidField('logo', translatable('content.brandLogo.wrong'))
  return { format, base64: bytes.toString('base64') }
}

async function putInForce(deps: ContentDeps, next: SavedBrand | null, act: Act): Promise<void> {
  const { published, sources } = deps
  // A form that was emptied means the settings, as taking it back does.
  const saved = next && Object.values(next).some((value) => value !== null) ? next : null
  const details = {
    before: inWords(savedBrand(published) ?? null, sources.brand),
    after: inWords(saved, sources.brand),
  }
  await saveContent(deps, brand, saved && JSON.stringify(saved), act, details)
}

/** Name, colour and logo in force, as the audit log shows them. */
function inWords(saved: SavedBrand | null, standard: PortalBranding): string {
  const logo = servedLogo(saved ?? undefined)?.address ?? standard.logo
  return [saved?.name ?? standard.name, saved?.color ?? standard.brandColor, logo].filter(Boolean).join(' · ')
}
