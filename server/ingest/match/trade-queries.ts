import type { Pool, PoolClient } from 'pg'
import type { PartyIdentifier } from '#contract/identifiers.ts'
import { withTransaction } from '#database/transaction.ts'
import { tradeSources } from '#server/formats/formats.ts'
import type { TradeMessage } from '#server/formats/message.ts'

export type AccountSummary = { id: string; number: string; name: string }

/** The accounts with any of these identifiers or any of these numbers that the supplier gave. */
export async function findAccountsByIdentifiers(
  workPool: Pool,
  identifiers: readonly PartyIdentifier[],
  numbers: readonly string[],
): Promise<AccountSummary[]> {
  const { rows } = await workPool.query<AccountSummary>({
    name: 'trade accounts by identifiers',
    text: `select account_id as id, number, name from accounts where account_id in (
  select i.account_id from unnest($1::text[], $2::text[]) as n (scheme, value)
  join account_identifiers i on i.scheme = n.scheme collate "C" and i.value = n.value collate "C"
  union all select account_id from account_numbers where number = any ($3::text[])) order by number`,
    values: [identifiers.map(({ scheme }) => scheme), identifiers.map(({ value }) => value), numbers],
  })
  return rows
}

/** The account with this number, or former number; undefined when there is none. */
export async function findAccountByNumber(workPool: Pool, number: string): Promise<AccountSummary | undefined> {
  const { rows } = await workPool.query<AccountSummary>({
    name: 'trade account by number',
    text: 'select a.account_id as id, a.number, a.name from account_numbers n join accounts a using (account_id) where n.number = $1',
    values: [number],
  })
  return rows[0]
}

/** Creates an account unless its number is taken, ignoring case. */
export async function insertAccount(workPool: Pool, account: AccountSummary, now: string): Promise<void> {
  await workPool.query({
    name: 'trade create account',
    text: 'insert into accounts (account_id, number, name, created_at) values ($1, $2, $3, $4) on conflict do nothing',
    values: [account.id, account.number, account.name, now],
  })
}

/** The seller's order numbers for each of the buyer's numbers, as far as messages have named both. */
export async function findSalesOrderNumbers(
  db: Pool | PoolClient,
  accountId: string,
  buyersNumbers: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await db.query<{ number: string; known: string[] }>({
    name: 'trade sales orders of',
    text: `select number, array_agg(payload ->> 'number' order by part) as known from document_parts
where account_id = $1 and type = 'orders' and number = any ($2::text[]) and part ^@ 'alias:' group by number`,
    values: [accountId, buyersNumbers],
  })
  return new Map(rows.map(({ number, known }) => [number, known]))
}

/** The stored messages of an order, sorted by part. */
export async function readOrderMessages(
  db: Pool | PoolClient,
  accountId: string,
  number: string,
): Promise<TradeMessage[]> {
  const { rows } = await db.query<{ payload: TradeMessage }>({
    name: 'trade parts',
    text: `select payload from document_parts
where account_id = $1 and type = 'orders' and number = $2 and not part ^@ 'alias:' order by part`,
    values: [accountId, number],
  })
  return rows.map(({ payload }) => payload)
}

export type OrderMessage = {
  accountId: string
  number: string
  buyersNumber: string | undefined
  part: string
  message: TradeMessage
}

/**
 * Stores a message of an order in one transaction. If the message names both the seller's and the buyer's number, they
 * become one order: everything stored under the buyer's number moves to the seller's. Returns the order's current
 * number, or the seller's numbers if the buyer's number is ambiguous and the message names none of them.
 */
export function storeOrderMessage(
  workPool: Pool,
  orderMessage: OrderMessage,
): Promise<{ number: string } | { ambiguous: string[] }> {
  return withAccountLock(workPool, orderMessage.accountId, (client) => upsertOrderMessage(client, orderMessage))
}

/** Runs `work` in a transaction that locks the account as a batch of documents does, to prevent deadlocks. */
function withAccountLock<T>(workPool: Pool, accountId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return withTransaction(workPool, async (client) => {
    await client.query('select from accounts where account_id = $1 for no key update', [accountId])
    return work(client)
  })
}

async function upsertOrderMessage(
  client: PoolClient,
  orderMessage: OrderMessage,
): Promise<{ number: string } | { ambiguous: string[] }> {
  const { accountId, buyersNumber, part, message } = orderMessage
  let { number } = orderMessage
  if (buyersNumber !== undefined) {
    const salesOrders = (await findSalesOrderNumbers(client, accountId, [buyersNumber])).get(buyersNumber) ?? []
    if (number !== buyersNumber) {
      await insertAlias(client, accountId, buyersNumber, number)
      if (salesOrders.length === 0) await moveOrder(client, accountId, buyersNumber, number)
    } else if (salesOrders.length > 1 && message.response) return { ambiguous: salesOrders }
    else if (salesOrders.length === 1) number = salesOrders[0] as string
  }
  await client.query({
    name: 'trade keep part',
    text: `insert into document_parts as p (account_id, type, number, part, payload, modified_at) values ($1, 'orders', $2, $3, $4, $5)
on conflict (account_id, type, number, part) do update set payload = excluded.payload, modified_at = excluded.modified_at
where coalesce(excluded.modified_at >= p.modified_at, true)`,
    values: [accountId, number, part, JSON.stringify(message), message.document.modifiedAt ?? null],
  })
  return { number }
}

async function insertAlias(client: PoolClient, accountId: string, buyersNumber: string, number: string): Promise<void> {
  await client.query({
    name: 'trade keep alias',
    text: `insert into document_parts (account_id, type, number, part, payload) values ($1, 'orders', $2, $3, $4) on conflict do nothing`,
    values: [accountId, buyersNumber, `alias:${number}`, JSON.stringify({ number })],
  })
}

/** Moves everything under the buyer's number to the seller's: messages, and the document with its history. */
async function moveOrder(client: PoolClient, accountId: string, from: string, to: string): Promise<void> {
  const keys = [accountId, from, to]
  await client.query(
    `delete from document_parts p where account_id = $1 and type = 'orders' and number = $2 and not part ^@ 'alias:'
and exists (select from document_parts x where x.account_id = $1 and x.type = 'orders' and x.number = $3 and x.part = p.part)`,
    keys,
  )
  const moved = await client.query(
    `update document_parts set number = $3 where account_id = $1 and type = 'orders' and number = $2 and not part ^@ 'alias:'`,
    keys,
  )
  if (!moved.rowCount) return
  await client.query(
    `delete from documents d where account_id = $1 and type = 'orders' and number = $2 and source_system = any ($4)
and exists (select from documents x where x.account_id = $1 and x.type = 'orders' and x.number = $3)`,
    [...keys, tradeSources],
  )
  // The empty hash causes the document and everything derived from its number to be written again.
  await client.query(
    `update documents set number = $3, content_hash = '' where account_id = $1 and type = 'orders' and number = $2 and source_system = any ($4)`,
    [...keys, tradeSources],
  )
}

/** Deletes an order that was written under the buyer's number while its messages moved to the seller's. */
export async function deleteMovedOrder(workPool: Pool, accountId: string, number: string): Promise<void> {
  await withAccountLock(workPool, accountId, (client) =>
    client.query({
      name: 'trade forget moved',
      text: `delete from documents where account_id = $1 and type = 'orders' and number = $2 and source_system = any ($3)
and not exists (select from document_parts
  where account_id = $1 and type = 'orders' and number = $2 and not part ^@ 'alias:')`,
      values: [accountId, number, tradeSources],
    }),
  )
}

/**
 * Changes references of documents that came as trade messages to an order from the buyer's number to the seller's, unless an order with the
 * buyer's number exists; then marks the order to be written again. Returns the number of changed references.
 */
export async function redirectLinks(workPool: Pool, accountId: string, from: string, to: string): Promise<number> {
  const { rowCount } = await withAccountLock(workPool, accountId, (client) =>
    client.query({
      name: 'trade redirect links',
      text: `with moved as (
  delete from document_links k using documents d
  where k.account_id = $1 and k.to_type = 'orders' and k.to_number = $2
    and d.account_id = k.account_id and d.id = k.document_id and d.source_system = any ($4)
    and not exists (select from documents o where o.account_id = $1 and o.type = 'orders' and o.number = $2)
  returning k.*
), kept as (
  insert into document_links (account_id, document_id, position, to_type, to_number, to_line, quantity)
  select account_id, document_id, position, to_type, $3, to_line, quantity from moved on conflict do nothing
), due as (
  update documents set content_hash = '' where account_id = $1 and type = 'orders' and number = $3 and exists (select from moved)
)
select from moved`,
      values: [accountId, from, to, tradeSources],
    }),
  )
  return rowCount ?? 0
}

/** Puts a document without a known account in quarantine; a document that is already there is updated. */
export async function upsertQuarantine(
  workPool: Pool,
  quarantined: {
    id: string
    now: string
    reason: string
    message: TradeMessage
    original: Buffer | null
    hash: Buffer
  },
): Promise<void> {
  const { document, buyer } = quarantined.message
  await workPool.query({
    name: 'trade quarantine',
    text: `insert into quarantine (id, received_at, type, number, buyer_name, identifiers, reason, payload, content_hash, original)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (content_hash) do update set reason = excluded.reason, original = excluded.original`,
    values: [
      quarantined.id,
      quarantined.now,
      document.type,
      document.number,
      buyer.name ?? null,
      JSON.stringify(buyer.identifiers),
      quarantined.reason,
      JSON.stringify(quarantined.message),
      quarantined.hash,
      quarantined.original,
    ],
  })
}

/** Stores the file as it was sent, compressed with zstd. */
export async function insertRawMessage(
  workPool: Pool,
  file: { id: string; now: string; source: string; mediaType: string; content: Buffer },
): Promise<void> {
  await workPool.query({
    name: 'trade keep file',
    text: 'insert into raw_messages (id, received_at, source, media_type, first_line, content) values ($1, $2, $3, $4, 1, $5)',
    values: [file.id, file.now, file.source, file.mediaType, file.content],
  })
}
