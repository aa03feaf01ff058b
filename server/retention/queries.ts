import type { Pool } from 'pg'

/** Rows that one statement deletes: few enough that nobody waits for their locks. */
const batchSize = 5_000

const ofRun = (table: string) =>
  `delete from ${table} where ctid = any(array(
    select c.ctid from import_runs r join ${table} c on c.run_id = r.id where r.started_at < $1 limit ${batchSize}))`

const deletions = {
  // Found by the BRIN index of their age, for they lie in the order in which they were recorded. Deleted by their key: a
  // place on the disk (ctid) is one only within a partition.
  changes: `delete from document_changes c using (
      select account_id, document_id, changed_at, id from document_changes where recorded_at < $1 limit ${batchSize}
    ) old where (c.account_id, c.document_id, c.changed_at, c.id) = (old.account_id, old.document_id, old.changed_at, old.id)`,
  notices: `delete from notices where ctid = any(array(select ctid from notices where happened_at < $1 limit ${batchSize}))`,
  // Those of the last year nobody may delete, whatever is set.
  audit: `delete from audit_log
    where ctid = any(array(select ctid from audit_log where at < least($1, now() - interval '1 year') limit ${batchSize}))`,
  withdrawnRows: ofRun('import_withdrawn_rows'),
  withdrawals: ofRun('import_withdrawals'),
  runDocuments: ofRun('import_run_documents'),
  runs: `delete from import_runs where ctid = any(array(select ctid from import_runs where started_at < $1 limit ${batchSize}))`,
} as const

/** What the operator may keep for so many days. */
export type KeptRecord = 'changes' | 'notices' | 'audit'
/** Runs of imports and what they remember, each after what refers to it. */
export const recordsOfRuns = ['withdrawnRows', 'withdrawals', 'runDocuments', 'runs'] as const

/** Deletes the records of a kind that are older than the instant, a few thousand at a time. Returns how many. */
export async function deleteBefore(workPool: Pool, kind: keyof typeof deletions, instant: Date): Promise<number> {
  let count = 0
  for (;;) {
    const { rowCount } = await workPool.query(deletions[kind], [instant])
    count += rowCount ?? 0
    if ((rowCount ?? 0) < batchSize) return count
  }
}
