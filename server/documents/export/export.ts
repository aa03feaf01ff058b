import { Readable } from 'node:stream'
import type { Pool } from 'pg'
import type { ExportFormat } from '#contract/documents/downloads.ts'
import { statusesOf } from '#contract/documents/types.ts'
import { directionOf, type Language } from '#contract/languages.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { zipOf } from '#server/formats/zip/write.ts'
import type { ListFilters } from '../list/filter-queries.ts'
import { type ListQuery, parseFilters, parseSort } from '../list/list-filters.ts'
import { type ListRow, readAllPages, type Sorting } from '../list/queries.ts'
import { requireTypeAccess } from '../type-access.ts'
import { columnsOf } from './columns.ts'
import { csvOf } from './csv.ts'
import { titleOf } from './headings.ts'
import { xlsxFiles } from './xlsx.ts'

/** A longer page keeps the server busy for longer than others notice. */
export const rowsPerPage = 200

/** The media type of each kind of file. */
export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A file of rows: a list is read a page at a time, as fast as the reader of the file takes it. */
export type ExportFile = { name: string; mediaType: string; columns: readonly string[]; content: Readable }

/** Yields the same pages, each when it is its turn. */
type Pacer = <T>(pages: AsyncIterable<T>) => AsyncIterable<T>

/**
 * A list's view as a file, or only the documents with the given numbers. Throws not_found, and invalid_input as the
 * list does and for an unknown column.
 */
export function exportList(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  input: ListQuery & { format: ExportFormat; columns?: string; numbers?: readonly string[]; group?: 'status' },
  { language, today, now }: { language: Language; today: string; now: Date },
  pace: Pacer,
): ExportFile {
  requireTypeAccess(viewer, type)
  const filters = {
    ...parseFilters(viewer, type, input, today),
    ...(input.numbers ? { numbers: [...new Set(input.numbers)] } : {}),
  }
  const sorting = parseSort(viewer, type, input.sort)
  const columns = columnsOf(viewer, type, input.columns, language)
  const names = columns.map(({ name }) => name)
  const parts = input.group === 'status' ? filtersByStatus(filters) : [filters]
  const pages = pace(pagesOf(viewerPool, viewer, parts, sorting, names))
  const title = titleOf(language, type)
  const rightToLeft = directionOf(language) === 'rtl'
  return {
    name: `${title} ${today}.${input.format}`,
    mediaType: mediaTypes[input.format],
    columns: names,
    content:
      input.format === 'csv'
        ? Readable.from(csvOf(columns, pages))
        : zipOf(xlsxFiles({ title, columns, rightToLeft }, pages), now),
  }
}

/** The filters of each status of the list alone, in the order of a document's life. */
function filtersByStatus(filters: ListFilters): ListFilters[] {
  const { type, statuses } = filters
  return statusesOf(type)
    .filter((status) => statuses?.includes(status) ?? true)
    .map((status) => ({ ...filters, statuses: [status] }))
}

/** The rows of these parts of a list with these fields, page after page. */
async function* pagesOf(
  viewerPool: Pool,
  viewer: Viewer,
  parts: readonly ListFilters[],
  sorting: Sorting,
  names: readonly string[],
): AsyncGenerator<ListRow[]> {
  // Amounts are written with the decimal places of their currency.
  const fields = [...new Set([...names, 'currency'])].filter((name) => name !== 'status')
  for (const filters of parts)
    yield* readAllPages(viewerPool, viewer, filters, sorting, { limit: rowsPerPage, names: fields })
}
