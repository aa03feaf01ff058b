import type { Db } from '#database/transaction.ts'
import type { Reminder } from './announce.ts'

/** A date of a document for which a reminder is due. `past`: the date is over. */
export type DueReminder = Reminder & { past: boolean }

export type RemindedAccount = { createdAt: string; timeZone: string | null }

/** An account, locked against other reminder jobs; undefined when it is gone. */
export async function lockForReminders(client: Db, accountId: string): Promise<RemindedAccount | undefined> {
  const { rows } = await client.query<RemindedAccount>({
    name: 'remind lock',
    text: `select created_at as "createdAt", time_zone as "timeZone" from accounts where account_id = $1 for no key update`,
    values: [accountId],
  })
  return rows[0]
}

const keyDateBetween = (from: string, to: string) => `d.key_date between $2::date ${from} and $2::date ${to}`
const fromDocuments = (type: string) => `from documents d where d.account_id = $1 and d.type = '${type}'`

/** SQL for whether a document `d` of a type still waits for what people are reminded of. */
const openQuote = `d.status = 'open'`
const unpaid = `d.status in ('open', 'partially_paid') and d.invoice_kind is distinct from '381'`
const undelivered = `d.delivered_date is null and d.status not in ('delivered', 'returned', 'cancelled', 'lost_or_damaged')`

/** SQL for whether the document `d` of a notice still waits for what the notice reminds of; true for other kinds. */
export const stillWaits = (kind: string): string => `case
  when ${kind} in ('quotes.expiring', 'quotes.expired') then ${openQuote}
  when ${kind} in ('invoices.dueSoon', 'invoices.overdue') then ${unpaid}
  when ${kind} = 'shipments.late' then ${undelivered}
  else true end`

const invoice = `d.account_id = $1 and d.type = 'invoices' and ${unpaid}`

/** What the customer disputes or promised to pay later is not reminded of; `h.until` is the last day of that. */
const held = 'cross join lateral (select payment_held_until(d.account_id, d.number) as until offset 0) h'
/** Invoices with requests or advices that end a time without reminders: their due date may be long past. */
const oncePutOff = `(select r.document_number as number from requests r
    where r.account_id = $1 and r.document_type = 'invoices' and r.kind in ('dispute', 'promisePayment')
    union select i.document_number from remitted_invoices i where i.account_id = $1) p
  join documents d on d.account_id = $1 and d.type = 'invoices' and d.number = p.number`

/**
 * Stores the reminders that are due for an account's documents today and returns the new ones: dates within the next
 * three days, and dates within the last seven. The second part makes up for days on which no server ran. An invoice that
 * was disputed or promised for a later day is reminded of when that is over.
 */
export async function insertDueReminders(client: Db, accountId: string, today: string): Promise<DueReminder[]> {
  const { rows } = await client.query<DueReminder>({
    name: 'remind due',
    text: `with due as (
  select d.id, 'quotes.expiring' as kind, d.key_date as day, false as past, null::date as since
  ${fromDocuments('quotes')} and ${openQuote} and ${keyDateBetween('', '+ 3')}
  union all
  select d.id, 'quotes.expired', d.key_date, true, null
  ${fromDocuments('quotes')} and ${openQuote} and ${keyDateBetween('- 7', '- 1')}
  union all
  select d.id, 'invoices.dueSoon', d.key_date, false, null
  from documents d ${held} where ${invoice} and ${keyDateBetween('', '+ 3')} and coalesce(h.until < $2::date, true)
  union all
  select d.id, 'invoices.overdue', greatest(d.key_date, h.until), true, null
  from documents d ${held} where ${invoice} and ${keyDateBetween('- 7', '- 1')} and coalesce(h.until < $2::date, true)
  union all
  select d.id, 'invoices.overdue', h.until, true, null
  from ${oncePutOff} ${held}
  where ${invoice} and d.key_date < $2::date - 7 and h.until between $2::date - 7 and $2::date - 1
  union all
  select d.id, 'shipments.late', d.key_date, true, d.key_date
  ${fromDocuments('shipments')} and ${undelivered} and ${keyDateBetween('- 7', '- 1')}
  union all
  select d.id, 'shipments.late', d.promised_date, false, d.promised_date
  ${fromDocuments('shipments')} and ${undelivered} and ${keyDateBetween('', '+ 60')} and d.estimated_date > d.promised_date
    and not exists (select from notices n where n.account_id = d.account_id and n.document_id = d.id
      and n.kind = 'shipments.estimateChanged')
), noted as (
  insert into reminders (account_id, document_id, kind, day)
  select distinct $1::uuid, id, kind, day from due on conflict do nothing
  returning document_id, kind, day
)
select d.id as "documentId", d.type, d.number, due.kind, due.past, jsonb_strip_nulls(jsonb_build_object(
    'reference', d.customer_reference, 'from', due.since,
    'to', case when due.since is null then d.key_date when not due.past then d.estimated_date end)) as details
from noted join due on due.id = noted.document_id and due.kind = noted.kind and due.day = noted.day
join documents d on d.account_id = $1 and d.id = due.id
order by due.day, d.number`,
    values: [accountId, today],
  })
  return rows
}
