import type { Guess } from './dialect.ts'
import { because } from './dialect.ts'

/* Texts whose columns begin at the same character of each line. */

/** How many lines are looked at; how many a person is shown, and how many characters of each. */
const mostLines = 200
export const shownLines = 12
export const shownWidth = 500
/** So many lines with a blank at the same place are hardly chance. */
const enoughLines = 8
/** Characters of the last column: it ends with its line. */
const lastLength = 1_000

/** The lines of a text, whatever its line ends are; what stands behind the last line end may be cut off and is left out. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n?|\n/).slice(0, -1)
}

/**
 * Where the columns of a text begin, from 1: after places that are blank in all lines with more than one column. Undefined
 * where there are no such places. The more lines say so, the more certain it is.
 */
export function guessStarts(lines: readonly string[]): Guess<number[]> | undefined {
  const filled = lines.filter((line) => line.trim() !== '').slice(0, mostLines)
  const widest = Math.max(0, ...filled.map(({ length }) => length))
  // A title above the columns is shorter than what stands below it.
  const rows = filled.filter((line) => line.trimEnd().length >= widest * 0.6)
  if (rows.length < 2) return undefined
  const isBlank = (at: number) => rows.every((line) => (line[at] ?? ' ') === ' ')
  // One blank in a few lines may be one between words, unless a shorter value leaves more of them.
  const isGap = (end: number) =>
    rows.length >= enoughLines ||
    isBlank(end - 1) ||
    (rows.length > 2 && rows.some((line) => line.slice(end - 1, end + 1).trim() === ''))
  const starts: number[] = []
  for (let at = 0; at < widest; at++) {
    if (!isBlank(at) && (at === 0 || (isBlank(at - 1) && isGap(at - 1)))) starts.push(at + 1)
  }
  if (starts.length < 2) return undefined
  const certainty = rows.length >= enoughLines ? 0.9 : 0.6
  return { value: starts, certainty, because: because('blankColumns', '', starts.length) }
}

/** The cells of lines whose columns begin at these characters. */
export function cutLines(lines: readonly string[], starts: readonly number[]): string[][] {
  return lines.map((line) =>
    starts.map((from, index) => line.slice(from - 1, (starts[index + 1] ?? Number.POSITIVE_INFINITY) - 1).trim()),
  )
}

/** The columns as a profile has them, named by their headings or else by their number. */
export function widthsOf(
  headings: readonly string[],
  starts: readonly number[],
): { name: string; from: number; length: number }[] {
  return starts.map((from, index) => ({
    ...{ name: headings[index] || String(index + 1), from },
    length: (starts[index + 1] ?? from + lastLength) - from,
  }))
}
