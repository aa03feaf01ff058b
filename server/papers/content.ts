import type { Language } from '#contract/languages.ts'
import type { PaperTemplate } from '#contract/seller.ts'

/** A text, a `number` (or amount or reference) that runs from left to right unbroken, or a text with small print. */
export type Cell = string | { number: string } | { main: string; small: readonly string[] }

export type Column = {
  label: string
  align: 'start' | 'end'
  /** Takes the remaining width; the other columns are as wide as their content. */
  wide?: boolean
}

export type Table = {
  title: string
  columns: readonly Column[]
  rows: readonly (readonly Cell[])[]
  /** Indices of the rows that are emphasised as sums. */
  strong?: readonly number[]
}

/** A label with its value; `number` as in Cell. */
export type Fact = { label: string; value: string; number?: boolean }
export type Party = { title: string; name: string; lines: readonly string[] }
export type Sum = { label: string; value: string; strong?: boolean; small?: boolean }
/** A QR code as SVG, with its alternative text for screen readers and its caption. */
export type QrCode = { svg: string; alt: string; caption: string }

/** The whole content of one paper, in its reader's language; the template only lays it out. */
export type PaperContent = {
  template: PaperTemplate
  language: Language
  /** The reader's country (ISO 3166), for hyphenation and quotation marks; null if unknown. */
  region: string | null
  rtl: boolean
  size: 'a4' | 'us-letter'
  /** The title of the file: kind and number. */
  title: string
  kind: string
  number: string
  /** A word beside the title: Paid, Cancelled, Expired. */
  state: { text: string; tone: 'good' | 'bad' | 'neutral' } | null
  brand: {
    name: string
    color: string
    /** The colour of a large area and of the text on it, both as #rrggbb. */
    ground: string
    onGround: string
    logo: 'svg' | 'png' | 'jpg' | null
    logoAlt: string
  }
  /** The supplier's name and address, one entry per line. */
  sender: readonly string[]
  /** The supplier's name and address on one line, as it stands in the window of an envelope. */
  returnAddress: string
  /** The supplier's contact, below the sender. */
  contact: Party | null
  facts: readonly Fact[]
  parties: readonly Party[]
  /** A sentence above the lines. */
  lead: string | null
  lines: Table | null
  sums: readonly Sum[]
  /** Small print under the sums, such as why there is no tax. */
  remarks: readonly string[]
  /** How to pay; of a return, what to do with the sheet. */
  pay: { title: string; text: string; facts: readonly Fact[]; code: QrCode | null } | null
  tables: readonly Table[]
  texts: readonly { title: string; text: string; rows: readonly { label: string; value: string }[] }[]
  /** Small print at the foot of each page. */
  legal: readonly string[]
  made: string
  /** With {page} and {pages}. */
  pageOf: string
  /** The file's creation time in seconds since 1970: taken from the data, so that the same data gives the same file. */
  stamp: number
}

/*
 * Control characters, marks that change the direction of text, and code points that PDF/UA forbids: all are invisible
 * but can change how a paper reads. Line breaks are kept.
 */
const invisibleCharacters =
  /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffd]/gu
/** Most texts match this and need no clean-up. */
const printableAscii = /^[\x20-\x7e]*$/
const longWord = /\S{28,}/gu
/** A `number` with more characters is treated as a text. */
const maxNumberLength = 40
const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
/** Marks that the template reads before a text; typed text cannot contain them, because `printable` removes them. */
const leftToRightMarker = '\u0001'
const rightToLeftMarker = '\u0002'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A text from people or ERPs without characters that cannot be printed. */
function printable(text: string): string {
  if (printableAscii.test(text)) return text
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(invisibleCharacters, (character) => (character === '\n' ? character : character === '\t' ? ' ' : ''))
}

/** The template's input: all texts printable, long words breakable, texts against the page's direction marked. */
export function toTemplateInput({ stamp, brand, pay, ...content }: PaperContent): object {
  const { rtl } = content
  const prepare = (value: unknown, name?: string): unknown => {
    if (name === 'align' || name === 'tone') return value
    if (typeof value === 'string' && name === 'number' && value.length <= maxNumberLength) {
      // A date or unit in words follows the page's direction.
      return rtl && rightToLeftLetter.test(value) ? `${rightToLeftMarker}${printable(value)}` : printable(value)
    }
    if (typeof value === 'string') return withDirectionMarker(breakable(printable(value)), rtl)
    if (Array.isArray(value)) return value.map((entry) => prepare(entry))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, prepare(inner, key)]))
  }
  return {
    ...(prepare(content) as object),
    // The file's metadata and values that are not texts need no marks.
    title: printable(content.title),
    template: content.template,
    language: content.language,
    region: content.region,
    size: content.size,
    brand: { ...brand, name: printable(brand.name), logoAlt: printable(brand.logoAlt) },
    pay: pay && { ...(prepare({ ...pay, code: null }) as object), code: pay.code },
    stamp,
  }
}

/** The text with break opportunities in words of 28 or more characters, which may not fit into a column. */
function breakable(text: string): string {
  if (text.length < 28) return text
  return text.replace(longWord, (word) => Array.from(graphemes.segment(word), ({ segment }) => segment).join('\u200b'))
}

/**
 * Marks a text whose first letter runs against the page's direction, so that a foreign name keeps its order. Texts
 * without letters, such as telephone numbers, always run from left to right.
 */
function withDirectionMarker(text: string, rtl: boolean): string {
  if (!rtl && printableAscii.test(text)) return text
  const letter = /\p{L}/u.exec(text)?.[0]
  if ((letter !== undefined && rightToLeftLetter.test(letter)) === rtl) return text
  return `${rtl ? leftToRightMarker : rightToLeftMarker}${text}`
}
