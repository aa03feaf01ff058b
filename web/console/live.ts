import type { QueryClient } from '@tanstack/react-query'
import { followConsole } from '#contract/console/live.ts'
import { pathOf } from '#contract/endpoint.ts'
import { connection } from '../api/connection.ts'

/** Milliseconds after which the stream is tried again that the server has refused. */
const retryPause = 30_000
/** Milliseconds after which a page asks anew: without the stream, and with it, should a change be lost on the way. */
const intervals = { alone: 10_000, followed: 60_000 } as const
/** What changes of requests show on: these are asked for as soon as the stream tells of a change. */
const followed = new Set<unknown>(['inbox', 'today'])

let isFollowing = false

/** After how many milliseconds what the stream tells of is asked for again all the same. */
export const liveInterval = (): number => (isFollowing ? intervals.followed : intervals.alone)

/**
 * Follows what changes, and asks for what is shown of it as soon as it does. When the stream ends, whether one is still
 * signed in is asked at once. Returns the function that ends this.
 */
export function followChanges(cache: QueryClient): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  const refresh = () => cache.invalidateQueries({ predicate: ({ queryKey: [first] }) => followed.has(first) })
  const onOffline = () => connection.lost()
  // The first reply says that the server is there again, and whatever is shown is then asked for anew.
  const onOnline = () => void cache.invalidateQueries()
  const stop = connection.watch(() => {
    if (connection.current() !== null) return
    // A reply that was on its way when the network was lost does not bring it back.
    if (navigator.onLine) void cache.invalidateQueries()
    else connection.lost()
  })
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  const open = () => {
    source = new EventSource(`/api${pathOf(followConsole, {})}`)
    source.addEventListener('hello', () => {
      isFollowing = true
      // What changed after the page had asked and before the stream began would be seen a minute later.
      void refresh()
    })
    source.addEventListener('changed', () => {
      isFollowing = true
      void refresh()
    })
    source.addEventListener('error', () => {
      isFollowing = false
      // Refused it is closed; otherwise the browser goes on trying to reach the server.
      if (source?.readyState === EventSource.CONNECTING) connection.lost()
      void cache.invalidateQueries({ queryKey: ['me'] })
      // What is shown goes on being asked for, at the shorter interval from now on.
      void refresh()
      // The browser comes back by itself unless it was refused.
      if (source?.readyState === EventSource.CLOSED) retry = setTimeout(open, retryPause)
    })
  }
  open()
  return () => {
    isFollowing = false
    clearTimeout(retry)
    source?.close()
    stop()
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
  }
}
