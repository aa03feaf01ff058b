import type { Pool } from 'pg'
import { type Caller, record } from './record.ts'

type CallAuditDeps = { db: Pool; clock: () => Date; newId: () => string }

/** Who made a call, which it was, and its path without the query. */
type AuditedCall = {
  by: { userId: string | null; accountId: string | null; keyId: string | null }
  name: string
  path: string
  caller: Caller
}

const hour = 3_600_000
/** Which of somebody's refusals of a call within an hour are recorded: a program that tries ids fills no disk. */
const recordedCounts = new Set([1, 10, 100, 1_000, 10_000, 100_000])
const maxCounters = 10_000
const maxPathLength = 300

/** Records files that people take along, each, and what they were refused, by its count. */
export function createCallAudit({ db, clock, newId }: CallAuditDeps) {
  const counts = new Map<string, number>()
  let windowStart = Number.NEGATIVE_INFINITY

  function countRefusal({ by, name }: AuditedCall, code: string): number {
    const now = clock().getTime()
    if (Math.abs(now - windowStart) >= hour || counts.size >= maxCounters) {
      counts.clear()
      windowStart = now
    }
    const key = JSON.stringify([by.userId, by.accountId, by.keyId, name, code])
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }

  return {
    /** Somebody known asked for what they may not have, or what is not there: the two look alike. */
    async refused(call: AuditedCall & { code: string }): Promise<void> {
      const count = countRefusal(call, call.code)
      if (!recordedCounts.has(count)) return
      const { by, name, path, caller, code } = call
      const details = { call: name, path: path.slice(0, maxPathLength), code, count }
      await record({ clock, newId }, db, { action: 'access_refused', caller, ...by, details })
    },
    /** Somebody takes a file along. */
    async downloaded({ by, name, path, caller }: AuditedCall): Promise<void> {
      const details = { call: name, path: path.slice(0, maxPathLength) }
      await record({ clock, newId }, db, { action: 'file_downloaded', caller, ...by, details })
    },
  }
}
