import type { PoolClient } from 'pg'

export type Account = { id: string; searchKey: number; number: string; name: string }
/** `mergedInto`: the id of the account that this one was merged into. */
export type AccountRow = Account & { mergedInto: string | null }

const columns = 'account_id as id, search_key as "searchKey", number, name, merged_into as "mergedInto"'
/** The ids of accounts by their numbers, and of the accounts that they were merged into. */
const accountIdsText = `select account_id from accounts where number = any ($1::text[])
  union all select merged_into from accounts where number = any ($1::text[])`

/**
 * Locks and returns the accounts with these numbers, the accounts that those were merged into, and the accounts with
 * these ids. The rows are locked in the order of their ids until the transaction ends: two imports for the same account
 * run one after the other, so that each derivation sees the other's documents and nothing deadlocks.
 */
export async function lockAccounts(
  client: PoolClient,
  numbers: readonly string[],
  ids: readonly string[] = [],
): Promise<AccountRow[]> {
  const { rows } = await client.query<AccountRow>({
    name: 'ingest lock accounts',
    text: `select ${columns} from accounts where account_id in (${accountIdsText} union all select unnest($2::uuid[]))
order by account_id for no key update`,
    values: [numbers, ids],
  })
  return rows
}

/** The accounts with these numbers and the accounts that they were merged into, without a lock, for a dry run. */
export async function findAccounts(client: PoolClient, numbers: readonly string[]): Promise<AccountRow[]> {
  const { rows } = await client.query<AccountRow>({
    name: 'ingest find accounts',
    text: `select ${columns} from accounts where account_id in (${accountIdsText})`,
    values: [numbers],
  })
  return rows
}

/** Accounts whose number equals one of these when case is ignored; `asked` is the number that was looked up. */
export async function findAccountsByFoldedNumber(
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

/**
 * Creates accounts in the order of their numbers. Returns those that were created: an account that another import has
 * just created is not among them.
 */
export async function insertAccounts(
  client: PoolClient,
  accounts: readonly { id: string; number: string; name: string }[],
  now: string,
): Promise<Account[]> {
  const { rows } = await client.query<AccountRow>({
    name: 'ingest create accounts',
    text: `insert into accounts (account_id, number, name, created_at)
select id, number, name, $4::timestamptz from unnest($1::uuid[], $2::text[], $3::text[]) as n (id, number, name)
order by number collate "C" on conflict do nothing returning ${columns}`,
    values: [accounts.map((one) => one.id), accounts.map((one) => one.number), accounts.map((one) => one.name), now],
  })
  return rows
}

/** The name that a message gives an account, and when; `statedAt` is null when the message names no time. */
export type StatedName = { id: string; name: string; statedAt: string | null }

/**
 * Gives accounts the names that messages state, unless a later message stated another. Returns the accounts whose name
 * changed. While a name stays the same, its time is stored at most once an hour.
 */
export async function updateAccountNames(
  client: PoolClient,
  stated: readonly StatedName[],
): Promise<{ id: string; was: string; name: string }[]> {
  const { rows } = await client.query<{ id: string; was: string; name: string }>({
    name: 'ingest state names',
    text: `with stated as (
  select a.account_id, a.name as was, s.name, s.at from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as s (account_id, name, at)
  join accounts a on a.account_id = s.account_id
  where (s.at is null or a.name_stated_at is null or s.at >= a.name_stated_at)
    and (s.name <> a.name or s.at > coalesce(a.name_stated_at + interval '1 hour', '-infinity'))
)
update accounts a set name = s.name, name_stated_at = coalesce(s.at, a.name_stated_at) from stated s
where a.account_id = s.account_id returning a.account_id as id, s.was, s.name`,
    values: [stated.map(({ id }) => id), stated.map(({ name }) => name), stated.map(({ statedAt }) => statedAt)],
  })
  const renamed = rows.filter(({ was, name }) => was !== name)
  if (renamed.length > 0) {
    // Open pages show the name and follow the account's version.
    await client.query({
      name: 'ingest named accounts',
      text: `insert into account_versions as v (account_id, version) select id, 1 from unnest($1::uuid[]) as r (id) order by id
on conflict (account_id) do update set version = v.version + 1`,
      values: [renamed.map(({ id }) => id)],
    })
  }
  return renamed
}
