import type { InboxEntry } from '#contract/console/inbox.ts'
import { formatText } from '#contract/format-text.ts'
import { type Language, localeOf } from '#contract/languages.ts'
import { type TextKey, texts } from '#contract/texts.ts'
import { escapeFormulas } from '#contract/values/spreadsheet.ts'
import { csvRows } from '#server/formats/csv/write.ts'

const headings = [
  'items.date',
  'customers.number',
  'customers.customer',
  'profile.name',
  'console.filter.kind',
  'items.document',
  'items.status',
  'console.filter.assignee',
  'field.dueDate',
  'versions.changed',
  'field.note',
] as const

/** Requests as CSV with headings in a language, a page at a time. */
export async function* inboxAsCsv(
  language: Language,
  pages: AsyncIterable<readonly InboxEntry[]>,
): AsyncGenerator<string> {
  const t = (key: TextKey, parameters = {}) => formatText(texts[language][key], localeOf(language), parameters)
  yield `\uFEFF${csvRows([headings.map((key) => t(key))])}`
  for await (const page of pages)
    yield csvRows(
      page.map(({ madeAt, account, madeBy, kind, type, number, state, assignee, dueAt, changedAt, words }) => [
        madeAt,
        escapeFormulas(account.number),
        escapeFormulas(account.name),
        escapeFormulas(madeBy),
        t(`requests.did.${kind}`, { who: '…' }),
        type === 'account' ? '' : `${t(`type.${type}.one`)} ${number}`,
        t(state === 'asked' ? 'inbox.view.asked' : `requests.state.${state}`),
        escapeFormulas(assignee?.name ?? ''),
        dueAt ?? '',
        changedAt,
        escapeFormulas(words ?? ''),
      ]),
    )
}
