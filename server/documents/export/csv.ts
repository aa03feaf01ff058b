import { escapeFormulas } from '#contract/values/spreadsheet.ts'
import { csvRows } from '#server/formats/csv/write.ts'
import type { Column } from './columns.ts'

/**
 * Rows as CSV (RFC 4180; UTF-8 with a byte order mark, so that spreadsheets recognise it), a page at a time. Numbers,
 * dates and instants are written in a form that every program reads. Text that a spreadsheet would take for a formula
 * gets an apostrophe in front.
 */
export async function* csvOf(
  columns: readonly Column[],
  pages: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${csvRows([columns.map(({ heading }) => escapeFormulas(heading))])}`
  for await (const page of pages) yield csvRows(page.map((row) => columns.map((column) => cell(column, row))))
}

function cell({ kind, textOf }: Column, row: Readonly<Record<string, unknown>>): string {
  const text = textOf(row)
  return kind === 'text' ? escapeFormulas(text) : text
}
