import type { Pool } from 'pg'
import type { StoredDetails, StoredLine } from '../../contract/documents/stored.ts'
import { definitions } from '../../contract/documents/types.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { PortalError, sentence } from '../../contract/errors.ts'
import { limitOf } from '../../contract/page.ts'
import { oneKeyAway, queryTerms, type SearchHit, type searchDocuments } from '../../contract/search.ts'
import { type DocumentType, documentTypes, isDocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { type Candidate, matchesOf } from './matches.ts'
import { type After, type HitRow, readHits, readSpellings } from './queries.ts'

type Asked = { q: string; types?: string; limit?: string; cursor?: string }
type Found = Reply<typeof searchDocuments>

/** Documents that hold every word typed, of the types that the viewer may see; an exact number comes first. */
export async function search(db: Pool, viewer: Viewer, asked: Asked, today: string): Promise<Found> {
  const seen = documentTypes.filter((type) => viewer.permissions.has(definitions[type].permission))
  const types = wantedTypes(asked.types).filter((type) => seen.includes(type))
  const terms = queryTerms(asked.q)
  const counts: Found['counts'] = { quotes: 0, orders: 0, shipments: 0, invoices: 0 }
  if (terms.length === 0 || seen.length === 0) {
    return { hits: [], counts, searched: null, exact: true, nextCursor: null }
  }
  const limit = limitOf(asked.limit)
  const after = asked.cursor === undefined ? undefined : readCursor(asked.cursor)
  const typed = asked.q.trim()
  const find = (searched: readonly string[]) =>
    readHits(db, viewer, { terms: searched, typed, types, counted: seen }, today, limit + 1, after)
  let found = await find(terms)
  let searched: readonly string[] = terms
  // Only what nobody has written at all is taken for a slip of the hand; and only where the search begins.
  const nothing = !after && found.exact.length === 0 && !found.counts.some(({ count }) => count > 0)
  const respelt = nothing ? await respell(db, viewer, terms, seen) : null
  if (respelt) {
    searched = respelt
    found = await find(respelt)
  }
  for (const { type, count } of found.counts) counts[type] = count
  const page = found.page.slice(0, limit)
  const last = found.page.length > limit ? page.at(-1) : undefined
  const exactIds = new Set(found.exact.map((row) => row.id))
  return {
    hits: [...found.exact, ...page.filter((row) => !exactIds.has(row.id))].map((row) => hitOf(row, searched)),
    counts,
    searched: respelt ? respelt.join(' ') : null,
    exact: !found.counts.some(({ more }) => more),
    nextCursor: last ? writeCursor({ date: last.listDate, id: last.id }) : null,
  }
}

/** The terms with each that no document holds in the nearest spelling that one does; null when none is nearer. */
async function respell(
  db: Pool,
  viewer: Viewer,
  terms: readonly string[],
  types: readonly DocumentType[],
): Promise<string[] | null> {
  const doubted = terms.map((term) => ({ term, spellings: oneKeyAway(term) }))
  const known = await readSpellings(db, viewer, doubted, types)
  return known.some((spelling) => spelling !== null) ? terms.map((term, place) => known[place] ?? term) : null
}

function wantedTypes(text: string | undefined): DocumentType[] {
  if (text === undefined) return [...documentTypes]
  return text.split(',').filter(isDocumentType)
}

function hitOf(row: HitRow, terms: readonly string[]): SearchHit {
  const firstLine = row.lines[0]?.details as StoredLine | undefined
  return {
    type: row.type,
    number: row.number,
    title: row.customerReference ?? firstLine?.name ?? null,
    status: row.status,
    date: row.date,
    matched: matchesOf(candidatesOf(row), terms),
  }
}

/** The texts of a document in the order in which a person would expect to see the match. */
function candidatesOf(row: HitRow): Candidate[] {
  const details = row.details as StoredDetails
  const list: Candidate[] = []
  const add = (field: string, text: string | null | undefined, code = false) => {
    if (text) list.push({ field, text, code })
  }
  add('number', row.number, true)
  add('customerReference', row.customerReference, true)
  for (const tracking of row.trackingNumbers) add('trackingNumbers', tracking, true)
  for (const line of row.lines) {
    const stored = line.details as StoredLine
    add('sku', line.sku, true)
    add('customerSku', stored.customerSku, true)
    add('gtin', stored.gtin, true)
    add('name', stored.name)
    for (const serial of stored.serials ?? []) add('serials', serial, true)
    for (const { lot } of stored.lots ?? []) add('lots', lot, true)
  }
  for (const one of details.packages ?? []) {
    add('sscc', one.sscc, true)
    add('trackingNumbers', one.trackingNumber, true)
  }
  for (const [field, party] of [
    ['billTo', details.billTo],
    ['shipTo', details.shipTo],
  ] as const) {
    add(field, party?.name)
    add(field, party?.city)
  }
  add('carrier', row.carrier)
  add('project', details.project)
  add('note', details.note)
  return list
}

function writeCursor({ date, id }: After): string {
  return Buffer.from(`${date} ${id}`).toString('base64url')
}

function readCursor(text: string): After {
  const match = /^([0-9]{4}-[0-9]{2}-[0-9]{2}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    Buffer.from(text, 'base64url').toString('utf8'),
  )
  if (!match || Number.isNaN(Date.parse(match[1] as string))) {
    throw new PortalError('invalid_input', sentence('input.pageOfResults'), {
      errors: [{ field: 'cursor', message: sentence('input.cursor') }],
    })
  }
  return { date: match[1] as string, id: match[2] as string }
}
