import type { FactorMethod } from '#contract/auth/factors.ts'
import type { Db } from '#database/transaction.ts'

export type FactorRow = { method: FactorMethod; sealed: Buffer | null; since: string }

/** The second factors of a person, the authenticator app first. */
export async function selectFactors(db: Db, userId: string): Promise<FactorRow[]> {
  const { rows } = await db.query<FactorRow>({
    name: 'factors-of',
    text: 'select method, sealed, created_at as since from second_factors where user_id = $1 order by method desc',
    values: [userId],
  })
  return rows
}

/**
 * The methods of a person's second factors, locked until the transaction ends: calls that depend on how many are left
 * wait for each other.
 */
export async function lockFactors(db: Db, userId: string): Promise<FactorMethod[]> {
  const { rows } = await db.query<{ method: FactorMethod }>(
    'select method from second_factors where user_id = $1 order by method for update',
    [userId],
  )
  return rows.map(({ method }) => method)
}

/** Whether one of this person's accounts demands a second factor. */
export async function isFactorRequired(db: Db, userId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'factor-required',
    text: `select from memberships m join accounts a using (account_id)
      where m.user_id = $1 and a.requires_second_factor limit 1`,
    values: [userId],
  })
  return rowCount === 1
}

/** Uses up a time step of an authenticator app. Returns false when it, or a later one, was used before. */
export async function consumeTimeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'factor-take-step',
    text: `update second_factors set last_step = $2 where user_id = $1 and method = 'totp' and last_step < $2`,
    values: [userId, step],
  })
  return rowCount === 1
}

/** Writes a second factor. A new app replaces the one before it; the code that confirmed it counts as used. */
export async function upsertFactor(
  db: Db,
  factor: { userId: string; method: FactorMethod; sealed: Buffer | null; lastStep: number; now: Date },
): Promise<void> {
  await db.query(
    `insert into second_factors (user_id, method, sealed, last_step, created_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id, method) do update
       set sealed = excluded.sealed, last_step = excluded.last_step, created_at = excluded.created_at`,
    [factor.userId, factor.method, factor.sealed, factor.lastStep, factor.now],
  )
}

/** Deletes a second factor. */
export async function deleteFactor(db: Db, userId: string, method: FactorMethod): Promise<void> {
  await db.query('delete from second_factors where user_id = $1 and method = $2', [userId, method])
}

/** Deletes all second factors, recovery codes and trusted devices of a person. Returns how many factors there were. */
export async function deleteAllFactors(db: Db, userId: string): Promise<number> {
  // First of all, as in `lockFactors`: two transactions that lock in another order would end in a deadlock.
  const { rowCount } = await db.query('delete from second_factors where user_id = $1', [userId])
  for (const table of ['factor_enrolments', 'recovery_codes', 'trusted_devices', 'sign_in_challenges']) {
    await db.query(`delete from ${table} where user_id = $1`, [userId])
  }
  return rowCount ?? 0
}

/** Begins an enrolment of a second factor; it replaces one that was begun before. */
export async function upsertEnrolment(
  db: Db,
  enrolment: { userId: string; method: FactorMethod; secret: Buffer; expiresAt: Date },
): Promise<void> {
  await db.query(
    `insert into factor_enrolments (user_id, method, secret, expires_at) values ($1, $2, $3, $4)
     on conflict (user_id, method) do update
       set secret = excluded.secret, expires_at = excluded.expires_at, tries = 0`,
    [enrolment.userId, enrolment.method, enrolment.secret, enrolment.expiresAt],
  )
}

/**
 * Counts a try to confirm an enrolment. Returns the secret to check the code against, or undefined when no tries are
 * left.
 */
export async function countEnrolmentTry(
  db: Db,
  attempt: { userId: string; method: FactorMethod; maxTries: number; now: Date },
): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ secret: Buffer }>(
    `update factor_enrolments set tries = tries + 1
     where user_id = $1 and method = $2 and tries < $3 and expires_at > $4 returning secret`,
    [attempt.userId, attempt.method, attempt.maxTries, attempt.now],
  )
  return rows[0]?.secret
}

/** Deletes an enrolment. Returns false when it was replaced or deleted at the same moment. */
export async function deleteEnrolment(db: Db, userId: string, method: FactorMethod, secret: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from factor_enrolments where user_id = $1 and method = $2 and secret = $3',
    [userId, method, secret],
  )
  return rowCount === 1
}

/** Replaces the recovery codes of a person. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await db.query('delete from recovery_codes where user_id = $1', [userId])
  await db.query(
    'insert into recovery_codes (user_id, hash, created_at) select $1, h, $3 from unnest($2::bytea[]) as c(h)',
    [userId, hashes, now],
  )
}

/** Uses up a recovery code. Returns false when it does not exist or was used before. */
export async function consumeRecoveryCode(db: Db, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'update recovery_codes set used_at = $3 where user_id = $1 and hash = $2 and used_at is null',
    [userId, hash, now],
  )
  return rowCount === 1
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query<{ left: number }>({
    name: 'factor-count-recovery-codes',
    text: 'select count(*)::int as left from recovery_codes where user_id = $1 and used_at is null',
    values: [userId],
  })
  return rows[0]?.left ?? 0
}

/** The authenticator secrets that were encrypted with another key than this one. */
export async function selectOutdatedSecrets(db: Db, keyId: string): Promise<{ userId: string; sealed: Buffer }[]> {
  const { rows } = await db.query<{ userId: string; sealed: Buffer }>(
    `select user_id as "userId", sealed from second_factors
     where method = 'totp' and substr(sealed, 1, 8) <> convert_to($1, 'UTF8')`,
    [keyId],
  )
  return rows
}

/** Replaces the encrypted secret of an authenticator app, unless it was changed meanwhile. */
export async function updateSealedSecret(db: Db, userId: string, from: Buffer, to: Buffer): Promise<void> {
  await db.query(`update second_factors set sealed = $3 where user_id = $1 and method = 'totp' and sealed = $2`, [
    userId,
    from,
    to,
  ])
}

/**
 * Sets whether an account demands a second factor of its members. Returns undefined when no account has this number.
 */
export async function setFactorRequired(
  db: Db,
  number: string,
  required: boolean,
): Promise<{ accountId: string } | undefined> {
  const { rows } = await db.query<{ accountId: string }>(
    `update accounts set requires_second_factor = $2
     where account_id = (select account_id from account_numbers where number = $1) returning account_id as "accountId"`,
    [number, required],
  )
  return rows[0]
}

/** Ends the sessions in an account that have shown no second factor. Returns how many. */
export async function endSessionsWithoutFactor(db: Db, accountId: string, now: Date): Promise<number> {
  const { rows } = await db.query<{ ended: number }>('select end_sessions_without_factor($1, $2) as ended', [
    accountId,
    now,
  ])
  return rows[0]?.ended ?? 0
}
