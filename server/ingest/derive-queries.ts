import type { PoolClient } from 'pg'
import type { Moved } from './changes.ts'
import { keptLines } from './ordered-lines-queries.ts'

/** Documents by account and id, as parallel lists, and whether each has just been made. */
export type Ids = { accounts: readonly string[]; ids: readonly string[]; areNew: readonly boolean[] }
/** Documents by account, type and number, as three parallel lists; they may not exist. */
export type Targets = { accounts: readonly string[]; types: readonly string[]; numbers: readonly string[] }

/*
 * Each step is a lateral subquery behind `offset 0`: from the few documents of a batch outwards, by the whole key of an
 * index. A plain join would leave that to statistics that do not know yet what has just been written.
 */
const byKey = (of: string, columns: string) => `cross join lateral (
    select ${columns} from documents d where d.account_id = ${of}.account_id and d.type = ${of}.type and d.number = ${of}.number offset 0
  ) d`
const byId = (of: string, columns: string, id = 'id') => `cross join lateral (
    select ${columns} from documents d where d.account_id = ${of}.account_id and d.id = ${of}.${id} offset 0
  ) d`

/** The documents of one type that are concerned: those written, and those that a written document refers to or used to. */
const named = (type: string) => `named as (
  select d.account_id, d.id from unnest($3::uuid[], $4::text[], $5::text[]) as t (account_id, type, number)
  ${byKey('t', 'd.account_id, d.id')}
  where t.type = '${type}'
  union
  select account_id, id from unnest($1::uuid[], $2::uuid[]) as a (account_id, id)
)`

/**
 * What an invoice still asks for, and its status from it. Credit notes that refer to this invoice alone and cover its
 * gross amount make it credited. What the source says itself (the open amount, paid, credited, cancelled) comes first.
 */
const invoicesText = `with ${named('invoices')}, judged as (
  select d.account_id, d.id, d.status as was, d.gross, d.paid, d.source_status,
    (d.details ->> 'openAsSent')::numeric as sent,
    coalesce(d.source_status = 'credited' or d.invoice_kind <> '381' and c.credited >= abs(d.gross), false) as is_credited
  from named n
  ${byId('n', 'd.*')}
  cross join lateral (
    select sum(abs(c.gross)) as credited from document_links k
    cross join lateral (
      select c.* from documents c where c.account_id = k.account_id and c.id = k.document_id offset 0
    ) c
    where k.account_id = d.account_id and k.to_type = 'invoices' and k.to_number = d.number and k.position = 0
      and c.invoice_kind = '381' and c.source_status is distinct from 'cancelled' and c.currency = d.currency
      and not exists (
        select from document_links o
        where o.account_id = k.account_id and o.document_id = k.document_id and o.position = 0
          and o.to_type = 'invoices' and o.to_number <> k.to_number)
  ) c
), counted as (
  select j.*, coalesce(sent, case when is_credited or source_status in ('paid', 'cancelled') then 0 else gross - coalesce(paid, 0) end) as open
  from judged j
), stands as (
  select account_id, id, was, case when gross is null and sent is null then null else open end as open,
    case
      when source_status = 'cancelled' then 'cancelled'
      when is_credited then 'credited'
      when source_status = 'paid' or open * sign(gross) <= 0 then 'paid'
      when source_status = 'partially_paid' or paid <> 0 or abs(open) < abs(gross) then 'partially_paid'
      else 'open'
    end as status
  from counted
)
update documents d set status = s.status, open = s.open,
  status_changed_at = case when s.status is distinct from d.status then $6::timestamptz else d.status_changed_at end
from stands s
where d.account_id = s.account_id and d.id = s.id and (s.status, s.open) is distinct from (d.status, d.open)
returning d.account_id as "accountId", d.id, d.type, d.number, s.was as "wasStatus", d.status`

/**
 * A quote is ordered as long as an order that is not cancelled or rejected refers to it. One that the source calls open
 * shows what its customer decided.
 */
const quotesText = `with ${named('quotes')}, stands as (
  select d.account_id, d.id, d.status as was, case when exists (
      select from document_links k
      cross join lateral (
        select o.type, o.source_status from documents o where o.account_id = k.account_id and o.id = k.document_id offset 0
      ) o
      where k.account_id = d.account_id and k.to_type = 'quotes' and k.to_number = d.number and k.position = 0
        and o.type = 'orders' and coalesce(o.source_status, 'received') not in ('cancelled', 'rejected'))
    then 'ordered'
    when coalesce(d.source_status, 'open') = 'open'
    then coalesce(decided_status(d.account_id, d.number, d.details ->> 'revision'), 'open')
    else d.source_status end as status
  from named n
  ${byId('n', 'd.*')}
)
update documents d set status = s.status, status_changed_at = $6::timestamptz
from stands s
where d.account_id = s.account_id and d.id = s.id and s.status is distinct from d.status
returning d.account_id as "accountId", d.id, d.type, d.number, s.was as "wasStatus", d.status`

/*
 * Orders concerned: those written, those that a written document refers to or used to, and those behind a shipment or an
 * invoice that it refers to (an invoice to a shipment, a credit note to an invoice, and that invoice to a shipment). An
 * order that is new and that nothing refers to stands as it was written.
 */
const linked = `cross join lateral (
    select k.account_id, k.to_type as type, k.to_number as number from document_links k
    where k.account_id = d.account_id and k.document_id = d.id and k.position = 0 offset 0
  ) k`
const concerned = `told as (
  select account_id, type, number from unnest($3::uuid[], $4::text[], $5::text[]) as t (account_id, type, number)
), nearer as (
  select k.* from told n
  ${byKey('n', 'd.account_id, d.id')}
  ${linked}
  where n.type in ('shipments', 'invoices') and k.type in ('orders', 'shipments')
), nearest as (
  select k.* from nearer n
  ${byKey('n', 'd.account_id, d.id')}
  ${linked}
  where n.type = 'shipments' and k.type = 'orders'
), orders as (
  select d.account_id, d.id from (select * from told union select * from nearer union select * from nearest) t
  ${byKey('t', 'd.account_id, d.id')}
  where t.type = 'orders'
  union
  select a.account_id, a.id from unnest($1::uuid[], $2::uuid[], $7::boolean[]) as a (account_id, id, is_new)
  ${byId('a', 'd.number')}
  where not a.is_new or exists (
    select from document_links k
    where k.account_id = a.account_id and k.to_type = 'orders' and k.to_number = d.number)
)`

/**
 * Where an order stands: by line as far as lines tell (never more than was ordered, so that too much of one line does not
 * make up for another), and by the shipments and invoices that refer to it without saying of what.
 */
const ordersText = `with ${concerned}, lines as materialized (
  select s.* from (
    select account_id, id from orders union select account_id, id from unnest($1::uuid[], $2::uuid[]) as a (account_id, id)
  ) n
  cross join lateral (
    select s.* from order_line_stages s where s.account_id = n.account_id and s.order_id = n.id offset 0
  ) s
), ${keptLines}, summed as (
  select account_id, order_id, count(*) as lines,
    bool_and(shipped >= ordered) as all_shipped, bool_or(shipped > 0) as any_shipped,
    bool_and(delivered >= ordered) as all_delivered, bool_or(delivered > 0) as any_delivered,
    bool_and(invoiced >= ordered) as all_invoiced, bool_or(invoiced > 0) as any_invoiced
  from lines group by account_id, order_id
), counted as (
  select d.account_id, d.id, coalesce(d.source_status, 'received') as status,
    d.status as was, d.fulfilment as was_fulfilment, d.billing as was_billing, d.payment as was_payment,
    coalesce(l.lines, 0) as lines, l.all_shipped, l.any_shipped, l.all_delivered, l.any_delivered, l.all_invoiced, l.any_invoiced,
    r.left_count, r.delivered_count, r.last_delivered, r.partly_delivered, r.invoices, r.settled, r.some_paid
  from orders n
  ${byId('n', 'd.*')}
  left join summed l on l.account_id = n.account_id and l.order_id = n.id
  cross join lateral (
    select count(*) filter (where x.type = 'shipments' and x.status not in ('planned', 'packed', 'label_created', 'cancelled', 'lost_or_damaged')) as left_count,
      count(*) filter (where x.type = 'shipments' and x.status = 'delivered') as delivered_count,
      max(x.delivered_date) filter (where x.type = 'shipments' and x.status = 'delivered') as last_delivered,
      coalesce(bool_or(x.type = 'shipments' and x.status = 'partially_delivered'), false) as partly_delivered,
      count(*) filter (where x.type = 'invoices' and x.invoice_kind = '380' and x.status <> 'cancelled') as invoices,
      bool_and(x.status in ('paid', 'credited')) filter (where x.type = 'invoices' and x.invoice_kind = '380' and x.status <> 'cancelled') as settled,
      coalesce(bool_or(x.status in ('paid', 'partially_paid')) filter (where x.type = 'invoices' and x.invoice_kind <> '381'), false) as some_paid
    from (
      select d.account_id, k.document_id as id from document_links k
      where k.account_id = d.account_id and k.to_type = 'orders' and k.to_number = d.number and k.position = 0
      union
      select d.account_id, m.document_id from document_links k
      cross join lateral (
        select s.number from documents s
        where s.account_id = k.account_id and s.id = k.document_id and s.type = 'shipments' offset 0
      ) s
      cross join lateral (
        select m.document_id from document_links m
        where m.account_id = d.account_id and m.to_type = 'shipments' and m.to_number = s.number and m.position = 0 offset 0
      ) m
      where k.account_id = d.account_id and k.to_type = 'orders' and k.to_number = d.number and k.position = 0
    ) y
    cross join lateral (
      select x.type, x.status, x.invoice_kind, x.delivered_date from documents x where x.account_id = y.account_id and x.id = y.id offset 0
    ) x
  ) r
), stands as (
  select account_id, id, status, was, was_fulfilment, was_billing, was_payment,
    case
      when lines > 0 and all_delivered or lines = 0 and delivered_count > 0 and delivered_count = left_count then 'delivered'
      when any_delivered or partly_delivered or delivered_count > 0 then 'partially_delivered'
      when lines > 0 and all_shipped or lines = 0 and left_count > 0 then 'shipped'
      when any_shipped or left_count > 0 then 'partially_shipped'
      else 'not_shipped'
    end as fulfilment,
    case
      when lines > 0 and all_invoiced or lines = 0 and invoices > 0 then 'invoiced'
      when any_invoiced or invoices > 0 and (lines = 0 or any_invoiced is null) then 'partially_invoiced'
      else 'not_invoiced'
    end as billing, settled, some_paid, last_delivered
  from counted
)
update documents d set status = s.status, fulfilment = s.fulfilment, billing = s.billing, payment = p.payment, fulfilled_date = p.fulfilled_date,
  status_changed_at = case when s.status is distinct from d.status then $6::timestamptz else d.status_changed_at end
from stands s
cross join lateral (
  select case when s.settled and s.some_paid and s.billing = 'invoiced' then 'paid' when s.some_paid then 'partially_paid' else 'pending' end as payment,
    case when s.fulfilment = 'delivered' then s.last_delivered end as fulfilled_date
) p
where d.account_id = s.account_id and d.id = s.id
  and (s.status, s.fulfilment, s.billing, p.payment, p.fulfilled_date)
    is distinct from (d.status, d.fulfilment, d.billing, d.payment, d.fulfilled_date)
returning d.account_id as "accountId", d.id, d.type, d.number, s.was as "wasStatus", d.status,
  s.was_fulfilment as "wasFulfilment", d.fulfilment, s.was_billing as "wasBilling", d.billing,
  s.was_payment as "wasPayment", d.payment`

/** Brings the invoices written, and those that a credit note refers to, to where their amounts put them. Gives those that moved. */
export function deriveInvoices(client: PoolClient, written: Ids, targets: Targets, now: string): Promise<Moved[]> {
  return derive(client, 'invoices', invoicesText, written, targets, now)
}

/** Brings the quotes written, and those that an order refers to, to where their orders put them. Gives those that moved. */
export function deriveQuotes(client: PoolClient, written: Ids, targets: Targets, now: string): Promise<Moved[]> {
  return derive(client, 'quotes', quotesText, written, targets, now)
}

/** Brings the orders written, and those near or far behind a reference, to where shipments and invoices put them. Gives those that moved. */
export function deriveOrders(client: PoolClient, written: Ids, targets: Targets, now: string): Promise<Moved[]> {
  return derive(client, 'orders', ordersText, written, targets, now, [written.areNew])
}

async function derive(
  client: PoolClient,
  of: string,
  text: string,
  written: Ids,
  targets: Targets,
  now: string,
  more: readonly unknown[] = [],
): Promise<Moved[]> {
  if (written.ids.length === 0 && targets.numbers.length === 0) return []
  const values = [written.accounts, written.ids, targets.accounts, targets.types, targets.numbers, now, ...more]
  const { rows } = await client.query<Moved>({ name: `ingest derive ${of}`, text, values })
  return rows
}
