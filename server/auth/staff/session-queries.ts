import type { Db } from '#database/transaction.ts'
import { type StaffRow, staffRoleOf } from './queries.ts'

export type NewStaffSession = {
  id: string
  staffId: string
  hash: Buffer
  now: Date
  /** When the person showed a factor. */
  provenAt: Date
  expiresAt: Date
  userAgent: string | null
  addressPrefix: string | null
}

/** Writes a new session of the console. */
export async function insertStaffSession(db: Db, session: NewStaffSession): Promise<void> {
  await db.query(
    `insert into staff_sessions (id, staff_id, hash, created_at, seen_at, proven_at, expires_at, user_agent, address_prefix)
     values ($1, $2, $3, $4, $4, $5, $6, $7, $8)`,
    [
      ...[session.id, session.staffId, session.hash, session.now, session.provenAt, session.expiresAt],
      ...[session.userAgent, session.addressPrefix],
    ],
  )
}

export type FoundSession = Omit<StaffRow, 'disabled'> & { sessionId: string; seenAt: Date; proven: boolean }

/** The session with this hash and its member of staff, unless it has ended or they are disabled. */
export async function findStaffSession(
  db: Db,
  hash: Buffer,
  { now, seenSince, provenSince }: { now: Date; seenSince: Date; provenSince: Date },
): Promise<FoundSession | undefined> {
  const { rows } = await db.query<Omit<FoundSession, 'role' | 'seenAt'> & { role: string; seenAt: number }>({
    name: 'staff-session',
    text: `select e.id as "sessionId", (extract(epoch from e.seen_at) * 1000)::float8 as "seenAt",
        e.proven_at > $4 as proven, s.id, s.email, s.name, s.role
      from staff_sessions e join staff s on s.id = e.staff_id
      where e.hash = $1 and e.ended_at is null and e.expires_at > $2 and e.seen_at > $3 and s.disabled_at is null`,
    values: [hash, now, seenSince, provenSince],
  })
  return rows[0] && { ...rows[0], role: staffRoleOf(rows[0].role), seenAt: new Date(rows[0].seenAt) }
}

/** Whether a session has not ended and its member of staff is not disabled. */
export async function isActive(
  db: Db,
  id: string,
  { now, seenSince }: { now: Date; seenSince: Date },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'staff-session-active',
    text: `select from staff_sessions e join staff s on s.id = e.staff_id
      where e.id = $1 and e.ended_at is null and e.expires_at > $2 and e.seen_at > $3 and s.disabled_at is null`,
    values: [id, now, seenSince],
  })
  return rowCount === 1
}

/** Notes that a session made a call. */
export async function noteSeen(db: Db, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'staff-session-seen',
    text: 'update staff_sessions set seen_at = $2 where id = $1 and seen_at < $2',
    values: [id, now],
  })
}

/** Notes that the person behind a session has shown a factor. */
export async function noteStaffProof(db: Db, id: string, now: Date): Promise<void> {
  await db.query('update staff_sessions set proven_at = $2 where id = $1', [id, now])
}

/** Ends a session of a member of staff. Returns false when there is none that is active. */
export async function endSessionOfStaff(db: Db, staffId: string, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'update staff_sessions set ended_at = $3 where staff_id = $1 and id = $2 and ended_at is null',
    [staffId, id, now],
  )
  return rowCount === 1
}

/** Ends all sessions of a member of staff. */
export async function endSessionsOfStaff(db: Db, staffId: string, now: Date): Promise<void> {
  await db.query('update staff_sessions set ended_at = $2 where staff_id = $1 and ended_at is null', [staffId, now])
}

export type StaffSessionRow = {
  id: string
  userAgent: string | null
  network: string | null
  firstSeen: string
  lastSeen: string
}

/** The active sessions of a member of staff, the newest first. */
export async function selectStaffSessions(
  db: Db,
  staffId: string,
  { now, seenSince }: { now: Date; seenSince: Date },
): Promise<StaffSessionRow[]> {
  const { rows } = await db.query<StaffSessionRow>(
    `select id, user_agent as "userAgent", address_prefix as network, created_at as "firstSeen", seen_at as "lastSeen"
     from staff_sessions where staff_id = $1 and ended_at is null and expires_at > $2 and seen_at > $3
     order by id desc limit 100`,
    [staffId, now, seenSince],
  )
  return rows
}

/** Deletes sessions and invitations that expired before a moment, and challenges that nobody answered until now. */
export async function deleteOldStaffData(db: Db, { now, before }: { now: Date; before: Date }): Promise<void> {
  await db.query('delete from staff_passkey_challenges where expires_at < $1', [now])
  await db.query('delete from staff_sessions where expires_at < $1', [before])
  await db.query('delete from staff_invitations where expires_at < $1', [before])
}
