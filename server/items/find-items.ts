import type { Pool } from 'pg'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { FoundDocument, FoundItem, listItems, Unit } from '#contract/items/endpoints.ts'
import { type Gs1Data, normaliseGtin, parseGs1 } from '#contract/items/gs1.ts'
import { parseLimit } from '#contract/page.ts'
import { fold, queryTerms } from '#contract/search/search.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readDocuments } from './document-queries.ts'
import { type ComingRow, readComing, readItems } from './queries.ts'
import { comingOf } from './rows.ts'
import { readUnits, type UnitRow } from './unit-queries.ts'
import { type Visibility, visibilityOf } from './visibility.ts'

type ItemsReply = Reply<typeof listItems>
type ItemSearchInput = { q?: string; limit?: string; cursor?: string }

const emptyReply: ItemsReply = { label: null, items: [], units: [], documents: [], coming: [], nextCursor: null }

/**
 * Everything that matches what was typed or scanned; without a text, the lines still to come. Throws not_found and
 * invalid_input.
 */
export async function findItems(
  viewerPool: Pool,
  viewer: Viewer,
  input: ItemSearchInput,
  today: string,
): Promise<ItemsReply> {
  const visibility = visibilityOf(viewer)
  const limit = parseLimit(input.limit)
  const typed = input.q?.trim() ?? ''
  if (typed === '') {
    const { rows, nextCursor } = await comingPage(viewerPool, viewer, limit, input.cursor)
    return { ...emptyReply, coming: rows, nextCursor }
  }
  const label = parseGs1(typed)
  if (label) return findByLabel(viewerPool, viewer, visibility, label, today)
  const terms = queryTerms(typed)
  if (terms.length === 0) return emptyReply
  const after = readCursor(input.cursor, 'text', 'text')
  const [items, units, documents] = await Promise.all([
    itemsPage(viewerPool, viewer, visibility, terms, limit, after),
    after ? [] : findUnits(viewerPool, viewer, visibility, typed),
    after ? [] : findDocuments(viewerPool, viewer, visibility, typed, today),
  ])
  return { ...emptyReply, ...items, units, documents }
}

/** What a label identifies: the item by its GTIN, the unit by its serial or lot, the shipment by its SSCC. */
async function findByLabel(
  viewerPool: Pool,
  viewer: Viewer,
  visibility: Visibility,
  label: Gs1Data,
  today: string,
): Promise<ItemsReply> {
  const { gtin, serial, lot, sscc } = label
  const [page, units, documents] = await Promise.all([
    gtin === undefined ? undefined : itemsPage(viewerPool, viewer, visibility, [normaliseGtin(gtin)], 10, undefined),
    Promise.all(
      [serial, lot].map((code) => (code === undefined ? [] : findUnits(viewerPool, viewer, visibility, code, true))),
    ),
    sscc === undefined ? [] : findDocuments(viewerPool, viewer, visibility, sscc, today),
  ])
  const items =
    page?.items.filter((item) => item.gtin !== null && normaliseGtin(item.gtin) === normaliseGtin(gtin ?? '')) ?? []
  const labelledUnits = units.flat()
  // A serial is unique only within its item, where the item is known.
  const skus = new Set(items.map(({ sku }) => sku))
  const ofItem = labelledUnits.filter(({ sku }) => sku !== null && skus.has(sku))
  return {
    ...emptyReply,
    label: {
      gtin: gtin ?? null,
      serial: serial ?? null,
      lot: lot ?? null,
      expiry: label.expiry ?? null,
      sscc: sscc ?? null,
    },
    items,
    units: ofItem.length > 0 ? ofItem : labelledUnits,
    documents,
  }
}

async function itemsPage(
  viewerPool: Pool,
  viewer: Viewer,
  visibility: Visibility,
  terms: readonly string[],
  limit: number,
  after: readonly string[] | undefined,
): Promise<{ items: FoundItem[]; nextCursor: string | null }> {
  // The longest term is likely to be the rarest: its matches are searched for the others.
  const ordered = terms.toSorted((a, b) => b.length - a.length)
  const rows = await readItems(viewerPool, viewer, { terms: ordered, seen: visibility.seen }, limit + 1, after)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(({ term: _term, next, ...item }) => ({
      ...item,
      next: next !== null && visibility.orders ? comingOf(next) : null,
    })),
    nextCursor: last ? writeCursor(last.term, last.sku) : null,
  }
}

const foldCode = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

async function findUnits(
  viewerPool: Pool,
  viewer: Viewer,
  visibility: Visibility,
  typed: string,
  exact = false,
): Promise<Unit[]> {
  const folded = foldCode(typed)
  // Very short texts and plain words are never meant as a serial.
  if (folded.length < 3 || (!exact && !/\p{N}/u.test(folded))) return []
  const rows = await readUnits(viewerPool, viewer, typed, visibility.types)
  return rows.filter((row) => !exact || row.code === folded.slice(0, 60)).map(unitOf)
}

/** A serial or lot as the API returns it. */
export function unitOf({ kind, written, sku, name }: UnitRow): Unit {
  return { kind, code: written, sku, name }
}

const mostDocuments = 8

/** Documents whose number, customer's reference, tracking number or SSCC begins with what was typed. */
async function findDocuments(
  viewerPool: Pool,
  viewer: Viewer,
  { types }: Visibility,
  typed: string,
  today: string,
): Promise<FoundDocument[]> {
  const folded = foldCode(typed)
  if (folded.length < 3 || !/\p{N}/u.test(folded)) return []
  const rows = await readDocuments(viewerPool, viewer, folded.slice(0, 60), types, today)
  return rows
    .filter(({ numbers }) => numbers.some((number) => foldCode(number).startsWith(folded)))
    .slice(0, mostDocuments)
    .map(({ numbers: _numbers, ...document }) => document)
}

/** A page of the lines still to come, soonest first. Empty for viewers who see no orders. */
async function comingPage(viewerPool: Pool, viewer: Viewer, limit: number, cursor: string | undefined) {
  if (!visibilityOf(viewer).orders) return { rows: [], nextCursor: null }
  const rows = await readComing(viewerPool, viewer, limit + 1, readCursor(cursor, 'date', 'id', 'count'))
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown.map(comingOf), nextCursor: last ? comingCursor(last) : null }
}

function comingCursor({ arrival, id, position }: ComingRow): string {
  return writeCursor(arrival, id, position)
}

const pageSize = 1000

/** All lines still to come, a page at a time. Throws not_found. */
export async function* comingPages(viewerPool: Pool, viewer: Viewer): AsyncGenerator<ReturnType<typeof comingOf>[]> {
  let cursor: string | undefined
  do {
    const { rows, nextCursor } = await comingPage(viewerPool, viewer, pageSize, cursor)
    yield rows
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}
