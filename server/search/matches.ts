import { fold } from '../../contract/search.ts'

type Range = { start: number; length: number }
export type Match = { field: string; text: string; ranges: Range[] }

/** A text of a document with the name of the field that it stands in. */
export type Candidate = { field: string; text: string; code: boolean }

const longestText = 160

/**
 * Where the typed terms stand: for each term the first candidate that holds it. A reference is compared without its
 * punctuation, words by their beginnings; the ranges are those of the text as written.
 */
export function matchesOf(candidates: readonly Candidate[], terms: readonly string[]): Match[] {
  const found = new Map<Candidate, Range[]>()
  for (const term of terms) {
    for (const candidate of candidates) {
      const range = find(candidate, term)
      if (!range) continue
      found.set(candidate, [...(found.get(candidate) ?? []), range])
      break
    }
  }
  return [...found].map(([candidate, ranges]) => clip(candidate, ranges))
}

function find(candidate: Candidate, term: string): Range | undefined {
  const { letters, places } = unfold(candidate.text)
  const starts = candidate.code ? anywhere(letters, term) : wordStart(candidate.text, letters, places, term)
  if (starts === undefined) return undefined
  const first = places[starts] as number
  const last = places[starts + term.length - 1] as number
  return { start: first, length: last - first + 1 }
}

/** The letters and digits of a text, folded, each with its place in the text as written. */
function unfold(text: string): { letters: string; places: number[] } {
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

function anywhere(letters: string, term: string): number | undefined {
  const start = letters.indexOf(term)
  return start < 0 ? undefined : start
}

function wordStart(text: string, letters: string, places: readonly number[], term: string): number | undefined {
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
