import type { Db } from '#database/transaction.ts'

/** A browser that is at the identity provider; with a session it shows there that it is still the same person. */
export type StaffAttempt = { sessionId: string | null; begunAt: Date }

/** Writes that a browser is sent to the identity provider. */
export async function insertStaffAttempt(
  db: Db,
  attempt: StaffAttempt & { hash: Buffer; expiresAt: Date },
): Promise<void> {
  await db.query(
    'insert into staff_sign_on_attempts (hash, session_id, begun_at, expires_at) values ($1, $2, $3, $4)',
    [attempt.hash, attempt.sessionId, attempt.begunAt, attempt.expiresAt],
  )
}

/** Uses up an attempt. Of several callbacks at the same moment only one gets it. */
export async function consumeStaffAttempt(db: Db, hash: Buffer, now: Date): Promise<StaffAttempt | undefined> {
  const { rows } = await db.query<{ sessionId: string | null; begunAt: number }>(
    `delete from staff_sign_on_attempts where hash = $1 and expires_at > $2
     returning session_id as "sessionId", (extract(epoch from begun_at) * 1000)::float8 as "begunAt"`,
    [hash, now],
  )
  return rows[0] && { sessionId: rows[0].sessionId, begunAt: new Date(rows[0].begunAt) }
}

/** The member of staff whom an identity at the provider is linked to. */
export async function findStaffIdentity(db: Db, issuer: string, subject: string): Promise<string | undefined> {
  const { rows } = await db.query<{ staffId: string }>(
    'select staff_id as "staffId" from staff_identities where issuer = $1 and subject = $2',
    [issuer, subject],
  )
  return rows[0]?.staffId
}

/** Whether a member of staff signs in at the provider. */
export async function hasStaffIdentity(db: Db, staffId: string): Promise<boolean> {
  const { rowCount } = await db.query('select from staff_identities where staff_id = $1', [staffId])
  return rowCount === 1
}

/** Links an identity to a member of staff; false when either is linked already. */
export async function insertStaffIdentity(
  db: Db,
  identity: { id: string; staffId: string; issuer: string; subject: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into staff_identities (id, staff_id, issuer, subject, created_at, last_used_at)
     values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
    [identity.id, identity.staffId, identity.issuer, identity.subject, identity.now],
  )
  return rowCount === 1
}

/** Notes that a member of staff has signed in at the provider. */
export async function noteStaffIdentityUse(db: Db, staffId: string, now: Date): Promise<void> {
  await db.query('update staff_identities set last_used_at = $2 where staff_id = $1', [staffId, now])
}

/** The member of staff of a session. */
export async function selectStaffOfSession(db: Db, sessionId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ staffId: string }>(
    'select staff_id as "staffId" from staff_sessions where id = $1',
    [sessionId],
  )
  return rows[0]?.staffId
}

/** Deletes attempts that are over. */
export async function deleteOldStaffAttempts(db: Db, now: Date): Promise<void> {
  await db.query('delete from staff_sign_on_attempts where expires_at < $1', [now])
}
