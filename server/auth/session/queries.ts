import type { SessionEntry } from '#contract/auth/sessions.ts'
import type { Db } from '#database/transaction.ts'
import type { Proof } from '../tokens/proof.ts'

/** Whether the person of a session has proven who they are in that session since a moment. */
export async function isProvenSince(db: Db, sessionId: string, since: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'session-proven-since',
    text: 'select from sessions where id = $1 and revoked_at is null and proven_at > $2',
    values: [sessionId, since],
  })
  return rowCount === 1
}

/** Records that the person of a session has proven who they are. */
export async function noteProof(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.query('update sessions set proven_at = $2 where id = $1 and revoked_at is null', [sessionId, now])
}

export type SessionEntryRow = Omit<SessionEntry, 'current' | 'device' | 'place'> & { userAgent: string | null }

const columns = `id, user_agent as "userAgent", address_prefix as network, signed_in_by as "signedInBy",
  second_factor_at is not null as "secondFactor", created_at as "firstSeen", rotated_at as "lastSeen",
  coalesce(revoked_at, case when not alive then least(expires_at, rotated_at + $3::interval) end) as "endedAt"`

/**
 * The sessions of a person, active or over, the newest first, those older than the one with the id `after`. `idle` is a
 * PostgreSQL interval.
 */
export async function selectSessions(
  db: Db,
  userId: string,
  { alive, after, idle, most, now }: { alive: boolean; after: string | null; idle: string; most: number; now: Date },
): Promise<SessionEntryRow[]> {
  const { rows } = await db.query<SessionEntryRow>(
    `select ${columns} from (
       select *, revoked_at is null and expires_at > $2 and rotated_at + $3::interval > $2 as alive
       from sessions where user_id = $1 and ($6::uuid is null or id < $6)) s
     where alive = $4 order by id desc limit $5`,
    [userId, now, idle, alive, most, after],
  )
  return rows
}

/** The user agents that a person has signed in with so far. */
export async function selectUserAgents(db: Db, userId: string): Promise<(string | null)[]> {
  const { rows } = await db.query<{ userAgent: string | null }>({
    name: 'session-user-agents',
    text: 'select distinct user_agent as "userAgent" from sessions where user_id = $1',
    values: [userId],
  })
  return rows.map(({ userAgent }) => userAgent)
}

/** Whether an active session belongs to this person; locks it. */
export async function ownsSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from sessions where id = $2 and user_id = $1 and revoked_at is null for update',
    [userId, sessionId],
  )
  return rowCount === 1
}

/** Whether a session is active and its person still has the same role in the account. */
export async function isStillMember(
  db: Db,
  viewer: { sessionId: string; userId: string; accountId: string; role: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'session-still-member',
    text: `select from sessions s join memberships m on m.user_id = s.user_id and m.account_id = $3
      where s.id = $1 and s.user_id = $2 and s.revoked_at is null and s.expires_at > $5 and m.role = $4`,
    values: [viewer.sessionId, viewer.userId, viewer.accountId, viewer.role, now],
  })
  return rowCount === 1
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
