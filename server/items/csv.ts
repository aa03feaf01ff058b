import { stringify } from 'csv-stringify/sync'
import type { ComingLine, ItemLine } from '../../contract/items.ts'
import { items as words } from '../../contract/messages/en/items.ts'

/** Columns of each file; the words of `items.csv.*` are their heads. */
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
const priceColumns = ['unitPrice', 'amount', 'currency'] as const satisfies (keyof ItemLine)[]

/** What is still to come as CSV, a page at a time. */
export function comingCsv(pages: AsyncIterable<readonly ComingLine[]>): AsyncGenerator<string> {
  return csv(comingColumns, pages)
}

/** The lines of an article as CSV, a page at a time; with amounts only for who sees prices. */
export function linesCsv(pages: AsyncIterable<readonly ItemLine[]>, priced: boolean): AsyncGenerator<string> {
  return csv<keyof typeof heads & keyof ItemLine, ItemLine>(
    priced ? [...lineColumns, ...priceColumns] : lineColumns,
    pages,
  )
}

type Name = (typeof comingColumns)[number] | (typeof lineColumns)[number] | (typeof priceColumns)[number]
const heads: Readonly<Record<Name, string>> = {
  sku: words['items.csv.sku'],
  name: words['items.csv.name'],
  number: words['items.csv.number'],
  line: words['items.csv.line'],
  customerReference: words['items.csv.customerReference'],
  ordered: words['items.csv.ordered'],
  open: words['items.csv.open'],
  inTransit: words['items.csv.inTransit'],
  unit: words['items.csv.unit'],
  arrival: words['items.csv.arrival'],
  date: words['items.csv.date'],
  type: words['items.csv.type'],
  status: words['items.csv.status'],
  quantity: words['items.csv.quantity'],
  unitPrice: words['items.csv.unitPrice'],
  amount: words['items.csv.amount'],
  currency: words['items.csv.currency'],
}

/** UTF-8 with its mark, so that spreadsheets know it. */
async function* csv<K extends Name, R extends Record<K, string | null>>(
  names: readonly K[],
  pages: AsyncIterable<readonly R[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${lines([names.map((name) => heads[name])])}`
  for await (const page of pages) yield lines(page.map((row) => names.map((name) => harmless(row[name]))))
}

function lines(rows: string[][]): string {
  return rows.length === 0 ? '' : stringify(rows, { record_delimiter: 'windows' })
}

/** A text that a spreadsheet would take for a formula gets an apostrophe before it; a negative number is none. */
function harmless(text: string | null): string {
  return text !== null && /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : (text ?? '')
}
