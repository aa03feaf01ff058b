import type { Pool } from 'pg'
import { type StaffRole, staffProofMinutes, staffSessionHours } from '#contract/console/staff.ts'
import { notFound } from '#contract/errors.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '#server/audit/record.ts'
import type { RandomBytes } from '../passwords/passwords.ts'
import { describeUserAgent } from '../session/user-agent.ts'
import { mailedTokenHash, newMailedToken } from '../tokens/mailed-token.ts'
import {
  endSessionOfStaff,
  findStaffSession,
  insertStaffSession,
  isActive,
  noteSeen,
  selectStaffSessions,
} from './session-queries.ts'

const hour = 3_600_000
const minute = 60_000

export type StaffSessionDeps = { db: Pool; clock: () => Date; newId: () => string; random: RandomBytes }

/** The member of staff behind a session of the console. */
export type StaffIdentity = {
  staffId: string
  sessionId: string
  name: string
  email: string
  role: StaffRole
  /** Whether they have shown a factor within the last minutes. */
  proven: boolean
}

/** A session that has just begun: the token is for the browser's cookie. */
export type StartedSession = { token: string; staff: StaffIdentity }

/** A session that made no call since then has ended. */
export const seenSince = (now: Date): Date => new Date(now.getTime() - staffSessionHours.idle * hour)

/** Starts a session for a member of staff who has shown both factors, at `shownAt`, in the transaction of that. */
export async function startStaffSession(
  deps: Omit<StaffSessionDeps, 'db'>,
  db: Db,
  staff: { id: string; name: string; email: string; role: StaffRole },
  caller: Caller,
  shownAt = deps.clock(),
): Promise<StartedSession> {
  const now = deps.clock()
  const { token, hash } = newMailedToken(deps.random)
  const sessionId = deps.newId()
  await insertStaffSession(db, {
    ...{
      id: sessionId,
      staffId: staff.id,
      hash,
      now,
      provenAt: shownAt,
      userAgent: caller.userAgent,
      addressPrefix: caller.network,
    },
    expiresAt: new Date(now.getTime() + staffSessionHours.most * hour),
  })
  await record(deps, db, { action: 'staff_signed_in', caller, staffId: staff.id, details: { session: sessionId } })
  const { id: staffId, name, email, role } = staff
  const proven = shownAt.getTime() > now.getTime() - staffProofMinutes * minute
  return { token, staff: { staffId, sessionId, name, email, role, proven } }
}

/** The member of staff whose session this token is of; undefined when it has ended or they are disabled. */
export async function findStaffByToken(
  { db, clock }: Pick<StaffSessionDeps, 'db' | 'clock'>,
  token: string,
): Promise<StaffIdentity | undefined> {
  const hash = mailedTokenHash(token)
  const now = clock()
  const provenSince = new Date(now.getTime() - staffProofMinutes * minute)
  const found = hash && (await findStaffSession(db, hash, { now, seenSince: seenSince(now), provenSince }))
  if (!found) return undefined
  const { sessionId, seenAt, id: staffId, name, email, role, proven } = found
  // A write for each call would cost more than the calls.
  if (now.getTime() - seenAt.getTime() >= minute) await noteSeen(db, sessionId, now)
  return { staffId, sessionId, name, email, role, proven }
}

/** Whether a session is still active; this does not count as its use. */
export function isStaffSessionOpen(
  { db, clock }: Pick<StaffSessionDeps, 'db' | 'clock'>,
  id: string,
): Promise<boolean> {
  const now = clock()
  return isActive(db, id, { now, seenSince: seenSince(now) })
}

/** The active sessions of a member of staff, the newest first. */
export async function listStaffSessions(
  { db, clock }: Pick<StaffSessionDeps, 'db' | 'clock'>,
  { staffId, sessionId }: Pick<StaffIdentity, 'staffId' | 'sessionId'>,
) {
  const now = clock()
  const rows = await selectStaffSessions(db, staffId, { now, seenSince: seenSince(now) })
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    current: row.id === sessionId,
    device: describeUserAgent(userAgent),
  }))
}

/** Ends a session of a member of staff: their own current one, or another of theirs. Throws not_found. */
export function endStaffSession(
  deps: StaffSessionDeps,
  staff: Pick<StaffIdentity, 'staffId' | 'sessionId'>,
  id: string,
  caller: Caller,
): Promise<void> {
  return withTransaction(deps.db, async (db) => {
    if (!(await endSessionOfStaff(db, staff.staffId, id, deps.clock()))) throw notFound()
    const action = id === staff.sessionId ? 'staff_signed_out' : 'staff_session_ended'
    await record(deps, db, { action, caller, staffId: staff.staffId, details: { session: id } })
  })
}
