import { type Formats, formatsFor } from '../../contract/formats.ts'
import { directionOf, type Language } from '../../contract/languages.ts'
import { type MailKind, mailKinds, type MailRecipient } from '../../contract/mail.ts'
import { noticeKinds } from '../../contract/notice-kinds.ts'
import { type MailedNotice, type NoticeSummary, noticeText } from '../../contract/notice-words.ts'
import { formatText } from '../../contract/say.ts'
import { isTextKey, type TextKey, texts } from '../../contract/texts.ts'
import { type Brand, htmlOf, type Line, type Page, textOf } from './layout.ts'
import { saidText } from './said.ts'

/** A letter as it was sealed: to whom, with which words, leading where. */
export type Sealed = {
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
export type Reader = { language: Language; timeZone: string | null }

export type Written = {
  subject: string
  text: string
  html: string
  replyTo?: { name: string; address: string }
  /** What ends such mails when it is posted to (RFC 8058). */
  unsubscribe?: string
}

/** So many lines a letter has at most; the rest is in the portal. */
const mostLines = 50

/** Where its reader chooses what is mailed to them. */
const settings = '/profile/notifications?settings=true'

/** Whether a text names a kind of letter. */
export function isLetterKind(text: string): text is MailKind {
  return (mailKinds as readonly string[]).includes(text)
}

/** Writes a letter out. Its link begins with the portal's own address, whoever asked for it under whatever name. */
export function write(
  kind: MailKind,
  { name, values, said, path, replyTo, notices, unsubscribe }: Sealed,
  brand: Brand,
  reader: Reader,
): Written {
  const { language } = reader
  const formats = formatsFor(language, reader)
  const lines = notices?.slice(0, mostLines).map((notice) => lineOf(notice, language, brand))
  const given = {
    ...shown(values, language, formats),
    ...(said ? { words: askedText(said, language, formats) } : {}),
    person: oneLine(name),
    portal: brand.name,
    ...(lines ? { count: notices?.length ?? 0, first: lines[0]?.text ?? '' } : {}),
  }
  const ending = unsubscribe && linkOf(brand.address, `/api/notifications/unsubscribe?token=${unsubscribe}`)
  const left = (notices?.length ?? 0) - mostLines
  const told = (key: TextKey, more: Record<string, number> = {}) =>
    formatText(texts[language][key], formats.locale, { ...given, ...more })
  // Who reads at the supplier's has no sign-in: such a letter leads nowhere.
  const action = `mail.${kind}.action`
  const text = told(`mail.${kind}.text`)
  // Whose lines lead to what they tell needs no second way there.
  const hint = lines ? {} : { hint: told('mail.link') }
  const page: Page = {
    title: told(`mail.${kind}.subject`),
    preview: lines ? lines.map((line) => line.text).join(' ') : text,
    greeting: told(name === '' ? 'mail.greeting.nameless' : 'mail.greeting'),
    text,
    code: values.code,
    note: told(`mail.${kind}.note`),
    footer: told(replyTo ? 'mail.footer.reply' : 'mail.footer'),
    ...(path !== undefined && isTextKey(action)
      ? { button: { action: told(action), ...hint, link: linkOf(brand.address, path) } }
      : {}),
    ...(lines ? { list: { lines, more: left > 0 ? told('mail.more', { count: left }) : undefined } } : {}),
    footerLinks: ending
      ? [
          { action: told('mail.settings'), link: linkOf(brand.address, settings) },
          { action: told('mail.unsubscribe'), link: ending },
        ]
      : [],
    language,
    direction: directionOf(language),
  }
  const written = {
    subject: oneLine(page.title),
    text: textOf(page, brand),
    html: htmlOf(page, brand),
    ...(ending ? { unsubscribe: ending } : {}),
  }
  return replyTo ? { ...written, replyTo: { name: oneLine(replyTo.name), address: replyTo.email } } : written
}

/** A notice in the reader's words, with where it leads. What was typed in it stays on its line. */
function lineOf({ details, ...notice }: NoticeSummary, language: Language, brand: Brand): Line {
  const typed = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, oneLine(value, 300)]))
  const { title, message } = noticeText({ ...notice, details: typed }, language)
  const path = `/${notice.type}${notice.number === null ? '' : `/${encodeURIComponent(notice.number)}`}`
  return { title, text: message, link: linkOf(brand.address, path), severity: noticeKinds[notice.kind] }
}

function askedText(said: Readonly<Record<string, unknown>>, language: Language, formats: Formats): string {
  const catalogue = texts[language]
  const labels = {
    customerReference: catalogue['mail.asked.customerReference'],
    signature: catalogue['mail.asked.signature'],
  }
  const clean = (typed: string) => lines(typed, language)
  return saidText(said, language, formats, { field: catalogue['mail.asked.field'], labels, clean })
}

/** Only a path of the portal itself: nothing that is put behind its address may turn it into another's. */
function linkOf(address: string, path: string): string {
  const link = new URL(path, address)
  if (!path.startsWith('/') || link.origin !== new URL(address).origin)
    throw new TypeError('A mail links the portal only')
  return link.href
}

function shown(values: Record<string, string>, language: Language, formats: Formats): Record<string, string> {
  const tell = (name: string, value: string) => {
    if (name === 'when') return formats.moment(value)
    if (name === 'words') return lines(value, language)
    return oneLine(name === 'country' ? formats.country(value) : value)
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, tell(name, value)]))
}

/** What people type may not begin a line of its own: neither in a header nor as a sentence of ours. */
function oneLine(text: string, longest = 200): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]+/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, longest)
}

/**
 * Words of somebody's own keep their lines, and nothing else that could not be typed. Where writing runs from the right
 * they stand between isolates, which end with their line: each of its lines has its own.
 */
function lines(text: string, language: Language): string {
  const end = directionOf(language) === 'rtl' ? '\u2069\n\u2068' : '\n'
  return text
    .split(/\r?\n/)
    .flatMap((line) => oneLine(line, 5000) || [])
    .join(end)
}
