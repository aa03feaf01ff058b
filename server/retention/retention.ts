import type { Pool } from 'pg'
import type { Log } from '#database/log.ts'
import { type Repetition, repeat } from '#database/repeat.ts'
import { deleteBefore, type KeptRecord, recordsOfRuns } from './queries.ts'

/** For how many days records are kept; undefined: as long as what they are about. */
export type KeptDays = { readonly messages: number } & { readonly [kind in KeptRecord]?: number | undefined }

export type RetentionDeps = {
  workPool: Pool
  clock: () => Date
  days: KeptDays
  /** Deletes what the ERP has sent, as it came, and what was refused of it, before an instant. */
  deleteMessages: (before: Date) => Promise<unknown>
  log: Log
}

const day = 86_400_000
const minute = 60_000
const hour = 60 * minute
/** For how many days a run of an import is listed, and can be undone. */
const daysOfRuns = 90

/**
 * Deletes what is older than the operator keeps it, and runs of imports after 90 days. Returns how many records of each
 * kind, without messages and runs.
 */
export async function deleteOldRecords({
  workPool,
  clock,
  days,
  deleteMessages,
}: Omit<RetentionDeps, 'log'>): Promise<Record<KeptRecord, number>> {
  const now = clock().getTime()
  const before = (count: number) => new Date(now - count * day)
  await deleteMessages(before(days.messages))
  for (const kind of recordsOfRuns) await deleteBefore(workPool, kind, before(daysOfRuns))
  const deleted = { changes: 0, notices: 0, audit: 0 }
  for (const kind of ['changes', 'notices', 'audit'] as const) {
    const count = days[kind]
    if (count !== undefined) deleted[kind] = await deleteBefore(workPool, kind, before(count))
  }
  return deleted
}

/** Deletes old records every hour until it is stopped. */
export function deleteOldRecordsHourly(deps: RetentionDeps): Repetition {
  return repeat({
    work: () => deleteOldRecords(deps),
    every: hour,
    retryAfter: minute,
    log: deps.log,
    failing: (reason) => `Records that are old enough to go stay for now: ${reason}`,
    working: (seconds) => `Old records are deleted again, after ${seconds} s.`,
  })
}
