import type { PoolClient } from 'pg'

const keptColumns = 'sku, unit, ordered, shipped, delivered, returned, invoiced, in_transit, open, arrival'
const keep = `insert into ordered_lines as k (account_id, order_id, position, ${keptColumns})
  select account_id, order_id, position, ${keptColumns} from lines
  on conflict (account_id, order_id, position) do update set
    ${keptColumns.replace(/\w+/g, '$& = excluded.$&')}
  where (${keptColumns.replace(/\w+/g, 'k.$&')}) is distinct from (${keptColumns.replace(/\w+/g, 'excluded.$&')})`
const unsaid = `not exists (
    select from lines l where l.account_id = k.account_id and l.order_id = k.order_id and l.position = k.position)`

/**
 * Part of the statement that derives orders: keeps what has become of their `lines` for the item tracker, and takes away
 * what an order no longer says.
 */
export const keptLines = `kept as (
  ${keep}
), gone as (
  delete from ordered_lines k using unnest($1::uuid[], $2::uuid[], $7::boolean[]) as a (account_id, id, is_new)
  where not a.is_new and k.account_id = a.account_id and k.order_id = a.id and ${unsaid}
)`

/** Documents of an account, by their ids or numbers, as parallel lists. */
type Shipments = { accounts: readonly string[]; ids: readonly string[] }
type Orders = { accounts: readonly string[]; numbers: readonly string[] }

/**
 * Keeps for the item tracker what shipments carry that refer to no order that is here, and takes away what they no longer
 * carry, or what an order that has just arrived now answers for.
 */
export async function keepWithoutOrder(client: PoolClient, shipments: Shipments, arrived: Orders): Promise<void> {
  if (shipments.ids.length + arrived.numbers.length === 0) return
  await client.query({
    name: 'ingest keep without order',
    text: `with told as (
  select account_id, id from unnest($1::uuid[], $2::uuid[]) as s (account_id, id)
  union
  select k.account_id, k.document_id from unnest($3::uuid[], $4::text[]) as o (account_id, number)
  cross join lateral (
    select k.account_id, k.document_id from document_links k
    where k.account_id = o.account_id and k.to_type = 'orders' and k.to_number = o.number and k.position = 0 offset 0
  ) k
), lines as materialized (
  select l.* from told t
  cross join lateral (
    select l.* from lines_without_order l where l.account_id = t.account_id and l.order_id = t.id offset 0
  ) l
), kept as (
  ${keep}
)
delete from ordered_lines k using told t
where k.account_id = t.account_id and k.order_id = t.id and ${unsaid}`,
    values: [shipments.accounts, shipments.ids, arrived.accounts, arrived.numbers],
  })
}
