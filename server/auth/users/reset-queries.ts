import type { Db } from '#database/transaction.ts'
import type { PersonRow } from './queries.ts'

/** Writes a password reset, even for a user id that does not exist; it voids those before it. */
export async function insertReset(
  db: Db,
  reset: { hash: Buffer; userId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await voidResets(db, reset.userId, reset.now)
  await db.query({
    name: 'auth-insert-reset',
    text: 'insert into password_resets (hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
    values: [reset.hash, reset.userId, reset.now, reset.expiresAt],
  })
}

/** Voids the password resets of a person that still work. */
export async function voidResets(db: Db, userId: string, now: Date): Promise<void> {
  await db.query({
    name: 'auth-void-resets',
    text: 'update password_resets set used_at = $2 where user_id = $1 and used_at is null',
    values: [userId, now],
  })
}

/** The person whom a password reset is for, while it works. */
export async function findPersonByReset(db: Db, hash: Buffer, now: Date): Promise<PersonRow | undefined> {
  const { rows } = await db.query<PersonRow>({
    name: 'auth-person-of-reset',
    text: `select u.id, u.email, u.name, p.hash
      from password_resets r join users u on u.id = r.user_id left join passwords p on p.user_id = u.id
      where r.hash = $1 and r.used_at is null and r.expires_at > $2 and u.disabled_at is null`,
    values: [hash, now],
  })
  return rows[0]
}

/** Uses up a password reset. Of several calls at the same moment only one returns true. */
export async function consumeReset(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'auth-use-reset',
    text: `update password_resets r set used_at = $2 from users u
      where r.hash = $1 and r.used_at is null and r.expires_at > $2 and u.id = r.user_id and u.disabled_at is null`,
    values: [hash, now],
  })
  return rowCount === 1
}
