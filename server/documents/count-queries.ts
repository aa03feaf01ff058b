import type { Pool } from 'pg'
import { changedByDate, storedFor } from '../../contract/documents/clock.ts'
import { statusesOf } from '../../contract/documents/types.ts'
import { countedUpTo } from '../../contract/page.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { readTogether } from '../../database/connect.ts'
import { statusSql } from './fields.ts'
import { isNarrowedByMore, type Narrowing, narrowed, type Statement, statementOf, today } from './narrowed-queries.ts'

/**
 * The kept counts by the status that is shown today, as a query over (account, type, date, statuses that the calendar
 * changes, what it changes them to): what is past its last day counts there and no more here.
 */
const shownCounts = `select s.status, sum(s.count) as count from (
  select c.status, c.count, case when c.status = any ($4::text[]) then c.count - coalesce((
    select sum(n.count) from document_days n
    where n.account_id = $1 and n.type = $2 and n.status = c.status and n.day >= $3::date), 0) else 0 end as past
  from document_counts c where c.account_id = $1 and c.type = $2
) c
cross join lateral (values (c.status, c.count - c.past), ($5, c.past)) s (status, count)
group by s.status`

function shownCountsOf(viewer: Viewer, { type, today: day }: Narrowing): unknown[] {
  const changed = changedByDate(type)
  return [viewer.accountId, type, day, changed?.stored ?? [], changed?.shown ?? '']
}

/** The statement that counts a list's rows that no text narrows: from the kept counts where they know, else up to the limit of exactness. */
export function totalStatement(viewer: Viewer, narrowing: Narrowing): Statement {
  if (!isNarrowedByMore(narrowing)) {
    return narrowing.statuses
      ? {
          name: 'total:shown',
          text: `select coalesce(sum(count), 0)::int as count from (${shownCounts}) s where status = any ($6::text[])`,
          values: [...shownCountsOf(viewer, narrowing), narrowing.statuses],
        }
      : {
          name: 'total:kept',
          text: 'select coalesce(sum(count), 0)::int as count from document_counts where account_id = $1 and type = $2',
          values: [viewer.accountId, narrowing.type],
        }
  }
  const list = narrowed(viewer, narrowing)
  const text = `with ${list.queries.join(', ')} select count(*)::int as count from (select from ${list.from} where ${list.where.join(' and ')} limit ${countedUpTo + 1}) counted`
  return statementOf('total', list, text)
}

/** `rest`: among more documents than were looked at. */
type StatusCount = { status: string; count: number; rest?: boolean }

/**
 * Counts per shown status in the definition's order: exact where nothing but statuses narrows the list, else up to the
 * limit of exactness; under a text, as far as it was looked for.
 */
export async function countByStatus(
  db: Pool,
  viewer: Viewer,
  narrowing: Narrowing,
): Promise<{ status: string; count: number; exact: boolean }[]> {
  const { statuses: asked, ...base } = narrowing
  const wanted = statusesOf(base.type).filter((status) => asked?.includes(status) ?? true)
  const isKept = !isNarrowedByMore(base)
  const statement = isKept
    ? {
        name: 'statuses:shown',
        text: `select status, count::int from (${shownCounts}) s`,
        values: shownCountsOf(viewer, base),
      }
    : base.terms
      ? matchStatement(viewer, base)
      : scanStatement(viewer, base, wanted)
  const { rows } = await readTogether(db, viewer.accountId, (ask) => ask<StatusCount>(statement))
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  const isWhole = !rows.some(({ rest }) => rest)
  return statusesOf(base.type).map((status) => {
    if (!wanted.includes(status)) return { status, count: 0, exact: true }
    const count = counts.get(status) ?? 0
    const exact = isKept || (isWhole && count <= countedUpTo)
    return { status, count: isKept ? count : Math.min(count, countedUpTo), exact }
  })
}

/** Counts the matches of a text by status, in one go through them. */
function matchStatement(viewer: Viewer, narrowing: Narrowing): Statement {
  const list = narrowed(viewer, narrowing)
  const text = `with ${list.queries.join(', ')}, counted as (
  select ${statusSql(today)} as status from ${list.from} where ${list.where.join(' and ')}
)
select c.status, count(c.status)::int as count, r.rest from (select coalesce(bool_or(rest), false) as rest from matches) r
left join counted c on true group by c.status, r.rest`
  return statementOf('matches', list, text)
}

function scanStatement(viewer: Viewer, narrowing: Narrowing, statuses: readonly string[]): Statement {
  const list = narrowed(viewer, narrowing)
  const { shape, where, from, queries } = list
  shape.push(...statuses)
  const each = statuses.map((status) => {
    const { stored, byDate } = storedFor(narrowing.type, status)
    const among = stored.map((one) => `'${one}'`).join(', ')
    const clock = byDate ? ` and ${statusSql(today)} = '${status}'` : ''
    return `select '${status}' as status, (select count(*)::int from (select from ${from} where ${where.join(' and ')} and d.status in (${among})${clock} limit ${countedUpTo + 1}) counted) as count`
  })
  return statementOf('statuses', list, `with ${queries.join(', ')} ${each.join(' union all ')}`)
}

export type CurrencySum = { currency: string; count: number; gross: string; open: string | null }

/**
 * What the documents of a narrowed list come to per currency, those without an amount left out; a credit note takes
 * away. Undefined when there are, or may be, more than are added up at once.
 */
export async function sumByCurrency(
  db: Pool,
  viewer: Viewer,
  narrowing: Narrowing,
): Promise<CurrencySum[] | undefined> {
  const list = narrowed(viewer, narrowing)
  const signed = (column: string) => `case when invoice_kind = '381' then -abs(${column}) else ${column} end`
  const rest = narrowing.terms ? 'select coalesce(bool_or(rest), false) as rest from matches' : 'select false as rest'
  const { rows } = await readTogether(db, viewer.accountId, (ask) =>
    // One row at least, so that also of a list without any row it is known whether others may follow.
    ask<Omit<CurrencySum, 'currency'> & { currency: string | null; all: number | null; rest: boolean }>(
      statementOf(
        'sums',
        list,
        `with ${list.queries.join(', ')}, sums as (select currency, count(gross)::int as count, (sum(count(*)) over ())::int as all, count(*) as place,
  coalesce(sum(${signed('gross')}), 0)::text as gross, sum(${signed('open')})::text as open
from (select d.currency, d.gross, d.open, d.invoice_kind from ${list.from} where ${list.where.join(' and ')} limit ${countedUpTo + 1}) counted
group by currency) select s.*, r.rest from (${rest}) r left join sums s on true order by s.place desc, s.currency`,
      ),
    ),
  )
  if (rows[0]?.rest || (rows[0]?.all ?? 0) > countedUpTo) return undefined
  return rows.flatMap(({ currency, count, gross, open }) =>
    currency === null ? [] : [{ currency, count, gross, open }],
  )
}
