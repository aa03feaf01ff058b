import type { Pool } from 'pg'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import { notFound } from '#contract/errors.ts'
import { parseLimit } from '#contract/page.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { requireTypeAccess } from '../type-access.ts'
import { type CurrencySum, countByStatus, sumByCurrency } from './count-queries.ts'
import { readListCursor, writeListCursor } from './cursor.ts'
import { type ListQuery, parseFilters, parseSort } from './list-filters.ts'
import { type ListRow, readPage } from './queries.ts'

type DocumentPage = { rows: DocumentRow[]; nextCursor: string | null; total: { count: number; exact: boolean } }

/**
 * One page of the viewer's documents of a type. Throws not_found, and invalid_input for an invalid filter, sorting or
 * cursor.
 */
export async function listPage(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  query: ListQuery & { limit?: string; cursor?: string },
  today: string,
): Promise<DocumentPage> {
  requireTypeAccess(viewer, type)
  const filters = parseFilters(viewer, type, query, today)
  const sorting = parseSort(viewer, type, query.sort)
  const sort = `${sorting.descending ? '-' : ''}${sorting.column}`
  const cursor = query.cursor === undefined ? undefined : readListCursor(query.cursor, sort)
  const limit = parseLimit(query.limit)
  const { rows, next, ...counted } = await readPage(viewerPool, viewer, filters, sorting, limit, {
    after: cursor,
    counting: cursor === undefined,
  })
  const total = cursor ? { count: cursor.count, exact: cursor.exact } : counted
  return {
    rows: rows.map((row) => rowOf(type, row)),
    nextCursor: next ? writeListCursor({ sort, ...next, ...total }) : null,
    total,
  }
}

/** How many of the viewer's documents of a type have each status, under the same filters. */
export async function countStatuses(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  query: Omit<ListQuery, 'status' | 'sort'>,
  today: string,
): Promise<{ status: string; count: number; exact: boolean }[]> {
  requireTypeAccess(viewer, type)
  return countByStatus(viewerPool, viewer, parseFilters(viewer, type, query, today))
}

/**
 * The totals of a filtered list of the viewer's documents per currency; null when there are too many to add up at once.
 * Throws not_found for a viewer who may not see prices.
 */
export async function sumDocuments(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  query: Omit<ListQuery, 'sort'>,
  today: string,
): Promise<CurrencySum[] | null> {
  requireTypeAccess(viewer, type)
  if (!viewer.permissions.has('prices')) throw notFound()
  return (await sumByCurrency(viewerPool, viewer, parseFilters(viewer, type, query, today))) ?? null
}

function rowOf(type: DocumentType, row: ListRow): DocumentRow {
  // A cast, because a row's status is any text for the compiler. What only the cursor needs is not in the reply's
  // schema and so not sent: to leave it out here too would cost as much as to parse the row.
  return { type, ...row } as unknown as DocumentRow
}
