import type { Language } from '#contract/languages.ts'
import { type Movement, movementTextKey } from '#contract/statement.ts'
import { texts } from '#contract/texts.ts'
import { escapeFormulas } from '#contract/values/spreadsheet.ts'
import { csvRows } from '#server/formats/csv/write.ts'

type StatementHeading = {
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
  'disputed',
  'setOff',
] as const

/**
 * A statement as CSV in the reader's language (UTF-8 with a byte order mark, so that spreadsheets recognise it; CRLF),
 * a page at a time: opening balance, every movement, closing balance. Text that a spreadsheet would take for a formula
 * gets an apostrophe in front.
 */
export async function* statementCsv(
  heading: StatementHeading,
  pages: AsyncIterable<readonly Movement[]>,
  language: Language,
): AsyncGenerator<string> {
  const { currency } = heading
  const words = texts[language]
  yield `\uFEFF${csvRows([columns.map((name) => words[`statement.csv.${name}`])])}`
  yield csvRows([[heading.from, words['statement.opening'], '', '', '', '', '', '', heading.opening, currency, '', '']])
  for await (const page of pages) {
    yield csvRows(
      page.map((movement) => [
        movement.date ?? '',
        words[movementTextKey(movement)],
        ...[movement.number, movement.customerReference, movement.dueDate, movement.method, movement.reference].map(
          (text) => escapeFormulas(text ?? ''),
        ),
        ...[movement.amount, movement.balance, currency, movement.disputed ? words['request.yes'] : ''],
        escapeFormulas(setOffText(movement)),
      ]),
    )
  }
  yield csvRows([[heading.to, words['statement.closing'], '', '', '', '', '', '', heading.closing, currency, '', '']])
}

/** The invoices that a credit note is set against, with the amounts where there are several. */
function setOffText({ setOff }: Movement): string {
  if (setOff.length === 1) return setOff.map(({ number }) => number).join()
  return setOff.map(({ number, amount }) => `${number} ${amount}`).join('; ')
}
