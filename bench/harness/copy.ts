/// <reference path="../../database/copy/pg-copy-streams.d.ts" />
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'

/** The rows of a table as COPY writes them. */
export type CopiedTable = { table: string; columns: string; rows: Buffer }

/** The tables that an import fills, in the order of their foreign keys; what triggers keep follows from these. */
const tables = [
  'accounts',
  'account_addresses',
  'documents',
  'document_lines',
  'document_links',
  'shipment_events',
  'shipment_keys',
  'document_changes',
  'document_search',
  'search_words',
  'items',
  'units',
  'ordered_lines',
]

/** Copies the rows of these accounts, and the messages that were received since then, out of a database. */
export async function copyOut(ownerUrl: string, accountIds: readonly string[], since: Date): Promise<CopiedTable[]> {
  const client = await connectClient(ownerUrl)
  const conditions = [
    ...tables.map((table) => [table, `account_id = any ('{${accountIds.join()}}'::uuid[])`] as const),
    ['raw_messages', `received_at >= '${since.toISOString()}'`] as const,
  ]
  try {
    const copied: CopiedTable[] = []
    for (const [table, condition] of conditions) {
      const { rows } = await client.query<{ columns: string }>(
        `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
      const columns = rows[0]?.columns ?? ''
      const statement = `copy (select ${columns} from ${table} where ${condition}) to stdout`
      copied.push({ table, columns, rows: await buffer(client.query(to(statement))) })
    }
    return copied
  } finally {
    await client.end()
  }
}

/** Writes the rows into a database that has none of them by COPY, in one transaction. */
export async function copyIn(ownerUrl: string, copied: readonly CopiedTable[]): Promise<void> {
  const client = await connectClient(ownerUrl)
  try {
    await client.query('begin')
    for (const { table, columns, rows } of copied) {
      await pipeline(Readable.from(slices(rows)), client.query(from(`copy ${table} (${columns}) from stdin`)))
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function connectClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** In pieces, as a file arrives; `size` is in bytes. */
function* slices(bytes: Buffer, size = 64 * 1024): Generator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size)
}
