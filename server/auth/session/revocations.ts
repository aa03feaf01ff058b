import { accessTokenLifetime } from '#contract/auth/sign-in.ts'
import type { Listener } from '#database/listen.ts'
import type { Log } from '#database/log.ts'
import { type Repetition, repeat } from '#database/repeat.ts'
import { type RefusedSessionRow, selectRefusedSessions } from './queries.ts'

/*
 * Access tokens are not looked up in the database at each request. Instead each server keeps in memory which sessions
 * have ended or have a newer version. It learns of them by NOTIFY and also polls twice a second, in case a notification
 * was lost. Entries older than a token's lifetime are dropped.
 */
const pollMilliseconds = 500
/** A server that refuses everybody must not wait long before it tries again. */
const longestPause = 2_000
/** Longer than the longest transaction that could have revoked a session unseen. */
const recentSeconds = 30
const allSeconds = accessTokenLifetime + 120
/** Milliseconds for which polls may fail before no token is trusted any more. */
const toleratedMilliseconds = 10_000

export type Revocations = {
  /** Loads the recent revocations and keeps them up to date. Never throws: without a database it keeps trying. */
  start(): Promise<void>
  stop(): Promise<void>
  /** False before the first successful poll, and when polls have failed for long. */
  isCurrent(): boolean
  isRefused(sessionId: string, version: number): boolean
  /** Adds a revocation that this server has just committed. */
  refuse(session: RefusedSessionRow): void
}

export type RevocationsDeps = { listener: Listener; clock: () => Date; log: Log }

/** The sessions whose access tokens this server refuses, kept up to date over the connection that listens. */
export function createRevocations({ listener, clock, log }: RevocationsDeps): Revocations {
  const minVersions = new Map<string, { version: number; forgetAt: number }>()
  let polls: Repetition | undefined
  let unsubscribe: (() => void) | undefined
  let isLoaded = false
  /** Whether everything was read since the connection began, and nothing has failed since. */
  let isComplete = false

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

  async function poll(): Promise<void> {
    deleteExpired()
    const seconds = isComplete ? recentSeconds : allSeconds
    isComplete = true
    try {
      for (const row of await selectRefusedSessions(listener.db(), seconds)) refuse(row)
    } catch (error) {
      isComplete = false
      throw error
    }
    isLoaded = true
  }

  return {
    async start() {
      if (polls !== undefined) return
      polls = repeat({
        work: poll,
        every: pollMilliseconds,
        longestPause,
        log,
        failing: (reason) =>
          `Which sign-ins have ended cannot be read; if this lasts, the calls of all who are signed in are refused (503). ${reason}`,
        working: (seconds) => `Which sign-ins have ended can be read again, after ${seconds} s.`,
      })
      unsubscribe = listener.subscribe('session_refused', (payload) => {
        if (payload === undefined) isComplete = false
        void polls?.runNow()
      })
      await polls.runNow()
    },
    async stop() {
      unsubscribe?.()
      await polls?.stop()
      polls = undefined
    },
    isCurrent: () => isLoaded && (polls?.failingFor() ?? 0) <= toleratedMilliseconds,
    isRefused: (sessionId, version) => version < (minVersions.get(sessionId)?.version ?? 0),
    refuse,
  }
}
