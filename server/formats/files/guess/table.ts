import type { GuessColumn } from '#contract/imports/guess.ts'
import type { ProfileTable } from '#contract/imports/profile.ts'
import type { Column } from '#contract/imports/values.ts'
import { uniqueHeadings } from '../map/columns.ts'
import { because } from './dialect.ts'
import { type ColumnGuess, guessColumns, type HeadingNames } from './fields.ts'

/** How many rows of a table are looked at. */
export const sampleSize = 500
/** How many files and sheets are looked at for the lines of documents. */
export const mostTables = 6
/** Tables have no places to choose: those are for XML and JSON. */
export const noPlaces = { rows: [], lines: [] }

/** How many values of a column are shown. */
const shownSamples = 3

/** The beginning of a table. */
export type SampledTable = {
  rows: readonly (readonly string[])[]
  /** Where a profile says that it is, by its headings and the row in which they stand (from 0; -1: there are none). */
  locate: (headings: readonly string[], header: number) => Omit<ProfileTable, 'name'>
  /** Whether its columns have names of their own where no row has headings. */
  isNamed?: boolean
  namesOf?: HeadingNames | undefined
}

/** A table with its headings, and what its columns were taken for. */
export type GuessedTable = {
  located: Omit<ProfileTable, 'name'>
  headings: readonly string[]
  /** The row of the headings, from 0; -1 when there are none. */
  header: number
  samples: readonly (readonly string[])[]
  /** The columns that are something. */
  columns: readonly ColumnGuess[]
  byField: ReadonlyMap<string, ColumnGuess>
  /** A column as a profile names it. */
  column: (heading: string) => Column
  /** What stands in a column, without blank cells. */
  valuesOf: (heading: string) => string[]
}

/** The row of the headings, from 0: the first of the fullest rows that holds no number; -1 when each has one. */
function headerRow(rows: readonly (readonly string[])[]): number {
  const first = rows.slice(0, 30)
  const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '').length
  const most = Math.max(0, ...first.map(filled))
  return first.findIndex((row) => {
    const cells = row.map((cell) => cell.trim()).filter((cell) => cell !== '')
    return cells.length >= Math.max(1, most * 0.7) && cells.every((cell) => !/^[-+]?[\d.,]+$/.test(cell))
  })
}

type TableChoices = {
  /** The row of the headings, from 1; 0 for none. */
  header?: number | undefined
  known: (heading: string) => readonly ColumnGuess[]
}

/** The headings of a table and what its columns are. */
export function guessTable(table: SampledTable, { header: chosen, known }: TableChoices): GuessedTable {
  const { rows, namesOf, isNamed = false } = table
  const header = chosen === undefined ? headerRow(rows) : chosen - 1
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const numbers = Array.from({ length: width }, (_, index) => String(index + 1))
  const headings =
    header === -1
      ? numbers
      : uniqueHeadings(rows[header] ?? []).map((name, at) => (isNamed && !name ? String(at + 1) : name))
  const samples = rows.slice(header + 1)
  const columns = guessColumns(headings, samples, known, namesOf).filter(({ field }) => field !== '')
  return {
    ...{ located: table.locate(headings, header), headings, header, samples, columns },
    byField: new Map(columns.map((column) => [column.field, column])),
    column: (heading) => (header === -1 && !isNamed ? Number(heading) : heading),
    valuesOf: (heading) => {
      const at = headings.indexOf(heading)
      return samples.map((row) => row[at]?.trim() ?? '').filter((text) => text !== '')
    },
  }
}

/** The columns of a table with what stands in them, those too that are nothing. */
export function shownColumns({ headings, columns, valuesOf }: GuessedTable): GuessColumn[] {
  return headings
    .filter((heading) => heading !== '')
    .map((heading) => {
      const samples = [...new Set(valuesOf(heading))].slice(0, shownSamples)
      const guess = columns.find((column) => column.heading === heading)
      const unused = { field: '', certainty: 0, because: because('unusedColumn') }
      return { heading, samples: samples.map((text) => text.slice(0, 80).toWellFormed()), ...(guess ?? unused) }
    })
}
