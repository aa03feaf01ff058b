import type { ComingLine, ItemLine } from '#contract/items/endpoints.ts'
import type { Language } from '#contract/languages.ts'
import { texts } from '#contract/texts.ts'
import { escapeFormulas } from '#contract/values/spreadsheet.ts'
import { csvRows } from '#server/formats/csv/write.ts'

/** The columns of each file; the texts `items.csv.*` are their headings. */
const comingColumns = [
  'sku',
  'name',
  'type',
  'number',
  'line',
  'customerReference',
  'ordered',
  'open',
  'inTransit',
  'unit',
  'arrival',
] as const satisfies (keyof ComingLine)[]
const lineColumns = [
  'date',
  'type',
  'number',
  'line',
  'customerReference',
  'status',
  'quantity',
  'unit',
] as const satisfies (keyof ItemLine)[]
const priceColumns = ['unitPrice', 'discountPercent', 'amount', 'currency'] as const satisfies (keyof ItemLine)[]

/** The lines still to come as CSV in the reader's language, a page at a time. */
export function comingCsv(pages: AsyncIterable<readonly ComingLine[]>, language: Language): AsyncGenerator<string> {
  return csv(comingColumns, pages, language)
}

/** The lines of an item as CSV in the reader's language, a page at a time; with amounts only when `priced`. */
export function linesCsv(
  pages: AsyncIterable<readonly ItemLine[]>,
  priced: boolean,
  language: Language,
): AsyncGenerator<string> {
  return csv<Name & keyof ItemLine, ItemLine>(priced ? [...lineColumns, ...priceColumns] : lineColumns, pages, language)
}

type Name = (typeof comingColumns)[number] | (typeof lineColumns)[number] | (typeof priceColumns)[number]

/** UTF-8 with a byte order mark, so that spreadsheets recognise it. */
async function* csv<K extends Name, R extends Record<K, string | null>>(
  names: readonly K[],
  pages: AsyncIterable<readonly R[]>,
  language: Language,
): AsyncGenerator<string> {
  const words: Readonly<Record<string, string>> = texts[language]
  yield `\uFEFF${csvRows([names.map((name) => texts[language][`items.csv.${name}`])])}`
  const cell = (row: R & { type?: string }, name: K): string | null => {
    if (name === 'type') return words[`type.${row.type}.one`] ?? row[name]
    if (name === 'status') return words[`status.${row.type}.${row[name]}`] ?? row[name]
    return row[name]
  }
  for await (const page of pages)
    yield csvRows(page.map((row) => names.map((name) => escapeFormulas(cell(row, name) ?? ''))))
}
