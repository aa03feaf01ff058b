import type { Pool } from 'pg'
import type { Staff } from '#contract/console/staff.ts'
import { formatText } from '#contract/format-text.ts'
import { type Language, localeOf } from '#contract/languages.ts'
import { type TextKey, texts } from '#contract/texts.ts'
import { escapeFormulas } from '#contract/values/spreadsheet.ts'
import { csvRows } from '#server/formats/csv/write.ts'
import { type ExportedMember, selectMembersForExport } from './export-queries.ts'

const readAtOnce = 500
const headings = [
  'customers.number',
  'customers.customer',
  'profile.name',
  'profile.email',
  'console.role',
  'customers.signedIn',
  'persons.hindrance.disabled',
] as const

/** Everybody whom a member of staff may see, a line for each of their accounts, a page at a time. */
export async function* memberPages(consolePool: Pool, staff: Staff): AsyncGenerator<ExportedMember[]> {
  let after: ExportedMember | undefined
  do {
    const rows: ExportedMember[] = await selectMembersForExport(consolePool, staff, { limit: readAtOnce, after })
    yield rows
    after = rows.length === readAtOnce ? rows.at(-1) : undefined
  } while (after)
}

/** Members as CSV with headings in a language, a page at a time. */
export async function* membersAsCsv(
  language: Language,
  pages: AsyncIterable<readonly ExportedMember[]>,
): AsyncGenerator<string> {
  const t = (key: TextKey) => formatText(texts[language][key], localeOf(language), {})
  yield `\uFEFF${csvRows([headings.map(t)])}`
  for await (const page of pages)
    yield csvRows(
      page.map(({ account, accountName, name, email, role, lastSeenAt, disabled }) => [
        escapeFormulas(account),
        escapeFormulas(accountName),
        escapeFormulas(name),
        escapeFormulas(email),
        t(`profile.role.${role}`),
        lastSeenAt ?? '',
        t(disabled ? 'request.yes' : 'request.no'),
      ]),
    )
}
