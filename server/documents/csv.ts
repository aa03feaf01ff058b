import { stringify } from 'csv-stringify/sync'
import { escapeFormulas } from '../../contract/spreadsheet.ts'
import type { Column } from './columns.ts'

/**
 * Rows as CSV (RFC 4180; UTF-8 with its mark, so that spreadsheets know it), a page at a time. Numbers, dates and moments
 * are written as every program reads them. A text that a spreadsheet would take for a formula gets an apostrophe before it.
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
    // A line break of any kind would end the row for one program or another.
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )

function cell({ kind, textOf }: Column, row: Readonly<Record<string, unknown>>): string {
  const text = textOf(row)
  return kind === 'text' ? escapeFormulas(text) : text
}
