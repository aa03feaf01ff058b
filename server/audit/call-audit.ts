import type { Pool } from 'pg'
import { type Caller, record } from './record.ts'

type CallAuditDeps = { db: Pool; clock: () => Date; newId: () => string }

/** The caller and name of a call, and its path without the query. */
type AuditedCall = {
  by: { userId: string | null; accountId: string | null; keyId: string | null; staffId: string | null }
  name: string
  path: string
  caller: Caller
}

const hour = 3_600_000
/**
 * Which refusals of the same caller and call are recorded, by their count within an hour: a program that tries ids must
 * not fill the disk.
 */
const recordedCounts = new Set([1, 10, 100, 1_000, 10_000, 100_000])
const maxCounters = 10_000
const maxPathLength = 300

/** Records every file download, and refused calls at certain counts. */
export function createCallAudit({ db, clock, newId }: CallAuditDeps) {
  const counts = new Map<string, number>()
  let windowStart = Number.NEGATIVE_INFINITY

  function countRefusal({ by, name }: AuditedCall, code: string): number {
    const now = clock().getTime()
    if (Math.abs(now - windowStart) >= hour || counts.size >= maxCounters) {
      counts.clear()
      windowStart = now
    }
    const key = JSON.stringify([by.userId, by.accountId, by.keyId, by.staffId, name, code])
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }

  return {
    /** Records that an identified caller was refused or asked for a resource that does not exist; both look alike. */
    async refused(call: AuditedCall & { code: string }): Promise<void> {
      const count = countRefusal(call, call.code)
      if (!recordedCounts.has(count)) return
      const { by, name, path, caller, code } = call
      const details = { call: name, path: path.slice(0, maxPathLength), code, count }
      await record({ clock, newId }, db, { action: 'access_refused', caller, ...by, details })
    },
    /** Records that a file was downloaded. */
    async downloaded({ by, name, path, caller }: AuditedCall): Promise<void> {
      const details = { call: name, path: path.slice(0, maxPathLength) }
      await record({ clock, newId }, db, { action: 'file_downloaded', caller, ...by, details })
    },
  }
}
