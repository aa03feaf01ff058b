import type { ComingLine, ItemLine } from '../../contract/items.ts'
import { fromMillionths, toMillionths } from '../../contract/money.ts'
import type { Viewer } from '../../contract/viewer.ts'
import type { ComingRow, LineRow } from './queries.ts'

const unknownDate = '9999-12-31'

/** A quantity without the zeros that the database keeps behind the point. */
export function plain(decimal: string): string {
  return fromMillionths(toMillionths(decimal))
}

/** An ordered line as it is told. Numbers arrive as texts, or as numbers out of JSON. */
export function comingOf({ id: _id, position: _position, ...row }: ComingRow): ComingLine {
  return {
    ...row,
    ordered: plain(String(row.ordered)),
    open: plain(String(row.open)),
    inTransit: plain(String(row.inTransit)),
    arrival: row.arrival === unknownDate ? null : row.arrival,
  }
}

/** A line as the viewer may see it: without amounts for who sees no prices. */
export function lineOf(viewer: Viewer, row: LineRow): ItemLine {
  const { type, number, status, date, customerReference, line, unit } = row
  const sees = viewer.permissions.has('prices')
  return {
    ...{ type, number, status, date, customerReference, line, unit },
    quantity: row.quantity === null ? null : plain(row.quantity),
    unitPrice: sees ? row.unitPrice : null,
    discountPercent: sees ? row.discountPercent : null,
    amount: sees ? row.amount : null,
    currency: sees ? row.currency : null,
  }
}
