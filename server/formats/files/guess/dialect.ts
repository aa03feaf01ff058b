import type { DateOrder, Encoding } from '#contract/imports/profile.ts'
import { RecordReader } from '../read/csv.ts'
import { markedEncoding } from '../read/decode.ts'
import type { Row } from '../read/rows.ts'

/* How a text file is written, guessed from its beginning alone. Each guess says by what it was made. */

/** What was guessed, how certain it is (0 to 1), and what in the file says so. */
export type Guess<T> = { value: T; certainty: number; evidence: string }

/** The encoding of a text by its byte order mark, its zero bytes, whether it is UTF-8, and otherwise Western Europe's. */
export function guessEncoding(head: Uint8Array, isWhole: boolean): Guess<Encoding> {
  const marked = markedEncoding(head)
  if (marked) return { value: marked, certainty: 1, evidence: 'The file begins with a byte order mark.' }
  const zeros = [0, 1].map((odd) => head.filter((byte, index) => index % 2 === odd && byte === 0).length)
  const [even = 0, odd = 0] = zeros
  if (even + odd > head.length / 5) {
    const value = odd > even ? 'utf-16le' : 'utf-16be'
    return { value, certainty: 0.95, evidence: 'Every other byte is zero.' }
  }
  // The head may end in the middle of a character.
  const text = new TextDecoder('utf-8').decode(head, { stream: !isWhole })
  const firstOther = head.findIndex((byte) => byte > 0x7f)
  if (firstOther === -1) return { value: 'utf-8', certainty: 0.9, evidence: 'There are only letters of ASCII.' }
  if (!text.includes('\ufffd')) {
    const word = /\S*[^\u0000-\u007f]\S*/.exec(text)?.[0].slice(0, 30) ?? ''
    return { value: 'utf-8', certainty: 0.99, evidence: `"${word}" is UTF-8.` }
  }
  const western = new TextDecoder('windows-1252').decode(head)
  const word = /[^\s;,\t|]*[^\u0000-\u007f][^\s;,\t|]*/.exec(western)?.[0].slice(0, 30) ?? ''
  return {
    value: 'windows-1252',
    certainty: 0.8,
    evidence: `The file is not UTF-8; as Windows-1252 it says "${word}".`,
  }
}

const separators = [';', '\t', ',', '|']

/** The separator of a CSV: the one that cuts most lines into the same number of columns. */
export function guessSeparator(text: string): Guess<string> {
  const scored = separators.map((separator) => ({ separator, ...score(text, separator) }))
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a))
  const shown = best.separator === '\t' ? 'a tab' : `"${best.separator}"`
  return {
    value: best.separator,
    certainty: best.columns > 1 ? Math.min(0.99, best.share) : 0.2,
    evidence: `${shown} cuts ${Math.round(best.share * 100)} % of the rows into ${best.columns} columns.`,
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
    if (first.length === 4) return { value: 'year first', certainty: 0.99, evidence: `"${text}" begins with the year.` }
    if (third.length === 3 || first.length === 3) continue
    if (Number(first) > 12 && Number(first) <= 31 && Number(second) <= 12) {
      return {
        value: 'day first',
        certainty: 0.99,
        evidence: `"${text}": there is no month ${Number(first)}, so the day is first.`,
      }
    }
    if (Number(second) > 12 && Number(second) <= 31 && Number(first) <= 12) {
      return {
        value: 'month first',
        certainty: 0.99,
        evidence: `"${text}": there is no month ${Number(second)}, so the month is first.`,
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
        evidence: `"${text}" has points, as where the day is first; no date of the file proves it.`,
      }
    : {
        value: 'day first',
        certainty: 0.4,
        evidence: `"${text}" can be read both ways, and so can all dates of the file: look at one you know.`,
      }
}

const number = /^[-+(]?\s*\d[\d.,' \u00a0\u202f]*\)?-?$/

/** The decimal sign and what sets thousands apart: a number with both, or with other than three digits behind, says it. */
export function guessDecimals(
  cells: Iterable<string>,
): Guess<{ decimal: '.' | ','; thousands: '' | '.' | ',' | ' ' | "'" }> | undefined {
  let thousands: '' | '.' | ',' | ' ' | "'" = ''
  let decimal: { sign: '.' | ','; text: string } | undefined
  let grouped: { sign: '.' | ','; text: string } | undefined
  for (const cell of cells) {
    const text = cell.trim().replace(/[\u00a0\u202f]/g, ' ')
    if (!number.test(text) || dateText.test(text)) continue
    const bare = text.replace(/[-+()]/g, '').trim()
    const both = /^\d{1,3}(?:([.,' ])\d{3})+([.,])\d+$/.exec(bare)
    if (both && both[1] !== both[2]) {
      thousands = both[1] as typeof thousands
      decimal = { sign: both[2] as '.' | ',', text }
      break
    }
    const twice = /^\d{1,3}([.,])\d{3}\1\d{3}/.exec(bare)
    if (twice) grouped = { sign: twice[1] as '.' | ',', text }
    const spaced = /^\d{1,3}(?:([' ])\d{3})+$/.exec(bare)
    if (spaced) thousands = spaced[1] as typeof thousands
    const one = /^\d+([.,])(\d+)$/.exec(bare)
    if (one && (one[2]?.length !== 3 || /^0\d*[.,]|^\d{4,}[.,]/.test(bare)))
      decimal ??= { sign: one[1] as '.' | ',', text }
    else if (one) grouped ??= { sign: one[1] as '.' | ',', text }
  }
  if (decimal) {
    const other = decimal.sign === ',' ? '.' : ','
    if (thousands === '' && grouped?.sign === other) thousands = other
    return {
      value: { decimal: decimal.sign, thousands },
      certainty: 0.97,
      evidence: `"${decimal.text}": decimals after a ${decimal.sign === ',' ? 'comma' : 'point'}.`,
    }
  }
  if (!grouped)
    return thousands === ''
      ? undefined
      : { value: { decimal: '.', thousands }, certainty: 0.5, evidence: 'No number of the file has decimals.' }
  // Three digits behind one sign: thousands, more often than decimals.
  const { sign, text } = grouped
  return {
    value: { decimal: sign === ',' ? '.' : ',', thousands: sign },
    certainty: 0.4,
    evidence: `"${text}" can be thousands or three decimals: look at one you know.`,
  }
}
