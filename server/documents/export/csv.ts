import { stringify } from 'csv-stringify/sync'
import { escapeFormulas } from '#contract/spreadsheet.ts'
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
  yield `\uFEFF${lines([columns.map(({ heading }) => escapeFormulas(heading))])}`
  for await (const page of pages) yield lines(page.map((row) => columns.map((column) => cell(column, row))))
}

const lines = (rows: readonly (readonly string[])[]) =>
  stringify(
    rows.map((row) => [...row]),
    // Some program ends the row at any kind of line break, unless the cell is quoted.
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )

function cell({ kind, textOf }: Column, row: Readonly<Record<string, unknown>>): string {
  const text = textOf(row)
  return kind === 'text' ? escapeFormulas(text) : text
}
