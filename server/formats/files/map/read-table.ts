import type { FileKind, ProfileTable } from '#contract/imports/profile.ts'
import type { NamedFile } from '#server/formats/format.ts'
import { type Cell, isBlank } from '../read/rows.ts'
import { rowsOfFile } from '../read/rows-of-file.ts'
import { headingOf, type TableColumns, uniqueHeadings } from './columns.ts'
import type { CompiledProfile } from './compile.ts'
import { ValueFault } from './decimals.ts'
import type { KeptRow, Test } from './evaluate.ts'

/** What a table of a file is called in reports: its file, sheet, and the names of its columns by their place. */
export type TableSource = { file: string; sheet?: string; headings?: readonly string[]; places: readonly number[] }

export type TableRow = { row: KeptRow; fault?: string }

/**
 * The rows with data of one table in a file, with the cells that the profile reads; headings, blank rows and those that
 * the profile skips are not given. `source` is filled in as it becomes known. Throws FileRefused.
 */
export async function* readTable(
  compiled: CompiledProfile,
  index: number,
  file: NamedFile,
  source: TableSource,
): AsyncGenerator<TableRow> {
  const { read } = compiled.profile
  const { columns, skip, fillDown } = compiled.tables[index] as CompiledProfile['tables'][number]
  const { table } = columns
  const headings = new Headings(read.as, columns, file.name, source)
  const filler = createFiller(fillDown.map((column) => columns.slotOf(column)))
  const ends = createEnd(read.as, table.until)
  for await (const row of rowsOfFile(file.path, read, table, (sheet) => {
    source.sheet = sheet
  })) {
    if ('tree' in row) {
      if (!isSkipped(row, skip)) yield { row }
      continue
    }
    if (!headings.isData(row)) continue
    const isEmpty = row.cells.every(isBlank)
    if (ends(row.line, isEmpty)) return
    if (isEmpty) continue
    const kept: KeptRow = { line: row.line, cells: filler(source.places.map((place) => row.cells[place] ?? '')) }
    if (row.fault !== undefined) yield { row: kept, fault: row.fault }
    else if (!isSkipped(kept, skip)) yield { row: kept }
  }
  headings.require()
}

/** Finds the row of the headings, and by it the columns. */
class Headings {
  readonly #columns: TableColumns
  readonly #file: string
  readonly #source: TableSource
  readonly #header: number
  readonly #first: number
  #located = false

  constructor(as: FileKind, columns: TableColumns, file: string, source: TableSource) {
    const { table } = columns
    this.#columns = columns
    this.#file = file
    this.#source = source
    this.#header = as === 'fixed' ? 0 : (table.header ?? 1)
    this.#first = table.first ?? this.#header + 1
    // Elements and objects name what is in them.
    if (as === 'xml' || as === 'json') this.#located = true
    else if (as === 'fixed') this.#locate((table.widths ?? []).map(({ name }) => name))
    else if (this.#header === 0) this.#locate(undefined)
  }

  /** Whether a row is one with data: the headings and what stands above is none. */
  isData({ line, cells }: { line: number; cells: readonly Cell[] }): boolean {
    if (line === this.#header) this.#locate(cells.map(headingOf))
    if (line < this.#first || line === this.#header) return false
    this.require()
    return true
  }

  /** Throws FileRefused where the row of the headings was not there. */
  require(): void {
    if (!this.#located) this.#locate([])
  }

  #locate(headings: readonly string[] | undefined): void {
    if (headings) this.#source.headings = uniqueHeadings(headings)
    this.#source.places = this.#columns.locate(headings, this.#file)
    this.#located = true
  }
}

/** Tells at each row whether the table has ended before it. */
function createEnd(as: FileKind, until: ProfileTable['until']): (line: number, isEmpty: boolean) => boolean {
  if (until !== 'empty row') return () => false
  let lastLine: number | undefined
  return (line, isEmpty) => {
    // A workbook leaves out rows without any cell.
    const followsGap = as === 'xlsx' && lastLine !== undefined && line > lastLine + 1
    if (lastLine !== undefined && (isEmpty || followsGap)) return true
    if (!isEmpty) lastLine = line
    return false
  }
}

function isSkipped(row: KeptRow, skip: readonly Test[]): boolean {
  const scope = { entry: row, document: row, position: 1 }
  return skip.some((test) => {
    try {
      return test(scope)
    } catch (error) {
      // A cell that cannot be compared skips no row: the field that reads it says what is wrong.
      if (error instanceof ValueFault) return false
      throw error
    }
  })
}

/** Fills blank cells of these slots with the value above. */
function createFiller(slots: readonly number[]): (cells: Cell[]) => Cell[] {
  const above = new Map<number, Cell>()
  return (cells) => {
    for (const slot of slots) {
      const cell = cells[slot]
      if (cell !== undefined && !isBlank(cell)) above.set(slot, cell)
      else cells[slot] = above.get(slot) ?? ''
    }
    return cells
  }
}
