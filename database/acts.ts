import { definitions } from '#contract/documents/types.ts'
import { actStatuses } from '#contract/requests/acts.ts'
import { maxPromiseDays } from '#contract/requests/rules.ts'
import type { DocumentType } from '#contract/values.ts'

/** What a document waits for, as a JSON array in SQL: of these types, and of the others, which are paid. */
const needs: Partial<Record<DocumentType, string>> = {
  quotes: `jsonb_build_array(d.valid_until, d.gross, d.details ->> 'revision')`,
  orders: `jsonb_build_array(d.estimated_date, case when d.status = 'on_hold' then extract(epoch from d.status_changed_at) end,
    case when d.status = 'on_hold' then d.details ->> 'holdReason' end)`,
  shipments:
    'jsonb_build_array(d.status, extract(epoch from d.status_changed_at), extract(epoch from d.last_event_at))',
}
const otherNeed = 'jsonb_build_array(d.due_date, d.open)'

/**
 * What `documents d` waits for the customer with, in SQL, as a text that differs whenever its source makes it wait anew: an
 * act of the customer holds for one such text. A failed delivery fails anew with each event, a hold with each time the
 * order is held.
 */
export const needSql = `(case d.type
  ${Object.entries(needs)
    .map(([type, need]) => `when '${type}' then ${need}`)
    .join('\n  ')}
  else ${otherNeed} end)::text`

const actedOnSql = (need: string) => `(d.acted_on is not null and d.acted_on = ${need})`
/** Whether the customer has acted on what `documents d` waits for, in SQL. */
export const actedSql = actedOnSql(needSql)
/** The same where all documents are of one type. */
const actedOfTypeSql = (type: DocumentType) => actedOnSql(`(${needs[type] ?? otherNeed})::text`)

const words = (list: readonly string[]) => list.map((word) => `'${word}'`).join(', ')

/**
 * The whole condition of the index documents_waiting, so that it is taken for shipments, too: by their own part of it
 * PostgreSQL would go through all that are under way (107 blocks in place of 9).
 */
export const canWaitSql = `(d.type = 'quotes' and d.status = 'open'
  or d.type = 'orders' and d.status in (${words(definitions.orders.active)}) and (d.status = 'on_hold' or d.estimated_date > d.promised_date)
  or d.type = 'shipments' and d.status in (${words(definitions.shipments.needsAction.statuses)})
  or d.type = 'invoices' and d.status in ('open', 'partially_paid'))`

const invoiceActSql = (today: string) => `invoice_act(d.account_id, d.id, d.number, d.open, ${today})`
/** The requests of the account $1 that dispute an invoice. */
const disputesSql = `select r.document_number as number from requests r
  where r.account_id = $1 and r.document_type = 'invoices' and r.kind = 'dispute' and r.state in ('open', 'taken', 'asked')`
/** Those and the promises of payment that may hold today: a promise that was made earlier is over. */
const claimsSql = (today: string) => `${disputesSql}
  union all select r.document_number from requests r where r.account_id = $1 and r.document_type = 'invoices' and r.kind = 'promisePayment'
    and r.made_at >= ${today} - ${maxPromiseDays + 1} and r.content ->> 'payOn' >= to_char(${today}, 'YYYY-MM-DD')`
const invoicesOf = (numbers: string) => `(select distinct number from (${numbers}) n) r
  cross join lateral (select x.* from documents x where x.account_id = $1 and x.type = 'invoices' and x.number = r.number offset 0) d`

/**
 * The condition that `documents d` of a type waits for nobody of the account $1 today: somebody has acted on what it
 * waits for, or it is an invoice that is promised to be paid or of which nothing is due that nobody disputes.
 */
export const answeredSql = (type: DocumentType, today: string): string =>
  type === 'invoices'
    ? `(${actedSql} or d.number = any (array(${claimsSql(today)})) and ${invoiceActSql(today)} is not null)`
    : actedSql

/** Those `documents d` of the account $1 that could wait and are answered, as the rest of a statement after `from`: few. */
export function answeredDocumentsSql(type: DocumentType, today: string): string[] {
  const acted = `documents d where d.account_id = $1 and d.type = '${type}' and d.acted_on is not null and ${canWaitSql} and ${actedSql}`
  const claimed = `${invoicesOf(claimsSql(today))} where ${canWaitSql} and not ${actedSql} and ${invoiceActSql(today)} is not null`
  return type === 'invoices' ? [acted, claimed] : [acted]
}

/** How much of the invoice `d` of the account $1 is disputed, in SQL; null when nothing is. */
export const disputedSql = `case when d.number = any (array(${disputesSql})) then disputed_amount(d.account_id, d.id, d.number, d.open) end`
/** Whether an invoice that is disputed by so much is disputed as a whole, in SQL. */
const isWholeSql = (disputed: string) => `coalesce(${disputed} >= d.open, true)`
/** The condition that not all that is open of the invoice `d` of the account $1 is disputed. */
export const undisputedSql = `not (d.number = any (array(${disputesSql})) and ${isWholeSql('disputed_amount(d.account_id, d.id, d.number, d.open)')})`

/** The open invoices `d` of the account $1 that are disputed: `disputed` is how much, `whole` that nothing else is open. */
export const disputedInvoicesSql = `(select d.currency, d.due_date, d.id, s.whole,
    case when s.whole then coalesce(case when d.invoice_kind = '381' then -abs(d.open) else d.open end, 0) else s.disputed end as disputed
  from ${invoicesOf(disputesSql)}
  cross join lateral (select a.disputed, ${isWholeSql('a.disputed')} as whole
    from (select disputed_amount(d.account_id, d.id, d.number, d.open) as disputed offset 0) a) s
  where d.status in ('open', 'partially_paid')) d`

/**
 * The act of the customer on what `documents d` of a type waits for, as JSON: its kind (null when the supplier has
 * agreed to it), when it was made and until which day it holds; null without one.
 */
export function actJsonSql(type: DocumentType, today: string): string {
  const acted = `case when ${actedOfTypeSql(type)} and d.status in (${words(actStatuses(type))}) then json_build_object('kind', d.act, 'at', d.acted_at, 'until', null) end`
  if (type !== 'invoices') return acted
  const claimed = `case when d.status in (${words(actStatuses(type))}) and d.number = any (array(${claimsSql(today)})) then ${invoiceActSql(today)} end`
  return `coalesce(${acted}, ${claimed})`
}

/** The condition that the supplier had declined the request `r` of the account $1 before it was closed. */
const closedDeclined = `coalesce('declined' = (select m.outcome from conversation_messages m
  where m.account_id = $1 and m.request_id = r.id and m.outcome in ('open', 'asked', 'accepted', 'declined')
  order by m.written_at desc, m.id desc limit 1), false)`

/**
 * The statement that puts on the document $3 of the type $2 of the account $1 which of its requests answers what it waits
 * for, of an invoice also the advices that pay all of it that nobody disputes: the newest that waits for the supplier, else
 * one that the supplier agreed to, answered or that was closed. With none the document waits for the customer again, as when
 * a dispute is closed: what was disputed is due again.
 */
export const actUpdate = {
  name: 'acts-update',
  text: `update documents d set act = case when a.state in ('open', 'taken') then a.kind end, acted_at = a.made_at, acted_on = a.need
  from (select n.id, r.kind, r.state, r.made_at, r.need
    from (select d.id, d.open, ${needSql} as need from documents d where d.account_id = $1 and d.type = $2 and d.number = $3) n
    left join lateral (
      select * from (
        select r.id, r.kind, r.state, r.made_at, r.need from requests r
        where r.account_id = $1 and r.document_type = $2 and r.document_number = $3 and r.need = n.need
          and (r.kind <> 'confirmReceipt' or r.content ->> 'complete' is distinct from 'false' or all_counted($1, n.id, $3))
        union all
        select q.id, q.kind, q.state, q.made_at, n.need from remitted_invoices i
        join requests q on q.account_id = i.account_id and q.id = i.request_id
        where $2 = 'invoices' and i.account_id = $1 and i.document_number = $3 and i.open = n.open
          and i.settled + coalesce(disputed_amount($1, n.id, $3, n.open), 0) >= n.open) r
      where r.state in ('open', 'taken', 'accepted', 'answered') or r.state = 'closed' and r.kind <> 'dispute' and not ${closedDeclined}
      order by r.state in ('open', 'taken') desc, r.made_at desc, r.id desc limit 1
    ) r on true) a
  where d.account_id = $1 and d.id = a.id
    and (d.act, d.acted_at, d.acted_on) is distinct from (case when a.state in ('open', 'taken') then a.kind end, a.made_at, a.need)`,
}
