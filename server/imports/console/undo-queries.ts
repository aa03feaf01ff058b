import type { Undoing } from '#contract/console/imports.ts'
import type { Db } from '#database/transaction.ts'

/** What undoing a run came to so far, and how much of it is left; of very many documents each is counted up to 100,000. */
export async function countUndone(db: Db, run: string): Promise<Undoing> {
  const { rows } = await db.query<{ outcome: keyof Undoing; count: number }>({
    name: 'import count undone',
    // What is left is counted by itself: among the first so many documents there may be none of it.
    text: `select outcome, count(*)::integer as count
from (
  (select outcome from import_run_documents where run_id = $1 and outcome is not null limit 100000)
  union all (select outcome from import_withdrawals where run_id = $1 and outcome is not null limit 100000)
) r group by 1
union all select 'left', count(*)::integer
from (
  (select 1 from import_run_documents where run_id = $1 and outcome is null limit 100000)
  union all (select 1 from import_withdrawals where run_id = $1 and outcome is null limit 100000)
) l`,
    values: [run],
  })
  const counts = { left: 0, withdrawn: 0, changed: 0, existed: 0, gone: 0, restored: 0, notRestored: 0 }
  for (const { outcome, count } of rows) counts[outcome] = count
  return counts
}

export type DocumentToUndo = { id: string; accountId: string; isNew: boolean; hash: Buffer }

/** The next documents of a run that nobody has looked at, with the account that has them now. */
export async function selectToUndo(db: Db, run: string, limit: number): Promise<DocumentToUndo[]> {
  const { rows } = await db.query<DocumentToUndo>({
    name: 'import select to undo',
    text: `select r.document_id as id, coalesce(a.merged_into, a.account_id) as "accountId", r.is_new as "isNew", r.content_hash as hash
from import_run_documents r join accounts a on a.account_id = r.held_by
where r.run_id = $1 and r.outcome is null order by r.document_id limit $2`,
    values: [run, limit],
  })
  return rows
}

/** The hashes of those of the documents that are there, by their ids. */
export async function selectHashes(db: Db, documents: readonly DocumentToUndo[]): Promise<Map<string, Buffer>> {
  const { rows } = await db.query<{ id: string; hash: Buffer }>({
    name: 'import select hashes',
    text: `select d.id, d.content_hash as hash from unnest($1::uuid[], $2::uuid[]) as k (account_id, id)
join documents d on d.account_id = k.account_id and d.id = k.id`,
    values: [documents.map(({ accountId }) => accountId), documents.map(({ id }) => id)],
  })
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

/** Records what became of documents of a run. */
export async function updateOutcomes(
  db: Db,
  run: string,
  outcomes: readonly { id: string; outcome: string }[],
): Promise<void> {
  await db.query({
    name: 'import update outcomes',
    text: `update import_run_documents r set outcome = k.outcome from unnest($2::uuid[], $3::text[]) as k (id, outcome)
where r.run_id = $1 and r.document_id = k.id`,
    values: [run, outcomes.map(({ id }) => id), outcomes.map(({ outcome }) => outcome)],
  })
}
