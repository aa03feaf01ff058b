import { type CursorShape, invalidCursor, readCursor, writeCursor } from '#contract/cursor.ts'
import type { SortColumn } from './queries.ts'

/** The last row of a page: the sorting, its sort value, its id, and the total counted on the first page. */
export type ListCursor = { sort: string; value: string; id: string; count: number; exact: boolean }

const valueShapes = {
  list_date: 'date',
  key_date: 'date',
  number: 'text',
  status_changed_at: 'instant',
  gross_order: 'integer',
  open_order: 'integer',
} as const satisfies Record<SortColumn, CursorShape>
const shapeBySort: Readonly<Record<string, CursorShape>> = valueShapes

/** The cursor of a list of documents. */
export function writeListCursor({ sort, value, id, count, exact }: ListCursor): string {
  return writeCursor(sort, value, id, count, exact)
}

/** Reads it back. Throws invalid_input when it is malformed or belongs to another sorting. */
export function readListCursor(text: string, sort: string): ListCursor {
  const [cursorSort, value, id, count, exact] =
    readCursor(text, 'word', shapeBySort[sort.replace('-', '')] ?? 'text', 'id', 'count', 'flag') ?? []
  if (cursorSort !== sort || value === undefined || id === undefined) throw invalidCursor()
  return { sort, value, id, count: Number(count), exact: exact === 'true' }
}
