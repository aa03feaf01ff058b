import type { Db } from '#database/transaction.ts'

export type UndeliveredAnswer = {
  request: string
  userId: string
  /** The address to which the mail was sent. */
  email: string
  /** What the mail server said. */
  reason: string
}

/** Notes that the mail of an answer did not arrive; false for a request that is gone. */
export async function upsertUndelivered(db: Db, answer: UndeliveredAnswer, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'undelivered-save',
    text: `insert into undelivered_answers (account_id, request_id, user_id, email, reason, refused_at)
      select r.account_id, r.id, u.id, $3, $4, $5 from requests r, users u where r.id = $1 and u.id = $2
      on conflict (account_id, request_id, user_id) do update
        set email = excluded.email, reason = excluded.reason, refused_at = excluded.refused_at`,
    values: [answer.request, answer.userId, answer.email, answer.reason, now],
  })
  return rowCount === 1
}

/** Forgets that mails of answers to a request did not arrive: to one person, or with null to all. Returns to whom. */
export async function deleteUndelivered(db: Db, request: string, userId: string | null): Promise<{ userId: string }[]> {
  const { rows } = await db.query<{ userId: string }>({
    name: 'undelivered-delete',
    text: `delete from undelivered_answers d using requests r
      where r.id = $1 and d.account_id = r.account_id and d.request_id = r.id and ($2::uuid is null or d.user_id = $2)
      returning d.user_id as "userId"`,
    values: [request, userId],
  })
  return rows
}

/** The e-mail and name of some people. */
export async function selectPeople(
  db: Db,
  ids: readonly string[],
): Promise<{ userId: string; email: string; name: string }[]> {
  const { rows } = await db.query<{ userId: string; email: string; name: string }>({
    name: 'undelivered-people',
    text: 'select id as "userId", email, name from users where id = any ($1) and disabled_at is null order by id',
    values: [ids],
  })
  return rows
}
