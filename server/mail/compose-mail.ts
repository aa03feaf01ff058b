import { formatText } from '../../contract/format-text.ts'
import { type Formats, formatsFor } from '../../contract/formats.ts'
import { directionOf, type Language } from '../../contract/languages.ts'
import { type MailKind, type MailRecipient, mailKinds } from '../../contract/mail.ts'
import { noticeKinds } from '../../contract/notice-kinds.ts'
import { type MailedNotice, type NoticeSummary, noticeText } from '../../contract/notice-text.ts'
import { isTextKey, type TextKey, texts } from '../../contract/texts.ts'
import { type Brand, type MailContent, type NoticeLine, renderHtml, renderText } from './layout.ts'
import { formatRequest } from './request-text.ts'

/** A letter as it was sealed: to whom, with which words, leading where. */
export type SealedMail = {
  name: string
  values: Record<string, string>
  said?: Readonly<Record<string, unknown>> | undefined
  path?: string | undefined
  replyTo?: { email: string; name: string } | undefined
  language?: Language
  notices?: readonly MailedNotice[] | undefined
  reader?: MailRecipient | undefined
  unsubscribe?: string | undefined
}

/** Who reads it. Without a time zone moments are told in UTC. */
export type ReaderLocale = { language: Language; timeZone: string | null }

export type ComposedMail = {
  subject: string
  text: string
  html: string
  replyTo?: { name: string; address: string }
  /** What ends such mails when it is posted to (RFC 8058). */
  unsubscribe?: string
}

/** So many lines a letter has at most; the rest is in the portal. */
const maxLines = 50

/** Where its reader chooses what is mailed to them. */
const settingsPath = '/profile/notifications?settings=true'

/** Whether a text names a kind of letter. */
export function isMailKind(text: string): text is MailKind {
  return (mailKinds as readonly string[]).includes(text)
}

/** Writes a letter out. Its link begins with the portal's own address, whoever asked for it under whatever name. */
export function composeMail(
  kind: MailKind,
  { name, values, said, path, replyTo, notices, unsubscribe }: SealedMail,
  brand: Brand,
  reader: ReaderLocale,
): ComposedMail {
  const { language } = reader
  const formats = formatsFor(language, reader)
  const lines = notices?.slice(0, maxLines).map((notice) => noticeLine(notice, language, brand))
  const textValues = {
    ...formatValues(values, language, formats),
    ...(said ? { words: requestText(said, language, formats) } : {}),
    person: singleLine(name),
    portal: brand.name,
    ...(lines ? { count: notices?.length ?? 0, first: lines[0]?.text ?? '' } : {}),
  }
  const unsubscribeLink =
    unsubscribe && portalLink(brand.address, `/api/notifications/unsubscribe?token=${unsubscribe}`)
  const omitted = (notices?.length ?? 0) - maxLines
  const translate = (key: TextKey, extra: Record<string, number> = {}) =>
    formatText(texts[language][key], formats.locale, { ...textValues, ...extra })
  // Who reads at the supplier's has no sign-in: such a letter leads nowhere.
  const action = `mail.${kind}.action`
  const text = translate(`mail.${kind}.text`)
  // Whose lines lead to what they tell needs no second way there.
  const hint = lines ? {} : { hint: translate('mail.link') }
  const content: MailContent = {
    title: translate(`mail.${kind}.subject`),
    preview: lines ? lines.map((line) => line.text).join(' ') : text,
    greeting: translate(name === '' ? 'mail.greeting.nameless' : 'mail.greeting'),
    text,
    code: values.code,
    note: translate(`mail.${kind}.note`),
    footer: translate(replyTo ? 'mail.footer.reply' : 'mail.footer'),
    ...(path !== undefined && isTextKey(action)
      ? { button: { action: translate(action), ...hint, link: portalLink(brand.address, path) } }
      : {}),
    ...(lines ? { list: { lines, more: omitted > 0 ? translate('mail.more', { count: omitted }) : undefined } } : {}),
    footerLinks: unsubscribeLink
      ? [
          { action: translate('mail.settings'), link: portalLink(brand.address, settingsPath) },
          { action: translate('mail.unsubscribe'), link: unsubscribeLink },
        ]
      : [],
    language,
    direction: directionOf(language),
  }
  const composed = {
    subject: singleLine(content.title),
    text: renderText(content, brand),
    html: renderHtml(content, brand),
    ...(unsubscribeLink ? { unsubscribe: unsubscribeLink } : {}),
  }
  return replyTo ? { ...composed, replyTo: { name: singleLine(replyTo.name), address: replyTo.email } } : composed
}

/** A notice in the reader's words, with where it leads. What was typed in it stays on its line. */
function noticeLine({ details, ...notice }: NoticeSummary, language: Language, brand: Brand): NoticeLine {
  const singleLineDetails = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, singleLine(value, 300)]),
  )
  const { title, message } = noticeText({ ...notice, details: singleLineDetails }, language)
  const path = `/${notice.type}${notice.number === null ? '' : `/${encodeURIComponent(notice.number)}`}`
  return { title, text: message, link: portalLink(brand.address, path), severity: noticeKinds[notice.kind] }
}

function requestText(said: Readonly<Record<string, unknown>>, language: Language, formats: Formats): string {
  const catalogue = texts[language]
  const labels = {
    customerReference: catalogue['mail.asked.customerReference'],
    signature: catalogue['mail.asked.signature'],
  }
  const clean = (typed: string) => multiLine(typed, language)
  return formatRequest(said, language, formats, { field: catalogue['mail.asked.field'], labels, clean })
}

/** Only a path of the portal itself: nothing that is put behind its address may turn it into another's. */
function portalLink(address: string, path: string): string {
  const link = new URL(path, address)
  if (!path.startsWith('/') || link.origin !== new URL(address).origin)
    throw new TypeError('A mail links the portal only')
  return link.href
}

function formatValues(values: Record<string, string>, language: Language, formats: Formats): Record<string, string> {
  const format = (name: string, value: string) => {
    if (name === 'when') return formats.moment(value)
    if (name === 'words') return multiLine(value, language)
    return singleLine(name === 'country' ? formats.country(value) : value)
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, format(name, value)]))
}

/** What people type may not begin a line of its own: neither in a header nor as a sentence of ours. */
function singleLine(text: string, maxLength = 200): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]+/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
}

/**
 * Words of somebody's own keep their lines, and nothing else that could not be typed. Where writing runs from the right
 * they stand between isolates, which end with their line: each of its lines has its own.
 */
function multiLine(text: string, language: Language): string {
  const lineBreak = directionOf(language) === 'rtl' ? '\u2069\n\u2068' : '\n'
  return text
    .split(/\r?\n/)
    .flatMap((line) => singleLine(line, 5000) || [])
    .join(lineBreak)
}
