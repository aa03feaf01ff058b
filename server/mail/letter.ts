import { IntlMessageFormat } from 'intl-messageformat'
import { type LetterKind, letterKinds } from '../../contract/mail.ts'
import { mail as words } from '../../contract/messages/en/mail.ts'
import { type Brand, htmlOf, type Page, textOf } from './layout.ts'

/** A letter as it was sealed: to whom, with which words, leading where. */
export type Sealed = { name: string; values: Record<string, string>; path: string }

export type Written = { subject: string; text: string; html: string }

const locale = 'en'
const countries = new Intl.DisplayNames(locale, { type: 'region' })
type Key = keyof typeof words

/** Whether a text names a kind of letter. */
export function isLetterKind(text: string): text is LetterKind {
  return (letterKinds as readonly string[]).includes(text)
}

/** Writes a letter out. Its link begins with the portal's own address, whoever asked for it under whatever name. */
export function write(kind: LetterKind, { name, values, path }: Sealed, brand: Brand): Written {
  const given = { ...shown(values), person: oneLine(name), portal: brand.name }
  const say = (key: Key) => new IntlMessageFormat(words[key], locale, {}, { ignoreTag: true }).format(given) as string
  const page: Page = {
    title: say(`mail.${kind}.subject`),
    greeting: say(name === '' ? 'mail.greeting.nameless' : 'mail.greeting'),
    text: say(`mail.${kind}.text`),
    action: say(`mail.${kind}.action`),
    note: say(`mail.${kind}.note`),
    linkHint: say('mail.link'),
    footer: say('mail.footer'),
    link: linkOf(brand.address, path),
    language: locale,
  }
  return { subject: oneLine(page.title), text: textOf(page, brand), html: htmlOf(page, brand) }
}

/** Only a path of the portal itself: nothing that is put behind its address may turn it into another's. */
function linkOf(address: string, path: string): string {
  const link = new URL(path, address)
  if (!path.startsWith('/') || link.origin !== new URL(address).origin)
    throw new TypeError('A mail links the portal only')
  return link.href
}

function shown(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, (telling[name] ?? oneLine)(value)]))
}

/** Values that are told in the reader's words. */
const telling: Readonly<Record<string, (value: string) => string>> = {
  when: moment,
  country: (code) => (/^[A-Z]{2}$/.test(code) && countries.of(code)) || oneLine(code),
}

function moment(iso: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(iso))} UTC`
}

/** What people type may not begin a line of its own: neither in a header nor as a sentence of ours. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, 200)
}
