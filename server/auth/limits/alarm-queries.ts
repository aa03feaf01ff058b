import type { Db } from '#database/transaction.ts'

/** Counts a wrong code of a person. Returns how many wrong codes there were in a row. */
export async function incrementWrongCodes(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'alarm-wrong-code',
    text: 'update users set wrong_codes = wrong_codes + 1 where id = $1 returning wrong_codes as count',
    values: [userId],
  })
  return rows[0]?.count ?? 0
}

/** How many codes of a person were wrong in a row. */
export async function selectWrongCodeCount(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'alarm-wrong-codes',
    text: 'select wrong_codes as count from users where id = $1',
    values: [userId],
  })
  return rows[0]?.count ?? 0
}

/** Resets a person's count of wrong codes. */
export async function resetWrongCodes(db: Db, userId: string): Promise<void> {
  await db.query({
    name: 'alarm-forget',
    text: 'update users set wrong_codes = 0 where id = $1 and wrong_codes > 0',
    values: [userId],
  })
}

/** Records that a person is warned by mail. Returns false when they were warned in the same way after `since`. */
export async function upsertAlarm(
  db: Db,
  { userId, kind, now, since }: { userId: string; kind: string; now: Date; since: Date },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'alarm-note',
    text: `insert into sign_in_alarms as a (user_id, kind, notified_at) values ($1, $2, $3)
      on conflict (user_id, kind) do update set notified_at = excluded.notified_at where a.notified_at <= $4`,
    values: [userId, kind, now, since],
  })
  return rowCount === 1
}
