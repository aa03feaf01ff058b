import { formatsFor } from './formats.ts'
import type { Language } from './languages.ts'
import { isOwn, type NoticeKind } from './notice-kinds.ts'
import { say } from './say.ts'
import { texts } from './texts.ts'

/** The values that a notice's text names: dates, statuses and references, never an amount. */
export type NoticeDetails = {
  reference?: string
  status?: string
  from?: string
  to?: string
  reason?: string
  device?: string
  /** The number of what was asked for, where that is no document yet. */
  enquiry?: string
}

/** One thing that happened, of one document or, without a number, of so many. */
export type ToldNotice = {
  kind: NoticeKind
  type: string
  number: string | null
  count: number
  details: NoticeDetails
}

/** One that waits to be mailed, with what decides who may hear of it. */
export type MailedNotice = ToldNotice & { needsPrices: boolean; happenedAt: string }

/** What a notice says in the reader's language. Several documents are counted, one is named. */
export function wordsOf(
  { kind, type, number, count, details }: ToldNotice,
  language: Language,
): { title: string; message: string } {
  const { locale, date } = formatsFor(language, {})
  const words = texts[language]
  const told = (key: keyof typeof words, values: Record<string, string | number> = {}) =>
    say(words[key], locale, values)
  const title = told(`notice.${kind}`)
  if (number === null && !isOwn(kind)) return { title, message: told(`notice.${kind}.many`, { count }) }
  const { reference = 'none', status = 'none', reason = 'none', device = 'none', from, to } = details
  const document = told('notice.document', { number: details.enquiry ?? number ?? '', reference })
  const dates = { from: from ? date(from) : 'none', to: to ? date(to) : 'none' }
  return { title, message: told(`notice.${kind}.one`, { document, type, status, reason, device, ...dates }) }
}
