import type { DocumentRow } from '../../contract/documents/endpoints.ts'
import { fromMillionths, toMillionths } from '../../contract/money.ts'

/** What the running total needs of a selected document, whether or not its row is still loaded. */
type SelectedDocument = { gross: string | null; currency: string | null; credit: boolean }

/** Documents that a person has ticked, by number; or all that a list's filters give, loaded or not. */
export type Selection =
  | { kind: 'some'; documents: ReadonlyMap<string, SelectedDocument> }
  | { kind: 'all'; filters: Readonly<Record<string, string>> }

/** A selection and the way to change it. */
export type SelectionProps = {
  selection: Selection
  /** Ticks or unticks rows. */
  onPick: (rows: readonly DocumentRow[], on: boolean) => void
}

export const emptySelection: Selection = { kind: 'some', documents: new Map() }

function toSelectedDocument(row: DocumentRow): SelectedDocument {
  const amount = 'gross' in row ? { gross: row.gross ?? null, currency: row.currency } : { gross: null, currency: null }
  return { ...amount, credit: row.type === 'invoices' && row.invoiceKind === '381' }
}

/** Whether a document is in a selection. */
export function isSelected(selection: Selection, number: string): boolean {
  return selection.kind === 'all' || selection.documents.has(number)
}

/** How many are selected; null when they are all that match and nobody has counted them. */
export function countSelected(selection: Selection, matching: number | null): number | null {
  return selection.kind === 'all' ? matching : selection.documents.size
}

/**
 * Ticks or unticks rows. Unticking one of "all that match" leaves those of `loaded` that stay ticked: what is not
 * loaded cannot be named one by one.
 */
export function withRowsSelected(
  selection: Selection,
  rows: readonly DocumentRow[],
  selected: boolean,
  loaded: readonly DocumentRow[],
): Selection {
  if (selection.kind === 'all' && selected) return selection
  const before =
    selection.kind === 'all' ? new Map(loaded.map((row) => [row.number, toSelectedDocument(row)])) : selection.documents
  const documents = new Map(before)
  for (const row of rows) {
    if (selected) documents.set(row.number, toSelectedDocument(row))
    else documents.delete(row.number)
  }
  return { kind: 'some', documents }
}

/** The rows from one place of a list to another, both included, whichever comes first. */
export function rowsBetween(rows: readonly DocumentRow[], from: number, to: number): DocumentRow[] {
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** What the ticked documents come to, per currency, exactly; a credit note takes away. Empty where there are no amounts. */
export function selectionTotals(selection: Selection): { currency: string; amount: string }[] {
  if (selection.kind === 'all') return []
  const totals = new Map<string, bigint>()
  for (const { gross, currency, credit } of selection.documents.values()) {
    if (gross === null || currency === null) continue
    const amount = toMillionths(gross)
    totals.set(currency, (totals.get(currency) ?? 0n) + (credit && amount > 0n ? -amount : amount))
  }
  return [...totals]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount: fromMillionths(amount, 2) }))
}
