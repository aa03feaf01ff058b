import { stringify } from 'csv-stringify/sync'
import type { Language } from '../../contract/languages.ts'
import { harmlessCell } from '../../contract/spreadsheet.ts'
import { type Movement, wordFor } from '../../contract/statement.ts'
import { texts } from '../../contract/texts.ts'

type Heading = {
  account: { number: string }
  currency: string
  from: string
  to: string
  opening: string
  closing: string
}

const columns = [
  'date',
  'kind',
  'number',
  'customerReference',
  'dueDate',
  'method',
  'reference',
  'amount',
  'balance',
  'currency',
] as const

/**
 * A statement as CSV in the reader's words (UTF-8 with its mark, so that spreadsheets know it; CRLF), a page at a time: opening balance, every
 * movement, closing balance. A text that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export async function* statementCsv(
  head: Heading,
  pages: AsyncIterable<readonly Movement[]>,
  language: Language,
): AsyncGenerator<string> {
  const { currency } = head
  const words = texts[language]
  yield `\uFEFF${row(columns.map((name) => words[`statement.csv.${name}`]))}`
  yield row([head.from, words['statement.opening'], '', '', '', '', '', '', head.opening, currency])
  for await (const page of pages) {
    yield page
      .map((one) =>
        row([
          one.date ?? '',
          words[wordFor(one)],
          ...[one.number, one.customerReference, one.dueDate, one.method, one.reference].map((text) =>
            harmlessCell(text ?? ''),
          ),
          ...[one.amount, one.balance, currency],
        ]),
      )
      .join('')
  }
  yield row([head.to, words['statement.closing'], '', '', '', '', '', '', head.closing, currency])
}

function row(cells: readonly string[]): string {
  return stringify([[...cells]], { record_delimiter: 'windows' })
}
