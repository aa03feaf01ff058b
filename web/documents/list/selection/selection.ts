import type { DocumentRow } from '#contract/documents/endpoints.ts'
import { type ListSearch, queryParameters } from '#contract/documents/list-search.ts'

/** What the running total needs of a selected document, whether or not its row is still loaded. */
type SelectedDocument = { gross: string | null; currency: string | null; credit: boolean }

/** The documents that are selected, by number; or all that match a list's filters, loaded or not. */
export type Selection =
  | { kind: 'some'; documents: ReadonlyMap<string, SelectedDocument> }
  | { kind: 'all'; filters: Readonly<Record<string, string>> }

/** A selection and the way to change it. */
export type SelectionProps = {
  selection: Selection
  /** Selects or deselects rows. */
  onPick: (rows: readonly DocumentRow[], on: boolean) => void
}

export const emptySelection: Selection = { kind: 'some', documents: new Map() }

function toSelectedDocument(row: DocumentRow): SelectedDocument {
  const amount = 'gross' in row ? { gross: row.gross ?? null, currency: row.currency } : { gross: null, currency: null }
  return { ...amount, credit: row.type === 'invoices' && row.invoiceKind === '381' }
}

/** A list's filters without its sort order. */
export function filtersWithoutSort(search: ListSearch): Record<string, string> {
  const { sort: _, ...filters } = queryParameters(search)
  return filters
}

/** A selection as it counts in a list: "all that match" are those that matched when it was chosen. */
export function selectionIn(search: ListSearch, selection: Selection): Selection {
  if (selection.kind === 'some') return selection
  return JSON.stringify(selection.filters) === JSON.stringify(filtersWithoutSort(search)) ? selection : emptySelection
}

/** Whether a document is in a selection. */
export function isSelected(selection: Selection, number: string): boolean {
  return selection.kind === 'all' || selection.documents.has(number)
}

/**
 * Selects or deselects rows. Deselecting a row of "all that match" leaves the other rows of `loaded` selected: rows
 * that are not loaded cannot be listed by number.
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

/** The rows between two indexes, both included, in either order. */
export function rowsBetween(rows: readonly DocumentRow[], from: number, to: number): DocumentRow[] {
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1)
}
