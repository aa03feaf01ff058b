import { formatsFor } from '../../contract/formats.ts'
import type { Language } from '../../contract/languages.ts'
import { say } from '../../contract/say.ts'
import { texts } from '../../contract/texts.ts'
import type { NoticeRow } from './queries.ts'

/** What a notice says in the reader's language. Several documents are counted, one is named. */
export function wordsOf(
  { kind, number, count, details }: Pick<NoticeRow, 'kind' | 'number' | 'count' | 'details'>,
  language: Language,
): { title: string; message: string } {
  const { locale, date } = formatsFor(language, {})
  const words = texts[language]
  const title = say(words[`notice.${kind}`], locale)
  if (number === null) return { title, message: say(words[`notice.${kind}.many`], locale, { count }) }
  const { reference = 'none', status = 'none', reason = 'none', from, to } = details
  const document = say(words['notice.document'], locale, { number, reference })
  const dates = { from: from ? date(from) : 'none', to: to ? date(to) : 'none' }
  return { title, message: say(words[`notice.${kind}.one`], locale, { document, status, reason, ...dates }) }
}
