import type { Pool } from 'pg'
import { storedFor } from '../../contract/documents/clock.ts'
import { statusesOf } from '../../contract/documents/types.ts'
import { countedUpTo } from '../../contract/page.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { readTogether } from '../../database/connect.ts'
import { statusSql } from './fields.ts'
import {
  keptStatuses,
  type Narrowing,
  narrowed,
  type Statement,
  statementOf,
  today,
  withDay,
} from './narrowed-queries.ts'

/** The statement that counts a list's rows: from the kept counts where they know, else up to the limit of exactness. */
export function totalStatement(viewer: Viewer, narrowing: Narrowing): Statement {
  const stored = keptStatuses(narrowing)
  if (stored) {
    return {
      name: 'total:kept',
      text: `select coalesce(sum(count), 0)::int as count from document_counts
where account_id = $1 and type = $2 and ($3::text[] is null or status = any ($3))`,
      values: [viewer.accountId, narrowing.type, stored === 'all' ? null : stored],
    }
  }
  const list = narrowed(viewer, narrowing)
  const text = `${withDay} select count(*)::int as count from (select from ${list.from} where ${list.where.join(' and ')} limit ${countedUpTo + 1}) counted`
  return statementOf('total', list, text)
}

type StatusCount = { status: string; count: number }

/** Counts per shown status in the definition's order: kept ones exact, the others up to the limit of exactness. */
export async function countByStatus(
  db: Pool,
  viewer: Viewer,
  narrowing: Narrowing,
): Promise<{ status: string; count: number; exact: boolean }[]> {
  const { statuses: asked, ...base } = narrowing
  const isKept = (status: string) => keptStatuses({ ...base, statuses: [status] }) !== undefined
  const wanted = statusesOf(base.type).filter((status) => asked?.includes(status) ?? true)
  const counted = wanted.filter((status) => !isKept(status))
  return readTogether(db, viewer.accountId, async (ask) => {
    const [kept, scanned] = await Promise.all([
      ask<StatusCount>({
        name: 'statuses:kept',
        text: 'select status, count::int from document_counts where account_id = $1 and type = $2',
        values: [viewer.accountId, base.type],
      }),
      counted.length === 0 ? undefined : ask<StatusCount>(scanStatement(viewer, base, counted)),
    ])
    const found = new Map([...kept.rows, ...(scanned?.rows ?? [])].map(({ status, count }) => [status, count]))
    return statusesOf(base.type).map((status) => {
      const count = wanted.includes(status) ? (found.get(status) ?? 0) : 0
      const exact = count <= countedUpTo || isKept(status)
      return { status, count: exact ? count : countedUpTo, exact }
    })
  })
}

function scanStatement(viewer: Viewer, narrowing: Narrowing, statuses: readonly string[]): Statement {
  const list = narrowed(viewer, narrowing)
  const { shape, where, from } = list
  shape.push(String(statuses.length))
  const each = statuses.map((status) => {
    const { stored, byDate } = storedFor(narrowing.type, status)
    const among = stored.map((one) => `'${one}'`).join(', ')
    const clock = byDate ? ` and ${statusSql(today)} = '${status}'` : ''
    return `select '${status}' as status, (select count(*)::int from (select from ${from} where ${where.join(' and ')} and d.status in (${among})${clock} limit ${countedUpTo + 1}) counted) as count`
  })
  return statementOf('statuses', list, `${withDay} ${each.join(' union all ')}`)
}

export type CurrencySum = { currency: string; count: number; gross: string; open: string | null }

/**
 * What the documents of a narrowed list come to per currency, those without an amount left out; a credit note takes
 * away. Undefined when there are more than the limit of exactness.
 */
export async function sumByCurrency(
  db: Pool,
  viewer: Viewer,
  narrowing: Narrowing,
): Promise<CurrencySum[] | undefined> {
  const list = narrowed(viewer, narrowing)
  const signed = (column: string) => `case when invoice_kind = '381' then -abs(${column}) else ${column} end`
  const { rows } = await readTogether(db, viewer.accountId, (ask) =>
    ask<CurrencySum & { all: number }>(
      statementOf(
        'sums',
        list,
        `${withDay} select currency, count(gross)::int as count, (sum(count(*)) over ())::int as all,
  coalesce(sum(${signed('gross')}), 0)::text as gross, sum(${signed('open')})::text as open
from (select d.currency, d.gross, d.open, d.invoice_kind from ${list.from} where ${list.where.join(' and ')} limit ${countedUpTo + 1}) counted
group by currency order by count(*) desc, currency`,
      ),
    ),
  )
  if ((rows[0]?.all ?? 0) > countedUpTo) return undefined
  return rows.flatMap(({ currency, count, gross, open }) =>
    currency === null ? [] : [{ currency, count, gross, open }],
  )
}
