import type { Pool, PoolClient } from 'pg'

/**
 * Locks the next account whose invoices are to be recomputed; undefined when none is left or other transactions hold
 * them.
 */
export async function lockNextAccount(client: PoolClient): Promise<{ accountId: string; after: string } | undefined> {
  const { rows } = await client.query<{ accountId: string; after: string }>({
    name: 'settle anew account',
    text: `select account_id as "accountId", after from accounts_to_settle order by account_id limit 1 for update skip locked`,
  })
  return rows[0]
}

/** Invoices of an account in the order of their ids, after the id `after`. */
export async function selectInvoices(
  client: PoolClient,
  accountId: string,
  after: string,
  limit: number,
): Promise<{ id: string; number: string }[]> {
  const { rows } = await client.query<{ id: string; number: string }>({
    name: 'settle anew invoices',
    text: `select id, number from documents where account_id = $1 and id > $2 and type = 'invoices' order by id limit $3`,
    values: [accountId, after, limit],
  })
  return rows
}

/** Records that an account is done up to this invoice. */
export async function updateProgress(client: PoolClient, accountId: string, after: string): Promise<void> {
  await client.query('update accounts_to_settle set after = $2 where account_id = $1', [accountId, after])
}

/** Records that an account is done. */
export async function deleteProgress(client: PoolClient, accountId: string): Promise<void> {
  await client.query('delete from accounts_to_settle where account_id = $1', [accountId])
}

/** How many accounts have invoices that are still to be recomputed. */
export async function countAccountsToSettle(workPool: Pool): Promise<number> {
  const { rows } = await workPool.query<{ count: number }>('select count(*)::int as count from accounts_to_settle')
  return rows[0]?.count ?? 0
}

/**
 * Open quotes that would show a decision of their customer if they were derived anew. What was decided of them stands on
 * them as what was done about them, by which an index finds them.
 */
export async function selectQuotesToSettle(
  workPool: Pool,
  limit: number,
): Promise<{ accountId: string; number: string }[]> {
  const { rows } = await workPool.query<{ accountId: string; number: string }>({
    name: 'settle anew quotes',
    text: `select d.account_id as "accountId", d.number from documents d
where d.type = 'quotes' and d.status = 'open' and d.acted_on is not null and coalesce(d.source_status, 'open') = 'open'
  and decided_status(d.account_id, d.number, d.details ->> 'revision') is not null
order by d.account_id, d.number limit $1`,
    values: [limit],
  })
  return rows
}
