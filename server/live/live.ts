import type { Notification, Pool, PoolClient } from 'pg'
import { PortalError, sentence } from '../../contract/errors.ts'
import { heartbeat } from '../../contract/live.ts'
import { listenForChanges, readVersions } from './queries.ts'
import { LiveStream } from './stream.ts'

/** Milliseconds. What changes meanwhile is told together. */
const gather = 50
/** Looks whether the connection still answers, and who has signed out. */
const round = 2_000
const mostStreams = 2_000
const mostOfOne = 20

export type Live = {
  /** A stream of what changes in the viewer's account. Raises unavailable or too_many_requests when there are too many. */
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
 * somebody follows; when it is lost another takes its place and finds out what was missed.
 */
export function createLive(pool: Pool): Live {
  const streams = new Set<LiveStream>()
  const changed = new Set<string>()
  let connection: Awaited<ReturnType<typeof listenForChanges>> | undefined
  let gathering: NodeJS.Timeout | undefined
  let rounds: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let lastBeat = 0
  let closed = false

  const heard = ({ channel, payload }: Notification) => {
    if (channel === 'account_changed' && payload !== undefined) note(payload)
  }

  function drop(): void {
    connection?.release(true)
    connection = undefined
  }

  async function connect(): Promise<PoolClient> {
    const lost = () => {
      drop()
      soon()
    }
    connection = await listenForChanges(pool, { heard, lost })
    return connection.client
  }

  function note(accountId: string): void {
    changed.add(accountId)
    soon()
  }

  function soon(): void {
    if (closed) return
    gathering ??= setTimeout(() => {
      gathering = undefined
      void look()
    }, gather)
  }

  /** Tells each stream at which version its account stands, when that may have changed. */
  function look(): Promise<void> {
    looking ??= ask().finally(() => {
      looking = undefined
      if (changed.size > 0 && connection) soon()
    })
    return looking
  }

  async function ask(): Promise<void> {
    const current = connection?.client
    try {
      const listening = current ?? (await connect())
      // A connection that is new has missed what came before it.
      const followed = new Set([...streams].map(({ accountId }) => accountId))
      const asked = current ? [...changed].filter((one) => followed.has(one)) : [...followed]
      changed.clear()
      if (asked.length === 0) return
      const versions = await readVersions(listening, asked)
      const told = new Set(asked)
      for (const stream of streams) {
        if (told.has(stream.accountId)) stream.tell(versions.get(stream.accountId) ?? { version: 0, removed: 0 })
      }
    } catch {
      drop()
    }
  }

  async function goRound(): Promise<void> {
    for (const { accountId } of streams) changed.add(accountId)
    await Promise.all([look(), endSignedOut()])
    const now = performance.now()
    if (now - lastBeat < heartbeat - round / 2) return
    lastBeat = now
    for (const stream of streams) stream.beat()
  }

  async function endSignedOut(): Promise<void> {
    for (const stream of streams) {
      // While that cannot be known, nothing changes for who is here.
      const stays = await stream.stillSignedIn().catch(() => true)
      if (!stays) stream.finish()
    }
  }

  function schedule(): void {
    rounds ??= setTimeout(async () => {
      await goRound()
      rounds = undefined
      if (streams.size > 0 && !closed) schedule()
    }, round)
    rounds.unref()
  }

  return {
    open(viewer, lastEventId, stillSignedIn) {
      if (closed || streams.size >= mostStreams) {
        throw new PortalError('unavailable', sentence('error.busy'), {
          retryAfter: 10,
        })
      }
      if ([...streams].filter(({ userId }) => userId === viewer.userId).length >= mostOfOne) {
        throw new PortalError('too_many_requests', sentence('error.tooMany'), { retryAfter: 60 })
      }
      const stream = new LiveStream({ ...viewer, lastEventId, stillSignedIn })
      streams.add(stream)
      stream.once('close', () => streams.delete(stream))
      note(viewer.accountId)
      schedule()
      return stream
    },
    async close() {
      closed = true
      clearTimeout(gathering)
      clearTimeout(rounds)
      for (const stream of streams) stream.finish()
      await looking
      drop()
    },
  }
}
