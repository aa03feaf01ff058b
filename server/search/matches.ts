import { amountTerm, fold } from '../../contract/search.ts'
import type { Group, SaidAs } from './wanted.ts'

type Range = { start: number; length: number }
export type Match = { field: string; text: string; ranges: Range[] }
/** A text of a document with the name of the field that it stands in. */
export type Candidate = { field: string; text: string; kind: 'code' | 'words' | 'amount' }

const longestText = 160
/** A word of so many letters is also marked in another form of it, and inside a longer one. */
const leastStem = 4
const longestEnding = 4

const fields: Record<SaidAs, readonly string[]> = {
  po: ['customerReference'],
  sku: ['sku', 'customerSku', 'gtin'],
  sn: ['serials', 'lots'],
}

/**
 * Where that which was looked for stands: for each group the first candidate that holds one of its terms. A reference is
 * compared without its punctuation, words by their beginnings, failing that by their stem or inside; the ranges are those of the
 * text as written.
 */
export function matchesOf(candidates: readonly Candidate[], groups: readonly Group[]): Match[] {
  const found = new Map<Candidate, Range[]>()
  const read = new Map<Candidate, Unfolded>()
  const unfolded = (candidate: Candidate) => {
    const known = read.get(candidate) ?? unfold(candidate.text)
    read.set(candidate, known)
    return known
  }
  for (const { terms, as } of groups) {
    const allowed = (candidate: Candidate) => as === undefined || fields[as].includes(candidate.field)
    const search = (finder: typeof atStart) => {
      for (const candidate of candidates) {
        if (!allowed(candidate)) continue
        const range = terms.map((term) => finder(candidate, unfolded(candidate), term)).find((one) => one)
        if (range === undefined) continue
        found.set(candidate, [...(found.get(candidate) ?? []), range])
        return true
      }
      return false
    }
    if (!search(atStart)) search(nearly)
  }
  return [...found].map(([candidate, ranges]) => clip(candidate, ranges))
}

function atStart({ kind, text }: Candidate, unfolded: Unfolded, term: string): Range | undefined {
  if (kind === 'amount') return amountTerm(text).startsWith(term) ? { start: 0, length: text.length } : undefined
  const at = kind === 'code' ? anywhere(unfolded.letters, term) : wordStart(text, unfolded, term)
  return at === undefined ? undefined : rangeOf(unfolded, at, term.length)
}

/** The beginning of another form of the word, or the word inside a longer one. */
function nearly({ kind, text }: Candidate, unfolded: Unfolded, term: string): Range | undefined {
  if (kind !== 'words' || !/^\p{L}+$/u.test(term)) return undefined
  for (let length = term.length - 1; length >= Math.max(leastStem, term.length - longestEnding); length--) {
    const at = wordStart(text, unfolded, term.slice(0, length))
    if (at !== undefined) return rangeOf(unfolded, at, length)
  }
  const inside = term.length < leastStem ? undefined : anywhere(unfolded.letters, term)
  return inside === undefined ? undefined : rangeOf(unfolded, inside, term.length)
}

type Unfolded = { letters: string; places: number[] }

function rangeOf({ places }: Unfolded, at: number, length: number): Range {
  const first = places[at] as number
  const last = places[at + length - 1] as number
  return { start: first, length: last - first + 1 }
}

/** The letters and digits of a text, folded, each with its place in the text as written. */
function unfold(text: string): Unfolded {
  if (plain.test(text)) return unfoldPlain(text)
  let letters = ''
  const places: number[] = []
  let place = 0
  for (const sign of text) {
    for (const letter of fold(sign)) {
      if (/[\p{L}\p{N}]/u.test(letter)) {
        letters += letter
        for (let unit = 0; unit < letter.length; unit++) places.push(place)
      }
    }
    place += sign.length
  }
  return { letters, places }
}

/** Most texts: nothing to be decomposed, so each sign is its own letter. */
const plain = /^[\x20-\x7e]*$/

function unfoldPlain(text: string): Unfolded {
  const low = text.toLowerCase()
  const places: number[] = []
  for (let place = 0; place < low.length; place++) if (isLetter(low.charCodeAt(place))) places.push(place)
  return { letters: places.length === low.length ? low : low.replace(/[^a-z0-9]+/g, ''), places }
}

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)

function anywhere(letters: string, term: string): number | undefined {
  const start = letters.indexOf(term)
  return start < 0 ? undefined : start
}

function wordStart(text: string, { letters, places }: Unfolded, term: string): number | undefined {
  for (let start = letters.indexOf(term); start >= 0; start = letters.indexOf(term, start + 1)) {
    const place = places[start] as number
    if (place === 0 || !/[\p{L}\p{N}\p{M}]$/u.test(text.slice(0, place))) return start
  }
  return undefined
}

function clip({ field, text }: Candidate, ranges: readonly Range[]): Match {
  const shown = text.slice(0, longestText)
  const inside = ranges.filter((range) => range.start + range.length <= shown.length).sort((a, b) => a.start - b.start)
  return { field, text: shown.length < text.length ? `${shown}…` : shown, ranges: inside }
}
