import type { Pool } from 'pg'
import { givesFiles } from '../../contract/documents/types.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { readTogether } from '../../database/connect.ts'
import { fieldSql, statusSql, visibleFields } from './fields.ts'

export type HeaderRow = Record<string, unknown> & { id: string; status: string; details: Record<string, unknown> }
export type LineRow = {
  position: number
  line: string
  kind: string
  sku: string | null
  quantity: string | null
  unit: string | null
  amount: string | null
  details: Record<string, unknown>
}
export type LinkRow = { position: number; type: DocumentType; number: string; line: string }
/** What of an order's quantity a document carries: what it ships, or what it bills or takes back of it. */
export type FlowRow = { documentId: string; carried: string }
/** What has become of an ordered line. */
export type StageRow = Record<
  'ordered' | 'shipped' | 'delivered' | 'invoiced' | 'returned' | 'cancelled' | 'open',
  string
> & { position: number }
export type ChainRow = {
  id: string
  type: DocumentType
  number: string
  status: string
  issueDate: string | null
  keyDate: string | null
  currency: string | null
  gross: string | null
  invoiceKind: string | null
}
export type EventRow = {
  id: string
  occurredAt: string
  offset: string | null
  classifier: string
  code: string
  place: Record<string, unknown>
  description: string | null
  reasonCode: string | null
  package: string | null
  packages: string[] | null
  source: string
  retracted: boolean
  retractedBecause: string | null
}
export type AttachmentRow = { id: string; name: string; mimeType: string; size: number; purpose: string | null }

export type OriginalRow = { kind: string; hasAmounts: boolean; receivedAt: string }

/** All that the detail of one document shows, or undefined when the viewer's account has no such document. */
export type DetailRows = {
  header: HeaderRow
  lines: LineRow[]
  links: LinkRow[]
  /** What has become of the lines, when the document is an order. */
  stages: StageRow[]
  /** What each document carries of the document's only order, and all that was ordered; none when there is no such order. */
  flows: FlowRow[]
  ordered: string | null
  chain: ChainRow[]
  events: EventRow[]
  attachments: AttachmentRow[]
  original: OriginalRow | null
}

const self = '(select id from documents where account_id = $1 and type = $2 and number = $3)'

/** How many documents of a chain are shown at most. */
const chainLimit = 200

/*
 * The document itself, what it refers to (and that in turn), and all that refers to it or to an order above it.
 * The outer limit stops the recursion, so that a blanket order with thousands of shipments costs no more than a page.
 */
const chainText = `with recursive above (id, type, number) as (
  select id, type, number from documents where account_id = $1 and type = $2 and number = $3
  union
  select t.id, t.type, t.number from above a
  join document_links k on k.account_id = $1 and k.document_id = a.id and k.position = 0
  join documents t on t.account_id = $1 and t.type = k.to_type and t.number = k.to_number
), family (id, type, number) as (
  select id, type, number from above where type = 'orders' or (type = $2 and number = $3)
  union
  select d.id, d.type, d.number from family f
  join document_links k on k.account_id = $1 and k.to_type = f.type and k.to_number = f.number and k.position = 0
  join documents d on d.account_id = $1 and d.id = k.document_id
), ids as (
  (select id from above limit ${chainLimit}) union (select id from family limit ${chainLimit})
)
select d.id, d.type, d.number, ${statusSql('$4::date')} as status, d.issue_date as "issueDate",
  nullif(d.key_date, '9999-12-31') as "keyDate", d.currency,
  case when d.invoice_kind = '381' then -abs(d.gross) else d.gross end as gross, d.invoice_kind as "invoiceKind"
from ids join documents d on d.account_id = $1 and d.id = ids.id
order by array_position(array['quotes', 'orders', 'shipments', 'invoices'], d.type), d.list_date, d.number limit ${chainLimit}`

const onlyOrder = `(select case when $2 = 'orders' then (select id from documents where account_id = $1 and type = $2 and number = $3)
  else (select case when count(*) = 1 then min(o.id::text)::uuid end from (
    select o.id from document_links k
    join documents o on o.account_id = $1 and o.type = 'orders' and o.number = k.to_number
    where k.account_id = $1 and k.document_id = ${self} and k.position = 0 and k.to_type = 'orders' limit 2) o) end)`

const headerTexts = new Map<string, string>()

function headerText(type: DocumentType, viewer: Viewer): string {
  const key = `${type}:${viewer.permissions.has('prices')}`
  const cached = headerTexts.get(key)
  if (cached) return cached
  const columns = visibleFields(type, viewer.permissions).map(
    ([name, field]) => `${fieldSql(name, field, '$4::date')} as "${name}"`,
  )
  const totals = viewer.permissions.has('prices')
    ? ', d.net, d.discount, d.charges, d.tax, d.paid, d.open, nullif(d.credited, 0) as credited'
    : ''
  const text = `select d.id, ${statusSql('$4::date')} as status, d.details${totals}, ${columns.join(', ')}
from documents d where d.account_id = $1 and d.type = $2 and d.number = $3`
  headerTexts.set(key, text)
  return text
}

/** Reads one document with everything that its page shows, in one transaction and one round trip. */
export async function readDetail(
  db: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  today: string,
): Promise<DetailRows | undefined> {
  const key = [viewer.accountId, type, number]
  const prices = viewer.permissions.has('prices') ? 'prices' : 'bare'
  return readTogether(db, viewer.accountId, async (send) => {
    const ask = <R extends object>(name: string, text: string, values: unknown[] = key) =>
      send<R>({ name: `detail:${name}`, text, values })
    const [header, lines, links, stages, flows, ordered, chain, events, attachments, original] = await Promise.all([
      ask<HeaderRow>(`header:${type}:${prices}`, headerText(type, viewer), [...key, today]),
      ask<LineRow>(
        'lines',
        `select position, line, kind, sku, quantity, unit, amount, details from document_lines
where account_id = $1 and document_id = ${self} order by position`,
      ),
      ask<LinkRow>(
        'links',
        `select position, to_type as type, to_number as number, to_line as line from document_links
where account_id = $1 and document_id = ${self} order by position, to_type, to_number, to_line`,
      ),
      ask<StageRow>(
        'stages',
        `select position, ordered, shipped, delivered, invoiced, returned, cancelled, open from ordered_lines
where account_id = $1 and $2 = 'orders' and order_id = ${self}`,
      ),
      ask<FlowRow>(
        'flows',
        `select document_id as "documentId", sum(greatest(shipped, abs(invoiced))) as carried from order_line_flows
where account_id = $1 and order_id = ${onlyOrder} group by document_id`,
      ),
      ask<{ quantity: string | null }>(
        'ordered',
        `select sum(quantity) as quantity from document_lines where account_id = $1 and document_id = ${onlyOrder} and kind = 'item'`,
      ),
      ask<ChainRow>('chain', chainText, [...key, today]),
      ask<EventRow>(
        'events',
        `select e.id, e.occurred_at as "occurredAt", e.occurred_offset as "offset", e.classifier, e.code, e.place,
  e.description, e.reason_code as "reasonCode", e.package, e.packages, e.source,
  r.retracts is not null as retracted, coalesce(r.description, r.reason_code) as "retractedBecause"
from shipment_events e
left join lateral (
  select r.retracts, r.description, r.reason_code from shipment_events r
  where r.account_id = $1 and r.document_id = e.document_id and r.source = e.source and r.retracts = e.source_event_id
  order by r.occurred_at desc limit 1
) r on true
where e.account_id = $1 and e.document_id = ${self} and e.retracts is null
order by e.occurred_at desc, e.id desc`,
      ),
      ask<AttachmentRow>(
        'attachments',
        `select id, name, mime_type as "mimeType", size, purpose from attachments
where account_id = $1 and document_id = ${self} order by name`,
      ),
      ask<OriginalRow>(
        'original',
        `select kind, has_amounts as "hasAmounts", received_at as "receivedAt" from original_files where account_id = $1 and document_id = ${self}`,
      ),
    ])
    const found = header.rows[0]
    if (!found) return undefined
    return {
      header: found,
      lines: lines.rows,
      links: links.rows,
      stages: stages.rows,
      flows: flows.rows,
      ordered: ordered.rows[0]?.quantity ?? null,
      chain: chain.rows,
      events: events.rows,
      attachments: attachments.rows,
      original: original.rows[0] ?? null,
    }
  })
}

/** A paper of one of the viewer's documents with its bytes; undefined when there is none that they may see. */
export async function readAttachment(
  db: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  id: string,
): Promise<(AttachmentRow & { content: Buffer }) | undefined> {
  if (!givesFiles(type, viewer.permissions)) return undefined
  const { rows } = await readTogether(db, viewer.accountId, (ask) =>
    ask<AttachmentRow & { content: Buffer }>({
      name: 'attachment',
      text: `select id, name, mime_type as "mimeType", size, content from attachments
where account_id = $1 and document_id = ${self} and id = $4`,
      values: [viewer.accountId, type, number, id],
    }),
  )
  return rows[0]
}
