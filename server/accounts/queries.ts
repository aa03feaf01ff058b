import type { Pool } from 'pg'
import type { Address } from '#contract/company/addresses.ts'
import type { PartyIdentifier } from '#contract/identifiers.ts'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#database/transaction.ts'
import { withTransaction } from '#database/transaction.ts'

/** `mergedInto`: the number of the account into which this one was merged. */
export type AccountRow = { number: string; name: string; createdAt: string; mergedInto: string | null }
export type AccountDetail = AccountRow & {
  language: Language | null
  timeZone: string | null
  electronicAddress: string | null
  identifiers: PartyIdentifier[]
  documents: Record<string, number>
}

/** Accounts by number, those after `after`, at most `limit`. */
export async function listAccounts(workPool: Pool, after: string, limit: number): Promise<AccountRow[]> {
  const { rows } = await workPool.query<AccountRow>({
    name: 'accounts list',
    text: `select a.number, a.name, a.created_at as "createdAt", m.number as "mergedInto"
from accounts a left join accounts m on m.account_id = a.merged_into where a.number > $1 order by a.number limit $2`,
    values: [after, limit],
  })
  return rows
}

/** An account with its identifiers and its number of documents of each type, or undefined. */
export async function findAccount(
  workPool: Pool,
  number: string,
): Promise<(AccountDetail & { id: string }) | undefined> {
  const { rows } = await workPool.query<AccountDetail & { id: string }>({
    name: 'accounts find',
    text: `select a.account_id as id, a.number, a.name, a.created_at as "createdAt", a.language, a.time_zone as "timeZone", a.electronic_address as "electronicAddress",
  (select m.number from accounts m where m.account_id = a.merged_into) as "mergedInto",
  coalesce((select jsonb_agg(jsonb_build_object('scheme', i.scheme, 'value', i.value) order by i.scheme, i.value)
    from account_identifiers i where i.account_id = a.account_id), '[]') as identifiers,
  coalesce((select jsonb_object_agg(c.type, c.count) from (
    select d.type, count(*) as count from documents d where d.account_id = a.account_id group by d.type) c), '{}') as documents
from accounts a where a.number = $1`,
    values: [number],
  })
  return rows[0]
}

/** The number of the account that has an identifier, or undefined. */
export async function findIdentifierOwner(
  workPool: Pool,
  { scheme, value }: PartyIdentifier,
): Promise<string | undefined> {
  const { rows } = await workPool.query<{ number: string }>({
    name: 'accounts identifier owner',
    text: 'select a.number from account_identifiers i join accounts a using (account_id) where i.scheme = $1 and i.value = $2',
    values: [scheme, value],
  })
  return rows[0]?.number
}

/** Adds an identifier to an account. Returns false when an account has it already. */
export async function insertIdentifier(
  db: Db,
  accountId: string,
  { scheme, value }: PartyIdentifier,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts identifier insert',
    text: 'insert into account_identifiers (scheme, value, account_id) values ($1, $2, $3) on conflict do nothing',
    values: [scheme, value, accountId],
  })
  return rowCount === 1
}

/** Removes an identifier from an account. Returns false when the account does not have it. */
export async function deleteIdentifier(
  db: Db,
  accountId: string,
  { scheme, value }: PartyIdentifier,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts identifier delete',
    text: 'delete from account_identifiers where scheme = $1 and value = $2 and account_id = $3',
    values: [scheme, value, accountId],
  })
  return rowCount === 1
}

/** Sets or clears the language of an account's members. */
export async function updateLanguage(db: Db, accountId: string, language: Language | null): Promise<void> {
  await db.query('update accounts set language = $2 where account_id = $1', [accountId, language])
}

/** The id of the account with this number, or former number; undefined when there is none. */
export async function selectAccountId(db: Pool, number: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>({
    name: 'accounts id',
    text: 'select account_id as id from account_numbers where number = $1',
    values: [number],
  })
  return rows[0]?.id
}

/**
 * Sets the credit limit of an account in a currency; null removes it. Returns false when the account does not exist.
 */
export async function upsertCreditLimit(
  db: Pool,
  number: string,
  limit: { currency: string; amount: string | null },
  now: Date,
): Promise<boolean> {
  const { currency, amount } = limit
  const { rows } = await db.query<{ known: boolean }>({
    name: 'accounts credit limit',
    text: `with account as (select account_id from account_numbers where number = $1),
stated as (insert into credit_limits (account_id, currency, amount, stated_at)
  select account_id, $2, $3::numeric, $4 from account where $3 is not null
  on conflict (account_id, currency) do update set amount = excluded.amount, stated_at = excluded.stated_at),
taken as (delete from credit_limits using account
  where credit_limits.account_id = account.account_id and currency = $2 and $3 is null)
select exists (select from account) as known`,
    values: [number, currency, amount, now],
  })
  return rows[0]?.known === true
}

/** Replaces all addresses of an account, in their order. Returns false when the account does not exist. */
export async function replaceAddresses(
  db: Pool,
  number: string,
  addresses: readonly Address[],
  now: Date,
): Promise<boolean> {
  return withTransaction(db, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select account_id as id from accounts where account_id = (select account_id from account_numbers where number = $1) for no key update',
      [number],
    )
    if (!rows[0]) return false
    await client.query('delete from account_addresses where account_id = $1', [rows[0].id])
    await client.query({
      name: 'accounts addresses',
      text: `insert into account_addresses (account_id, use, position, code, party, stated_at)
select $1, a->>'use', position, a->>'code', a->'party', $3 from jsonb_array_elements($2::jsonb) with ordinality as n (a, position)`,
      values: [rows[0].id, JSON.stringify(addresses), now],
    })
    return true
  })
}

/** Sets the time zone of an account; null: the server's. */
export async function updateTimeZone(db: Db, accountId: string, timeZone: string | null): Promise<void> {
  await db.query('update accounts set time_zone = $2 where account_id = $1', [accountId, timeZone])
}

/** Stores where an account is reached in networks such as Peppol. */
export async function updateElectronicAddress(db: Db, accountId: string, address: string | null): Promise<void> {
  await db.query('update accounts set electronic_address = $2 where account_id = $1', [accountId, address])
}

/** Writes a new account. Returns false when the number is taken, whatever its case. */
export async function insertAccount(
  db: Db,
  { id, number, name, now }: { id: string; number: string; name: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into accounts (account_id, number, name, created_at, name_stated_at) values ($1, $2, $3, $4, $4) on conflict do nothing',
    [id, number, name, now],
  )
  return rowCount === 1
}

/** Renames an account. Older messages do not change the name back. */
export async function updateName(db: Db, account: string, name: string, now: Date): Promise<void> {
  await db.query('update accounts set name = $2, name_stated_at = $3 where account_id = $1', [account, name, now])
}

/**
 * Changes the number of an account; the former number stays as an alias. A number that is an alias of the account already
 * changes places with it. Returns false when the number is another account's, whatever its case.
 */
export async function updateNumber(
  db: Db,
  account: { id: string; number: string; name: string },
  { number, formerId, now }: { number: string; formerId: string; now: Date },
): Promise<boolean> {
  const { rows } = await db.query<{ id: string; own: boolean }>(
    `select account_id as id, coalesce(merged_into = $2, false) as own from accounts
      where lower(number) = lower($1 collate "C") and account_id <> $2`,
    [number, account.id],
  )
  const [holder] = rows
  if (holder && !holder.own) return false
  const setNumber = (id: string, to: string) =>
    db.query('update accounts set number = $2 where account_id = $1', [id, to])
  if (holder) {
    // No two accounts have one number, not even for a moment: the alias has its id meanwhile.
    await setNumber(holder.id, holder.id)
    await setNumber(account.id, number)
    await setNumber(holder.id, account.number)
    return true
  }
  await setNumber(account.id, number)
  await db.query(
    `insert into accounts (account_id, number, name, created_at, merged_into) values ($1, $2, $3, $4, $5)
on conflict do nothing`,
    [formerId, account.number, account.name, now, account.id],
  )
  await db.query('delete from scheduled_tasks where account_id = $1', [formerId])
  return true
}
