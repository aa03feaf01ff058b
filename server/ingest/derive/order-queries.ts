import type { PoolClient } from 'pg'
import { documentByNumber } from '../document-by-number.ts'
import type { StatusChange } from './changes.ts'
import { type DocumentIds, type Targets, upsertOrderedLines } from './ordered-lines-queries.ts'

/*
 * Each step is a lateral subquery behind `offset 0`, so that PostgreSQL starts from the few documents of a batch and
 * finds each by a whole index key. With a plain join the planner would rely on statistics that do not know yet what was
 * just written.
 */
const documentById = (alias: string, columns: string, id = 'id') => `cross join lateral (
    select ${columns} from documents d where d.account_id = ${alias}.account_id and d.id = ${alias}.${id} offset 0
  ) d`

/** The documents of one type to derive: those written, and those that a written document refers to or used to. */
const concernedDocuments = (type: string) => `named as (
  select d.account_id, d.id from unnest($3::uuid[], $4::text[], $5::text[]) as t (account_id, type, number)
  ${documentByNumber({ account: 't.account_id', type: 't.type', number: 't.number' }, 'd.account_id, d.id')}
  where t.type = '${type}'
  union
  select account_id, id from unnest($1::uuid[], $2::uuid[]) as a (account_id, id)
)`

/**
 * What is open on an invoice or left of a credit note, and the status that follows: what its source states as open,
 * unless that is the full amount; else the amount payable less what was paid and what credit notes settle.
 */
const invoicesText = `with ${concernedDocuments('invoices')}, judged as (
  select d.account_id, d.id, d.status as was, d.invoice_kind = '381' as is_credit, coalesce((d.details ->> 'payable')::numeric, d.gross) as payable,
    coalesce(d.paid, 0) as paid, coalesce(paid_apart(d.invoice_kind, d.paid, d.details, d.set_off), 0) as paid_apart, d.credited, d.source_status,
    (d.details ->> 'openAsSent')::numeric as sent
  from named n
  ${documentById('n', 'd.*')}
), counted as (
  select j.*, case
      when payable is null or sent <> payable - paid and not (credited > 0 and credited >= payable - paid) then sent
      when source_status in ('paid', 'credited', 'settled', 'cancelled') then 0
      else payable - paid_apart - credited
    end as open
  from judged j
), stands as (
  select account_id, id, was, open,
    case
      when source_status = 'cancelled' then 'cancelled'
      when is_credit then case when coalesce(open > 0, source_status is null or source_status not in ('paid', 'credited', 'settled')) then 'credit' else 'settled' end
      when source_status = 'credited' or credited > 0 and credited >= payable then 'credited'
      when open < 0 and payable < 0 then 'credit'
      when source_status in ('paid', 'settled') or open <= 0 then 'paid'
      when source_status = 'partially_paid' or paid <> 0 or credited <> 0 or open < payable then 'partially_paid'
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
 * A quote is ordered as long as an order that is neither cancelled nor rejected refers to it. A quote that its source
 * calls open shows what its customer decided.
 */
const quotesText = `with ${concernedDocuments('quotes')}, stands as (
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
  ${documentById('n', 'd.*')}
)
update documents d set status = s.status, status_changed_at = $6::timestamptz
from stands s
where d.account_id = s.account_id and d.id = s.id and s.status is distinct from d.status
returning d.account_id as "accountId", d.id, d.type, d.number, s.was as "wasStatus", d.status`

const ordersText = `update documents d set status = p.status, fulfilment = p.fulfilment, billing = p.billing, payment = p.payment,
  fulfilled_date = p.fulfilled_date,
  status_changed_at = case when p.status is distinct from d.status then $3::timestamptz else d.status_changed_at end
from (
  select p.*, w.status as was, w.fulfilment as was_fulfilment, w.billing as was_billing, w.payment as was_payment, w.fulfilled_date as was_date
  from unnest($1::uuid[], $2::uuid[]) as a (account_id, id)
  cross join lateral (
    select w.* from documents w where w.account_id = a.account_id and w.id = a.id offset 0
  ) w
  cross join lateral (
    select p.* from order_progress p where p.account_id = a.account_id and p.id = a.id offset 0
  ) p
) p
where d.account_id = p.account_id and d.id = p.id
  and (p.status, p.fulfilment, p.billing, p.payment, p.fulfilled_date)
    is distinct from (p.was, p.was_fulfilment, p.was_billing, p.was_payment, p.was_date)
returning d.account_id as "accountId", d.id, d.type, d.number, p.was as "wasStatus", d.status,
  p.was_fulfilment as "wasFulfilment", d.fulfilment, p.was_billing as "wasBilling", d.billing,
  p.was_payment as "wasPayment", d.payment`

/**
 * Updates the open amount and status of the invoices written and of those that a credit note refers to. Returns the
 * changes.
 */
export function deriveInvoices(
  client: PoolClient,
  written: DocumentIds,
  targets: Targets,
  now: string,
): Promise<StatusChange[]> {
  return derive(client, 'invoices', invoicesText, written, targets, now)
}

/** Updates the status of the quotes written and of those that an order refers to. Returns the changes. */
export function deriveQuotes(
  client: PoolClient,
  written: DocumentIds,
  targets: Targets,
  now: string,
): Promise<StatusChange[]> {
  return derive(client, 'quotes', quotesText, written, targets, now)
}

/**
 * Updates the progress of the orders written and of those that the targets lead to, directly or through shipments and
 * invoices. Returns the changes.
 */
export async function deriveOrders(
  client: PoolClient,
  written: DocumentIds,
  targets: Targets,
  now: string,
): Promise<StatusChange[]> {
  if (written.ids.length === 0 && targets.numbers.length === 0) return []
  const { accounts, ids } = await upsertOrderedLines(client, written, targets)
  if (ids.length === 0) return []
  const { rows } = await client.query<StatusChange>({
    name: 'ingest derive orders',
    text: ordersText,
    values: [accounts, ids, now],
  })
  return rows
}

async function derive(
  client: PoolClient,
  type: string,
  text: string,
  written: DocumentIds,
  targets: Targets,
  now: string,
): Promise<StatusChange[]> {
  if (written.ids.length === 0 && targets.numbers.length === 0) return []
  const values = [written.accounts, written.ids, targets.accounts, targets.types, targets.numbers, now]
  const { rows } = await client.query<StatusChange>({ name: `ingest derive ${type}`, text, values })
  return rows
}
