import { amountTerm, fold } from '#contract/search/search.ts'
import type { FieldPrefix, TermGroup } from './search-criteria.ts'

type Range = { start: number; length: number }
export type Match = { field: string; text: string; ranges: Range[] }
/** A text of a document with the name of its field. */
export type Candidate = { field: string; text: string; kind: 'code' | 'words' | 'amount' }

const longestText = 160
/** A word with at least so many letters also matches other forms of it, and inside a longer word. */
const leastStem = 4
const longestEnding = 4

const fieldsOfPrefix: Record<FieldPrefix, readonly string[]> = {
  po: ['customerReference'],
  sku: ['sku', 'customerSku', 'gtin'],
  sn: ['serials', 'lots'],
}

/**
 * Where the search terms occur: for each group the first candidate that contains one of its terms. References are
 * compared without their punctuation, words by their beginnings, failing that by their stem or inside a word; the
 * ranges refer to the text as written.
 */
export function matchesOf(candidates: readonly Candidate[], groups: readonly TermGroup[]): Match[] {
  const rangesByCandidate = new Map<Candidate, Range[]>()
  const foldedTexts = new Map<Candidate, FoldedText>()
  const foldedOf = (candidate: Candidate) => {
    const folded = foldedTexts.get(candidate) ?? foldText(candidate.text)
    foldedTexts.set(candidate, folded)
    return folded
  }
  for (const { terms, as } of groups) {
    const isAllowed = (candidate: Candidate) => as === undefined || fieldsOfPrefix[as].includes(candidate.field)
    const addMatch = (finder: typeof prefixMatch) => {
      for (const candidate of candidates) {
        if (!isAllowed(candidate)) continue
        const range = terms.map((term) => finder(candidate, foldedOf(candidate), term)).find((match) => match)
        if (range === undefined) continue
        rangesByCandidate.set(candidate, [...(rangesByCandidate.get(candidate) ?? []), range])
        return true
      }
      return false
    }
    if (!addMatch(prefixMatch)) addMatch(nearMatch)
  }
  return [...rangesByCandidate].map(([candidate, ranges]) => clip(candidate, ranges))
}

function prefixMatch({ kind, text }: Candidate, folded: FoldedText, term: string): Range | undefined {
  if (kind === 'amount') return amountTerm(text).startsWith(term) ? { start: 0, length: text.length } : undefined
  const index = kind === 'code' ? findIn(folded.letters, term) : findWordStart(text, folded, term)
  return index === undefined ? undefined : rangeOf(folded, index, term.length)
}

/** The beginning of another form of the word, or the word inside a longer one. */
function nearMatch({ kind, text }: Candidate, folded: FoldedText, term: string): Range | undefined {
  if (kind !== 'words' || !/^\p{L}+$/u.test(term)) return undefined
  for (let length = term.length - 1; length >= Math.max(leastStem, term.length - longestEnding); length--) {
    const index = findWordStart(text, folded, term.slice(0, length))
    if (index !== undefined) return rangeOf(folded, index, length)
  }
  const inside = term.length < leastStem ? undefined : findIn(folded.letters, term)
  return inside === undefined ? undefined : rangeOf(folded, inside, term.length)
}

type FoldedText = { letters: string; positions: number[] }

function rangeOf({ positions }: FoldedText, index: number, length: number): Range {
  const first = positions[index] as number
  const last = positions[index + length - 1] as number
  return { start: first, length: last - first + 1 }
}

/** The letters and digits of a text, folded, each with its position in the text as written. */
function foldText(text: string): FoldedText {
  if (asciiPattern.test(text)) return foldAscii(text)
  let letters = ''
  const positions: number[] = []
  let position = 0
  for (const sign of text) {
    for (const letter of fold(sign)) {
      if (/[\p{L}\p{N}]/u.test(letter)) {
        letters += letter
        for (let unit = 0; unit < letter.length; unit++) positions.push(position)
      }
    }
    position += sign.length
  }
  return { letters, positions }
}

/** Matches most texts: nothing has to be decomposed, so each character is its own letter. */
const asciiPattern = /^[\x20-\x7e]*$/

function foldAscii(text: string): FoldedText {
  const low = text.toLowerCase()
  const positions: number[] = []
  for (let index = 0; index < low.length; index++) if (isLetter(low.charCodeAt(index))) positions.push(index)
  return { letters: positions.length === low.length ? low : low.replace(/[^a-z0-9]+/g, ''), positions }
}

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)

function findIn(letters: string, term: string): number | undefined {
  const start = letters.indexOf(term)
  return start < 0 ? undefined : start
}

function findWordStart(text: string, { letters, positions }: FoldedText, term: string): number | undefined {
  for (let start = letters.indexOf(term); start >= 0; start = letters.indexOf(term, start + 1)) {
    const position = positions[start] as number
    if (position === 0 || !/[\p{L}\p{N}\p{M}]$/u.test(text.slice(0, position))) return start
  }
  return undefined
}

function clip({ field, text }: Candidate, ranges: readonly Range[]): Match {
  const shown = text.slice(0, longestText)
  const shownRanges = ranges
    .filter((range) => range.start + range.length <= shown.length)
    .sort((a, b) => a.start - b.start)
  return { field, text: shown.length < text.length ? `${shown}…` : shown, ranges: shownRanges }
}
