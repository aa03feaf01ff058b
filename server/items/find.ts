import type { Pool } from 'pg'
import type { Reply } from '../../contract/endpoint.ts'
import { bareGtin, type Gs1, readGs1 } from '../../contract/gs1.ts'
import type { FoundDocument, FoundItem, listItems, Unit } from '../../contract/items.ts'
import { limitOf } from '../../contract/page.ts'
import { fold, queryTerms } from '../../contract/search.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { readDocuments } from './document-queries.ts'
import { type ComingRow, readComing, readItems } from './queries.ts'
import { comingOf } from './rows.ts'
import { type Sight, sightOf } from './sight.ts'
import { readUnits, type UnitRow } from './unit-queries.ts'

type Found = Reply<typeof listItems>
type Asked = { q?: string; limit?: string; cursor?: string }

const nothing: Found = { label: null, items: [], units: [], documents: [], coming: [], nextCursor: null }

/** Whatever answers to what was typed or scanned; without it, what is still to come. Raises not_found and invalid_input. */
export async function findItems(db: Pool, viewer: Viewer, asked: Asked, today: string): Promise<Found> {
  const sight = sightOf(viewer)
  const limit = limitOf(asked.limit)
  const typed = asked.q?.trim() ?? ''
  if (typed === '') {
    const { rows, nextCursor } = await comingPage(db, viewer, limit, asked.cursor)
    return { ...nothing, coming: rows, nextCursor }
  }
  const label = readGs1(typed)
  if (label) return fromLabel(db, viewer, sight, label, today)
  const terms = queryTerms(typed)
  if (terms.length === 0) return nothing
  const after = readCursor(asked.cursor, 'text', 'text')
  const [items, units, documents] = await Promise.all([
    itemsPage(db, viewer, sight, terms, limit, after),
    after ? [] : unitsBy(db, viewer, sight, typed),
    after ? [] : documentsBy(db, viewer, sight, typed, today),
  ])
  return { ...nothing, ...items, units, documents }
}

/** What a label names: the article by its GTIN, the unit by its serial or lot, the shipment by its SSCC. */
async function fromLabel(db: Pool, viewer: Viewer, sight: Sight, label: Gs1, today: string): Promise<Found> {
  const { gtin, serial, lot, sscc } = label
  const [found, units, documents] = await Promise.all([
    gtin === undefined ? undefined : itemsPage(db, viewer, sight, [bareGtin(gtin)], 10, undefined),
    Promise.all([serial, lot].map((code) => (code === undefined ? [] : unitsBy(db, viewer, sight, code, true)))),
    sscc === undefined ? [] : documentsBy(db, viewer, sight, sscc, today),
  ])
  const items = found?.items.filter((item) => item.gtin !== null && bareGtin(item.gtin) === bareGtin(gtin ?? '')) ?? []
  const own = units.flat()
  // A serial is one's own only together with its article, as long as that is known.
  const skus = new Set(items.map(({ sku }) => sku))
  const ofItem = own.filter(({ sku }) => sku !== null && skus.has(sku))
  return {
    ...nothing,
    label: {
      gtin: gtin ?? null,
      serial: serial ?? null,
      lot: lot ?? null,
      expiry: label.expiry ?? null,
      sscc: sscc ?? null,
    },
    items,
    units: ofItem.length > 0 ? ofItem : own,
    documents,
  }
}

async function itemsPage(
  db: Pool,
  viewer: Viewer,
  sight: Sight,
  terms: readonly string[],
  limit: number,
  after: readonly string[] | undefined,
): Promise<{ items: FoundItem[]; nextCursor: string | null }> {
  // The longest is likely to be the rarest: what it matches is looked through for the others.
  const ordered = terms.toSorted((a, b) => b.length - a.length)
  const rows = await readItems(db, viewer, { terms: ordered, seen: sight.seen }, limit + 1, after)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(({ term: _term, next, ...item }) => ({
      ...item,
      next: next !== null && sight.orders ? comingOf(next) : null,
    })),
    nextCursor: last ? writeCursor(last.term, last.sku) : null,
  }
}

const code = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

async function unitsBy(db: Pool, viewer: Viewer, sight: Sight, typed: string, whole = false): Promise<Unit[]> {
  const wanted = code(typed)
  // Single letters and words are never meant as a serial.
  if (wanted.length < 3 || (!whole && !/\p{N}/u.test(wanted))) return []
  const rows = await readUnits(db, viewer, typed, sight.types)
  return rows.filter((row) => !whole || row.code === wanted.slice(0, 60)).map(unitOf)
}

/** A serial or lot as it is told. */
export function unitOf({ kind, told, sku, name }: UnitRow): Unit {
  return { kind, code: told, sku, name }
}

const mostDocuments = 8

/** Documents whose number, customer's reference, tracking number or SSCC begins with what was typed. */
async function documentsBy(
  db: Pool,
  viewer: Viewer,
  { types }: Sight,
  typed: string,
  today: string,
): Promise<FoundDocument[]> {
  const wanted = code(typed)
  if (wanted.length < 3 || !/\p{N}/u.test(wanted)) return []
  const rows = await readDocuments(db, viewer, wanted.slice(0, 60), types, today)
  return rows
    .filter(({ numbers }) => numbers.some((number) => code(number).startsWith(wanted)))
    .slice(0, mostDocuments)
    .map(({ numbers: _numbers, ...document }) => document)
}

/** A page of what is still to come, soonest first. Nothing for who sees no orders. */
async function comingPage(db: Pool, viewer: Viewer, limit: number, cursor: string | undefined) {
  if (!sightOf(viewer).orders) return { rows: [], nextCursor: null }
  const rows = await readComing(db, viewer, limit + 1, readCursor(cursor, 'date', 'id', 'position'))
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown.map(comingOf), nextCursor: last ? behind(last) : null }
}

function behind({ arrival, id, position }: ComingRow): string {
  return writeCursor(arrival, id, position)
}

const pageSize = 1000

/** All that is still to come, some hundred lines at a time. Raises not_found. */
export async function* comingPages(db: Pool, viewer: Viewer): AsyncGenerator<ReturnType<typeof comingOf>[]> {
  let cursor: string | undefined
  do {
    const { rows, nextCursor } = await comingPage(db, viewer, pageSize, cursor)
    yield rows
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}
