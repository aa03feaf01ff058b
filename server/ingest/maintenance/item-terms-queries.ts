import type { PoolClient } from 'pg'
import type { Db } from '#database/transaction.ts'

/** The next account to go through, null behind the last; undefined when nothing is to be done. */
export async function selectNextAccount(db: Db): Promise<string | null | undefined> {
  const { rows } = await db.query<{ next: string | null }>(
    `select (select a.account_id from accounts a where a.account_id > t.after_account order by a.account_id limit 1) as next
from item_terms_to_renew t`,
  )
  return rows[0]?.next
}

/** Records that an account is done, and all before it. */
export async function updateRenewed(db: Db, accountId: string): Promise<void> {
  await db.query('update item_terms_to_renew set after_account = $1 where after_account < $1', [accountId])
}

/** Records that all accounts are done. */
export async function deleteRenewal(db: Db): Promise<void> {
  await db.query('delete from item_terms_to_renew')
}

/**
 * Stores anew by which terms the items of an account are found whose name or number has other letters than ASCII, in
 * the order of their numbers behind `after`, of at most so many items. Returns the last of these; undefined behind all.
 */
export async function renewItemTerms(
  client: PoolClient,
  accountId: string,
  after: string,
  limit: number,
): Promise<string | undefined> {
  const { rows } = await client.query<{ last: string | null }>({
    name: 'item terms renew',
    text: `with page as materialized (
  select sku, customer_sku, gtin, name from items where account_id = $1 and sku > $2 order by sku limit $3
), renewed as materialized (
  select sku, array(select item_terms_of(p.sku, p.customer_sku, p.gtin, p.name)) as terms from page p
  where octet_length(concat(sku, customer_sku, gtin, name)) > char_length(concat(sku, customer_sku, gtin, name))
), gone as (
  delete from item_terms t using renewed r where t.account_id = $1 and t.sku = r.sku and t.term <> all (r.terms)
), added as (
  insert into item_terms (account_id, sku, term) select $1, r.sku, t.term from renewed r cross join unnest(r.terms) t (term)
  on conflict (account_id, sku, term) do nothing
)
select max(sku) as last from page`,
    values: [accountId, after, limit],
  })
  return rows[0]?.last ?? undefined
}

/**
 * Stores anew the codes by which the serial numbers and lots of an account are found, where they differ, in the order
 * of their codes behind `after`, of at most so many codes. Returns the last of these; undefined behind all.
 */
export async function renewUnitCodes(
  client: PoolClient,
  accountId: string,
  after: string,
  limit: number,
): Promise<string | undefined> {
  const { rows } = await client.query<{ last: string | null }>({
    name: 'unit codes renew',
    text: `with page as materialized (
  select distinct code from units where account_id = $1 and code > $2 order by code limit $3
), renewed as (
  update units u set code = folded_code(u.written) from page p where u.account_id = $1 and u.code = p.code
    and octet_length(u.written) > char_length(u.written) and u.code <> folded_code(u.written)
)
select max(code) as last from page`,
    values: [accountId, after, limit],
  })
  return rows[0]?.last ?? undefined
}
