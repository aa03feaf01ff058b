import type { Notification, Pool, PoolClient } from 'pg'
import { PortalError, translatable } from '../../contract/errors.ts'
import { heartbeat } from '../../contract/live.ts'
import { LiveStream } from './live-stream.ts'
import { listenForChanges, readAccountVersions } from './queries.ts'

/** Milliseconds. Changes within this time are published together. */
const batchDelay = 50
/** Milliseconds between checks of the connection and of who is still signed in. */
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

/**
 * Tells the pages that are open, on this server, what any server has changed. One connection of the pool listens while
 * streams are open; when it is lost, another replaces it and reads what was missed.
 */
export function createLiveUpdates(pool: Pool): LiveUpdates {
  const streams = new Set<LiveStream>()
  const changedAccounts = new Set<string>()
  let connection: Awaited<ReturnType<typeof listenForChanges>> | undefined
  let batchTimer: NodeJS.Timeout | undefined
  let checkTimer: NodeJS.Timeout | undefined
  let publishing: Promise<void> | undefined
  let lastHeartbeat = 0
  let closed = false

  const heard = ({ channel, payload }: Notification) => {
    if (channel === 'account_changed' && payload !== undefined) markChanged(payload)
  }

  function dropConnection(): void {
    connection?.release(true)
    connection = undefined
  }

  async function connect(): Promise<PoolClient> {
    const lost = () => {
      dropConnection()
      schedulePublish()
    }
    connection = await listenForChanges(pool, { onNotification: heard, onLost: lost })
    return connection.client
  }

  function markChanged(accountId: string): void {
    changedAccounts.add(accountId)
    schedulePublish()
  }

  function schedulePublish(): void {
    if (closed) return
    batchTimer ??= setTimeout(() => {
      batchTimer = undefined
      void publish()
    }, batchDelay)
  }

  /** Sends each stream the version of its account, when that may have changed. */
  function publish(): Promise<void> {
    publishing ??= publishVersions().finally(() => {
      publishing = undefined
      if (changedAccounts.size > 0 && connection) schedulePublish()
    })
    return publishing
  }

  async function publishVersions(): Promise<void> {
    const existingClient = connection?.client
    try {
      const client = existingClient ?? (await connect())
      // A new connection has missed everything that came before it.
      const followed = new Set([...streams].map(({ accountId }) => accountId))
      const accounts = existingClient
        ? [...changedAccounts].filter((accountId) => followed.has(accountId))
        : [...followed]
      changedAccounts.clear()
      if (accounts.length === 0) return
      const versions = await readAccountVersions(client, accounts)
      const publishedAccounts = new Set(accounts)
      for (const stream of streams) {
        if (publishedAccounts.has(stream.accountId))
          stream.publish(versions.get(stream.accountId) ?? { version: 0, removed: 0 })
      }
    } catch {
      dropConnection()
    }
  }

  async function runChecks(): Promise<void> {
    for (const { accountId } of streams) changedAccounts.add(accountId)
    await Promise.all([publish(), closeSignedOut()])
    const now = performance.now()
    if (now - lastHeartbeat < heartbeat - checkInterval / 2) return
    lastHeartbeat = now
    for (const stream of streams) stream.sendHeartbeat()
  }

  async function closeSignedOut(): Promise<void> {
    for (const stream of streams) {
      // While this cannot be determined, the stream stays open.
      const isSignedIn = await stream.stillSignedIn().catch(() => true)
      if (!isSignedIn) stream.finish()
    }
  }

  function scheduleChecks(): void {
    checkTimer ??= setTimeout(async () => {
      await runChecks()
      checkTimer = undefined
      if (streams.size > 0 && !closed) scheduleChecks()
    }, checkInterval)
    checkTimer.unref()
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
      scheduleChecks()
      return stream
    },
    async close() {
      closed = true
      clearTimeout(batchTimer)
      clearTimeout(checkTimer)
      for (const stream of streams) stream.finish()
      await publishing
      dropConnection()
    },
  }
}
