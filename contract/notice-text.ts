import { formatText } from './format-text.ts'
import { formatsFor } from './formats.ts'
import type { Language } from './languages.ts'
import { isPersonal, type NoticeKind } from './notice-kinds.ts'
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
export type NoticeSummary = {
  kind: NoticeKind
  type: string
  number: string | null
  count: number
  details: NoticeDetails
}

/** One that waits to be mailed, with what decides who may hear of it. */
export type MailedNotice = NoticeSummary & { needsPrices: boolean; happenedAt: string }

/** What a notice says in the reader's language. Several documents are counted, one is named. */
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
  const document = textOf('notice.document', { number: details.enquiry ?? number ?? '', reference })
  const dates = { from: from ? date(from) : 'none', to: to ? date(to) : 'none' }
  return { title, message: textOf(`notice.${kind}.one`, { document, type, status, reason, device, ...dates }) }
}
