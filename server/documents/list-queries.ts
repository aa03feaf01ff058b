import type { Pool } from 'pg'
import { definitions } from '../../contract/documents/types.ts'
import { countedUpTo } from '../../contract/page.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { readTogether } from '../../database/connect.ts'
import { totalStatement } from './count-queries.ts'
import { columnSql, statusSql, visibleFields } from './fields.ts'
import { keptStatuses, type Narrowing, narrowed, type Statement, statementOf, today } from './narrowed-queries.ts'

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

/**
 * The statement of `limit` rows of a list after `after`, in order, with the fields of these names that the viewer may
 * see; the list's own when absent.
 */
function listStatement(
  viewer: Viewer,
  narrowing: Narrowing,
  sorting: Sorting,
  limit: number,
  { after, names }: { after: After | undefined; names?: readonly string[] },
): Statement {
  const list = narrowed(viewer, narrowing)
  // Chosen fields are of many kinds, too many for a plan of each.
  if (names) list.common = false
  const { shape, put, where, from } = list
  const column = `d.${sorting.by}`
  const direction = sorting.descending ? 'desc' : 'asc'
  shape.push(sorting.by, direction, viewer.permissions.has('prices') ? 'prices' : 'bare')
  if (after) {
    shape.push('after')
    where.push(
      `(${column}, d.id) ${sorting.descending ? '<' : '>'} (${put(after.value)}::${sortColumns[sorting.by]}, ${put(after.id)}::uuid)`,
    )
  }
  const text = `select d.id, ${column}::text as "sortValue", ${columnsOf(narrowing, viewer.permissions, names ?? definitions[narrowing.type].list)}
from ${from} where ${where.join(' and ')}
order by ${column} ${direction}, d.id ${direction} limit ${put(limit)}::int`
  return statementOf('list', list, text)
}

function columnsOf({ type }: Narrowing, permissions: ReadonlySet<Permission>, names: readonly string[]): string {
  const columns = visibleFields(type, permissions, names).map(
    ([name, field]) => `${columnSql(type, name, field, today)} as "${name}"`,
  )
  return [`${statusSql(today)} as status`, ...columns].join(', ')
}

/**
 * `limit` rows of a list after `after`, in order, without amounts for a viewer who may not see prices; with the number
 * of all rows when `counting`: exact if it is kept, else counted up to the limit of exactness and one more.
 */
export async function readPage(
  db: Pool,
  viewer: Viewer,
  narrowing: Narrowing,
  sorting: Sorting,
  limit: number,
  more: { after: After | undefined; names?: readonly string[]; counting: boolean },
): Promise<{ rows: ListRow[]; count: number; exact: boolean }> {
  const list = listStatement(viewer, narrowing, sorting, limit, more)
  const total = more.counting ? totalStatement(viewer, narrowing) : undefined
  return readTogether(db, viewer.accountId, async (ask) => {
    const [page, counted] = await Promise.all([ask<ListRow>(list), total ? ask<{ count: number }>(total) : undefined])
    const count = counted?.rows[0]?.count ?? 0
    const exact = count <= countedUpTo || keptStatuses(narrowing) !== undefined
    return { rows: page.rows, count: exact ? count : countedUpTo, exact }
  })
}
