import type { Pool } from 'pg'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { generate } from '#database/seed/generate.ts'

/*
 * Documents of accounts that belong to one benchmark alone, so that it can import them into the measured database and
 * take them out again.
 */

/** The first documents of the demo with accounts and numbers of their own, in the order in which an ERP sends them. */
export function* ownDocuments(count: number, mark: string): Generator<IngestDocument> {
  const size = count > 50_000 ? 'L' : 'M'
  for (const document of generate({ size, today: new Date().toISOString().slice(0, 10), seed: 7 }).take(count)) {
    const renumbered = JSON.stringify(document).replace(/"(QT|SO|DN|IN|CN|PI)-(\d{4}-\d{4,})/g, `"$1${mark}-$2`)
    yield { ...(JSON.parse(renumbered) as IngestDocument), account: `${mark}-${document.account}` }
  }
}

/** The ids of the accounts that such an import made. */
export async function ownAccounts(owner: Pool, mark: string): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    'select account_id as id from accounts where starts_with(number, $1)',
    [`${mark}-`],
  )
  return rows.map(({ id }) => id)
}

/** Deletes everything of these accounts, and what was received since then; what is derived goes with them. */
export async function deleteAccounts(owner: Pool, accountIds: readonly string[], since: Date): Promise<void> {
  const client = await owner.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
    )
    await client.query('begin')
    // All rows of the accounts go, so neither foreign keys nor triggers have anything to keep.
    await client.query('set local session_replication_role = replica')
    for (const { name } of rows)
      await client.query(`delete from ${name} where account_id = any ($1::uuid[])`, [accountIds])
    await client.query('delete from raw_messages where received_at >= $1', [since])
    await client.query('commit')
  } finally {
    client.release()
  }
}
