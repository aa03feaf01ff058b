import type { Pool } from 'pg'
import { dateDependentStatus } from '#contract/documents/shown-status.ts'
import { statusesOf } from '#contract/documents/types.ts'
import { countLimit } from '#contract/page.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { answeredDocumentsSql, disputedSql } from '#database/acts.ts'
import { readTogether } from '#database/transaction.ts'
import { statusSql } from '../fields.ts'
import {
  buildListSql,
  createStatement,
  firstDate,
  hasStoredCounts,
  type ListFilters,
  lastDate,
  type SqlStatement,
  todaySql,
} from './filter-queries.ts'

/** The days by which documents are counted (`document_days.field`). */
export const countedDays = ['list_date', 'key_date', 'last_shown_day', 'late_day'] as const
type CountedDay = (typeof countedDays)[number]

/**
 * The stored counts by the status shown today, as a query over (account, type, date, the status that stored ones
 * change to with the date, and those): documents past their last day count under the new status.
 */
const shownCountsSql = `select s.status, sum(s.count) as count from (
  select c.status, c.count, case when c.status = any ($5::text[]) then c.count - coalesce((
    select sum(n.count) from document_days n where n.account_id = $1 and n.type = $2 and n.field = 'last_shown_day'
      and n.day >= $3::date and n.status = c.status), 0) else 0 end as past
  from document_counts c where c.account_id = $1 and c.type = $2
) c
cross join lateral (values (c.status, c.count - c.past), ($4, c.past)) s (status, count)
group by s.status`

/** The same without documents that are answered, which are few and subtracted. */
const unansweredCountsSql = (type: DocumentType) => `select s.status, sum(s.count) as count from (
  select status, count from (${shownCountsSql}) c
${answeredDocumentsSql(type, '$3::date')
  .map((documents) => `  union all select ${statusSql('$3::date', type)} as status, -1 as count from ${documents}`)
  .join('\n')}
) s
group by s.status`

/**
 * The same of documents whose date, key date, or first day of being late lies between two days. Those without a date are
 * kept with the day behind the last, and belong to no range.
 */
const dayCountsSql = `select case when last_day < $3::date then $4 else status end as status, sum(count) as count
from document_days where account_id = $1 and type = $2 and field = $5 and day between $6::date and least($7::date, '${lastDate}')
group by 1`

/** The counts of a list whose filters have stored counts. */
function storedCounts(viewer: Viewer, filters: ListFilters): SqlStatement {
  const { type, today, dates, late, unanswered } = filters
  const changed = dateDependentStatus(type)
  const values = [viewer.accountId, type, today, changed?.shown ?? '']
  const lateDay: CountedDay = 'late_day'
  if (late) return { name: 'days', text: dayCountsSql, values: [...values, lateDay, '-infinity', today] }
  const shownValues = [...values, changed?.stored ?? []]
  if (unanswered) return { name: `unanswered ${type}`, text: unansweredCountsSql(type), values: shownValues }
  if (!dates) return { name: 'shown', text: shownCountsSql, values: shownValues }
  const { column, from = firstDate, to = lastDate } = dates
  return { name: 'days', text: dayCountsSql, values: [...values, column, from, to] }
}

/**
 * The statement that counts the rows of a list without a text filter: from the stored counts where they suffice, else
 * up to `countLimit`.
 */
export function totalStatement(viewer: Viewer, filters: ListFilters): SqlStatement {
  if (hasStoredCounts(filters)) {
    if (!filters.statuses && !filters.dates && !filters.late) {
      return {
        name: 'total:kept',
        text: 'select coalesce(sum(count), 0)::int as count from document_counts where account_id = $1 and type = $2',
        values: [viewer.accountId, filters.type],
      }
    }
    const { name, text, values } = storedCounts(viewer, filters)
    const statuses = `$${values.length + 1}::text[]`
    return {
      name: `total:${name}`,
      text: `select coalesce(sum(count), 0)::int as count from (${text}) s where status = any (coalesce(${statuses}, array[status]))`,
      values: [...values, filters.statuses ?? null],
    }
  }
  const list = buildListSql(viewer, filters)
  const text = `with ${list.ctes.join(', ')} select count(*)::int as count from (select from ${list.from} where ${list.where.join(' and ')} limit ${countLimit + 1}) counted`
  return createStatement('total', list, text)
}

/** `status` is null when nothing was counted; `rest`: there are more documents than were scanned. */
type StatusCount = { status: string | null; count: number; rest?: boolean }

/**
 * Counts per shown status in the definition's order: exact where they are stored, else of the first `countLimit`
 * documents; with a text filter, of the documents that were scanned.
 */
export async function countByStatus(
  viewerPool: Pool,
  viewer: Viewer,
  filters: ListFilters,
): Promise<{ status: string; count: number; exact: boolean }[]> {
  const { statuses: requested, ...base } = filters
  const countedStatuses = statusesOf(base.type).filter((status) => requested?.includes(status) ?? true)
  const isStored = hasStoredCounts(base)
  const statement = isStored
    ? storedStatement(viewer, base)
    : base.terms
      ? matchStatement(viewer, base)
      : scanStatement(viewer, filters)
  const { rows } = await readTogether(viewerPool, viewer, (query) => query<StatusCount>(statement))
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  const isComplete = !rows.some(({ rest }) => rest)
  return statusesOf(base.type).map((status) => {
    if (!countedStatuses.includes(status)) return { status, count: 0, exact: true }
    const count = counts.get(status) ?? 0
    const exact = isStored || (isComplete && count <= countLimit)
    return { status, count: isStored ? count : Math.min(count, countLimit), exact }
  })
}

function storedStatement(viewer: Viewer, filters: ListFilters): SqlStatement {
  const { name, text, values } = storedCounts(viewer, filters)
  return { name: `statuses:${name}`, text: `select status, count::int from (${text}) s`, values }
}

/** Counts the matches of a text by status, in one pass. */
function matchStatement(viewer: Viewer, filters: ListFilters): SqlStatement {
  const list = buildListSql(viewer, filters)
  const text = `with ${list.ctes.join(', ')}, counted as (
  select ${statusSql(todaySql, filters.type)} as status from ${list.from} where ${list.where.join(' and ')}
)
select c.status, count(c.status)::int as count, r.rest from (select coalesce(bool_or(rest), false) as rest from matches) r
left join counted c on true group by c.status, r.rest`
  return createStatement('matches', list, text)
}

/** Counts up to `countLimit` documents by status, in one pass. */
function scanStatement(viewer: Viewer, filters: ListFilters): SqlStatement {
  const list = buildListSql(viewer, filters)
  const text = `with ${list.ctes.join(', ')}, counted as materialized (
  select ${statusSql(todaySql, filters.type)} as status from ${list.from} where ${list.where.join(' and ')} limit ${countLimit + 1}
)
select status, count(*)::int as count, (select count(*) > ${countLimit} from counted) as rest from counted group by status`
  return createStatement('statuses', list, text)
}

export type CurrencySum = { currency: string; count: number; gross: string; open: string | null }

/**
 * The totals of a filtered list's documents per currency, without documents that have no amount; credit notes are
 * subtracted, and what is disputed where the list leaves that out. Undefined when there are, or may be, more than `countLimit` documents.
 */
export async function sumByCurrency(
  viewerPool: Pool,
  viewer: Viewer,
  filters: ListFilters,
): Promise<CurrencySum[] | undefined> {
  const list = buildListSql(viewer, filters)
  const signed = (column: string) => `case when invoice_kind = '381' then -abs(${column}) else ${column} end`
  const rest = filters.terms ? 'select coalesce(bool_or(rest), false) as rest from matches' : 'select false as rest'
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    // At least one row, so that `rest` is known even for a list without rows.
    query<Omit<CurrencySum, 'currency'> & { currency: string | null; all: number | null; rest: boolean }>(
      createStatement(
        'sums',
        list,
        `with ${list.ctes.join(', ')}, sums as (select currency, count(gross)::int as count, (sum(count(*)) over ())::int as all, count(*) as place,
  coalesce(sum(${signed('gross')}), 0)::text as gross, sum(${signed('open')})::text as open
from (select d.currency, d.gross, ${filters.undisputed ? `d.open - coalesce(${disputedSql}, 0) as open` : 'd.open'}, d.invoice_kind from ${list.from} where ${list.where.join(' and ')} limit ${countLimit + 1}) counted
group by currency) select s.currency, s.count, s.all, s.gross, s.open, r.rest from (${rest}) r left join sums s on true order by s.place desc, s.currency`,
      ),
    ),
  )
  if (rows[0]?.rest || (rows[0]?.all ?? 0) > countLimit) return undefined
  return rows.flatMap(({ currency, count, gross, open }) =>
    currency === null ? [] : [{ currency, count, gross, open }],
  )
}
