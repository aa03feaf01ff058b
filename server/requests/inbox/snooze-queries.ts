import type { Pool } from 'pg'
import type { Staff } from '#contract/console/staff.ts'
import { type Db, withStaff } from '#database/transaction.ts'

/** Puts a request off that waits for the supplier, as it is now. Returns until when it was before; undefined when it waits no more. */
export async function upsertSnooze(
  db: Db,
  { accountId, request, until }: { accountId: string; request: string; until: Date },
): Promise<string | null | undefined> {
  const { rows } = await db.query<{ before: string | null }>({
    name: 'inbox-snooze-request',
    text: `with before as (select until from request_snoozes where account_id = $1 and request_id = $2)
      insert into request_snoozes (account_id, request_id, until, last_at)
      select account_id, id, $3, last_at from requests where account_id = $1 and id = $2 and state in ('open', 'taken')
      on conflict (account_id, request_id) do update set until = excluded.until, last_at = excluded.last_at
      returning (select until from before) as before`,
    values: [accountId, request, until],
  })
  return rows[0]?.before
}

/** Takes a request back that was put off. Returns until when; undefined when it was not put off. */
export async function deleteSnooze(db: Db, accountId: string, request: string): Promise<string | undefined> {
  const { rows } = await db.query<{ until: string }>({
    name: 'inbox-wake-request',
    text: 'delete from request_snoozes where account_id = $1 and request_id = $2 returning until',
    values: [accountId, request],
  })
  return rows[0]?.until
}

export type AnswerTimeRow = { kind: string | null; count: number; median: number }

/**
 * How long the first answers since a moment took, by kind, and of all (null), of what the member of staff may see. Whatever
 * was answered since then has changed since then: the index of changes bounds what is read.
 */
export function selectAnswerTimes(consolePool: Pool, staff: Staff, since: Date): Promise<AnswerTimeRow[]> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows } = await db.query<AnswerTimeRow>({
      name: 'inbox-answer-times',
      text: `select r.kind, count(*)::int as count,
          percentile_cont(0.5) within group (order by extract(epoch from m.written_at - r.made_at)::float8)::int as median
        from requests r cross join lateral (select written_at from conversation_messages c
          where c.account_id = r.account_id and c.request_id = r.id and c.side = 'supplier'
            and c.outcome in ('answered', 'asked', 'accepted', 'declined') order by c.written_at limit 1) m
        where r.last_at >= $1 and m.written_at >= $1
        group by grouping sets ((r.kind), ()) having count(*) > 0 order by 2 desc, 1`,
      values: [since],
    })
    return rows
  })
}
