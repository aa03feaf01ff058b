import type { Pool } from 'pg'
import { accessTokenLifetime } from '../../contract/auth.ts'
import { listenForRefusedSessions, type RefusedSessionRow, selectRefusedSessions } from './queries.ts'

/*
 * Access tokens are not looked up in the database at each request. Instead each server keeps in memory which sessions
 * have ended or have a newer version. It learns of them by NOTIFY and also polls twice a second on the same connection,
 * in case a notification was lost; a failed connection is replaced. Entries older than a token's lifetime are dropped.
 */
const pollMilliseconds = 500
/** Longer than the longest transaction that could have revoked a session unseen. */
const recentSeconds = 30
const allSeconds = accessTokenLifetime + 120
/** Polls that may fail in a row before no token is trusted any more. */
const toleratedFailures = 20

export type Revocations = {
  /** Connects and loads the recent revocations. Never throws: without a database it keeps trying. Call it once. */
  start(): Promise<void>
  stop(): Promise<void>
  /** False before the first successful poll, and when the database has been out of reach for long. */
  isCurrent(): boolean
  isRefused(sessionId: string, version: number): boolean
  /** Adds a revocation that this server has just committed. */
  refuse(session: RefusedSessionRow): void
}

/** The sessions whose access tokens this server refuses, kept up to date over one connection of the pool. */
export function createRevocations(pool: Pool, clock: () => Date): Revocations {
  const minVersions = new Map<string, { version: number; forgetAt: number }>()
  let connection: Awaited<ReturnType<typeof listenForRefusedSessions>> | undefined
  let timer: NodeJS.Timeout | undefined
  let runningPoll: Promise<void> | undefined
  let pollAgain = false
  let stopped = true
  let failures = toleratedFailures + 1

  function refuse({ id, version, revoked }: RefusedSessionRow): void {
    const minVersion = revoked ? Number.POSITIVE_INFINITY : version
    if (minVersion <= (minVersions.get(id)?.version ?? 0)) return
    minVersions.delete(id)
    minVersions.set(id, { version: minVersion, forgetAt: clock().getTime() + allSeconds * 1000 })
  }

  function deleteExpired(): void {
    const now = clock().getTime()
    // The map is in order of insertion and all entries live equally long, so the first live one ends the search.
    for (const [id, { forgetAt }] of minVersions) {
      if (forgetAt > now) return
      minVersions.delete(id)
    }
  }

  async function connect(): Promise<void> {
    const fresh = await listenForRefusedSessions(pool, { onNotification: () => void poll(), onLost: disconnect })
    try {
      for (const row of await selectRefusedSessions(fresh.client, allSeconds)) refuse(row)
      connection = fresh
    } catch (error) {
      fresh.release(true)
      throw error
    }
  }

  function disconnect(): void {
    connection?.release(true)
    connection = undefined
  }

  /** Polls once; a call while a poll runs causes another after it. */
  function poll(): Promise<void> {
    if (runningPoll !== undefined) {
      pollAgain = true
      return runningPoll
    }
    runningPoll = pollOnce().finally(() => {
      runningPoll = undefined
      if (pollAgain && !stopped) {
        pollAgain = false
        void poll()
      }
    })
    return runningPoll
  }

  async function pollOnce(): Promise<void> {
    try {
      if (connection === undefined) await connect()
      else for (const row of await selectRefusedSessions(connection.client, recentSeconds)) refuse(row)
      failures = 0
    } catch {
      failures += 1
      disconnect()
    }
    deleteExpired()
  }

  function schedule(): void {
    timer = setTimeout(async () => {
      await poll()
      if (!stopped) schedule()
    }, pollMilliseconds)
    timer.unref()
  }

  return {
    async start() {
      if (!stopped) return
      stopped = false
      await poll()
      schedule()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await runningPoll
      disconnect()
    },
    isCurrent: () => failures <= toleratedFailures,
    isRefused: (sessionId, version) => version < (minVersions.get(sessionId)?.version ?? 0),
    refuse,
  }
}
