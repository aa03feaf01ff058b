import type { SessionEntry } from '#contract/auth/sessions.ts'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import { notFound } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '#server/audit/record.ts'
import { ownsSession, revokeSession, revokeSessionsOf, type SessionEntryRow, selectSessions } from './queries.ts'
import { type SessionDeps, type SessionUser, sessionLimits } from './sessions.ts'
import { describeUserAgent } from './user-agent.ts'

/** More sessions than this are not listed: nobody could look through them. */
const maxSessions = 100
const pageSize = 20
const idle = `${sessionLimits.idle} milliseconds`

/** The sessions in which a person is signed in, the newest first. */
export async function listSessions(deps: SessionDeps, { userId, sessionId }: SessionUser): Promise<SessionEntry[]> {
  const criteria = { alive: true, after: null, idle, most: maxSessions, now: deps.clock() }
  return (await selectSessions(deps.db, userId, criteria)).map((row) => toSessionEntry(deps, row, sessionId))
}

/** The sessions of a person that are over, a page after another, the newest first. */
export async function listPastSessions(
  deps: SessionDeps,
  { userId, sessionId }: SessionUser,
  cursor: string | undefined,
): Promise<{ sessions: SessionEntry[]; nextCursor: string | null }> {
  const [after = null] = readCursor(cursor, 'id') ?? []
  const criteria = { alive: false, after, idle, most: pageSize + 1, now: deps.clock() }
  const rows = await selectSessions(deps.db, userId, criteria)
  const sessions = rows.slice(0, pageSize).map((row) => toSessionEntry(deps, row, sessionId))
  const last = rows.length > pageSize ? sessions.at(-1) : undefined
  return { sessions, nextCursor: last ? writeCursor(last.id) : null }
}

function toSessionEntry(
  { placeOf }: SessionDeps,
  { userAgent, ...row }: SessionEntryRow,
  current: string,
): SessionEntry {
  return { ...row, device: describeUserAgent(userAgent), place: placeOf(row.network), current: row.id === current }
}

/** Ends any session of a person. Throws not_found when it is not theirs or has ended. */
export async function endOwnSession(deps: SessionDeps, user: SessionUser, id: string, caller: Caller): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    if (!(await ownsSession(db, user.userId, id))) throw notFound()
    await revokeSession(db, id, 'ended_elsewhere', deps.clock())
    await record(deps, db, { action: 'session_ended', caller, userId: user.userId, details: { session: id } })
  })
  deps.revocations.refuse({ id, version: 0, revoked: true })
}

/** Ends all sessions of a person except the current one. Returns how many. */
export async function endOtherSessions(deps: SessionDeps, user: SessionUser, caller: Caller): Promise<number> {
  const { userId, sessionId } = user
  const ended = await withTransaction(deps.db, async (db) => {
    const ids = await revokeSessionsOf(db, userId, 'ended_elsewhere', deps.clock(), sessionId)
    await record(deps, db, { action: 'sessions_ended', caller, userId, details: { count: ids.length } })
    return ids
  })
  for (const id of ended) deps.revocations.refuse({ id, version: 0, revoked: true })
  return ended.length
}
