import type { Pool } from 'pg'
import { tryAdvisoryLock } from '../connection/advisory-lock.ts'
import type { Log } from '../log.ts'
import { leftToAnother, type Repetition, repeat } from '../repeat.ts'
import { analyzeTable, listOutgrownTables } from './queries.ts'

export type StatisticsDeps = { workPool: Pool; lockPool: Pool }

const minute = 60_000

/**
 * Gathers the statistics of partitioned tables that have outgrown them, and returns how many there were; undefined while
 * another server does.
 */
export async function refreshStatistics({ workPool, lockPool }: StatisticsDeps): Promise<number | undefined> {
  const lock = await tryAdvisoryLock(lockPool, 'statistics of partitioned tables')
  if (!lock) return undefined
  try {
    const names = await listOutgrownTables(workPool)
    for (const name of names) await analyzeTable(workPool, name)
    return names.length
  } finally {
    await lock.release()
  }
}

/** Does so every ten minutes until it is stopped: PostgreSQL gathers by itself only those of the partitions. */
export function keepStatistics({ log, ...deps }: StatisticsDeps & { log: Log }): Repetition {
  return repeat({
    work: async () => (await refreshStatistics(deps)) ?? leftToAnother,
    every: 10 * minute,
    retryAfter: minute,
    log,
    failing: (reason) => `Statistics of partitioned tables cannot be gathered, and pages may be slow: ${reason}`,
    working: (seconds) => `Statistics of partitioned tables are gathered again, after ${seconds} s.`,
  })
}
