import type { ImportProfile } from '#contract/imports/profile.ts'
import type { NamedFile } from '../../format.ts'
import { type Cell, isBlank } from '../read/rows.ts'
import { rowsOfFile } from '../read/rows-of-file.ts'
import { headingOf, uniqueHeadings } from './columns.ts'
import type { CompiledProfile } from './compile.ts'
import { ValueFault } from './decimals.ts'
import type { KeptRow } from './evaluate.ts'

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
  const { read, tables } = compiled.profile
  const table = tables[index] as ImportProfile['tables'][number]
  const { columns, skip, fillDown } = compiled.tables[index] as CompiledProfile['tables'][number]
  const header = read.as === 'fixed' ? 0 : (table.header ?? 1)
  const first = table.first ?? header + 1
  let hasData = false
  let lastLine = 0
  const locate = (headings: readonly string[] | undefined) => {
    if (headings) source.headings = uniqueHeadings(headings)
    source.places = columns.locate(headings, file.name)
  }
  if (read.as === 'fixed') locate((table.widths ?? []).map(({ name }) => name))
  else if (header === 0 && read.as !== 'xml' && read.as !== 'json') locate(undefined)
  const filler = createFiller(fillDown.map((column) => columns.slotOf(column)))
  for await (const row of rowsOfFile(file.path, read, table, (sheet) => {
    source.sheet = sheet
  })) {
    if ('tree' in row) {
      if (!skipped(row)) yield { row }
      continue
    }
    if (row.line === header) locate(row.cells.map(headingOf))
    if (row.line < first || row.line === header) continue
    if (source.places.length === 0 && header > 0 && !source.headings) locate([])
    // A workbook leaves out rows without any cell.
    const followsGap = read.as === 'xlsx' && hasData && row.line > lastLine + 1
    lastLine = row.line
    const isEmpty = row.cells.every(isBlank)
    if (table.until === 'empty row' && hasData && (isEmpty || followsGap)) return
    if (isEmpty) continue
    hasData = true
    const kept: KeptRow = { line: row.line, cells: filler(source.places.map((place) => row.cells[place] ?? '')) }
    if (row.fault !== undefined) yield { row: kept, fault: row.fault }
    else if (!skipped(kept)) yield { row: kept }
  }
  if (!source.headings && source.places.length === 0 && header > 0 && read.as !== 'xml' && read.as !== 'json')
    locate([])

  function skipped(row: KeptRow): boolean {
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
