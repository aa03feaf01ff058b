import type { Pool } from 'pg'
import { definitions } from '../../contract/documents/types.ts'
import { countedUpTo } from '../../contract/page.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { readTogether } from '../../database/connect.ts'
import { totalStatement } from './count-queries.ts'
import { columnSql, statusSql, visibleFields } from './fields.ts'
import {
  isNarrowedByMore,
  isTextAlone,
  type Narrowed,
  type Narrowing,
  narrowed,
  type Statement,
  statementOf,
  today,
  walked,
} from './narrowed-queries.ts'

/** The columns that a list is sorted by: none is null, and an index of each ends with the id. */
export const sortColumns = {
  list_date: 'date',
  key_date: 'date',
  number: 'text',
  status_changed_at: 'timestamptz',
  gross_order: 'bigint',
  open_order: 'bigint',
} as const
export type SortColumn = keyof typeof sortColumns

export type Sorting = { by: SortColumn; descending: boolean }
export type After = { value: string; id: string }
export type ListRow = Record<string, unknown> & { id: string; sortValue: string }

type Wish = { limit: number; after: After | undefined; names?: readonly string[] }

/**
 * The statement of `limit` rows of a list after `after`, in order, with the fields of these names that the viewer may
 * see; the list's own when absent.
 */
function listStatement(
  viewer: Viewer,
  narrowing: Narrowing,
  sorting: Sorting,
  { limit, after, names }: Wish,
): Statement {
  const list = narrowed(viewer, narrowing)
  // Chosen fields are of many kinds, too many for a plan of each.
  if (names) list.common = false
  const { shape, put, where, from } = list
  if (after) where.push(behind(list, sorting, after))
  const order = orderOf(list, viewer, sorting)
  const text = `select d.id, d.${sorting.by}::text as "sortValue", ${columnsOf(narrowing, viewer.permissions, names)}
from ${from} where ${where.join(' and ')}
order by ${order} limit ${put(limit)}::int`
  shape.push('list')
  return statementOf('list', list, text)
}

/**
 * The same of a list that is narrowed by a text. In the order of their dates, newest first, it goes on from `after` until there are
 * enough; in any other order it sorts the newest matches. Each row says how many matches there are, and where to go on when there may
 * be others; without any row that is said alone.
 */
function matchesStatement(
  viewer: Viewer,
  narrowing: Narrowing,
  sorting: Sorting,
  { limit, after, names }: Wish,
): Statement {
  const byDate = isNewestFirst(sorting)
  const before = byDate && after ? { before: { day: after.value, id: after.id } } : {}
  // Then every match is one of the list: as many are read as the page shows.
  const isWhole = byDate && isTextAlone(narrowing)
  const list = narrowed(viewer, narrowing, {
    ...before,
    walked: byDate ? walked.page : walked.sorted,
    ...(isWhole ? { first: limit } : {}),
  })
  if (names) list.common = false
  const { shape, put, where, from, queries } = list
  if (isWhole) shape.push('whole')
  if (after && !byDate) where.push(behind(list, sorting, after))
  const order = orderOf(list, viewer, sorting)
  const text = `with ${queries.join(', ')}, page as (
  select d.id, d.${sorting.by}::text as "sortValue", ${columnsOf(narrowing, viewer.permissions, names)},
    row_number() over (order by ${order}) as place, ${isWhole ? '(select count(*) from matches where not rest)' : '(count(*) over ())'}::int as matching
  from ${from} where ${where.join(' and ')}
  order by place limit ${put(limit)}::int
)
select page.*, r.day as "restDay", r.id as "restId"
from (select (array_agg(id) filter (where rest))[1] as id, (max(list_date) filter (where rest))::text as day from matches) r
left join page on true order by page.place`
  return statementOf('list', list, text)
}

const isNewestFirst = ({ by, descending }: Sorting) => by === 'list_date' && descending

function orderOf({ shape }: Narrowed, viewer: Viewer, { by, descending }: Sorting): string {
  const direction = descending ? 'desc' : 'asc'
  shape.push(by, direction, viewer.permissions.has('prices') ? 'prices' : 'bare')
  return `d.${by} ${direction}, d.id ${direction}`
}

function behind({ shape, put }: Narrowed, { by, descending }: Sorting, after: After): string {
  shape.push('after')
  return `(d.${by}, d.id) ${descending ? '<' : '>'} (${put(after.value)}::${sortColumns[by]}, ${put(after.id)}::uuid)`
}

/** By type and whether amounts may be seen: to put them together for each page took a twelfth of the server's time for a list. */
const listColumns = new Map<string, string>()

function columnsOf({ type }: Narrowing, permissions: ReadonlySet<Permission>, names?: readonly string[]): string {
  if (names) return columnsNamed(type, permissions, names)
  const key = `${type}:${permissions.has('prices')}`
  const kept = listColumns.get(key) ?? columnsNamed(type, permissions, definitions[type].list)
  listColumns.set(key, kept)
  return kept
}

function columnsNamed(type: DocumentType, permissions: ReadonlySet<Permission>, names: readonly string[]): string {
  const fields = new Map(visibleFields(type, permissions))
  const columns = names.flatMap((name) => {
    const field = fields.get(name)
    return field ? [`${columnSql(type, name, field, today)} as "${name}"`] : []
  })
  return [`${statusSql(today)} as status`, ...columns].join(', ')
}

/** A page of a list. `next`: after which row the following page begins; null when there is none. */
export type Page = { rows: ListRow[]; next: After | null; count: number; exact: boolean }

/**
 * `limit` rows of a list after `after`, in order, without amounts for a viewer who may not see prices; with the number
 * of all rows when `counting`: exact if it is kept, else counted up to the limit of exactness. Of a list that is narrowed by a
 * text a page may be shorter although others follow.
 */
export async function readPage(
  db: Pool,
  viewer: Viewer,
  narrowing: Narrowing,
  sorting: Sorting,
  limit: number,
  more: { after: After | undefined; names?: readonly string[]; counting: boolean },
): Promise<Page> {
  // One more tells whether there is a page behind this one.
  const wish = { ...more, limit: limit + 1 }
  if (narrowing.terms) {
    const matches = (after: After | undefined) =>
      readMatches(db, viewer, matchesStatement(viewer, narrowing, sorting, { ...wish, after }), sorting, limit)
    let page = await matches(more.after)
    // Where nothing fits among the first documents that were looked at, something may among the next.
    for (let turn = 1; page.rows.length === 0 && page.next && turn < mostTurns; turn++) page = await matches(page.next)
    return page
  }
  const list = listStatement(viewer, narrowing, sorting, wish)
  const total = more.counting ? totalStatement(viewer, narrowing) : undefined
  return readTogether(db, viewer.accountId, async (ask) => {
    const [page, counted] = await Promise.all([ask<ListRow>(list), total ? ask<{ count: number }>(total) : undefined])
    const count = counted?.rows[0]?.count ?? 0
    const exact = count <= countedUpTo || !isNarrowedByMore(narrowing)
    return { ...cut(page.rows, limit), count: exact ? count : countedUpTo, exact }
  })
}

/** How often a page without rows is passed over. */
const mostTurns = 8

type MatchRow = ListRow & { place: string; matching: number | null; restDay: string | null; restId: string | null }

async function readMatches(
  db: Pool,
  viewer: Viewer,
  statement: Statement,
  sorting: Sorting,
  limit: number,
): Promise<Page> {
  const { rows } = await readTogether(db, viewer.accountId, (ask) => ask<MatchRow>(statement))
  const [{ matching, restDay, restId } = { matching: 0, restDay: null, restId: null }] = rows
  const matches = rows
    .filter(({ id }) => id !== null)
    .map(({ place: _place, matching: _matching, restDay: _day, restId: _id, ...row }) => row as ListRow)
  const page = cut(matches, limit)
  const rest = restDay !== null && restId !== null && isNewestFirst(sorting) ? { value: restDay, id: restId } : null
  return { ...page, next: page.next ?? rest, count: matching ?? 0, exact: restId === null }
}

function cut(rows: ListRow[], limit: number): Pick<Page, 'rows' | 'next'> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit), next: last ? { value: last.sortValue, id: last.id } : null }
}
