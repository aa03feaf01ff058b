import { notFound } from '../../contract/errors.ts'
import type { SessionEntry } from '../../contract/sessions.ts'
import { type Caller, record } from '../audit/record.ts'
import { deviceOf } from './device.ts'
import { inTransaction, revokeSession, revokeSessionsOf } from './queries.ts'
import { type EntryRow, ownsSession, sessionsOf } from './session-queries.ts'
import { type SessionDeps, sessionLimits } from './sessions.ts'
import type { Asker } from './step-up.ts'

const mostListed = 50

/** Where a person is signed in, and their sign-ins before, the newest first. */
export async function listSessions(
  deps: SessionDeps,
  { userId, sessionId }: Asker,
): Promise<{ sessions: SessionEntry[]; history: SessionEntry[] }> {
  const wanted = { idle: `${sessionLimits.idle} milliseconds`, most: mostListed, now: deps.clock() }
  const entry = ({ userAgent, ...row }: EntryRow): SessionEntry => ({
    ...row,
    device: deviceOf(userAgent),
    current: row.id === sessionId,
  })
  const sessions = await sessionsOf(deps.db, userId, { ...wanted, alive: true })
  const history = await sessionsOf(deps.db, userId, { ...wanted, alive: false })
  return { sessions: sessions.map(entry), history: history.map(entry) }
}

/** Ends a session of a person, wherever it is. Raises not_found when it is none of theirs, or has ended. */
export async function endOwnSession(deps: SessionDeps, asker: Asker, id: string, caller: Caller): Promise<void> {
  await inTransaction(deps.db, async (db) => {
    if (!(await ownsSession(db, asker.userId, id))) throw notFound()
    await revokeSession(db, id, 'ended_elsewhere', deps.clock())
    await record(deps, db, { action: 'session_ended', caller, userId: asker.userId, details: { session: id } })
  })
  deps.revocations.refuse({ id, version: 0, revoked: true })
}

/** Ends all sessions of a person but the one that asks; how many. */
export async function endOtherSessions(deps: SessionDeps, asker: Asker, caller: Caller): Promise<number> {
  const { userId, sessionId } = asker
  const ended = await inTransaction(deps.db, async (db) => {
    const ids = await revokeSessionsOf(db, userId, 'ended_elsewhere', deps.clock(), sessionId)
    await record(deps, db, { action: 'sessions_ended', caller, userId, details: { count: ids.length } })
    return ids
  })
  for (const id of ended) deps.revocations.refuse({ id, version: 0, revoked: true })
  return ended.length
}
