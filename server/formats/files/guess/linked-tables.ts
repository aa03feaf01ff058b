import type { GuessFinding } from '#contract/imports/guess.ts'
import { documentTypes } from '#contract/values.ts'
import { because } from './dialect.ts'
import type { GuessedTable } from './table.ts'

/** The table that holds the lines of documents, and its columns that name the document. */
export type LinesTable = { name: string; table: GuessedTable; key: string }

const numbersIn = ({ columns }: GuessedTable) => columns.filter(({ field }) => field.startsWith('number of '))
const linesIn = ({ columns }: GuessedTable) => columns.filter(({ field }) => field.startsWith('lines.'))

/** The column of the lines whose values are numbers of the documents, with one of them. */
function sharedNumbers(
  documents: GuessedTable,
  lines: GuessedTable,
  type: string,
): { key: string; example: string } | undefined {
  const number = documents.byField.get(`number of ${type}`)
  if (!number) return undefined
  const numbers = new Set(documents.valuesOf(number.heading))
  for (const { heading } of numbersIn(lines)) {
    const example = lines.valuesOf(heading).find((value) => numbers.has(value))
    if (example !== undefined) return { key: heading, example }
  }
  return undefined
}

/** Whether a table has documents without lines, and of which type they may be. */
function isWithoutLines(table: GuessedTable): boolean {
  return documentTypes.some((type) => table.byField.has(`number of ${type}`)) && linesIn(table).length < 2
}

/**
 * Finds the table with the lines among others: the one that somebody chose, else one with lines whose numbers are those of
 * the documents.
 */
export function findLines(
  documents: GuessedTable,
  others: readonly { name: string; table: GuessedTable }[],
  { type, chosen }: { type: string; chosen: string | undefined },
): { lines: LinesTable | undefined; finding: GuessFinding | undefined } {
  const finding = (value: string, certainty: number, reason: GuessFinding['because']): GuessFinding => ({
    ...{ subject: 'linesTable', value, certainty, because: reason },
  })
  if (others.length === 0) return { lines: undefined, finding: undefined }
  if (chosen === '') return { lines: undefined, finding: finding('', 1, because('chosen')) }
  const candidates = others.filter(({ name }) => chosen === undefined || name === chosen)
  for (const { name, table } of candidates) {
    const shared = sharedNumbers(documents, table, type)
    const isSure = isWithoutLines(documents) && linesIn(table).length >= 2
    if (!shared || (chosen === undefined && !isSure)) continue
    const reason = chosen === undefined ? because('sameNumbers', shared.example) : because('chosen')
    return { lines: { name, table, key: shared.key }, finding: finding(name, chosen === undefined ? 0.95 : 1, reason) }
  }
  // What was chosen has no column with numbers of the documents yet: it can be chosen among its columns.
  const [first] = chosen === undefined ? [] : candidates
  if (first) return { lines: { ...first, key: '' }, finding: finding(first.name, 0.2, because('noSharedNumbers')) }
  return { lines: undefined, finding: finding('', 0.8, because('noLinesTable')) }
}

/**
 * Patterns for two names of files that belong together: what is the same in both and has digits is any, as in
 * "head_*.csv" and "lines_*.csv" for head_0301.csv and lines_0301.csv.
 */
export function filePatterns(first: string, second: string): [string, string] {
  const most = Math.min(first.length, second.length)
  let start = 0
  while (start < most && first[start] === second[start]) start++
  let end = 0
  while (end < most - start && first.at(-1 - end) === second.at(-1 - end)) end++
  // A number that begins the same in both differs as a whole.
  while (start > 0 && /\d/.test(first[start - 1] ?? '') && /\d/.test(first[start] ?? second[start] ?? '')) start--
  const shared = (text: string) => text.replace(/\d+(?:[-_.T]?\d+)*/g, '*')
  const pattern = (name: string) =>
    `${shared(name.slice(0, start))}${name.slice(start, name.length - end)}${shared(name.slice(name.length - end))}`
  return [pattern(first), pattern(second)]
}
