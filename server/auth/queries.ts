import type { Db } from '#database/transaction.ts'
import type { Proof } from './proof.ts'

export type SignInRow = { id: string; email: string; name: string; hash: string | null; disabled: boolean }

/** The user with a normalised e-mail address, with the password's hash. */
export async function findUser(db: Db, email: string): Promise<SignInRow | undefined> {
  const { rows } = await db.query<SignInRow>({
    name: 'auth-find-user',
    text: `select u.id, u.email, u.name, p.hash, u.disabled_at is not null as disabled
      from users u left join passwords p on p.user_id = u.id where u.email = $1`,
    values: [email],
  })
  return rows[0]
}

/** The conditions under which each kind of proof holds; they lock the rows until the end of the transaction. */
const proofQueries = {
  password: `select from users u join passwords p on p.user_id = u.id
    where u.id = $1 and u.disabled_at is null and sha256(convert_to(p.hash, 'UTF8')) = $2 for share`,
  passkey: `select from users u join passkeys p on p.user_id = u.id
    where u.id = $1 and u.disabled_at is null and p.credential = $2 for share`,
  sign_on: `select from users u join identities i on i.user_id = u.id
    where u.id = $1 and u.disabled_at is null and convert_to(i.id::text, 'UTF8') = $2 for share`,
} as const satisfies Record<Proof['by'], string>

/**
 * Whether the user may still sign in with their proof. Until the end of the transaction nobody can disable them, change
 * their password or remove the proof.
 */
export async function lockProvenUser(db: Db, userId: string, { by, key }: Proof): Promise<boolean> {
  const { rowCount } = await db.query({ name: `auth-hold-user-${by}`, text: proofQueries[by], values: [userId, key] })
  return rowCount === 1
}

/** `requiresFactor`: the account demands a second factor of its members. */
export type MembershipRow = { accountId: string; role: string; requiresFactor: boolean }

/** The membership in the given account; else in the one last used; else in the first by number. */
export async function chooseMembership(
  db: Db,
  userId: string,
  accountId: string | null,
): Promise<MembershipRow | undefined> {
  const { rows } = await db.query<MembershipRow>({
    name: 'auth-choose-membership',
    text: `select m.account_id as "accountId", m.role, a.requires_second_factor as "requiresFactor"
      from memberships m join accounts a using (account_id)
      where m.user_id = $1
      order by m.account_id = coalesce($2::uuid,
        (select s.account_id from sessions s where s.user_id = $1 order by s.id desc limit 1)) desc nulls last, a.number
      limit 1`,
    values: [userId, accountId],
  })
  return rows[0]
}

/** The membership in the account with this number, or undefined. */
export async function findMembership(db: Db, userId: string, number: string): Promise<MembershipRow | undefined> {
  const { rows } = await db.query<MembershipRow>({
    name: 'auth-find-membership',
    text: `select m.account_id as "accountId", m.role, a.requires_second_factor as "requiresFactor"
      from memberships m join accounts a using (account_id)
      where m.user_id = $1 and a.number = $2`,
    values: [userId, number],
  })
  return rows[0]
}

export type NewSession = {
  id: string
  userId: string
  accountId: string
  remembered: boolean
  now: Date
  expiresAt: Date
  userAgent: string | null
  addressPrefix: string | null
  signedInBy: Proof['by']
  secondFactor: boolean
}

/** Writes a new session, with generation 0. */
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db.query({
    name: 'auth-insert-session',
    text: `insert into sessions
        (id, user_id, account_id, remembered, created_at, rotated_at, expires_at, user_agent, address_prefix,
         signed_in_by, second_factor_at, proven_at)
      values ($1, $2, $3, $4, $5::timestamptz, $5, $6, $7, $8, $9, case when $10 then $5 end, $5)`,
    values: [
      session.id,
      session.userId,
      session.accountId,
      session.remembered,
      session.now,
      session.expiresAt,
      session.userAgent,
      session.addressPrefix,
      session.signedInBy,
      session.secondFactor,
    ],
  })
}

/** Times in milliseconds since 1970. */
export type SessionRow = {
  userId: string
  accountId: string
  remembered: boolean
  generation: number
  version: number
  rotatedAt: number
  expiresAt: number
  revoked: boolean
  /** Whether a second factor was shown at sign-in. */
  secondFactor: boolean
}

/** A session, locked until the end of the transaction: refresh, sign-out and revocation wait for each other here. */
export async function lockSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>({
    name: 'auth-hold-session',
    text: `select user_id as "userId", account_id as "accountId", remembered, generation, version,
        (extract(epoch from rotated_at) * 1000)::float8 as "rotatedAt",
        (extract(epoch from expires_at) * 1000)::float8 as "expiresAt",
        revoked_at is not null as revoked, second_factor_at is not null as "secondFactor"
      from sessions where id = $1 for update`,
    values: [id],
  })
  return rows[0]
}

/** Increments the generation of a session, for its next refresh token. */
export async function rotateSession(db: Db, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'auth-rotate-session',
    text: 'update sessions set generation = generation + 1, rotated_at = $2 where id = $1',
    values: [id, now],
  })
}

/** Stores which account a session works in. */
export async function setSessionAccount(db: Db, id: string, accountId: string): Promise<void> {
  await db.query({
    name: 'auth-set-session-account',
    text: 'update sessions set account_id = $2 where id = $1',
    values: [id, accountId],
  })
}

/** Why a session ended before its time. */
export const revocationReasons = [
  'signed_out',
  'signed_in_again',
  'reused',
  'disabled',
  'no_account',
  'password_changed',
  'ended_elsewhere',
  'second_factor_required',
] as const
export type RevocationReason = (typeof revocationReasons)[number]

/** Ends a session. Returns its user and account, or undefined when it had ended. */
export async function revokeSession(
  db: Db,
  id: string,
  reason: RevocationReason,
  now: Date,
): Promise<{ userId: string; accountId: string } | undefined> {
  const { rows } = await db.query<{ userId: string; accountId: string }>({
    name: 'auth-revoke-session',
    text: `update sessions set revoked_at = $3, revoked_because = $2 where id = $1 and revoked_at is null
      returning user_id as "userId", account_id as "accountId"`,
    values: [id, reason, now],
  })
  return rows[0]
}

/** Ends all sessions of a user, except at most one. Returns the ids of those that were active. */
export async function revokeSessionsOf(
  db: Db,
  userId: string,
  reason: RevocationReason,
  now: Date,
  except: string | null = null,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'auth-revoke-sessions-of',
    text: `update sessions set revoked_at = $3, revoked_because = $2
      where user_id = $1 and revoked_at is null and id is distinct from $4::uuid returning id`,
    values: [userId, reason, now, except],
  })
  return rows.map(({ id }) => id)
}

/** Replaces a password hash by a stronger one of the same password, unless the password was changed meanwhile. */
export async function updatePasswordHash(db: Db, userId: string, from: string, to: string): Promise<void> {
  await db.query({
    name: 'auth-renew-hash',
    text: 'update passwords set hash = $3 where user_id = $1 and hash = $2',
    values: [userId, from, to],
  })
}

export type RefusedSessionRow = { id: string; version: number; revoked: boolean }

/** The sessions whose tokens were refused in the last `seconds`, by the database's clock. */
export async function selectRefusedSessions(db: Db, seconds: number): Promise<RefusedSessionRow[]> {
  const { rows } = await db.query<RefusedSessionRow>({
    name: 'auth-refused-since',
    text: `select id, version, revoked_at is not null as revoked from sessions
      where refused_at > clock_timestamp() - make_interval(secs => $1)`,
    values: [seconds],
  })
  return rows
}

/** Deletes sessions that expired before a moment, and throttling data that is out of date. */
export async function deleteOldSignInData(db: Db, sessionsBefore: Date, bucketsBefore: Date): Promise<void> {
  await db.query('delete from sessions where expires_at < $1', [sessionsBefore])
  await db.query('delete from password_resets where expires_at < $1', [bucketsBefore])
  await db.query('delete from invitations where expires_at < $1', [sessionsBefore])
  await db.query('delete from registrations where decided_at < $1', [sessionsBefore])
  await db.query(
    `delete from throttle_buckets where key in (
       select key from throttle_buckets where updated_at < $1 and (proven_at is null or proven_at < $2) for update skip locked)`,
    [bucketsBefore, sessionsBefore],
  )
}
