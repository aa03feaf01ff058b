/*
 * What every reader gives: rows with their place in the file. A cell is the text that stands there, or what a workbook
 * or JSON stores by its type, so that no sign has to be guessed twice.
 */

import { FileRefused } from '#server/formats/file-refused.ts'

/** `number` is an exact decimal with a point, `day` YYYY-MM-DD, `moment` that with a local time, `fault` a sentence. */
export type Cell = string | { number: string } | { day: string } | { moment: string } | { fault: string }

/** An element of XML or an object of JSON: texts by name (attributes with @), and what is inside by name. */
export type TreeNode = { text?: Cell; children?: { [name: string]: TreeNode[] } }

/** A row with its line (the row of a sheet), or an element with the line where it begins. */
export type Row = { line: number; cells: Cell[]; fault?: string } | { line: number; tree: TreeNode }

const megabyte = 1024 * 1024

/** Larger files are refused before they are read or while they are, in bounded time and memory. */
export const fileLimits = {
  /** Of a file, and of what one part of a workbook unpacks to. */
  bytes: 512 * megabyte,
  rows: 2_000_000,
  cells: 5_000_000,
  columns: 16_384,
  cellLength: 100_000,
  sharedTextLength: 64 * megabyte,
  depth: 64,
  rowNodes: 100_000,
} as const

/** Counts what was read, and throws FileRefused beyond the limits. */
export class Meter {
  #rows = 0
  #cells = 0

  row(cells: number): void {
    this.#rows++
    this.#cells += cells
    if (this.#rows > fileLimits.rows) throw tooMuch(fileLimits.rows, 'rows')
    if (this.#cells > fileLimits.cells) throw tooMuch(fileLimits.cells, 'cells')
  }
}

function tooMuch(limit: number, what: string): FileRefused {
  return new FileRefused(`The file has more than ${limit.toLocaleString('en')} ${what}. Send it in parts.`)
}

/** Whether nothing stands in a cell. */
export function isBlank(cell: Cell | undefined): boolean {
  return cell === undefined || (typeof cell === 'string' && cell.trim() === '')
}
