import { formatText } from '../format-text.ts'
import { formatsFor } from '../formats.ts'
import type { Language } from '../languages.ts'
import { texts } from '../texts.ts'
import { isPersonal, type NoticeKind } from './kinds.ts'

/** Values for a notice's text: dates, statuses and references, never an amount. */
export type NoticeDetails = {
  reference?: string
  status?: string
  from?: string
  to?: string
  reason?: string
  device?: string
  /** The number of an enquiry that has not become a document yet. */
  enquiry?: string
  /** The number of a return; `status` is its step. */
  return?: string
  /** The account's number, of what concerns no document. */
  account?: string
}

/** An event of one document or, without a number, of `count` documents. */
export type NoticeSummary = {
  kind: NoticeKind
  type: string
  number: string | null
  count: number
  details: NoticeDetails
}

/** A notice waiting to be mailed, with what decides who may receive it. */
export type MailedNotice = NoticeSummary & { needsPrices: boolean; happenedAt: string }

/** Returns title and text of a notice in the reader's language. One document is named, several are counted. */
export function noticeText(
  { kind, type, number, count, details }: NoticeSummary,
  language: Language,
): { title: string; message: string } {
  const { locale, date } = formatsFor(language, {})
  const catalogue = texts[language]
  const textOf = (key: keyof typeof catalogue, values: Record<string, string | number> = {}) =>
    formatText(catalogue[key], locale, values)
  const title = textOf(`notice.${kind}`)
  if (number === null && !isPersonal(kind)) return { title, message: textOf(`notice.${kind}.many`, { count }) }
  const { reference = 'none', status = 'none', reason = 'none', device = 'none', from, to } = details
  const document = textOf('notice.document', {
    number: details.return ?? details.enquiry ?? details.account ?? number ?? '',
    reference,
  })
  const dates = { from: from ? date(from) : 'none', to: to ? date(to) : 'none' }
  const about = details.account === undefined ? type : 'account'
  return { title, message: textOf(`notice.${kind}.one`, { document, type: about, status, reason, device, ...dates }) }
}
