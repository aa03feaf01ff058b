import type { Language } from '../../contract/languages.ts'

/** A text, or one that keeps its order from left to right and is not broken: a number, an amount, a reference. */
export type Cell = string | { number: string } | { main: string; small: readonly string[] }

export type Column = {
  label: string
  align: 'start' | 'end'
  /** Takes what the others leave; the others are as wide as what they hold. */
  wide?: boolean
}

export type Table = {
  title: string
  columns: readonly Column[]
  rows: readonly (readonly Cell[])[]
  /** Rows, by their place, that are set apart as sums. */
  strong?: readonly number[]
}

/** A label with what it says; `number` as in Cell. */
export type Fact = { label: string; value: string; number?: boolean }
export type Party = { title: string; name: string; lines: readonly string[] }
export type Sum = { label: string; value: string; strong?: boolean; small?: boolean }
/** A QR code as a picture (SVG), what it says to those who do not see it, and what stands under it. */
export type QrCode = { svg: string; alt: string; caption: string }

/** All that stands on one paper, in its reader's language; the template only lays it out. */
export type PaperContent = {
  language: Language
  /** ISO 3166 of the reader, for hyphens and quotes; null where it is not known. */
  region: string | null
  rtl: boolean
  size: 'a4' | 'us-letter'
  /** Of the file: kind and number. */
  title: string
  kind: string
  number: string
  /** A word beside the title: Paid, Cancelled, Expired. */
  state: { text: string; tone: 'good' | 'bad' | 'neutral' } | null
  brand: { name: string; color: string; logo: 'svg' | 'png' | 'jpg' | null; logoAlt: string }
  /** The supplier's name and address, one entry a line. */
  sender: readonly string[]
  /** Whom to ask there, under the sender. */
  contact: Party | null
  facts: readonly Fact[]
  parties: readonly Party[]
  /** A sentence before the lines. */
  lead: string | null
  lines: Table | null
  sums: readonly Sum[]
  /** Small sentences under the sums, such as why there is no tax. */
  remarks: readonly string[]
  /** How to pay. */
  pay: { title: string; text: string; facts: readonly Fact[]; code: QrCode | null } | null
  tables: readonly Table[]
  texts: readonly { title: string; text: string; rows: readonly { label: string; value: string }[] }[]
  /** Small print at the foot of each page. */
  legal: readonly string[]
  made: string
  /** With {page} and {pages}. */
  pageOf: string
  /** Seconds since 1970 that the file says it was made at: fixed by the data, so that the same data gives the same file. */
  stamp: number
}

/*
 * Control characters, marks that turn the order of what follows, and code points that PDF/UA forbids: none of them can be
 * seen, all of them can change how a paper reads. A line break stays.
 */
const invisibleCharacters =
  /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffd]/gu
/** Most texts: nothing in them needs a second look. */
const printableAscii = /^[\x20-\x7e]*$/
const longWord = /\S{28,}/gu
/** A number of more characters is set like any other text. */
const maxNumberLength = 40
const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
/** What the template reads before a text; nobody can type them, for they are unseen. */
const leftToRightMarker = '\u0001'
const rightToLeftMarker = '\u0002'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What people and ERPs have typed, without what cannot be printed. */
function printable(text: string): string {
  if (printableAscii.test(text)) return text
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(invisibleCharacters, (character) => (character === '\n' ? character : character === '\t' ? ' ' : ''))
}

/** The content as the template takes it: every text printable, long words breakable, those against the page marked. */
export function toTemplateInput({ stamp, brand, pay, ...content }: PaperContent): object {
  const { rtl } = content
  const prepare = (value: unknown, name?: string): unknown => {
    if (name === 'align' || name === 'tone') return value
    if (typeof value === 'string' && name === 'number' && value.length <= maxNumberLength) {
      // A date or a unit in words reads as the page does.
      return rtl && rightToLeftLetter.test(value) ? `${rightToLeftMarker}${printable(value)}` : printable(value)
    }
    if (typeof value === 'string') return withDirectionMarker(breakable(printable(value)), rtl)
    if (Array.isArray(value)) return value.map((entry) => prepare(entry))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, prepare(inner, key)]))
  }
  return {
    ...(prepare(content) as object),
    // What the file says of itself, and what is no text at all, stays as it is.
    title: printable(content.title),
    language: content.language,
    region: content.region,
    size: content.size,
    brand: { ...brand, name: printable(brand.name), logoAlt: printable(brand.logoAlt) },
    pay: pay && { ...(prepare({ ...pay, code: null }) as object), code: pay.code },
    stamp,
  }
}

/** A word that is longer than a column may break anywhere. */
function breakable(text: string): string {
  if (text.length < 28) return text
  return text.replace(longWord, (word) => Array.from(graphemes.segment(word), ({ segment }) => segment).join('\u200b'))
}

/**
 * Marks a text whose first letter runs against the page, so that a foreign name keeps its order; numbers without any
 * letter, such as a telephone's, run from left to right on every page.
 */
function withDirectionMarker(text: string, rtl: boolean): string {
  if (!rtl && printableAscii.test(text)) return text
  const letter = /\p{L}/u.exec(text)?.[0]
  if ((letter !== undefined && rightToLeftLetter.test(letter)) === rtl) return text
  return `${rtl ? leftToRightMarker : rightToLeftMarker}${text}`
}
