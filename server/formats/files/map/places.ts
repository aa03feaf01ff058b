import type { Column } from '#contract/imports/values.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { Cell } from '../read/rows.ts'
import type { Origin } from './document.ts'
import type { TableSource } from './read-table.ts'

type Problem = IngestReport['errors'][number]

const longestValue = 200

/** A problem with the place in the file where its value stands, as far as it has one. */
export function placeOf(
  problem: Problem,
  origins: ReadonlyMap<string, Origin>,
  sources: readonly TableSource[],
  cellOf: (origin: Origin) => Cell | undefined,
): Problem {
  const origin = nearestOrigin(problem.path, origins)
  const source = origin && sources[origin.table]
  if (!origin || !source) return problem
  const cell = origin.column === undefined ? undefined : cellOf(origin)
  const column = origin.column === undefined ? undefined : columnName(origin.column, source)
  const value = cell === undefined ? undefined : shownCell(cell)
  return {
    ...problem,
    line: origin.row.line,
    place: {
      file: source.file,
      ...(source.sheet === undefined ? {} : { sheet: source.sheet }),
      row: origin.row.line,
      ...(column === undefined ? {} : { column }),
      ...(value === undefined ? {} : { value }),
    },
  }
}

/** The origin of a path, else that of what it is a part of, else any of the document. */
function nearestOrigin(path: string, origins: ReadonlyMap<string, Origin>): Origin | undefined {
  for (let at = path; at.length > 1; at = at.replace(/(\.[^.[]*|\[\d+\])$/, '')) {
    const exact = origins.get(at)
    if (exact) return exact
    // Of an entry, its first value tells the row, but no column.
    for (const [key, origin] of origins)
      if (key.startsWith(`${at}.`) && at !== '$') return { ...origin, column: undefined }
    if (!/(\.[^.[]*|\[\d+\])$/.test(at)) break
  }
  const [first] = origins.values()
  return first && { ...first, column: undefined }
}

function columnName(column: Column, { headings }: TableSource): string {
  if (typeof column === 'string') return column
  return headings?.[column - 1] || String(column)
}

function shownCell(cell: Cell): string {
  const text = typeof cell === 'string' ? cell : (Object.values(cell)[0] ?? '')
  return text.length > longestValue ? `${text.slice(0, longestValue).toWellFormed()}…` : text
}
