import type { Pool } from 'pg'
import { firstItemLength } from '#contract/documents/endpoints.ts'
import { definitions } from '#contract/documents/types.ts'
import { countLimit } from '#contract/page.ts'
import type { Permission } from '#contract/permissions.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { actJsonSql } from '#database/acts.ts'
import { readTogether } from '#database/transaction.ts'
import { columnSql, statusSql, visibleColumns } from '../fields.ts'
import { totalStatement } from './count-queries.ts'
import {
  buildListSql,
  createStatement,
  documentsOf,
  hasStoredCounts,
  isNarrowed,
  isTextOnly,
  type ListFilters,
  type ListSql,
  type SqlStatement,
  todaySql,
} from './filter-queries.ts'

/**
 * The columns by which lists are sorted, with their SQL types: none is nullable, and each has an index that ends with
 * the id.
 */
export const sortColumns = {
  list_date: 'date',
  key_date: 'date',
  number: 'text',
  status_changed_at: 'timestamptz',
  gross_order: 'bigint',
  open_order: 'bigint',
} as const
export type SortColumn = keyof typeof sortColumns

export type Sorting = { column: SortColumn; descending: boolean }
export type ListPosition = { value: string; id: string }
export type ListRow = Record<string, unknown> & { id: string; sortValue: string }

type PageRequest = { limit: number; after: ListPosition | undefined; names?: readonly string[] }

/**
 * The statement that reads `limit` rows of a list after `after`, in order, with those of the fields `names` that the
 * viewer may see; the list's own fields when absent.
 */
function listStatement(
  viewer: Viewer,
  filters: ListFilters,
  sorting: Sorting,
  { limit, after, names }: PageRequest,
): SqlStatement {
  const list = buildListSql(viewer, filters)
  // There are too many combinations of chosen fields to keep a plan of each.
  if (names) list.prepared = false
  const { shape, bind, where, from } = list
  if (after) where.push(afterCondition(list, sorting, after))
  const order = orderBySql(list, viewer, sorting)
  const page = `from ${from} where ${where.join(' and ')} order by ${order} limit ${bind(limit)}::int`
  // Only the page's own documents are read: an index holds what these filters compare.
  const rows = isNarrowed(filters) ? `from ${documentsOf(`select d.id ${page}`)} order by ${order}` : page
  const text = `select d.id, d.${sorting.column}::text as "sortValue", ${listColumnsSql(filters, viewer.permissions, names)} ${rows}`
  shape.push('list')
  return createStatement('list', list, text)
}

const newestFirst: Sorting = { column: 'list_date', descending: true }
const isNewestFirst = ({ column, descending }: Sorting) => column === 'list_date' && descending

/**
 * The statement that reads rows of a list with a text filter, newest first: it continues from `after` until there are
 * enough. Each row carries the number of matches, and where to continue when there may be more; a result without rows
 * carries that alone.
 */
function matchesStatement(viewer: Viewer, filters: ListFilters, { limit, after, names }: PageRequest): SqlStatement {
  // Then every match belongs to the list, so only as many are read as the page shows.
  const isWhole = isTextOnly(filters)
  const list = buildListSql(viewer, filters, {
    ...(after ? { before: { day: after.value, id: after.id } } : {}),
    ...(isWhole ? { first: limit } : {}),
  })
  if (names) list.prepared = false
  const { shape, bind, where, from, ctes } = list
  if (isWhole) shape.push('whole')
  const order = orderBySql(list, viewer, newestFirst)
  const text = `with ${ctes.join(', ')}, page as (
  select d.id, d.list_date::text as "sortValue", ${listColumnsSql(filters, viewer.permissions, names)},
    row_number() over (order by ${order}) as place, ${isWhole ? '(select count(*) from matches where not rest)' : '(count(*) over ())'}::int as matching
  from ${from} where ${where.join(' and ')}
  order by place limit ${bind(limit)}::int
)
select page.*, r.day as "restDay", r.id as "restId"
from (select (array_agg(id) filter (where rest))[1] as id, (max(list_date) filter (where rest))::text as day from matches) r
left join page on true order by page.place`
  return createStatement('list', list, text)
}

function orderBySql({ shape }: ListSql, viewer: Viewer, { column, descending }: Sorting): string {
  const direction = descending ? 'desc' : 'asc'
  shape.push(column, direction, viewer.permissions.has('prices') ? 'prices' : 'bare')
  return `d.${column} ${direction}, d.id ${direction}`
}

function afterCondition({ shape, bind }: ListSql, { column, descending }: Sorting, after: ListPosition): string {
  shape.push('after')
  return `(d.${column}, d.id) ${descending ? '<' : '>'} (${bind(after.value)}::${sortColumns[column]}, ${bind(after.id)}::uuid)`
}

/** The name of the first item; of a document that was stored before its header had it, from its lines. */
const firstItemSql = `coalesce(d.first_item, case when d.line_count > 0 then
  (select left(coalesce(l.details ->> 'name', l.sku), ${firstItemLength}) from document_lines l
    where l.account_id = d.account_id and l.document_id = d.id and l.kind = 'item' order by l.position limit 1) end)`

/**
 * By type and whether amounts may be seen: building the columns for each page took a twelfth of the server's time for a
 * list.
 */
const cachedColumns = new Map<string, string>()

function listColumnsSql(
  { type }: ListFilters,
  permissions: ReadonlySet<Permission>,
  names?: readonly string[],
): string {
  if (names) return columnsSql(type, permissions, names)
  const key = `${type}:${permissions.has('prices')}`
  const columns =
    cachedColumns.get(key) ??
    `${columnsSql(type, permissions, definitions[type].list)}, ${actJsonSql(type, todaySql)} as act, ${firstItemSql} as "firstItem"`
  cachedColumns.set(key, columns)
  return columns
}

function columnsSql(type: DocumentType, permissions: ReadonlySet<Permission>, names: readonly string[]): string {
  const fields = new Map(visibleColumns(type, permissions))
  const columns = names.flatMap((name) => {
    const field = fields.get(name)
    return field ? [`${columnSql(type, name, field, todaySql)} as "${name}"`] : []
  })
  return [`${statusSql(todaySql, type)} as status`, ...columns].join(', ')
}

/** A page of a list. `next`: the row after which the next page begins; null when there is none. */
export type PageRows = { rows: ListRow[]; next: ListPosition | null; count: number; exact: boolean }

/**
 * `limit` rows of a list after `after`, in order, without amounts for a viewer who may not see prices; with the total
 * when `counting`: exact if it is stored, else counted up to `countLimit`. With a text filter, a page may be shorter
 * although more rows follow, and in another order than newest first only the newest 500 matches are listed.
 */
export async function readPage(
  viewerPool: Pool,
  viewer: Viewer,
  filters: ListFilters,
  sorting: Sorting,
  limit: number,
  options: { after: ListPosition | undefined; names?: readonly string[]; counting: boolean },
): Promise<PageRows> {
  // One more row tells whether another page follows.
  const request = { ...options, limit: limit + 1 }
  if (filters.terms) {
    const read = (page: PageRequest) =>
      readMatches(viewerPool, viewer, matchesStatement(viewer, filters, page), page.limit - 1)
    if (isNewestFirst(sorting)) return readNewest(read, request)
    const { numbers, exact } = await readMatchingNumbers(read)
    const listed = { type: filters.type, today: filters.today, numbers }
    const statement = listStatement(viewer, listed, sorting, request)
    const { rows } = await readTogether(viewerPool, viewer, (query) => query<ListRow>(statement))
    return { ...cutPage(rows, limit), count: numbers.length, exact }
  }
  const list = listStatement(viewer, filters, sorting, request)
  const total = options.counting ? totalStatement(viewer, filters) : undefined
  return readTogether(viewerPool, viewer, async (query) => {
    const [page, counted] = await Promise.all([
      query<ListRow>(list),
      total ? query<{ count: number }>(total) : undefined,
    ])
    const count = counted?.rows[0]?.count ?? 0
    const exact = count <= countLimit || hasStoredCounts(filters)
    return { ...cutPage(page.rows, limit), count: exact ? count : countLimit, exact }
  })
}

/** How many pages are read until one has rows, or until there are enough to be put in another order. */
const maxReads = 8
/** How many of the newest documents that match are put in another order than that of their dates. */
const maxSorted = 500

type ReadMatches = (page: PageRequest) => Promise<PageRows>

/** A page of a list with a text filter, newest first. */
async function readNewest(read: ReadMatches, request: PageRequest): Promise<PageRows> {
  let page = await read(request)
  // Where nothing matches among the first documents that were scanned, something may among the next.
  for (let reads = 1; page.rows.length === 0 && page.next && reads < maxReads; reads++)
    page = await read({ ...request, after: page.next })
  return page
}

/** The numbers of the newest documents that match a text and all other filters, which are put in another order. */
async function readMatchingNumbers(read: ReadMatches): Promise<{ numbers: string[]; exact: boolean }> {
  const request = { limit: maxSorted + 1, names: ['number'] }
  let page = await read({ ...request, after: undefined })
  const matches = [...page.rows]
  for (let reads = 1; page.next && matches.length < maxSorted && reads < maxReads; reads++) {
    page = await read({ ...request, after: page.next })
    matches.push(...page.rows)
  }
  const numbers = matches.slice(0, maxSorted).map(({ number }) => String(number))
  return { numbers, exact: page.next === null && numbers.length === matches.length }
}

/**
 * All rows of a list with these fields, page after page, each in a transaction of its own. With a text filter that more
 * documents match than can be put in another order they come newest first.
 */
export async function* readAllPages(
  viewerPool: Pool,
  viewer: Viewer,
  filters: ListFilters,
  sorting: Sorting,
  { limit, names }: { limit: number; names: readonly string[] },
): AsyncGenerator<ListRow[]> {
  const options = { after: undefined, names, counting: false }
  const first = await readPage(viewerPool, viewer, filters, sorting, limit, options)
  const isTruncated = filters.terms !== undefined && !isNewestFirst(sorting) && !first.exact
  const order = isTruncated ? newestFirst : sorting
  let page = isTruncated ? await readPage(viewerPool, viewer, filters, order, limit, options) : first
  if (page.rows.length > 0) yield page.rows
  while (page.next) {
    page = await readPage(viewerPool, viewer, filters, order, limit, { ...options, after: page.next })
    if (page.rows.length > 0) yield page.rows
  }
}

/** Of a result without rows, everything but where to continue is null. */
type MatchRow = Record<string, unknown> & {
  id: string | null
  sortValue: string | null
  place: string | null
  matching: number | null
  restDay: string | null
  restId: string | null
}

/** The newest documents that fit among those that are scanned at once, and where to go on. */
async function readMatches(
  viewerPool: Pool,
  viewer: Viewer,
  statement: SqlStatement,
  limit: number,
): Promise<PageRows> {
  const { rows } = await readTogether(viewerPool, viewer, (query) => query<MatchRow>(statement))
  const [{ matching, restDay, restId } = { matching: 0, restDay: null, restId: null }] = rows
  const matches = rows
    .filter(({ id }) => id !== null)
    .map(({ place: _place, matching: _matching, restDay: _day, restId: _id, ...row }) => row as ListRow)
  const page = cutPage(matches, limit)
  const rest = restDay !== null && restId !== null ? { value: restDay, id: restId } : null
  return { ...page, next: page.next ?? rest, count: matching ?? 0, exact: restId === null }
}

function cutPage(rows: ListRow[], limit: number): Pick<PageRows, 'rows' | 'next'> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit), next: last ? { value: last.sortValue, id: last.id } : null }
}
