import type { Because } from '#contract/imports/guess.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import { readDay } from '../map/days.ts'
import { ValueFault } from '../map/decimals.ts'
import { segmentsOf, targetAt } from '../map/targets.ts'
import { because } from './dialect.ts'
import { customerWords, fieldWords, glnWords, numberWords, vatWords } from './header-words.ts'
import { normalizeWord } from './value-words.ts'

/** What a column was taken for: a field, `account`, `vat` or `gln` for the customer, or the number of a type. */
export type ColumnGuess = { heading: string; field: string; certainty: number; because: Because }

type Candidate = { field: string; words: readonly string[] }

const candidates: readonly Candidate[] = [
  ...documentTypes.map((type) => ({ field: `number of ${type}`, words: numberWords[type] ?? [] })),
  { field: 'account', words: customerWords },
  { field: 'vat', words: vatWords },
  { field: 'gln', words: glnWords },
  ...Object.entries(fieldWords).map(([field, words]) => ({ field, words })),
]

/** Everything that a column can be taken for. */
export const columnFields: readonly string[] = candidates.map(({ field }) => field)

/** By which words a heading may be known, each with how much it counts, and which fields it can be. */
export type HeadingNames = (heading: string) => {
  words: readonly { word: string; share: number }[]
  takes: (field: string) => boolean
}
const itself: HeadingNames = (heading) => ({ words: [{ word: heading, share: 1 }], takes: () => true })

/**
 * What the columns of a table are: as somebody chose, as an earlier profile has it, and by their headings and the look of
 * their values; no field twice, the most certain first.
 */
export function guessColumns(
  headings: readonly string[],
  samples: readonly (readonly string[])[],
  known: (heading: string) => readonly ColumnGuess[] = () => [],
  namesOf: HeadingNames = itself,
): ColumnGuess[] {
  const options = headings.flatMap((heading, column) => {
    const decided = known(heading)
    if (decided.some(({ certainty }) => certainty === 1)) return decided.map((guess) => ({ ...guess, column }))
    const values = samples.map((row) => row[column]?.trim() ?? '').filter((value) => value !== '')
    const names = namesOf(heading)
    const proposals = candidates.flatMap(({ field, words }) => {
      if (!names.takes(field)) return []
      const byHeading = Math.max(...names.words.map(({ word, share }) => share * certaintyOf(word, words)))
      const fits = byHeading === 0 ? 0 : look(field, values)
      if (byHeading * fits < 0.3) return []
      const reason = because('heading', values[0]?.slice(0, 40))
      return [{ column, heading, field, certainty: byHeading * fits, because: reason }]
    })
    return [...decided.map((guess) => ({ ...guess, column })), ...proposals]
  })
  options.sort((a, b) => b.certainty - a.certainty || a.column - b.column)
  const [takenColumns, takenFields] = [new Set<number>(), new Set<string>()]
  return options.flatMap(({ column, ...guess }) => {
    if (takenColumns.has(column) || (guess.field !== '' && takenFields.has(guess.field))) return []
    takenColumns.add(column)
    takenFields.add(guess.field)
    return [guess]
  })
}

/** 0.95 for a word itself, less for one inside the heading. */
function certaintyOf(heading: string, words: readonly string[]): number {
  const word = normalizeWord(heading)
  if (word === '') return 0
  if (words.some((known) => normalizeWord(known) === word)) return 0.95
  const inside = words
    .filter((known) => known.length >= 5 && word.includes(known))
    .map((known) => known.length / word.length)
  return inside.length === 0 ? 0 : 0.4 + 0.4 * Math.max(...inside)
}

/** How well values look like those of a field: 1 when all fit, 0 when hardly one does. */
function look(field: string, values: readonly string[]): number {
  if (values.length === 0) return 0.8
  const kind = kindOf(field)
  const fitting = values.filter((value) => {
    if (kind === 'day' || kind === 'moment') return isDay(value)
    if (kind === 'decimal') return /^[-+(€$£]?\s*\d[\d.,'\s]*(?:[-)%€$£]|\s?[A-Z]{3})?$/.test(value)
    // A name of several words is no number of a customer, and a number is no name.
    if (field === 'account') return !/\p{L}+\s+\p{L}+/u.test(value) && /[\d\p{Lu}]/u.test(value)
    if (field === 'accountName') return /\p{L}/u.test(value)
    if (kind === 'code') return /^[A-Za-z]{2,3}$/.test(value)
    // A number, a name or a text may look like anything but a day.
    return field.startsWith('number') || !isDay(value) || /^\d+$/.test(value)
  }).length
  const share = fitting / values.length
  return share < 0.5 ? 0 : share
}

function kindOf(field: string): string {
  const path = field.startsWith('lines.')
    ? ['lines', 0, ...(segmentsOf(field.slice(6)) ?? [])]
    : (segmentsOf(field) ?? [])
  return field.startsWith('number of') ? 'text' : (targetAt(path)?.kind ?? 'text')
}

function isDay(value: string): boolean {
  if (/^\d{1,5}$/.test(value)) return false
  return (['day first', 'month first'] as const).some((order) => {
    try {
      return readDay(value, order) !== ''
    } catch (error) {
      if (error instanceof ValueFault) return false
      throw error
    }
  })
}

/** The type of the documents: of the number that the file names first or most, or of its own name. */
export function guessType(
  columns: readonly ColumnGuess[],
  fileName: string,
): { type: DocumentType; certainty: number } {
  const word = normalizeWord(fileName.replace(/\.[^.]*$/, ''))
  const named = documentTypes.find((type) =>
    numberWords[type]?.some((known) => known.length >= 5 && word.includes(normalizeWord(known))),
  )
  const numbered = columns.flatMap(({ field }) => documentTypes.filter((type) => field === `number of ${type}`))
  if (named && (numbered.length === 0 || numbered.includes(named))) return { type: named, certainty: 0.95 }
  // An invoice or a delivery names its order, an order names no invoice.
  const type = [...documentTypes].reverse().find((candidate) => numbered.includes(candidate))
  return type ? { type, certainty: numbered.length === 1 ? 0.9 : 0.7 } : { type: 'orders', certainty: 0.2 }
}
