import type { Pool } from 'pg'
import { accessTokenLifetime } from '../../contract/auth.ts'
import { listenForRefusedSessions, type RefusedSessionRow, selectRefusedSessions } from './queries.ts'

/*
 * An access token is not looked up in the database at each request, so each server knows by heart which sessions have
 * since ended or moved on. It hears of them by NOTIFY, and looks twice a second on the same connection in case the word
 * was lost; a connection that fails is replaced. What is older than a token lives need not be known.
 */
const pollMilliseconds = 500
/** Longer than the longest transaction that could have refused a session unseen. */
const recentSeconds = 30
const allSeconds = accessTokenLifetime + 120
/** Rounds that may fail in a row before no token can be trusted any more. */
const toleratedFailures = 20

export type Revocations = {
  /** Connects and learns what was refused of late. Never raises: without a database it keeps trying. Once is enough. */
  start(): Promise<void>
  stop(): Promise<void>
  /** False until the first look at the database, and when it has been out of reach for long. */
  isCurrent(): boolean
  isRefused(sessionId: string, version: number): boolean
  /** For what this server has just committed itself. */
  refuse(session: RefusedSessionRow): void
}

/** The sessions whose access tokens this server refuses, kept current over one connection of the pool. */
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
    // In order of insertion, and all live equally long: the first that lives ends the search.
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

  /** One round; whoever asks while it runs gets another after it. */
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
