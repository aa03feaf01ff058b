import type { Because } from '#contract/imports/guess.ts'
import type { DateOrder, Encoding } from '#contract/imports/profile.ts'
import { RecordReader } from '../read/csv.ts'
import { markedEncoding } from '../read/decode.ts'
import type { Row } from '../read/rows.ts'

/* How a text file is written, guessed from its beginning alone. Each guess says by what it was made. */

/** What was guessed, how certain it is (0 to 1), and what in the file says so. */
export type Guess<T> = { value: T; certainty: number; because: Because }

/** A reason with what in the file it is about. */
export function because(code: Because['code'], text = '', count = 0): Because {
  return { code, text, count }
}

/** The encoding of a text by its byte order mark, its zero bytes, whether it is UTF-8, and otherwise Western Europe's. */
export function guessEncoding(head: Uint8Array, isWhole: boolean): Guess<Encoding> {
  const marked = markedEncoding(head)
  if (marked) return { value: marked, certainty: 1, because: because('byteOrderMark') }
  const zeros = [0, 1].map((odd) => head.filter((byte, index) => index % 2 === odd && byte === 0).length)
  const [even = 0, odd = 0] = zeros
  if (even + odd > head.length / 5) {
    const value = odd > even ? 'utf-16le' : 'utf-16be'
    return { value, certainty: 0.95, because: because('zeroBytes') }
  }
  // The head may end in the middle of a character.
  const text = new TextDecoder('utf-8').decode(head, { stream: !isWhole })
  const firstOther = head.findIndex((byte) => byte > 0x7f)
  if (firstOther === -1) return { value: 'utf-8', certainty: 0.9, because: because('onlyAscii') }
  if (!text.includes('\ufffd')) {
    const word = /\S*[^\u0000-\u007f]\S*/.exec(text)?.[0].slice(0, 30) ?? ''
    return { value: 'utf-8', certainty: 0.99, because: because('isUtf8', word) }
  }
  const western = new TextDecoder('windows-1252').decode(head)
  const word = /[^\s;,\t|]*[^\u0000-\u007f][^\s;,\t|]*/.exec(western)?.[0].slice(0, 30) ?? ''
  return {
    value: 'windows-1252',
    certainty: 0.8,
    because: because('notUtf8', word),
  }
}

const separators = [';', '\t', ',', '|']

/** The separator of a CSV: the one that cuts most lines into the same number of columns. */
export function guessSeparator(text: string): Guess<string> {
  const scored = separators.map((separator) => ({ separator, ...score(text, separator) }))
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a))
  return {
    value: best.separator,
    certainty: best.columns > 1 ? Math.min(0.99, best.share) : 0.2,
    because:
      best.columns > 1 ? because('separator', `${Math.round(best.share * 100)} %`, best.columns) : because('oneColumn'),
  }
}

/** The rows of the beginning of a CSV; its last row may be cut off and is left out. */
export function sampleRows(text: string, separator: string): string[][] {
  const reader = new RecordReader({ separator, quote: '"' })
  const rows: string[][] = []
  for (const row of reader.read(text, false) as Iterable<Row>) {
    if ('cells' in row && row.fault === undefined) rows.push(row.cells.map(String))
    if (rows.length >= 500) break
  }
  return rows
}

function score(text: string, separator: string) {
  const counts = sampleRows(text, separator)
    .map((row) => row.length)
    .filter((count) => count > 1)
  const total = Math.max(1, sampleRows(text, separator).filter((row) => row.some((cell) => cell.trim() !== '')).length)
  const byCount = Map.groupBy(counts, (count) => count)
  let [columns, rows] = [1, 0]
  for (const [count, same] of byCount)
    if (same.length > rows || (same.length === rows && count > columns)) [columns, rows] = [count, same.length]
  const share = rows / total
  return { columns, share, score: columns === 1 ? 0 : share * share * Math.log2(columns + 1) }
}

const dateText = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:[T ]|$)/

/** The order of dates: the first one that can be read in one order only says it. */
export function guessDateOrder(cells: Iterable<string>): Guess<DateOrder> | undefined {
  let ambiguous: { text: string; separator: string } | undefined
  for (const cell of cells) {
    const text = cell.trim()
    const [, first = '', separator = '', second = '', third = ''] = dateText.exec(text) ?? []
    if (first === '') continue
    if (first.length === 4) return { value: 'year first', certainty: 0.99, because: because('yearFirst', text) }
    if (third.length === 3 || first.length === 3) continue
    if (Number(first) > 12 && Number(first) <= 31 && Number(second) <= 12) {
      return {
        value: 'day first',
        certainty: 0.99,
        because: because('dayFirst', text, Number(first)),
      }
    }
    if (Number(second) > 12 && Number(second) <= 31 && Number(first) <= 12) {
      return {
        value: 'month first',
        certainty: 0.99,
        because: because('monthFirst', text, Number(second)),
      }
    }
    ambiguous ??= { text, separator }
  }
  if (!ambiguous) return undefined
  const { text, separator } = ambiguous
  return separator === '.'
    ? {
        value: 'day first',
        certainty: 0.8,
        because: because('pointsInDates', text),
      }
    : {
        value: 'day first',
        certainty: 0.4,
        because: because('bothWays', text),
      }
}

type Sign = '.' | ','
type Thousands = '' | '.' | ',' | ' ' | "'"
type Signs = { decimal: Sign; thousands: Thousands }

const number = /^[-+(]?\s*\d[\d.,' ]*\)?-?$/

/** What a number says of the signs: both of them, the decimal sign, what groups digits, or one sign that may be either. */
function signsOf(bare: string): { decimal?: Sign; thousands?: Thousands; either?: Sign } {
  const both = /^\d{1,3}(?:([.,' ])\d{3})+([.,])\d+$/.exec(bare)
  if (both && both[1] !== both[2]) return { thousands: both[1] as Thousands, decimal: both[2] as Sign }
  const groups = /^\d{1,3}([.,' ])\d{3}(?:\1\d{3})+$/.exec(bare) ?? /^\d{1,3}([' ])\d{3}$/.exec(bare)
  if (groups) return { thousands: groups[1] as Thousands }
  const one = /^(\d+)([.,])(\d+)$/.exec(bare)
  if (!one) return {}
  const [, whole = '', sign, fraction = ''] = one
  return fraction.length !== 3 || whole.length > 3 || whole.startsWith('0')
    ? { decimal: sign as Sign }
    : { either: sign as Sign }
}

/** The decimal sign and what sets thousands apart: a number with both, or with other than three digits behind, says it. */
export function guessDecimals(cells: Iterable<string>): Guess<Signs> | undefined {
  const evidence = new Map<'decimal' | 'thousands' | 'either', { sign: Thousands; text: string }>()
  for (const cell of cells) {
    const text = cell.trim().replace(/[\u00a0\u202f]/g, ' ')
    if (!number.test(text) || dateText.test(text)) continue
    const signs = signsOf(text.replace(/[-+()]/g, '').trim())
    for (const name of ['decimal', 'thousands', 'either'] as const) {
      const sign = signs[name]
      if (sign !== undefined && !evidence.has(name)) evidence.set(name, { sign, text })
    }
  }
  return signsFrom(evidence.get('decimal'), evidence.get('thousands'), evidence.get('either'))
}

type Evidence = { sign: Thousands; text: string } | undefined

function signsFrom(decimal: Evidence, thousands: Evidence, either: Evidence): Guess<Signs> | undefined {
  if (decimal) {
    const sign = decimal.sign as Sign
    // One sign with three digits behind it groups them when the other one is the decimal sign.
    const group = thousands?.sign ?? (either && either.sign !== sign ? either.sign : '')
    return {
      value: { decimal: sign, thousands: group === sign ? '' : group },
      certainty: 0.97,
      because: because(sign === ',' ? 'commaDecimals' : 'pointDecimals', decimal.text),
    }
  }
  const group = thousands ?? either
  if (!group) return undefined
  return {
    value: { decimal: group.sign === '.' ? ',' : '.', thousands: group.sign },
    certainty: thousands ? 0.9 : 0.4,
    because: because(thousands ? 'groups' : 'threeDigits', group.text),
  }
}
