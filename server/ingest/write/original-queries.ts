import type { PoolClient } from 'pg'
import type { OriginalFile } from '#server/formats/message.ts'

/** An original file and the ids of its document. */
export type OriginalFileRow = { accountId: string; documentId: string; original: OriginalFile }

/**
 * Stores original files, each in place of the previous one unless that is newer. The same file sent again changes
 * nothing.
 */
export async function upsertOriginalFiles(
  client: PoolClient,
  files: readonly OriginalFileRow[],
  now: string,
): Promise<void> {
  for (const { accountId, documentId, original } of files) {
    const { kind, hasAmounts, content, modifiedAt } = original
    await client.query({
      name: 'ingest original',
      text: `insert into original_files as f (account_id, document_id, kind, has_amounts, content, modified_at, received_at)
values ($1, $2, $3, $4, $5, $6, $7) on conflict (account_id, document_id) do update
set kind = excluded.kind, has_amounts = excluded.has_amounts, content = excluded.content, object_key = null, modified_at = excluded.modified_at, received_at = excluded.received_at
where coalesce(excluded.modified_at >= f.modified_at, true)
  and case when f.object_key is null then excluded.content <> f.content else right(f.object_key, 64) <> encode(sha256(excluded.content), 'hex') end`,
      values: [accountId, documentId, kind, hasAmounts, content, modifiedAt, now],
    })
  }
}
