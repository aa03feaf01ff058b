import type { Db } from '#database/transaction.ts'

/** A person's ratings of answers, by question. */
export async function selectRatings(db: Db, userId: string): Promise<Map<string, boolean>> {
  const { rows } = await db.query<{ question: string; helpful: boolean }>({
    name: 'faq-ratings-of',
    text: 'select question, helpful from faq_ratings where user_id = $1',
    values: [userId],
  })
  return new Map(rows.map(({ question, helpful }) => [question, helpful]))
}

/** Writes or replaces a person's rating of an answer; null deletes it. */
export async function setRating(
  db: Db,
  rating: { userId: string; question: string; helpful: boolean | null; now: Date },
): Promise<void> {
  const { userId, question, helpful, now } = rating
  if (helpful === null) {
    await db.query('delete from faq_ratings where user_id = $1 and question = $2', [userId, question])
    return
  }
  await db.query(
    `insert into faq_ratings (user_id, question, helpful, rated_at) values ($1, $2, $3, $4)
     on conflict (user_id, question) do update set helpful = excluded.helpful, rated_at = excluded.rated_at`,
    [userId, question, helpful, now],
  )
}

export type RatingCounts = { question: string; helped: number; failed: number }

/** How many people rated each answer as helpful and as not helpful; the least helpful first. */
export async function countRatings(db: Db): Promise<RatingCounts[]> {
  const { rows } = await db.query<RatingCounts>(
    `select question, count(*) filter (where helpful)::int as helped, count(*) filter (where not helpful)::int as failed
     from faq_ratings group by question order by failed desc, question`,
  )
  return rows
}

/** Name and e-mail of a sender, and their account. */
export async function selectSender(
  db: Db,
  userId: string,
  accountId: string,
): Promise<{ name: string; email: string; account: string; number: string } | undefined> {
  const { rows } = await db.query<{ name: string; email: string; account: string; number: string }>(
    `select u.name, u.email, a.name as account, a.number
     from memberships m join users u on u.id = m.user_id join accounts a on a.account_id = m.account_id
     where m.user_id = $1 and m.account_id = $2`,
    [userId, accountId],
  )
  return rows[0]
}

/** How many messages a person has written to support since a moment. */
export async function countSupportMessages(db: Db, userId: string, since: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from audit_log where user_id = $1 and action = 'support_asked' and at >= $2`,
    [userId, since],
  )
  return rows[0]?.count ?? 0
}

/**
 * Whether a person has written a message to support under a key. The key stays locked until the end of the transaction, so
 * that of two calls with it one waits for the other.
 */
export async function hasSentMessage(db: Db, userId: string, key: string): Promise<boolean> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`support ${userId} ${key}`])
  const { rowCount } = await db.query(
    `select from audit_log where user_id = $1 and action = 'support_asked' and details ->> 'key' = $2 limit 1`,
    [userId, key],
  )
  return rowCount === 1
}
