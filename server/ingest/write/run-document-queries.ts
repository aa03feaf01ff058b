import type { PoolClient } from 'pg'
import type { PlannedDocument } from '../planned-document.ts'

/**
 * Remembers what a run of files wrote, in the transaction that writes it. A document that the run wrote twice stays one
 * that it created.
 */
export async function insertRunDocuments(
  client: PoolClient,
  run: string,
  written: readonly PlannedDocument[],
): Promise<void> {
  if (written.length === 0) return
  await client.query({
    name: 'ingest run documents',
    text: `insert into import_run_documents (run_id, document_id, held_by, is_new, content_hash)
select $1, * from unnest($2::uuid[], $3::uuid[], $4::boolean[], $5::bytea[])
on conflict (run_id, document_id) do update set content_hash = excluded.content_hash, held_by = excluded.held_by`,
    values: [
      run,
      written.map(({ id }) => id),
      written.map(({ accountId }) => accountId),
      written.map(({ isNew }) => isNew),
      written.map(({ document }) => document.hash),
    ],
  })
}

/** Remembers which documents files of the run's profile have named, whether or not they changed them. */
export async function upsertProfileDocuments(
  client: PoolClient,
  run: string,
  named: readonly { id: string; accountId: string }[],
): Promise<void> {
  if (named.length === 0) return
  await client.query({
    name: 'ingest profile documents',
    text: `insert into import_profile_documents as p (profile, document_id, held_by)
select r.profile, k.id, k.account_id from import_runs r
cross join (select distinct on (id) id, account_id from unnest($2::uuid[], $3::uuid[]) as u (id, account_id)) k
where r.id = $1
on conflict (profile, document_id) do update set held_by = excluded.held_by where p.held_by <> excluded.held_by`,
    values: [run, named.map(({ id }) => id), named.map(({ accountId }) => accountId)],
  })
}
