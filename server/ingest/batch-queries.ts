import type { Pool, PoolClient } from 'pg'
import { withTransaction } from '../../database/connect.ts'

/** What is stored of a document that a message speaks of. `modifiedAt` in milliseconds since 1970. */
export type Stored = {
  accountId: string
  type: string
  number: string
  id: string
  hash: Buffer
  modifiedAt: number | undefined
}

/**
 * The plans of a batch walk from its few documents to theirs by index; the planner, which at the first import knows only
 * empty tables, would choose to read them whole.
 */
const planByIndex = [
  'set local plan_cache_mode = force_generic_plan',
  ...['seqscan', 'hashjoin', 'mergejoin'].map((way) => `set local enable_${way} = off`),
  'set local jit = off',
]

/** Runs `work` in a transaction set up for few documents at a time. Gives what it gives; when it throws, nothing was written. */
export function inBatch<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return withTransaction(pool, work, planByIndex)
}

/** What is stored of the documents named. */
export async function findStored(
  client: PoolClient,
  keys: readonly { accountId: string; type: string; number: string }[],
): Promise<Stored[]> {
  const { rows } = await client.query<Omit<Stored, 'modifiedAt'> & { modifiedAt: string | null }>({
    name: 'ingest find stored',
    text: `select d.account_id as "accountId", d.type, d.number, d.id, d.content_hash as hash,
  trunc(extract(epoch from d.source_modified_at) * 1000)::text as "modifiedAt"
from unnest($1::uuid[], $2::text[], $3::text[]) as k (account_id, type, number)
join documents d on d.account_id = k.account_id and d.type = k.type and d.number = k.number`,
    values: [keys.map((key) => key.accountId), keys.map((key) => key.type), keys.map((key) => key.number)],
  })
  return rows.map((row) => ({ ...row, modifiedAt: row.modifiedAt === null ? undefined : Number(row.modifiedAt) }))
}

export type RawMessage = {
  id: string
  receivedAt: string
  source: string
  mediaType: string
  firstLine: number
  content: Buffer
}

/** Keeps a message as it came, compressed. */
export async function keepRaw(client: PoolClient, raw: RawMessage): Promise<void> {
  await client.query({
    name: 'ingest raw',
    text: 'insert into raw_messages (id, received_at, source, media_type, first_line, content) values ($1, $2, $3, $4, $5, $6)',
    values: [raw.id, raw.receivedAt, raw.source, raw.mediaType, raw.firstLine, raw.content],
  })
}

/** Deletes messages that came before the instant. Gives how many. */
export async function deleteRawBefore(pool: Pool, instant: string): Promise<number> {
  const { rowCount } = await pool.query('delete from raw_messages where received_at < $1', [instant])
  return rowCount ?? 0
}

/** Deletes sums of days on which nothing is open any more. Whoever adds to one of them at the same time makes it anew. */
export async function deleteEmptySums(pool: Pool): Promise<void> {
  await pool.query('delete from document_sums where count = 0 and amount = 0')
}

/** The document that a paper belongs to, or undefined. */
export async function findDocument(
  client: PoolClient,
  account: string,
  type: string,
  number: string,
): Promise<{ accountId: string; documentId: string } | undefined> {
  const { rows } = await client.query<{ accountId: string; documentId: string }>({
    name: 'ingest find document',
    text: `select d.account_id as "accountId", d.id as "documentId" from accounts a
join documents d on d.account_id = a.account_id and d.type = $2 and d.number = $3 where a.number = $1`,
    values: [account, type, number],
  })
  return rows[0]
}
