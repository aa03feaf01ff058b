import type { ProfileTable } from '#contract/imports/profile.ts'
import type { Column } from '#contract/imports/values.ts'
import { FileRefused } from '#server/formats/file-refused.ts'
import type { Cell, TreeNode } from '../read/rows.ts'
import { type KeptRow, textOf } from './evaluate.ts'

/** The columns of one table that a profile reads: each has a slot, in which kept rows hold its cell. */
export class TableColumns {
  readonly table: ProfileTable
  readonly #slots = new Map<string, number>()
  readonly #columns: Column[] = []

  constructor(table: ProfileTable) {
    this.table = table
  }

  /** The reader of a column. */
  read(column: Column): (row: KeptRow) => Cell {
    const slot = this.slotOf(column)
    const path = typeof column === 'string' ? pathOf(column) : []
    return (row) => ('cells' in row ? (row.cells[slot] ?? '') : (valueAt(row.tree, path) ?? ''))
  }

  /** Finds each column in the headings (or by number); returns their places in a row of the file. Throws FileRefused. */
  locate(headings: readonly string[] | undefined, file: string): number[] {
    const places = headings ? placesByHeading(headings) : new Map<string, number>()
    const located = this.#columns.map((column) =>
      typeof column === 'number' ? column - 1 : places.get(headingKey(column)),
    )
    const missing = this.#columns.filter((_, slot) => located[slot] === undefined).map((column) => `"${column}"`)
    if (missing.length === 0) return located.map((place) => place ?? 0)
    const known = headings?.filter((heading) => heading.trim() !== '').slice(0, 40) ?? []
    const has = known.length === 0 ? 'Nothing stands in the row of its headings' : `It has: ${known.join(', ')}`
    throw new FileRefused(
      headings
        ? `${file} has no column ${missing.join(', ')}. ${has}. Correct the heading, "header" or the column in the profile.`
        : `The profile says that ${file} has no headings: name the columns ${missing.join(', ')} by their numbers.`,
    )
  }

  /** The slot of a column in kept rows. */
  slotOf(column: Column): number {
    const key = typeof column === 'number' ? `#${column}` : headingKey(column)
    const existing = this.#slots.get(key)
    if (existing !== undefined) return existing
    this.#slots.set(key, this.#columns.length)
    this.#columns.push(column)
    return this.#columns.length - 1
  }
}

/** A heading as headings are compared: case, line breaks and blanks around do not count. */
function headingKey(heading: string): string {
  return heading.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
}

/** The names of the columns: a heading that comes again is "Name (2)". */
export function uniqueHeadings(headings: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return headings.map((heading) => {
    const key = headingKey(heading)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    const shown = heading.replace(/\s+/g, ' ').trim()
    return count === 1 || key === '' ? shown : `${shown} (${count})`
  })
}

function placesByHeading(headings: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [index, heading] of uniqueHeadings(headings).entries()) {
    const key = headingKey(heading)
    if (key !== '' && !places.has(key)) places.set(key, index)
  }
  return places
}

/** The steps of a path such as "Head/Number" or "Lines/Line[2]/@id"; "" and "." are the node itself. */
export function pathOf(path: string): string[] {
  return path.split('/').filter((step) => step !== '' && step !== '.')
}

/** The nodes that a path leads to; a step with [n] is the n-th, one without all of them. */
export function nodesAt(node: TreeNode, path: readonly string[]): TreeNode[] {
  let nodes = [node]
  for (const step of path) {
    const [, name = step, number] = /^(.*)\[(\d+)\]$/.exec(step) ?? []
    const children = nodes.flatMap((parent) => parent.children?.[name] ?? [])
    nodes = number === undefined ? children : children.slice(Number(number) - 1, Number(number))
  }
  return nodes
}

function valueAt(node: TreeNode, path: readonly string[]): Cell | undefined {
  return nodesAt(node, path)[0]?.text
}

/** A heading as a text, whatever its cell holds. */
export function headingOf(cell: Cell): string {
  return typeof cell === 'object' && 'fault' in cell ? '' : textOf(cell)
}
