import type { CustomerEntry } from '#contract/console/customers.ts'
import { formatText } from '#contract/format-text.ts'
import { type Language, localeOf } from '#contract/languages.ts'
import { type TextKey, texts } from '#contract/texts.ts'
import { escapeFormulas } from '#contract/values/spreadsheet.ts'
import { csvRows } from '#server/formats/csv/write.ts'

const headings = [
  'customers.number',
  'customers.name',
  'customers.people',
  'customers.invited',
  'customers.signedIn',
  'customers.changed',
  'customers.requests',
  'customers.balance',
  'customers.flags',
] as const

/** Customers as CSV with headings in a language, a page at a time. A customer that owes in several currencies names all in one cell. */
export async function* customersAsCsv(
  language: Language,
  pages: AsyncIterable<readonly CustomerEntry[]>,
): AsyncGenerator<string> {
  const t = (key: TextKey) => formatText(texts[language][key], localeOf(language), {})
  yield `\uFEFF${csvRows([headings.map(t)])}`
  for await (const page of pages)
    yield csvRows(
      page.map(({ number, name, members, invited, signedInAt, changedAt, openRequests, balances, flags }) => [
        escapeFormulas(number),
        escapeFormulas(name),
        ...[members, invited].map(String),
        signedInAt ?? '',
        changedAt ?? '',
        String(openRequests),
        balances.map(({ currency, amount }) => `${amount} ${currency}`).join('; '),
        flags.map((flag) => t(`customers.flag.${flag}`)).join('; '),
      ]),
    )
}
