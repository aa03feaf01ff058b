import type { SessionEntry } from '#contract/auth/sessions.ts'
import type { Db } from '#database/transaction.ts'

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
