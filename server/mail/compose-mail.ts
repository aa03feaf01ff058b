import { formatText } from '#contract/format-text.ts'
import { type Formats, formatsFor } from '#contract/formats.ts'
import { directionOf, type Language } from '#contract/languages.ts'
import { type MailKind, type MailRecipient, mailKinds } from '#contract/mail.ts'
import { noticeKinds } from '#contract/notifications/kinds.ts'
import { noticePath } from '#contract/notifications/notice-act.ts'
import { type MailedNotice, type NoticeSummary, noticeText } from '#contract/notifications/text.ts'
import { isTextKey, type TextKey, texts } from '#contract/texts.ts'
import { type Brand, logoId, type MailContent, type NoticeLine, renderHtml, renderText } from './layout.ts'
import { formatRequest } from './request-text.ts'
import type { Message } from './transport.ts'

/** A mail as it is encrypted in the outbox: its recipient's name, its values, where its link leads. */
export type SealedMail = {
  name: string
  values: Record<string, string>
  said?: Readonly<Record<string, unknown>> | undefined
  path?: string | undefined
  replyTo?: { email: string; name: string } | undefined
  conversation?: string | undefined
  language?: Language
  notices?: readonly MailedNotice[] | undefined
  reader?: MailRecipient | undefined
  unsubscribe?: string | undefined
}

/** The language and time zone of a reader. Without a time zone, moments are written in UTC. */
export type ReaderLocale = { language: Language; timeZone: string | null }

export type ComposedMail = {
  subject: string
  text: string
  html: string
  replyTo?: { name: string; address: string }
  /** The URL that ends mails of this kind when it is posted to (RFC 8058). */
  unsubscribe?: string
  attachments?: NonNullable<Message['attachments']>
}

/** The most notices that a mail lists; the rest is in the portal. */
const maxLines = 50

/** The page on which readers choose what is mailed to them. */
const settingsPath = '/profile/notifications?settings=true'

/** Whether a text is the name of a kind of mail. */
export function isMailKind(text: string): text is MailKind {
  return (mailKinds as readonly string[]).includes(text)
}

/**
 * Writes a mail out as text and HTML. Its link always begins with the portal's own address, never with the host of a
 * request. A reply to `replyAddress` is written into a conversation.
 */
export function composeMail(
  kind: MailKind,
  { name, values, said, path, replyTo, notices, unsubscribe }: SealedMail,
  brand: Brand,
  reader: ReaderLocale,
  replyAddress?: string,
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
  // A mail about which nothing is done in the portal has no link.
  const action = `mail.${kind}.action`
  const text = translate(`mail.${kind}.text`)
  // A mail whose lines link to their documents needs no hint about a button.
  const hint = lines ? {} : { hint: translate('mail.link') }
  const content: MailContent = {
    ...(replyAddress === undefined ? {} : { replyAbove: translate('mail.replyAbove') }),
    title: translate(`mail.${kind}.subject`),
    preview: lines ? lines.map((line) => line.text).join(' ') : text,
    greeting: translate(name === '' ? 'mail.greeting.nameless' : 'mail.greeting'),
    text,
    code: values.code,
    note: translate(noteOf(kind, replyAddress)),
    footer: translate(footerOf(kind, replyAddress, replyTo)),
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
    ...(brand.logo ? { attachments: [logoPart(brand.logo)] } : {}),
  }
  const answeredAt = replyToOf(replyAddress, replyTo, brand)
  return answeredAt ? { ...composed, replyTo: answeredAt } : composed
}

function logoPart({ format, bytes }: NonNullable<Brand['logo']>) {
  return {
    cid: logoId,
    filename: `logo.${format}`,
    contentType: format === 'png' ? 'image/png' : 'image/jpeg',
    contentDisposition: 'inline' as const,
    content: bytes,
  }
}

function replyToOf(replyAddress: string | undefined, replyTo: SealedMail['replyTo'], brand: Brand) {
  if (replyAddress !== undefined) return { name: singleLine(brand.name), address: replyAddress }
  return replyTo && { name: singleLine(replyTo.name), address: replyTo.email }
}

function noteOf(kind: MailKind, replyAddress: string | undefined): TextKey {
  const noteOfReply = `mail.${kind}.note.reply`
  return replyAddress !== undefined && isTextKey(noteOfReply) ? noteOfReply : `mail.${kind}.note`
}

function footerOf(kind: MailKind, replyAddress: string | undefined, replyTo: SealedMail['replyTo']) {
  if (replyAddress !== undefined && (kind === 'notices' || kind === 'digest')) return 'mail.footer.document'
  if (replyAddress !== undefined) return 'mail.footer.conversation'
  return replyTo ? 'mail.footer.reply' : 'mail.footer'
}

/** A notice in the reader's language, with its link. Typed text in it is kept to one line. */
function noticeLine({ details, ...notice }: NoticeSummary, language: Language, brand: Brand): NoticeLine {
  const singleLineDetails = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, singleLine(value, 300)]),
  )
  const { title, message } = noticeText({ ...notice, details: singleLineDetails }, language)
  const link = portalLink(brand.address, noticePath({ ...notice, details }))
  return { title, text: message, link, severity: noticeKinds[notice.kind] }
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

/** Throws TypeError for anything but a path of the portal: nothing appended to its address may lead to another site. */
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

/** Puts typed text on one line, so that it can begin neither a mail header nor a sentence of its own. */
function singleLine(text: string, maxLength = 200): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]+/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
}

/**
 * Keeps the lines of a text that a person typed, and removes characters that cannot be typed. In right-to-left mails
 * the text stands between Unicode isolates; those end with a line, so each line gets its own.
 */
function multiLine(text: string, language: Language): string {
  const lineBreak = directionOf(language) === 'rtl' ? '\u2069\n\u2068' : '\n'
  return text
    .split(/\r?\n/)
    .flatMap((line) => singleLine(line, 5000) || [])
    .join(lineBreak)
}
