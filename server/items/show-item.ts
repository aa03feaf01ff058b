import type { Pool } from 'pg'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import type { Reply } from '#contract/endpoint.ts'
import { notFound } from '#contract/errors.ts'
import type { ItemLine, listItemLines, listItemUnits, showItem, showUnit } from '#contract/items/endpoints.ts'
import { parseLimit } from '#contract/page.ts'
import { fold } from '#contract/search/search.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { unitOf } from './find-items.ts'
import { type ItemLineRow, readItem, readLines } from './queries.ts'
import { comingOf, lineOf, plainDecimal } from './rows.ts'
import { readItemUnits, readUnit, type UnitEventRow, type UnitLineRow } from './unit-queries.ts'
import { requestedTypes, visibilityOf } from './visibility.ts'

type PagedInput = { type?: DocumentType; limit?: string; cursor?: string }

/** An item with its totals, the next lines to come and its latest prices. Throws not_found. */
export async function itemDetail(
  viewerPool: Pool,
  viewer: Viewer,
  sku: string,
  today: string,
): Promise<Reply<typeof showItem>> {
  const visibility = visibilityOf(viewer)
  const rows = await readItem(viewerPool, viewer, sku, { types: visibility.priced, seen: visibility.seen, today })
  if (!rows) throw notFound()
  const totals = visibility.orders ? rows.totals : []
  return {
    ...rows.item,
    totals: totals.map(({ unit, ordered, open, inTransit, delivered, returned, cancelled, invoiced }) => ({
      unit: unit === '' ? null : unit,
      ordered: plainDecimal(ordered),
      open: plainDecimal(open),
      inTransit: plainDecimal(inTransit),
      delivered: plainDecimal(delivered),
      returned: plainDecimal(returned),
      cancelled: plainDecimal(cancelled),
      invoiced: visibility.invoices ? plainDecimal(invoiced) : null,
    })),
    coming: visibility.orders ? rows.coming.map(comingOf) : [],
    prices: viewer.permissions.has('prices') ? rows.prices.map((row) => lineOf(viewer, row)) : null,
  }
}

/**
 * A page of the lines of an item, newest first; empty when there is no such item. Throws not_found and invalid_input.
 */
export async function itemLines(
  viewerPool: Pool,
  viewer: Viewer,
  sku: string,
  input: PagedInput,
  today: string,
): Promise<Reply<typeof listItemLines>> {
  const { rows, nextCursor } = await linesPage(viewerPool, viewer, sku, input, parseLimit(input.limit), today)
  return { rows, nextCursor }
}

async function linesPage(
  viewerPool: Pool,
  viewer: Viewer,
  sku: string,
  { type, cursor }: PagedInput,
  limit: number,
  today: string,
): Promise<{ rows: ItemLine[]; nextCursor: string | null }> {
  const types = requestedTypes(visibilityOf(viewer), type)
  const after = readCursor(cursor, 'date', 'id', 'count')
  const rows = await readLines(viewerPool, viewer, sku, { types, today, limit: limit + 1, after })
  const shown = rows.slice(0, limit)
  return {
    rows: shown.map((row) => lineOf(viewer, row)),
    nextCursor: rows.length > limit ? lineCursor(shown.at(-1)) : null,
  }
}

function lineCursor(row: ItemLineRow | undefined): string | null {
  return row ? writeCursor(row.listDate, row.id, row.position) : null
}

const pageSize = 1000

/** All lines of an item, a page at a time. Throws not_found. */
export async function* linePages(
  viewerPool: Pool,
  viewer: Viewer,
  sku: string,
  type: DocumentType | undefined,
  today: string,
): AsyncGenerator<ItemLine[]> {
  let cursor: string | undefined
  do {
    const page: { rows: ItemLine[]; nextCursor: string | null } = await linesPage(
      viewerPool,
      viewer,
      sku,
      { ...(type ? { type } : {}), ...(cursor === undefined ? {} : { cursor }) },
      pageSize,
      today,
    )
    yield page.rows
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** A page of the serials and lots of an item. Throws not_found and invalid_input. */
export async function itemUnits(
  viewerPool: Pool,
  viewer: Viewer,
  sku: string,
  input: PagedInput,
): Promise<Reply<typeof listItemUnits>> {
  const { types } = visibilityOf(viewer)
  const limit = parseLimit(input.limit)
  const [after = ''] = readCursor(input.cursor, 'text') ?? []
  const rows = await readItemUnits(viewerPool, viewer, sku, types, limit + 1, after)
  const codes = [...new Set(rows.map(({ code }) => code))]
  const last = codes.length > limit ? codes[limit - 1] : undefined
  const shown = last === undefined ? rows : rows.filter(({ code }) => code !== codes.at(-1))
  return { rows: shown.map(unitOf), nextCursor: last === undefined ? null : writeCursor(last) }
}

/** A serial or a lot with the lines that contain it and its shipment events. Throws not_found and invalid_input. */
export async function unitDetail(
  viewerPool: Pool,
  viewer: Viewer,
  code: string,
  input: PagedInput,
  today: string,
): Promise<Reply<typeof showUnit>> {
  const { types } = visibilityOf(viewer)
  const limit = parseLimit(input.limit)
  const after = readCursor(input.cursor, 'date', 'id', 'count')
  const { lines, events } = await readUnit(viewerPool, viewer, code, { types, today, limit: limit + 1, after })
  const shown = lines.slice(0, limit)
  if (shown.length === 0 && after === undefined) throw notFound()
  const shipments = new Set(shown.flatMap(({ type, number }) => (type === 'shipments' ? [number] : [])))
  const distinctUnits = new Map(shown.map((row) => [`${row.kind} ${row.sku}`, row]))
  return {
    units: [...distinctUnits.values()].map(({ kind, written, sku, name }) => ({ kind, code: written, sku, name })),
    expiry: shown.map((row) => lotOf(row)?.expiry ?? null).find((expiry) => expiry !== null) ?? null,
    rows: shown.map((row) => ({
      ...lineOf(viewer, row),
      sku: row.sku,
      lotQuantity: lotOf(row)?.quantity ?? null,
    })),
    // The line after the page was read as well.
    events: events.filter(({ shipment }) => shipments.has(shipment)).map(eventOf),
    nextCursor: lines.length > limit ? lineCursor(shown.at(-1)) : null,
  }
}

const isSameCode = (a: string, b: string) => fold(a) === fold(b)

function lotOf({ kind, written, lots }: UnitLineRow) {
  return kind === 'lot' ? lots?.find(({ lot }) => isSameCode(lot, written)) : undefined
}

function eventOf({ place, ...event }: UnitEventRow) {
  const { name, city, country, unlocode } = place
  const town = city !== undefined && name?.includes(city) ? undefined : city
  return { ...event, place: [name, town].filter(Boolean).join(', ') || unlocode || null, country: country ?? null }
}
