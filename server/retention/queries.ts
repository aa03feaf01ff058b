import type { Pool } from 'pg'

/** Rows that one statement deletes: few enough that nobody waits for their locks. */
const batchSize = 5_000

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
} as const
export type KeptRecord = keyof typeof deletions

/** Deletes the records of a kind that are older than the instant, a few thousand at a time. Returns how many. */
export async function deleteBefore(workPool: Pool, kind: KeptRecord, instant: Date): Promise<number> {
  let count = 0
  for (;;) {
    const { rowCount } = await workPool.query(deletions[kind], [instant])
    count += rowCount ?? 0
    if ((rowCount ?? 0) < batchSize) return count
  }
}
