import type { Pool } from 'pg'
import type { Log } from '../log.ts'
import { type Repetition, repeat } from '../repeat.ts'
import { analyzeTable, listOutgrownTables } from './queries.ts'

const minute = 60_000

/** Gathers the statistics of partitioned tables that have outgrown them, and returns how many there were. */
export async function refreshStatistics(workPool: Pool): Promise<number> {
  const names = await listOutgrownTables(workPool)
  for (const name of names) await analyzeTable(workPool, name)
  return names.length
}

/** Does so every ten minutes until it is stopped: PostgreSQL gathers by itself only those of the partitions. */
export function keepStatistics({ workPool, log }: { workPool: Pool; log: Log }): Repetition {
  return repeat({
    work: () => refreshStatistics(workPool),
    every: 10 * minute,
    retryAfter: minute,
    log,
    failing: (reason) => `Statistics of partitioned tables cannot be gathered, and pages may be slow: ${reason}`,
    working: (seconds) => `Statistics of partitioned tables are gathered again, after ${seconds} s.`,
  })
}
