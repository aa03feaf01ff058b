import { queryTerms } from '#contract/search/search.ts'
import type { DocumentType } from '#contract/values.ts'

/*
 * The statements of the bare server, written by hand as a program with these pages alone would have them. Each is
 * prepared once on a connection.
 */

/** What the customer did about a document while it waits for the same, of which the value in `acted_on` tells. */
const act = (statuses: string, waitsFor: string) => `case when d.acted_on = (jsonb_build_array(${waitsFor}))::text
    and d.status in (${statuses}) then json_build_object('kind', d.act, 'at', d.acted_at) end as act`
const openDisputes = `array(select r.document_number from requests r
    where r.account_id = $1 and r.document_type = 'invoices' and r.kind = 'dispute' and r.state in ('open', 'taken', 'asked'))`

/** What a list of each type shows, beside number, status and first item. */
const listColumns: Readonly<Record<DocumentType, string>> = {
  quotes: `d.issue_date, d.valid_until, d.currency, d.gross,
  ${act(`'open', 'accepted', 'rejected', 'revision_requested'`, `d.valid_until, d.gross, d.details ->> 'revision'`)}`,
  orders: `d.issue_date, d.requested_date, d.promised_date, d.estimated_date, d.fulfilment, d.billing, d.payment, d.currency, d.gross,
  ${act(
    `'received', 'confirmed', 'in_progress', 'on_hold'`,
    `d.estimated_date, case when d.status = 'on_hold' then extract(epoch from d.status_changed_at) end,
    case when d.status = 'on_hold' then d.details ->> 'holdReason' end`,
  )}`,
  shipments: `d.despatch_date, d.promised_date, d.estimated_date, d.delivered_date, d.carrier, d.tracking_numbers, d.package_count,
  coalesce(d.status not in ('cancelled', 'returned', 'completed', 'rejected') and (d.delivered_date > d.promised_date
    or d.delivered_date is null and d.status <> 'delivered' and (d.estimated_date > d.promised_date or d.promised_date < current_date)), false) as late,
  ${act(
    `'delivery_failed', 'on_hold', 'ready_for_pickup'`,
    'd.status, extract(epoch from d.status_changed_at), extract(epoch from d.last_event_at)',
  )}`,
  invoices: `d.issue_date, d.due_date, d.invoice_kind, d.currency,
  case when d.invoice_kind = '381' then -abs(d.gross) else d.gross end as gross,
  case when d.invoice_kind = '381' then -abs(d.open) else d.open end as open,
  d.number = any (${openDisputes}) as disputed,
  case when d.number = any (${openDisputes}) then disputed_amount(d.account_id, d.id, d.number, d.open) end as disputed_amount,
  (select (r.content ->> 'payOn')::date from requests r where r.account_id = $1 and r.document_type = 'invoices'
    and r.document_number = d.number and r.kind = 'promisePayment' and r.state not in ('declined', 'withdrawn')
    order by r.made_at desc limit 1) as promised_payment,
  ${act(`'open', 'partially_paid'`, 'd.due_date, d.open')}`,
}

/** The status as today's date makes it. */
const shownStatus: Readonly<Record<DocumentType, string>> = {
  quotes: `case when d.status = 'open' and d.valid_until < current_date then 'expired' else d.status end`,
  orders: 'd.status',
  shipments: `case when d.status in ('picked_up', 'in_transit', 'customs', 'on_hold', 'ready_for_pickup', 'out_for_delivery', 'delivery_failed')
    and d.last_event_at < current_date - 30 then 'unknown' else d.status end`,
  invoices: `case when d.status in ('open', 'partially_paid') and d.due_date < current_date then 'overdue' else d.status end`,
}

/** The newest documents of a type, of (account, limit). */
export const listStatement = (type: DocumentType) => ({
  name: `list:${type}`,
  text: `select d.id, d.list_date, d.number, d.customer_reference, d.line_count, d.first_item, ${shownStatus[type]} as status, ${listColumns[type]}
from documents d where d.account_id = $1 and d.type = '${type}'
order by d.list_date desc, d.id desc limit $2`,
})

/** How many documents of a type there are, of (account, type). */
export const totalStatement = {
  name: 'total',
  text: 'select coalesce(sum(count), 0)::int as count from document_counts where account_id = $1 and type = $2',
}

/**
 * A document with its lines, links, events, papers, the state of its lines, and the documents around it, of (account,
 * type, number).
 */
export const detailStatement = {
  name: 'detail',
  text: `select d.*,
  (select json_agg(l order by l.position) from document_lines l where l.account_id = d.account_id and l.document_id = d.id) as lines,
  (select json_agg(k) from document_links k where k.account_id = d.account_id and k.document_id = d.id) as links,
  (select json_agg(s) from ordered_lines s where s.account_id = d.account_id and s.order_id = d.id) as stages,
  (select json_agg(e order by e.occurred_at desc) from shipment_events e where e.account_id = d.account_id and e.document_id = d.id) as events,
  (select json_agg(json_build_object('id', a.id, 'name', a.name, 'size', a.size)) from attachments a
    where a.account_id = d.account_id and a.document_id = d.id) as attachments,
  (select json_agg(c) from (
    with recursive near (id, type, number) as (
      select d.id, d.type, d.number
      union
      select t.id, t.type, t.number from near n cross join lateral (
        select t.id, t.type, t.number from document_links k
        join documents t on t.account_id = k.account_id and t.type = k.to_type and t.number = k.to_number
        where k.account_id = d.account_id and k.document_id = n.id and k.position = 0
        union all
        select t.id, t.type, t.number from document_links k join documents t on t.account_id = k.account_id and t.id = k.document_id
        where k.account_id = d.account_id and k.to_type = n.type and k.to_number = n.number and k.position = 0
      ) t
    )
    select t.type, t.number, t.status, t.issue_date, t.key_date, t.currency, t.gross from near n
    join documents t on t.account_id = d.account_id and t.id = n.id limit 200
  ) c) as chain
from documents d where d.account_id = $1 and d.type = $2 and d.number = $3`,
}

const statusOfAnyType = `case d.type ${Object.entries(shownStatus)
  .map(([type, status]) => `when '${type}' then ${status}`)
  .join(' ')} end`

/** A hit with the texts in which the page marks what was typed. */
export type BareHit = {
  type: DocumentType
  number: string
  reference: string | null
  tracking: string[]
  status: string
  date: string | null
  carrier: string | null
  details: Record<string, unknown>
  lines: { sku: string | null; details: Record<string, unknown> }[] | null
  counts: Record<DocumentType, number> | null
}

const hitColumns = `d.type, d.number, d.customer_reference as reference, d.tracking_numbers as tracking, ${statusOfAnyType} as status,
  d.issue_date as date, d.carrier, d.details,
  (select json_agg(json_build_object('sku', l.sku, 'details', l.details) order by l.position)
    from (select * from document_lines where account_id = d.account_id and document_id = d.id order by position limit 200) l) as lines`

/** What a page of these documents shows, of (account, condition, limit); with all of their counts by type. */
const hits = (matches: string) => `with matches as materialized (${matches}),
page as (select * from matches order by list_date desc, document_id desc limit $3)
select ${hitColumns},
  (select json_object_agg(type, count) from (select type, count(*) as count from matches group by type) c) as counts
from page p join documents d on d.account_id = $1 and d.id = p.document_id
order by d.list_date desc, d.id desc`

/** The documents of a number, of (account, number): they come first on the page. */
export const exactHitsStatement = {
  name: 'search:exact',
  text: `select ${hitColumns}, null as counts from documents d
where d.account_id = $1 and d.type in ('quotes', 'orders', 'shipments', 'invoices') and d.number = upper($2)`,
}

/** The hits among an account's newest thousand documents, of (account, condition, limit). */
export const recentHitsStatement = {
  name: 'search:recent',
  text: hits(`select document_id, list_date, type from (
    select s.document_id, s.list_date, s.type, s.terms from document_search s
    where s.account_id = $1 order by s.list_date desc, s.document_id desc limit 1000) s
  where s.terms @@ $2::tsquery`),
}

/** The hits among all documents, by the index of terms: each term carries its account's key. */
export const allHitsStatement = {
  name: 'search:all',
  text: hits('select s.document_id, s.list_date, s.type from document_search s where s.terms @@ $2::tsquery'),
}

/** What was typed as a condition of the index: every term must be the beginning of one of a document's. */
export function searchCondition(accountKey: number, typed: string): string {
  const quoted = (term: string) => `'${accountKey}:${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`
  return queryTerms(typed).map(quoted).join(' & ')
}

/** A hit as the page shows it: with the first text of each typed word, and where in it the word stands. */
export function shownHit(hit: BareHit, typed: string) {
  const { type, number, reference, status, date, lines } = hit
  const matched = typed
    .toLowerCase()
    .split(/\s+/)
    .flatMap((word) => {
      for (const text of textsOf(hit)) {
        const start = text.toLowerCase().indexOf(word)
        if (start >= 0) return [{ text, start, length: word.length }]
      }
      return []
    })
  return { type, number, title: reference ?? lines?.[0]?.details.name, status, date, matched }
}

function* textsOf({ number, reference, tracking, carrier, details, lines }: BareHit): Generator<string> {
  yield number
  yield* textsIn([reference, tracking])
  for (const line of lines ?? []) yield* textsIn([line.sku, line.details])
  yield* textsIn([details, carrier])
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* textsIn(part)
}
