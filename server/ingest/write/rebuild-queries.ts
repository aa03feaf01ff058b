import type { PoolClient } from 'pg'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { Link } from '../check/links.ts'
import type { LineRow } from '../check/prepare.ts'
import { awaitStatements } from './await-statements.ts'
import { type EventDays, rebuildDocument, type StoredEvent, type StoredHeader } from './rebuild.ts'

type WithDocumentId<T> = T & { documentId: string }

const fromTable = (table: string, columns: string) => `from unnest($1::uuid[], $2::uuid[]) as k (account_id, id)
cross join lateral (select ${columns} from ${table} x where x.account_id = k.account_id and x.document_id = k.id offset 0) x`

const headerText = `select d.id as "documentId", d.type, d.number, a.number as account, d.status, d.source_status as "sourceStatus",
  d.source_modified_at as "modifiedAt", d.issue_date as "issueDate", d.customer_reference as "customerReference", d.currency,
  d.valid_until as "validUntil", d.due_date as "dueDate", d.requested_date as "requestedDate",
  d.promised_date as "promisedDate", d.estimated_date as "estimatedDate", d.despatch_date as "despatchDate",
  d.delivered_date as "deliveredDate", d.invoice_kind as "invoiceKind", d.carrier, d.tracking_numbers as "trackingNumbers",
  d.net, d.discount, d.charges, d.tax, d.gross, d.paid, d.open, d.details
from unnest($1::uuid[], $2::uuid[]) as k (account_id, id)
cross join lateral (select d.* from documents d where d.account_id = k.account_id and d.id = k.id offset 0) d
cross join lateral (select a.number from accounts a where a.account_id = k.account_id offset 0) a`

const linesText = `select x.document_id as "documentId", x.line, x.kind, x.sku, x.quantity, x.unit, x.amount, x.details::text
${fromTable('document_lines', 'x.*')} order by x.document_id, x.position`

const linksText = `select x.document_id as "documentId", x.position, x.to_type as "toType", x.to_number as "toNumber",
  x.to_line as "toLine", x.quantity
${fromTable('document_links', 'x.*')}`

const eventsText = `select x.document_id as "documentId", x.source_event_id as id, x.source, x.occurred_at as at,
  x.occurred_offset as "offset", x.classifier, x.code, x.place, x.description, x.reason_code as "reasonCode", x.package, x.retracts,
  (x.occurred_at at time zone 'UTC' + coalesce(x.occurred_offset, '0')::interval)::date as day
${fromTable('shipment_events', 'x.*')} order by x.document_id, x.occurred_at, x.source_event_id`

type StoredEventRow = WithDocumentId<StoredEvent> & { source: string; day: string }

/**
 * The documents as their source would send them whole, without attachments, by id. They have only the events that this
 * source sent, since those of other sources stay stored.
 */
export async function rebuildDocuments(
  client: PoolClient,
  documents: readonly { accountId: string; id: string }[],
  source: string,
): Promise<Map<string, IngestDocument>> {
  if (documents.length === 0) return new Map()
  const values = [documents.map((one) => one.accountId), documents.map((one) => one.id)]
  const headers = client.query<WithDocumentId<StoredHeader>>({ name: 'ingest rebuild', text: headerText, values })
  const lines = client.query<WithDocumentId<LineRow>>({ name: 'ingest rebuild lines', text: linesText, values })
  const links = client.query<WithDocumentId<Link>>({ name: 'ingest rebuild links', text: linksText, values })
  const events = client.query<StoredEventRow>({ name: 'ingest rebuild events', text: eventsText, values })
  await awaitStatements([headers, lines, links, events])
  const linesByDocument = groupByDocument((await lines).rows)
  const linksByDocument = groupByDocument((await links).rows)
  const eventsByDocument = groupByDocument((await events).rows)
  return new Map(
    (await headers).rows.map(({ documentId, ...header }) => {
      const documentEvents = eventsByDocument.get(documentId) ?? []
      const stored = {
        header,
        lines: linesByDocument.get(documentId) ?? [],
        links: linksByDocument.get(documentId) ?? [],
        events: documentEvents
          .filter((event) => event.source === source)
          .map(({ source: _, day: __, documentId: ___, ...event }) => event),
        days: eventDaysOf(documentEvents),
      }
      return [documentId, rebuildDocument(stored)]
    }),
  )
}

function groupByDocument<T extends { documentId: string }>(rows: readonly T[]): Map<string, T[]> {
  return Map.groupBy(rows, (row) => row.documentId)
}

/** As `deriveShipments` reads them: from the latest of the events that were not retracted. */
function eventDaysOf(events: readonly StoredEventRow[]): EventDays {
  const retracted = new Set(events.map(({ source, retracts }) => `${source}\n${retracts}`))
  const lastDay = (classifier: string) =>
    events.findLast(
      (event) =>
        event.classifier === classifier &&
        event.code === 'delivered' &&
        event.retracts === null &&
        !retracted.has(`${event.source}\n${event.id}`),
    )?.day
  return { delivered: lastDay('actual'), estimated: lastDay('estimated') }
}
