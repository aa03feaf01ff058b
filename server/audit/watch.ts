import type { Pool } from 'pg'
import { type Caller, record } from './record.ts'

type WatchDeps = { db: Pool; clock: () => Date; newId: () => string }

/** Who made a call, which it was, and its path without the query. */
type Watched = {
  by: { userId: string | null; accountId: string | null; keyId: string | null }
  name: string
  path: string
  caller: Caller
}

const hour = 3_600_000
/** Which of somebody's refusals of a call within an hour are recorded: a program that tries ids fills no disk. */
const recorded = new Set([1, 10, 100, 1_000, 10_000, 100_000])
const mostCounted = 10_000
const longestPath = 300

/** Records files that people take along, each, and what they were refused, by its count. */
export function createWatch({ db, clock, newId }: WatchDeps) {
  const counts = new Map<string, number>()
  let since = Number.NEGATIVE_INFINITY

  function counted({ by, name }: Watched, code: string): number {
    const now = clock().getTime()
    if (Math.abs(now - since) >= hour || counts.size >= mostCounted) {
      counts.clear()
      since = now
    }
    const key = JSON.stringify([by.userId, by.accountId, by.keyId, name, code])
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }

  return {
    /** Somebody known asked for what they may not have, or what is not there: the two look alike. */
    async refused(call: Watched & { code: string }): Promise<void> {
      const count = counted(call, call.code)
      if (!recorded.has(count)) return
      const { by, name, path, caller, code } = call
      const details = { call: name, path: path.slice(0, longestPath), code, count }
      await record({ clock, newId }, db, { action: 'access_refused', caller, ...by, details })
    },
    /** Somebody takes a file along. */
    async downloaded({ by, name, path, caller }: Watched): Promise<void> {
      const details = { call: name, path: path.slice(0, longestPath) }
      await record({ clock, newId }, db, { action: 'file_downloaded', caller, ...by, details })
    },
  }
}
