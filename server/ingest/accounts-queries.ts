import type { PoolClient } from 'pg'

export type Account = { id: string; searchKey: number; number: string; name: string }

const columns = 'account_id as id, search_key as "searchKey", number, name'

/**
 * The known accounts of these numbers, locked in one order until the transaction ends: of two imports that speak of the
 * same account one waits, so that derived states see each other's documents and nothing deadlocks.
 */
export async function lockAccounts(client: PoolClient, numbers: readonly string[]): Promise<Account[]> {
  const { rows } = await client.query<Account>({
    name: 'ingest lock accounts',
    text: `select ${columns} from accounts where number = any ($1::text[]) order by account_id for no key update`,
    values: [numbers],
  })
  return rows
}

/** The same without a lock, for a dry run. */
export async function findAccounts(client: PoolClient, numbers: readonly string[]): Promise<Account[]> {
  const { rows } = await client.query<Account>({
    name: 'ingest find accounts',
    text: `select ${columns} from accounts where number = any ($1::text[])`,
    values: [numbers],
  })
  return rows
}

/** Accounts whose number is one of these but for upper and lower case, by the number asked for. */
export async function accountsByFoldedNumber(
  client: PoolClient,
  numbers: readonly string[],
): Promise<{ asked: string; number: string }[]> {
  const { rows } = await client.query<{ asked: string; number: string }>({
    name: 'ingest folded accounts',
    text: `select n.asked, a.number from unnest($1::text[]) as n (asked)
join accounts a on lower(a.number) = lower(n.asked collate "C")`,
    values: [numbers],
  })
  return rows
}

/** Creates accounts in one order. Gives those created: one that another import has just created is not among them. */
export async function createAccounts(
  client: PoolClient,
  accounts: readonly { id: string; number: string; name: string }[],
  now: string,
): Promise<Account[]> {
  const { rows } = await client.query<Account>({
    name: 'ingest create accounts',
    text: `insert into accounts (account_id, number, name, created_at)
select id, number, name, $4::timestamptz from unnest($1::uuid[], $2::text[], $3::text[]) as n (id, number, name)
order by number collate "C" on conflict do nothing returning ${columns}`,
    values: [accounts.map((one) => one.id), accounts.map((one) => one.number), accounts.map((one) => one.name), now],
  })
  return rows
}

/** Gives a name to an account that was created by its number alone. */
export async function nameAccount(client: PoolClient, id: string, name: string): Promise<void> {
  await client.query('update accounts set name = $2 where account_id = $1 and name = number', [id, name])
}
