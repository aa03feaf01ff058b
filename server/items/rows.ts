import type { ComingLine, ItemLine } from '#contract/items/endpoints.ts'
import { fromMillionths, toMillionths } from '#contract/money.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { ComingRow, ItemLineRow } from './queries.ts'

const unknownDate = '9999-12-31'

/** A quantity without the trailing zeros that the database keeps. */
export function plainDecimal(decimal: string): string {
  return fromMillionths(toMillionths(decimal))
}

/** An ordered line as the API returns it. Quantities arrive as strings, or as numbers from JSON. */
export function comingOf({ id: _id, position: _position, ...row }: ComingRow): ComingLine {
  return {
    ...row,
    ordered: plainDecimal(String(row.ordered)),
    open: plainDecimal(String(row.open)),
    inTransit: plainDecimal(String(row.inTransit)),
    arrival: row.arrival === unknownDate ? null : row.arrival,
  }
}

/** A line as the viewer may see it: without amounts for viewers who see no prices. */
export function lineOf(viewer: Viewer, row: ItemLineRow): ItemLine {
  const { type, number, status, date, customerReference, line, unit } = row
  const prices = viewer.permissions.has('prices')
  return {
    ...{ type, number, status, date, customerReference, line, unit },
    quantity: row.quantity === null ? null : plainDecimal(row.quantity),
    unitPrice: prices ? row.unitPrice : null,
    discountPercent: prices ? row.discountPercent : null,
    amount: prices ? row.amount : null,
    currency: prices ? row.currency : null,
  }
}
