import { PortalError, translatable } from '#contract/errors.ts'
import { heartbeat } from '#contract/live.ts'
import type { Listener } from '#database/listen.ts'
import type { Log } from '#database/log.ts'
import { repeat } from '#database/repeat.ts'
import { LiveStream } from './live-stream.ts'

/** Milliseconds. Changes within this time are told of together. */
const batchDelay = 250
/** Milliseconds between checks of who is still signed in. */
const checkInterval = 1_000
const mostOfOne = 20

export type StaffStreamsDeps = {
  listener: Listener
  log: Log
  clock: () => Date
  /** Whether a session of the console is still open, and its member of staff not disabled. */
  isOpen: (sessionId: string) => Promise<boolean>
}

type Follower = { staffId: string; sessionId: string }

/** Tells the open pages of the console, on this server, that something has changed on any server: not what. */
export function createStaffStreams({ listener, log, clock, isOpen }: StaffStreamsDeps) {
  const streams = new Set<LiveStream>()
  // Another server, or this one after a restart, is at another number: whoever comes from there learns that much changed.
  let version = clock().getTime()
  let batchTimer: NodeJS.Timeout | undefined
  let lastHeartbeat = performance.now()

  const noteChange = () => {
    version++
    batchTimer ??= setTimeout(() => {
      batchTimer = undefined
      for (const stream of streams) stream.publish({ version, removed: 0 })
    }, batchDelay)
  }
  const subscriptions = (['account_changed', 'console_changed'] as const).map((channel) =>
    listener.subscribe(channel, noteChange),
  )
  const checks = repeat({
    work: async () => {
      for (const stream of streams) if (!(await stream.stillSignedIn())) stream.finish()
      if (performance.now() - lastHeartbeat < heartbeat) return
      lastHeartbeat = performance.now()
      for (const stream of streams) stream.sendHeartbeat()
    },
    every: checkInterval,
    longestPause: checkInterval,
    log,
    failing: (reason) => `Nobody knows who is still signed in to the console: ${reason}`,
    working: (seconds) => `It is known again who is signed in to the console, after ${seconds} s.`,
  })

  return {
    /** A stream for one page. Throws too_many_requests for more than anybody has open. */
    open({ staffId, sessionId }: Follower, lastEventId: number | undefined): LiveStream {
      if ([...streams].filter(({ userId }) => userId === staffId).length >= mostOfOne)
        throw new PortalError('too_many_requests', translatable('error.tooMany'), { retryAfter: 60 })
      const stillSignedIn = () => isOpen(sessionId)
      const stream = new LiveStream({ accountId: '', userId: staffId, lastEventId, stillSignedIn })
      streams.add(stream)
      stream.once('close', () => streams.delete(stream))
      stream.publish({ version, removed: 0 })
      return stream
    },
    /** Ends all streams. */
    async close(): Promise<void> {
      for (const unsubscribe of subscriptions) unsubscribe()
      clearTimeout(batchTimer)
      for (const stream of streams) stream.finish()
      await checks.stop()
    },
  }
}
