import type { PoolClient } from 'pg'
import type { Link } from '../check/links.ts'
import type { EventRow, LineRow, PreparedDocument } from '../check/prepare.ts'
import { type Column, insertRows, insertText } from '../insert.ts'
import type { PlannedDocument } from '../planned-document.ts'
import type { PreviousLine } from '../publish/change-queries.ts'
import { type UpsertedAttachment, upsertAttachment } from './attachment-queries.ts'
import { awaitStatements } from './await-statements.ts'
import { firstItemOf } from './first-item.ts'
import { insertUnitsAndItems } from './item-queries.ts'
import { insertSearchWords } from './word-queries.ts'

type RowValue<K extends keyof PreparedDocument['row']> = (planned: PlannedDocument) => PreparedDocument['row'][K]
const rowField =
  <K extends keyof PreparedDocument['row']>(name: K): RowValue<K> =>
  ({ document }) =>
    document.row[name]

const documentColumns: readonly Column<PlannedDocument & { source: string; now: string }>[] = [
  ['account_id', 'uuid', (d) => d.accountId],
  ['id', 'uuid', (d) => d.id],
  ['type', 'text', (d) => d.document.type],
  ['number', 'text', (d) => d.document.number],
  ['status', 'text', rowField('status')],
  ['status_changed_at', 'timestamptz', (d) => instantOf(d.document) ?? d.now],
  ['issue_date', 'date', rowField('issueDate')],
  ['customer_reference', 'text', rowField('customerReference')],
  ['currency', 'text', rowField('currency')],
  ['net', 'numeric', rowField('net')],
  ['discount', 'numeric', rowField('discount')],
  ['charges', 'numeric', rowField('charges')],
  ['tax', 'numeric', rowField('tax')],
  ['gross', 'numeric', rowField('gross')],
  ['paid', 'numeric', rowField('paid')],
  ['open', 'numeric', rowField('open')],
  ['valid_until', 'date', rowField('validUntil')],
  ['due_date', 'date', rowField('dueDate')],
  ['requested_date', 'date', rowField('requestedDate')],
  ['promised_date', 'date', rowField('promisedDate')],
  ['estimated_date', 'date', rowField('estimatedDate')],
  ['despatch_date', 'date', rowField('despatchDate')],
  ['delivered_date', 'date', rowField('deliveredDate')],
  ['fulfilment', 'text', rowField('fulfilment')],
  ['billing', 'text', rowField('billing')],
  ['payment', 'text', rowField('payment')],
  ['invoice_kind', 'text', rowField('invoiceKind')],
  ['carrier', 'text', rowField('carrier')],
  ['tracking_numbers', 'text as r.tracking_numbers::text[]', (d) => textArray(d.document.row.trackingNumbers)],
  ['package_count', 'integer', rowField('packageCount')],
  ['line_count', 'integer', (d) => d.document.lines.length],
  ['first_item', 'text', (d) => firstItemOf(d.document.lines)],
  ['last_event_at', 'timestamptz', rowField('lastEventAt')],
  ['details', 'jsonb', rowField('details')],
  ['source_status', 'text', rowField('sourceStatus')],
  ['source_system', 'text', (d) => d.source],
  ['source_modified_at', 'timestamptz', (d) => instantOf(d.document)],
  ['content_hash', 'bytea', (d) => d.document.hash],
  ['ingested_at', 'timestamptz', (d) => d.now],
  ['source', 'text', (d) => d.numbering.source],
  ['numbered_by', 'text', (d) => d.numbering.numberedBy],
]

/**
 * Columns that a message about a known document does not change: its keys, and what server/ingest/derive/order-queries.ts and
 * shipment-status-queries.ts derive.
 */
const preservedColumns = new Set([
  'account_id',
  'id',
  'type',
  'number',
  'status',
  'status_changed_at',
  'fulfilment',
  'billing',
  'payment',
])
const newDocumentsText = insertText('documents', documentColumns)
const knownDocumentsText = insertText(
  'documents',
  documentColumns,
  `\non conflict (account_id, id) do update set ${documentColumns
    .filter(([name]) => !preservedColumns.has(name))
    .map(([name]) => `${name} = excluded.${name}`)
    .join(', ')}`,
)

function instantOf({ modifiedAt }: PreparedDocument): string | null {
  return modifiedAt === undefined ? null : new Date(modifiedAt).toISOString()
}

function textArray(texts: readonly string[]): string {
  return texts.length === 0 ? '{}' : `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

type PositionedRow<T> = { planned: PlannedDocument; position: number; row: T }

function rowsOfEach<T>(
  documents: readonly PlannedDocument[],
  rowsOf: (document: PreparedDocument) => readonly T[],
): PositionedRow<T>[] {
  return documents.flatMap((entry) =>
    rowsOf(entry.document).map((row, index) => ({ planned: entry, position: index + 1, row })),
  )
}

const ownerColumns: readonly Column<PositionedRow<unknown>>[] = [
  ['account_id', 'uuid', (r) => r.planned.accountId],
  ['document_id', 'uuid', (r) => r.planned.id],
]

const lineColumns: readonly Column<PositionedRow<LineRow>>[] = [
  ...ownerColumns,
  ['position', 'integer', (r) => r.position],
  ['line', 'text', (r) => r.row.line],
  ['kind', 'text', (r) => r.row.kind],
  ['sku', 'text', (r) => r.row.sku],
  ['quantity', 'numeric', (r) => r.row.quantity],
  ['unit', 'text', (r) => r.row.unit],
  ['amount', 'numeric', (r) => r.row.amount],
  ['details', 'jsonb', (r) => r.row.details],
  ['type', 'text', (r) => r.planned.document.type],
  ['list_date', 'date', (r) => r.planned.document.row.issueDate ?? '0001-01-01'],
]
const lineText = insertText('document_lines', lineColumns)

const linkColumns: readonly Column<PositionedRow<Link>>[] = [
  ...ownerColumns,
  ['position', 'integer', (r) => r.row.position],
  ['to_type', 'text', (r) => r.row.toType],
  ['to_number', 'text', (r) => r.row.toNumber],
  ['to_line', 'text', (r) => r.row.toLine],
  ['quantity', 'numeric', (r) => r.row.quantity],
]
const linkText = insertText('document_links', linkColumns)

const eventColumns: readonly Column<PositionedRow<EventRow> & { id: string; source: string; now: string }>[] = [
  ...ownerColumns,
  ['id', 'uuid', (r) => r.id],
  ['occurred_at', 'timestamptz', (r) => r.row.at],
  ['occurred_offset', 'text', (r) => r.row.offset],
  ['recorded_at', 'timestamptz', (r) => r.now],
  ['classifier', 'text', (r) => r.row.classifier],
  ['code', 'text', (r) => r.row.code],
  ['place', 'jsonb', (r) => r.row.place],
  ['description', 'text', (r) => r.row.description],
  ['reason_code', 'text', (r) => r.row.reasonCode],
  ['package', 'text', (r) => r.row.package],
  ['source', 'text', (r) => r.source],
  ['source_event_id', 'text', (r) => r.row.sourceId],
  ['retracts', 'text', (r) => r.row.retracts],
]
const eventText = insertText('shipment_events', eventColumns)

const keyColumns: readonly Column<PositionedRow<string>>[] = [...ownerColumns, ['key', 'text', (r) => r.row]]
const keyText = insertText('shipment_keys', keyColumns)

const searchColumns: readonly Column<PlannedDocument>[] = [
  ['account_id', 'uuid', (d) => d.accountId],
  ['document_id', 'uuid', (d) => d.id],
  ['type', 'text', (d) => d.document.type],
  ['list_date', 'date', (d) => d.document.row.issueDate ?? '0001-01-01'],
  ['terms', 'text as r.terms::tsvector', termsText],
  ['codes', 'text', (d) => d.document.search.codes],
]
const searchText = insertText(
  'document_search',
  searchColumns,
  '\non conflict (account_id, document_id) do update set list_date = excluded.list_date, terms = excluded.terms, codes = excluded.codes',
)

/**
 * The positions and weights of a term in its tsvector, by the sum of `termKinds` (search-terms.ts) that they encode.
 */
const termPositions = Array.from({ length: 16 }, (_, kinds) =>
  ['1A', '2B', '3C', '4'].filter((_place, bit) => (kinds & (1 << bit)) !== 0).join(','),
)

function termsText({ searchKey, document }: PlannedDocument): string {
  let text = ''
  for (const [term, kinds] of document.search.terms) text += `'${searchKey}:${term}':${termPositions[kinds]} `
  return text
}

/**
 * Deletes the lines, links, keys, units and (from this source) events of known documents. Returns their lines and
 * links.
 */
export async function clearContent(
  client: PoolClient,
  documents: readonly PlannedDocument[],
  source: string,
): Promise<{ lines: PreviousLine[]; links: PreviousLink[] }> {
  const values = [documents.map((one) => one.accountId), documents.map((one) => one.id)]
  const lines = client.query<PreviousLine>({
    name: 'ingest clear lines',
    text: `${deleteText('document_lines')} returning x.document_id as "documentId", x.line, x.kind, x.sku, x.quantity, x.unit, x.amount, x.details::text`,
    values,
  })
  const events = client.query({
    name: 'ingest clear events',
    text: `${deleteText('shipment_events')} and x.source = $3`,
    values: [...values, source],
  })
  const links = client.query<PreviousLink>({
    name: 'ingest clear links',
    text: `${deleteText('document_links')} returning x.account_id as "accountId", x.to_type as "toType", x.to_number as "toNumber"`,
    values,
  })
  const keys = client.query({ name: 'ingest clear keys', text: deleteText('shipment_keys'), values })
  const units = client.query({ name: 'ingest clear units', text: deleteText('units'), values })
  await awaitStatements([lines, events, links, keys, units])
  return { lines: (await lines).rows, links: (await links).rows }
}
export type PreviousLink = { accountId: string; toType: string; toNumber: string }

function deleteText(table: string): string {
  return `delete from ${table} x using unnest($1::uuid[], $2::uuid[]) as k (account_id, id)
where x.account_id = k.account_id and x.document_id = k.id`
}

type WriteContext = { source: string; now: string; newId: () => string }

/**
 * Writes documents with all their rows, in one statement per table; the previous content must have been cleared.
 * Returns the attachments that are new.
 */
export async function writeContent(
  client: PoolClient,
  planned: readonly PlannedDocument[],
  context: WriteContext,
): Promise<{ documentId: string; name: string }[]> {
  const { source, now, newId } = context
  const documents = planned.map((entry) => ({ ...entry, source, now }))
  const [newDocuments, knownDocuments] = [documents.filter((one) => one.isNew), documents.filter((one) => !one.isNew)]
  const events = rowsOfEach(planned, (d) => d.events).map((event) => ({ ...event, id: newId(), source, now }))
  const lines = rowsOfEach(planned, (d) => d.lines)
  const links = rowsOfEach(planned, (d) => d.links)
  const keys = rowsOfEach(planned, (d) => d.keys)
  const attachments = rowsOfEach(planned, (d) => d.attachments)
  const upserts: Promise<UpsertedAttachment>[] = []
  const upsertAttachments = () =>
    attachments.map(({ planned: entry, row }) => {
      const upsert = upsertAttachment(client, {
        accountId: entry.accountId,
        documentId: entry.id,
        id: newId(),
        now,
        ...row,
      })
      upserts.push(upsert)
      return upsert
    })
  await awaitStatements([
    // Separate, because an insert with a conflict clause costs more.
    insertRows(client, 'documents', newDocumentsText, documentColumns, newDocuments),
    insertRows(client, 'known documents', knownDocumentsText, documentColumns, knownDocuments),
    insertRows(client, 'document_lines', lineText, lineColumns, lines),
    insertRows(client, 'document_links', linkText, linkColumns, links),
    insertRows(client, 'shipment_events', eventText, eventColumns, events),
    insertRows(client, 'shipment_keys', keyText, keyColumns, keys),
    ...upsertAttachments(),
    insertRows(client, 'document_search', searchText, searchColumns, planned),
    ...insertUnitsAndItems(client, planned),
    insertSearchWords(client, planned),
  ])
  const upserted = await Promise.all(upserts)
  return attachments.flatMap(({ planned: entry, row }, index) =>
    upserted[index]?.isNew ? [{ documentId: entry.id, name: row.name }] : [],
  )
}
