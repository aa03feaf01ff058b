import type { Pool } from 'pg'
import { monthsBack } from '../../contract/dashboard.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { monthsBefore } from './months.ts'
import { type Read, readDashboard, readVersion } from './queries.ts'

/** What was read of so many accounts and roles is kept, the least lately asked for goes first. */
const most = 500

/** Gives what a dashboard is made of, and when the supplier's system last told anything. */
export type Recall = (viewer: Viewer, today: string) => Promise<Read & { receivedAt: string | null }>

/**
 * Reads what a dashboard is made of, and keeps it until a document of the account changes or the day is over: the
 * version of an account's documents is read each time, so nothing that is kept is ever shown too long, by any server.
 */
export function recallReads(db: Pool): Recall {
  const kept = new Map<string, { version: string; read: Read }>()
  return async (viewer, today) => {
    // Before the reading: what changes in between makes the kept one outdated, never true too long.
    const { version, receivedAt } = await readVersion(db, viewer)
    const key = `${viewer.accountId} ${today} ${[...viewer.permissions].toSorted().join()}`
    const known = kept.get(key)
    const read =
      known?.version === version ? known.read : await readDashboard(db, viewer, today, monthsBefore(today, monthsBack))
    kept.delete(key)
    kept.set(key, { version, read })
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return { ...read, receivedAt }
  }
}
