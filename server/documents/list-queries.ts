import type { Pool } from 'pg'
import { storedFor } from '../../contract/documents/clock.ts'
import { definitions } from '../../contract/documents/types.ts'
import { countedUpTo } from '../../contract/page.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { readTogether } from '../../database/connect.ts'
import { fieldSql, statusSql, visibleFields } from './fields.ts'

/** What narrows a list, checked and parsed. Each of `terms` is the beginning of a word or reference. */
export type Narrowing = {
  type: DocumentType
  /** The supplier's calendar date. */
  today: string
  statuses?: readonly string[]
  from?: string
  to?: string
  terms?: readonly string[]
}

export type Sorting = { by: 'list_date' | 'key_date' | 'number'; descending: boolean }
export type After = { value: string; id: string }
export type ListRow = Record<string, unknown> & { id: string; sortValue: string }

/** How many of the newest matches of a text a list looks at. */
const textMatches = 1000

type Statement = { name: string; text: string; values: unknown[] }

/** Collects conditions and their values; the same shape of narrowing always makes the same text, so that it is prepared once. */
function conditions(viewer: Viewer, narrowing: Narrowing) {
  const values: unknown[] = [viewer.accountId, narrowing.type, narrowing.today]
  const shape: string[] = [narrowing.type]
  const put = (value: unknown) => `$${values.push(value)}`
  const where = ['d.account_id = $1', 'd.type = $2']
  if (narrowing.statuses) where.push(statusCondition(narrowing.type, narrowing.statuses, put, shape))
  if (narrowing.from !== undefined) {
    shape.push('from')
    where.push(`d.list_date >= ${put(narrowing.from)}::date`)
  }
  if (narrowing.to !== undefined) {
    shape.push('to')
    where.push(`d.list_date <= ${put(narrowing.to)}::date`)
  }
  let from = 'documents d'
  if (narrowing.terms !== undefined) {
    shape.push('text')
    // By key, one id after the other: a plan for an account of average size would read all documents of a large one.
    from = `(select id from search_document_ids(${put(narrowing.terms)}::text[], array[$2]::text[], null, null, ${textMatches})) s cross join lateral (select x.* from documents x where x.account_id = $1 and x.id = s.id offset 0) d`
  }
  return { values, shape, put, where, from }
}

function statusCondition(
  type: DocumentType,
  statuses: readonly string[],
  put: (value: unknown) => string,
  shape: string[],
): string {
  const wanted = statuses.map((status) => storedFor(type, status))
  const stored = [...new Set(wanted.flatMap((one) => one.stored))]
  const byDate = wanted.some((one) => one.byDate)
  shape.push(`${stored.length === 1 ? 'status' : 'statuses'}${byDate ? '*' : ''}`)
  const plain = stored.length === 1 ? `d.status = ${put(stored[0])}` : `d.status = any (${put(stored)}::text[])`
  return byDate ? `${plain} and ${statusSql('$3::date')} = any (${put(statuses)}::text[])` : plain
}

function listStatement(
  viewer: Viewer,
  narrowing: Narrowing,
  sorting: Sorting,
  limit: number,
  after?: After,
): Statement {
  const { values, shape, put, where, from } = conditions(viewer, narrowing)
  const column = `d.${sorting.by}`
  const direction = sorting.descending ? 'desc' : 'asc'
  shape.push(sorting.by, direction, viewer.permissions.has('prices') ? 'prices' : 'bare')
  if (after) {
    shape.push('after')
    const cast = sorting.by === 'number' ? 'text' : 'date'
    where.push(
      `(${column}, d.id) ${sorting.descending ? '<' : '>'} (${put(after.value)}::${cast}, ${put(after.id)}::uuid)`,
    )
  }
  const fields = visibleFields(narrowing.type, viewer.permissions, definitions[narrowing.type].list)
  const columns = fields.map(([name, field]) => `${fieldSql(name, field, '$3::date')} as "${name}"`)
  const text = `select d.id, ${column} as "sortValue", ${statusSql('$3::date')} as status, ${columns.join(', ')}
from ${from} where ${where.join(' and ')}
order by ${column} ${direction}, d.id ${direction} limit ${put(limit)}::int`
  return { name: `list:${shape.join(':')}`, text, values }
}

/** The statement that counts a list's rows: from the kept counts where they know, else up to the limit of exactness. */
function totalStatement(viewer: Viewer, narrowing: Narrowing): Statement {
  const stored = keptStatuses(narrowing)
  if (stored) {
    return {
      name: 'total:kept',
      text: `select coalesce(sum(count), 0)::int as count from document_counts
where account_id = $1 and type = $2 and ($3::text[] is null or status = any ($3))`,
      values: [viewer.accountId, narrowing.type, stored === 'all' ? null : stored],
    }
  }
  const { values, shape, where, from } = conditions(viewer, narrowing)
  return {
    name: `total:${shape.join(':')}`,
    text: `with day as (select $3::date) select count(*)::int as count from (select from ${from} where ${where.join(' and ')} limit ${countedUpTo + 1}) counted`,
    values,
  }
}

/** The stored statuses that the kept counts answer a narrowing by, or undefined when rows must be counted. */
function keptStatuses(narrowing: Narrowing): 'all' | string[] | undefined {
  if (narrowing.from !== undefined || narrowing.to !== undefined || narrowing.terms) return undefined
  if (!narrowing.statuses) return 'all'
  const wanted = narrowing.statuses.map((status) => storedFor(narrowing.type, status))
  return wanted.some((one) => one.byDate) ? undefined : wanted.flatMap((one) => one.stored)
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
  more: { after: After | undefined; counting: boolean },
): Promise<{ rows: ListRow[]; count: number; exact: boolean }> {
  const list = listStatement(viewer, narrowing, sorting, limit, more.after)
  const total = more.counting ? totalStatement(viewer, narrowing) : undefined
  return readTogether(db, viewer.accountId, async (ask) => {
    const [page, counted] = await Promise.all([ask<ListRow>(list), total ? ask<{ count: number }>(total) : undefined])
    const count = counted?.rows[0]?.count ?? 0
    const exact = count <= countedUpTo || keptStatuses(narrowing) !== undefined
    return { rows: page.rows, count: exact ? count : countedUpTo, exact }
  })
}

/** Counts per shown status in the definition's order: kept ones exact, the others up to the limit of exactness. */
export async function countByStatus(
  db: Pool,
  viewer: Viewer,
  narrowing: Narrowing,
): Promise<{ status: string; count: number; exact: boolean }[]> {
  const { type } = narrowing
  const statuses = Object.keys(definitions[type].statuses)
  const isKept = (status: string) => keptStatuses({ ...narrowing, statuses: [status] }) !== undefined
  const counted = statuses.filter((status) => !isKept(status))
  return readTogether(db, viewer.accountId, async (ask) => {
    const [kept, scanned] = await Promise.all([
      ask<StatusCount>({
        name: 'statuses:kept',
        text: 'select status, count::int from document_counts where account_id = $1 and type = $2',
        values: [viewer.accountId, type],
      }),
      counted.length === 0 ? undefined : ask<StatusCount>(scanStatement(viewer, narrowing, counted)),
    ])
    const found = new Map([...kept.rows, ...(scanned?.rows ?? [])].map(({ status, count }) => [status, count]))
    return statuses.map((status) => {
      const count = found.get(status) ?? 0
      const exact = count <= countedUpTo || isKept(status)
      return { status, count: exact ? count : countedUpTo, exact }
    })
  })
}

type StatusCount = { status: string; count: number }

function scanStatement(viewer: Viewer, narrowing: Narrowing, statuses: readonly string[]): Statement {
  const { values, shape, where, from } = conditions(viewer, narrowing)
  const each = statuses.map((status) => {
    const { stored, byDate } = storedFor(narrowing.type, status)
    const list = stored.map((one) => `'${one}'`).join(', ')
    const clock = byDate ? ` and ${statusSql('$3::date')} = '${status}'` : ''
    return `select '${status}' as status, (select count(*)::int from (select from ${from} where ${where.join(' and ')} and d.status in (${list})${clock} limit ${countedUpTo + 1}) counted) as count`
  })
  return {
    name: `statuses:${shape.join(':')}:${statuses.length}`,
    text: `with day as (select $3::date) ${each.join(' union all ')}`,
    values,
  }
}
