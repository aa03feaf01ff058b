import { matchesOf } from './matches.ts'
import type { TypedCriteria } from './search-criteria.ts'

type Range = { start: number; length: number }

/** The longest part of a text that a hit shows, in characters, and how much of it stands before the first match. */
const [longest, before] = [160, 40]
/** A longer piece without a space is compared by its beginning. */
const longestPiece = 100

/** The part of a text in which the first of the typed terms stands, and where they are in it. */
export function excerptOf(text: string, { groups, joined }: TypedCriteria): { text: string; ranges: Range[] } {
  const ranges = rangesIn(text, joined === null ? groups : [...groups, { terms: [joined] }])
  const first = ranges[0]?.start ?? 0
  const from = first <= before ? 0 : wordStart(text, first - before)
  const cut = text.slice(from, from + longest).toWellFormed()
  const [lead, trail] = [from > 0 ? '…' : '', from + longest < text.length ? '…' : '']
  return {
    text: `${lead}${cut}${trail}`,
    ranges: ranges
      .map(({ start, length }) => ({ start: start - from, length }))
      .filter(({ start, length }) => start >= 0 && start + length <= cut.length)
      .map(({ start, length }) => ({ start: start + lead.length, length })),
  }
}

/** Where the terms stand, in the order of the text. Piece by piece, so that no text takes longer than its length. */
function rangesIn(text: string, groups: TypedCriteria['groups']): Range[] {
  const pieces = [...text.matchAll(/\S+/gu)].map(({ 0: piece, index }) => ({
    ...{ field: String(index), text: piece.slice(0, longestPiece), kind: 'words' as const },
  }))
  return matchesOf(pieces, groups)
    .flatMap(({ field, ranges }) => ranges.map(({ start, length }) => ({ start: Number(field) + start, length })))
    .toSorted((one, other) => one.start - other.start)
}

/** The beginning of the first word at or after a place, if one is near. */
function wordStart(text: string, place: number): number {
  const space = text.slice(place, place + before).search(/\s/u)
  return space < 0 ? place : place + space + 1
}
