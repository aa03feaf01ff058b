import type { Pool, PoolClient } from 'pg'

import { withTransaction } from '#database/transaction.ts'

/**
 * A batch has few documents, and its queries find the rows of each by index. At the first import the planner knows only
 * empty tables and would choose to scan them whole.
 */
const planByIndex = [
  'set local plan_cache_mode = force_generic_plan',
  ...['seqscan', 'hashjoin', 'mergejoin'].map((way) => `set local enable_${way} = off`),
  'set local jit = off',
]

/**
 * Runs `work` in a transaction whose settings suit a few documents at a time. Returns its result; when it throws,
 * nothing was written.
 */
export function inBatchTransaction<T>(workPool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return withTransaction(workPool, work, planByIndex)
}

/** Gives credit notes their new numbers, also in the notices and requests that refer to them. */
export async function renumberCreditNotes(client: PoolClient, renamed: readonly Renumbering[]): Promise<void> {
  if (renamed.length === 0) return
  const columns = ['accountId', 'id', 'number', 'to'] as const
  await client.query({
    name: 'ingest rename credits',
    text: `with renumbered as (
  select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as t (account_id, id, number, new_number)
), noticed as (
  update notices n set number = t.new_number from renumbered t where n.account_id = t.account_id and n.document_id = t.id
), renamed_requests as (
  update requests r set document_number = t.new_number from renumbered t
  where r.account_id = t.account_id and r.document_type = 'invoices' and r.document_number = t.number
), renamed_in_advices as (
  update remitted_invoices r set document_number = t.new_number from renumbered t
  where r.account_id = t.account_id and r.document_number = t.number
)
update documents d set number = t.new_number from renumbered t where d.account_id = t.account_id and d.id = t.id`,
    values: columns.map((name) => renamed.map((row) => row[name])),
  })
}
type Renumbering = { accountId: string; id: string; number: string; to: string }

export type RawMessage = {
  id: string
  receivedAt: string
  source: string
  mediaType: string
  firstLine: number
  content: Buffer
}

/** Stores a message as it was received, compressed. */
export async function insertRawMessage(client: PoolClient, raw: RawMessage): Promise<void> {
  await client.query({
    name: 'ingest raw',
    text: 'insert into raw_messages (id, received_at, source, media_type, first_line, content) values ($1, $2, $3, $4, $5, $6)',
    values: [raw.id, raw.receivedAt, raw.source, raw.mediaType, raw.firstLine, raw.content],
  })
}

/** Raw messages that one statement deletes: few enough that it ends in time. */
const deletedAtOnce = 5_000

/**
 * Deletes raw messages that were received before the instant, a few thousand at a time, and notes their objects as unused.
 * Returns how many.
 */
export async function deleteRawMessagesBefore(workPool: Pool, instant: string): Promise<number> {
  let count = 0
  for (;;) {
    const { rows } = await workPool.query<{ count: number }>(
      `with deleted as (
  delete from raw_messages where id = any(array(select id from raw_messages where received_at < $1 limit ${deletedAtOnce}))
  returning object_key
), noted as (
  insert into unused_objects (object_key, since) select object_key, now() from deleted where object_key is not null on conflict do nothing
)
select count(*)::int as count from deleted`,
      [instant],
    )
    const deleted = rows[0]?.count ?? 0
    count += deleted
    if (deleted < deletedAtOnce) return count
  }
}

/**
 * Deletes sums and counts of days on which nothing is left of them. A transaction that adds to one at the same time
 * creates it again.
 */
export async function deleteEmptySums(workPool: Pool): Promise<void> {
  await workPool.query('delete from document_sums where count = 0 and amount = 0')
  await workPool.query('delete from document_days where count = 0')
}

/** The ids of a document and its account; undefined when there is none. */
export async function findDocument(
  client: PoolClient,
  account: string,
  type: string,
  number: string,
): Promise<{ accountId: string; documentId: string } | undefined> {
  const { rows } = await client.query<{ accountId: string; documentId: string }>({
    name: 'ingest find document',
    text: `select d.account_id as "accountId", d.id as "documentId" from account_numbers a
join documents d on d.account_id = a.account_id and d.type = $2 and d.number = $3 where a.number = $1`,
    values: [account, type, number],
  })
  return rows[0]
}
