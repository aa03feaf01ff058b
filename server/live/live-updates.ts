import { PortalError, translatable } from '#contract/errors.ts'
import { heartbeat } from '#contract/live.ts'
import { type Listener, readAccountChange } from '#database/listen.ts'
import type { Log } from '#database/log.ts'
import { repeat } from '#database/repeat.ts'
import { LiveStream } from './live-stream.ts'
import { readAccountVersions } from './queries.ts'

/** Milliseconds. Changes within this time are published together. */
const batchDelay = 50
/** Milliseconds between checks of what may have been missed and of who is still signed in. */
const checkInterval = 2_000
const mostStreams = 2_000
const mostOfOne = 20

export type LiveUpdates = {
  /**
   * A stream of the changes in the viewer's account. Throws unavailable or too_many_requests when there are too many.
   */
  open(
    viewer: { accountId: string; userId: string },
    lastEventId: number | undefined,
    stillSignedIn: () => Promise<boolean>,
  ): LiveStream
  /** Ends all streams. */
  close(): Promise<void>
}

export type LiveUpdatesDeps = { listener: Listener; log: Log }

/** Tells the pages that are open, on this server, what any server has changed. */
export function createLiveUpdates({ listener, log }: LiveUpdatesDeps): LiveUpdates {
  const streams = new Set<LiveStream>()
  const changedAccounts = new Set<string>()
  let batchTimer: NodeJS.Timeout | undefined
  let lastCheck = 0
  let lastHeartbeat = 0
  let closed = false

  const runs = repeat({
    work: run,
    every: checkInterval,
    longestPause: checkInterval,
    log,
    failing: (reason) => `Open pages do not learn what has changed: ${reason}`,
    working: (seconds) => `Open pages learn again what has changed, after ${seconds} s.`,
  })
  const unsubscribe = listener.subscribe('account_changed', (payload) => {
    if (payload === undefined) markAllChanged()
    else markChanged(readAccountChange(payload).accountId)
  })

  function markChanged(accountId: string): void {
    changedAccounts.add(accountId)
    schedulePublish()
  }

  function schedulePublish(): void {
    if (closed) return
    batchTimer ??= setTimeout(() => {
      batchTimer = undefined
      void runs.runNow()
    }, batchDelay)
  }

  function markAllChanged(): void {
    for (const { accountId } of streams) markChanged(accountId)
  }

  /** Sends each stream the version of its account, when that may have changed. */
  async function publish(): Promise<void> {
    const followed = new Set([...streams].map(({ accountId }) => accountId))
    const accounts = [...changedAccounts].filter((accountId) => followed.has(accountId))
    changedAccounts.clear()
    if (accounts.length === 0) return
    const versions = await readAccountVersions(listener.db(), accounts)
    const publishedAccounts = new Set(accounts)
    for (const stream of streams) {
      if (publishedAccounts.has(stream.accountId))
        stream.publish(versions.get(stream.accountId) ?? { version: 0, removed: 0 })
    }
  }

  async function run(): Promise<void> {
    const now = performance.now()
    if (now - lastCheck >= checkInterval) {
      lastCheck = now
      await closeSignedOut()
      if (now - lastHeartbeat >= heartbeat - checkInterval / 2) {
        lastHeartbeat = now
        for (const stream of streams) stream.sendHeartbeat()
      }
      // A notification may have been lost.
      for (const { accountId } of streams) changedAccounts.add(accountId)
    }
    await publish()
  }

  async function closeSignedOut(): Promise<void> {
    for (const stream of streams) {
      // While this cannot be determined, the stream stays open; the revocations say in the log why it cannot.
      const isSignedIn = await stream.stillSignedIn().catch(() => true)
      if (!isSignedIn) stream.finish()
    }
  }

  return {
    open(viewer, lastEventId, stillSignedIn) {
      if (closed || streams.size >= mostStreams) {
        throw new PortalError('unavailable', translatable('error.busy'), {
          retryAfter: 10,
        })
      }
      if ([...streams].filter(({ userId }) => userId === viewer.userId).length >= mostOfOne) {
        throw new PortalError('too_many_requests', translatable('error.tooMany'), { retryAfter: 60 })
      }
      const stream = new LiveStream({ ...viewer, lastEventId, stillSignedIn })
      streams.add(stream)
      stream.once('close', () => streams.delete(stream))
      markChanged(viewer.accountId)
      return stream
    },
    async close() {
      closed = true
      unsubscribe()
      clearTimeout(batchTimer)
      for (const stream of streams) stream.finish()
      await runs.stop()
    },
  }
}
