import type { PoolClient } from 'pg'
import { documentByNumber } from '../document-by-number.ts'

/** Documents by account and id, as parallel lists, and whether each is new. */
export type DocumentIds = { accounts: readonly string[]; ids: readonly string[]; areNew: readonly boolean[] }
/** Documents by account, type and number, as three parallel lists; they may not exist. */
export type Targets = { accounts: readonly string[]; types: readonly string[]; numbers: readonly string[] }

const columns = 'sku, unit, ordered, shipped, delivered, returned, invoiced, in_transit, open, arrival'
const orderColumns = `${columns}, cancelled, is_kit, carried`
const upsertText = (
  columnList: string,
) => `insert into ordered_lines as k (account_id, order_id, position, ${columnList})
  select account_id, order_id, position, ${columnList} from lines
  on conflict (account_id, order_id, position) do update set
    ${columnList.replace(/\w+/g, '$& = excluded.$&')}
  where (${columnList.replace(/\w+/g, 'k.$&')}) is distinct from (${columnList.replace(/\w+/g, 'excluded.$&')})`
/** Looked up by key line by line: a join with rows just read would take time with the square of the lines. */
const noItemText = `not exists (
    select from document_lines l
    where l.account_id = k.account_id and l.document_id = k.order_id and l.position = k.position and l.kind = 'item' and l.quantity > 0)`

const documentOf = (alias: string) =>
  documentByNumber(
    { account: `${alias}.account_id`, type: `${alias}.type`, number: `${alias}.number` },
    'd.account_id, d.id',
  )
const linkedDocuments = `cross join lateral (
    select k.account_id, k.to_type as type, k.to_number as number from document_links k
    where k.account_id = d.account_id and k.document_id = d.id and k.position = 0 offset 0
  ) k`

/*
 * Orders concerned: those written, those that a written document refers to or used to, and those behind a shipment or
 * an invoice that it refers to (an invoice to a shipment, a credit note to an invoice, and that invoice to a shipment).
 * A new order to which nothing refers keeps the state with which it was written. Each step is a lateral subquery behind
 * `offset 0`, as in server/ingest/derive/order-queries.ts.
 */
const orderedLinesText = `with changed as (
  select account_id, type, number from unnest($3::uuid[], $4::text[], $5::text[]) as t (account_id, type, number)
), nearer as (
  select k.* from changed n
  ${documentOf('n')}
  ${linkedDocuments}
  where n.type in ('shipments', 'invoices') and k.type in ('orders', 'shipments')
), nearest as (
  select k.* from nearer n
  ${documentOf('n')}
  ${linkedDocuments}
  where n.type = 'shipments' and k.type = 'orders'
), orders as materialized (
  select d.account_id, d.id from (select * from changed union select * from nearer union select * from nearest) t
  ${documentOf('t')}
  where t.type = 'orders'
  union
  select a.account_id, a.id from unnest($1::uuid[], $2::uuid[], $6::boolean[]) as a (account_id, id, is_new)
  cross join lateral (
    select d.number from documents d where d.account_id = a.account_id and d.id = a.id offset 0
  ) d
  where not a.is_new or exists (
    select from document_links k
    where k.account_id = a.account_id and k.to_type = 'orders' and k.to_number = d.number)
), lines as materialized (
  select s.* from (
    select account_id, id from orders union select account_id, id from unnest($1::uuid[], $2::uuid[]) as a (account_id, id)
  ) n
  cross join lateral (
    select s.* from order_line_stages s where s.account_id = n.account_id and s.order_id = n.id offset 0
  ) s
), kept as (
  ${upsertText(orderColumns)}
), gone as (
  delete from ordered_lines k using unnest($1::uuid[], $2::uuid[], $6::boolean[]) as a (account_id, id, is_new)
  where not a.is_new and k.account_id = a.account_id and k.order_id = a.id and ${noItemText}
)
select account_id as "accountId", id from orders`

/**
 * Stores the progress of the lines of the orders written and of those that a written document leads to. Returns the
 * orders whose state may have changed, as parallel lists.
 */
export async function upsertOrderedLines(
  client: PoolClient,
  written: DocumentIds,
  targets: Targets,
): Promise<{ accounts: string[]; ids: string[] }> {
  const { rows } = await client.query<{ accountId: string; id: string }>({
    name: 'ingest keep ordered lines',
    text: orderedLinesText,
    values: [written.accounts, written.ids, targets.accounts, targets.types, targets.numbers, written.areNew],
  })
  return { accounts: rows.map((one) => one.accountId), ids: rows.map((one) => one.id) }
}

/** Documents by account and by id or number, as parallel lists. */
type ShipmentIds = { accounts: readonly string[]; ids: readonly string[] }
type OrderNumbers = { accounts: readonly string[]; numbers: readonly string[] }

/**
 * Stores for the item tracker what shipments carry that refer to no known order, and deletes what they no longer carry,
 * or what an order that has just arrived now covers.
 */
export async function upsertLinesWithoutOrder(
  client: PoolClient,
  shipments: ShipmentIds,
  changedOrders: OrderNumbers,
): Promise<void> {
  if (shipments.ids.length + changedOrders.numbers.length === 0) return
  await client.query({
    name: 'ingest keep without order',
    text: `with changed as (
  select account_id, id from unnest($1::uuid[], $2::uuid[]) as s (account_id, id)
  union
  select k.account_id, k.document_id from unnest($3::uuid[], $4::text[]) as o (account_id, number)
  cross join lateral (
    select k.account_id, k.document_id from document_links k
    where k.account_id = o.account_id and k.to_type = 'orders' and k.to_number = o.number and k.position = 0 offset 0
  ) k
), lines as materialized (
  select l.* from changed t
  cross join lateral (
    select l.* from lines_without_order l where l.account_id = t.account_id and l.order_id = t.id offset 0
  ) l
), carrying as materialized (
  select distinct account_id, order_id from lines
), kept as (
  ${upsertText(columns)}
)
delete from ordered_lines k using changed t
where k.account_id = t.account_id and k.order_id = t.id
  and (${noItemText} or not exists (select from carrying c where c.account_id = k.account_id and c.order_id = k.order_id))`,
    values: [shipments.accounts, shipments.ids, changedOrders.accounts, changedOrders.numbers],
  })
}
