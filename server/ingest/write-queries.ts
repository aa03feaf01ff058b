import type { PoolClient } from 'pg'
import { type PutPaper, putAttachment } from './attachment-queries.ts'
import type { OldLine } from './change-queries.ts'
import { inTurn } from './in-turn.ts'
import type { Numbering } from './incoming.ts'
import { type Column, insert, insertText } from './insert.ts'
import { writeItems } from './item-queries.ts'
import type { Link } from './links.ts'
import type { EventRow, LineRow, Prepared } from './prepare.ts'
import { writeWords } from './word-queries.ts'

/** A document that is about to be written: its rows, what the database decided, and what the batch said before. */
export type Placed = {
  accountId: string
  searchKey: number
  id: string
  isNew: boolean
  document: Prepared
  passed: readonly Prepared[]
  numbering: Numbering
}

type Row<K extends keyof Prepared['row']> = (placed: Placed) => Prepared['row'][K]
const field =
  <K extends keyof Prepared['row']>(name: K): Row<K> =>
  ({ document }) =>
    document.row[name]

const documentColumns: readonly Column<Placed & { source: string; now: string }>[] = [
  ['account_id', 'uuid', (d) => d.accountId],
  ['id', 'uuid', (d) => d.id],
  ['type', 'text', (d) => d.document.type],
  ['number', 'text', (d) => d.document.number],
  ['status', 'text', field('status')],
  ['status_changed_at', 'timestamptz', (d) => instantOf(d.document) ?? d.now],
  ['issue_date', 'date', field('issueDate')],
  ['customer_reference', 'text', field('customerReference')],
  ['currency', 'text', field('currency')],
  ['net', 'numeric', field('net')],
  ['discount', 'numeric', field('discount')],
  ['charges', 'numeric', field('charges')],
  ['tax', 'numeric', field('tax')],
  ['gross', 'numeric', field('gross')],
  ['paid', 'numeric', field('paid')],
  ['open', 'numeric', field('open')],
  ['valid_until', 'date', field('validUntil')],
  ['due_date', 'date', field('dueDate')],
  ['requested_date', 'date', field('requestedDate')],
  ['promised_date', 'date', field('promisedDate')],
  ['estimated_date', 'date', field('estimatedDate')],
  ['despatch_date', 'date', field('despatchDate')],
  ['delivered_date', 'date', field('deliveredDate')],
  ['fulfilment', 'text', field('fulfilment')],
  ['billing', 'text', field('billing')],
  ['payment', 'text', field('payment')],
  ['invoice_kind', 'text', field('invoiceKind')],
  ['carrier', 'text', field('carrier')],
  ['tracking_numbers', 'text as r.tracking_numbers::text[]', (d) => textArray(d.document.row.trackingNumbers)],
  ['package_count', 'integer', field('packageCount')],
  ['line_count', 'integer', (d) => d.document.lines.length],
  ['last_event_at', 'timestamptz', field('lastEventAt')],
  ['details', 'jsonb', field('details')],
  ['source_status', 'text', field('sourceStatus')],
  ['source_system', 'text', (d) => d.source],
  ['source_modified_at', 'timestamptz', (d) => instantOf(d.document)],
  ['content_hash', 'bytea', (d) => d.document.hash],
  ['ingested_at', 'timestamptz', (d) => d.now],
  ['source', 'text', (d) => d.numbering.source],
  ['numbered_by', 'text', (d) => d.numbering.numberedBy],
]

/** Columns of a known document that what it says does not change: derived.ts and its queries decide them. */
const kept = new Set([
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
const newText = insertText('documents', documentColumns)
const knownText = insertText(
  'documents',
  documentColumns,
  `\non conflict (account_id, id) do update set ${documentColumns
    .filter(([name]) => !kept.has(name))
    .map(([name]) => `${name} = excluded.${name}`)
    .join(', ')}`,
)

function instantOf({ modifiedAt }: Prepared): string | null {
  return modifiedAt === undefined ? null : new Date(modifiedAt).toISOString()
}

function textArray(texts: readonly string[]): string {
  return texts.length === 0 ? '{}' : `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

type Of<T> = { placed: Placed; position: number; row: T }

function each<T>(placed: readonly Placed[], rowsOf: (document: Prepared) => readonly T[]): Of<T>[] {
  return placed.flatMap((one) => rowsOf(one.document).map((row, index) => ({ placed: one, position: index + 1, row })))
}

const owner: readonly Column<Of<unknown>>[] = [
  ['account_id', 'uuid', (r) => r.placed.accountId],
  ['document_id', 'uuid', (r) => r.placed.id],
]

const lineColumns: readonly Column<Of<LineRow>>[] = [
  ...owner,
  ['position', 'integer', (r) => r.position],
  ['line', 'text', (r) => r.row.line],
  ['kind', 'text', (r) => r.row.kind],
  ['sku', 'text', (r) => r.row.sku],
  ['quantity', 'numeric', (r) => r.row.quantity],
  ['unit', 'text', (r) => r.row.unit],
  ['amount', 'numeric', (r) => r.row.amount],
  ['details', 'jsonb', (r) => r.row.details],
  ['type', 'text', (r) => r.placed.document.type],
  ['list_date', 'date', (r) => r.placed.document.row.issueDate ?? '0001-01-01'],
]
const lineText = insertText('document_lines', lineColumns)

const linkColumns: readonly Column<Of<Link>>[] = [
  ...owner,
  ['position', 'integer', (r) => r.row.position],
  ['to_type', 'text', (r) => r.row.toType],
  ['to_number', 'text', (r) => r.row.toNumber],
  ['to_line', 'text', (r) => r.row.toLine],
  ['quantity', 'numeric', (r) => r.row.quantity],
]
const linkText = insertText('document_links', linkColumns)

const eventColumns: readonly Column<Of<EventRow> & { id: string; source: string; now: string }>[] = [
  ...owner,
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

const keyColumns: readonly Column<Of<string>>[] = [...owner, ['key', 'text', (r) => r.row]]
const keyText = insertText('shipment_keys', keyColumns)

const searchColumns: readonly Column<Placed>[] = [
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

/** Where a term stands says what it was said as: what `said` in terms.ts adds up, as places with their weights. */
const places = Array.from({ length: 16 }, (_, as) =>
  ['1A', '2B', '3C', '4'].filter((_place, bit) => (as & (1 << bit)) !== 0).join(','),
)

function termsText({ searchKey, document }: Placed): string {
  let text = ''
  for (const [term, as] of document.search.terms) text += `'${searchKey}:${term}':${places[as]} `
  return text
}

/** Takes away what known documents said before of lines, links and (from this source) events. Gives lines and links. */
export async function clearContent(
  client: PoolClient,
  known: readonly Placed[],
  source: string,
): Promise<{ lines: OldLine[]; links: OldLink[] }> {
  const values = [known.map((one) => one.accountId), known.map((one) => one.id)]
  const lines = client.query<OldLine>({
    name: 'ingest clear lines',
    text: `${clearText('document_lines')} returning x.document_id as "documentId", x.line, x.kind, x.sku, x.quantity, x.unit, x.amount, x.details::text`,
    values,
  })
  const events = client.query({
    name: 'ingest clear events',
    text: `${clearText('shipment_events')} and x.source = $3`,
    values: [...values, source],
  })
  const links = client.query<OldLink>({
    name: 'ingest clear links',
    text: `${clearText('document_links')} returning x.account_id as "accountId", x.to_type as "toType", x.to_number as "toNumber"`,
    values,
  })
  const keys = client.query({ name: 'ingest clear keys', text: clearText('shipment_keys'), values })
  const units = client.query({ name: 'ingest clear units', text: clearText('units'), values })
  await inTurn([lines, events, links, keys, units])
  return { lines: (await lines).rows, links: (await links).rows }
}
export type OldLink = { accountId: string; toType: string; toNumber: string }

function clearText(table: string): string {
  return `delete from ${table} x using unnest($1::uuid[], $2::uuid[]) as k (account_id, id)
where x.account_id = k.account_id and x.document_id = k.id`
}

type Writing = { source: string; now: string; newId: () => string }

/**
 * Writes documents with all that hangs on them, in one statement a table; what was there must have been cleared. Gives
 * the papers that are new beside their document.
 */
export async function writeContent(
  client: PoolClient,
  placed: readonly Placed[],
  writing: Writing,
): Promise<{ documentId: string; name: string }[]> {
  const { source, now, newId } = writing
  const documents = placed.map((one) => ({ ...one, source, now }))
  const [fresh, known] = [documents.filter((one) => one.isNew), documents.filter((one) => !one.isNew)]
  const events = each(placed, (d) => d.events).map((event) => ({ ...event, id: newId(), source, now }))
  const lines = each(placed, (d) => d.lines)
  const links = each(placed, (d) => d.links)
  const keys = each(placed, (d) => d.keys)
  const papers = each(placed, (d) => d.attachments)
  const put: Promise<PutPaper>[] = []
  const putAll = () =>
    papers.map(({ placed: one, row }) => {
      const putting = putAttachment(client, { accountId: one.accountId, documentId: one.id, id: newId(), now, ...row })
      put.push(putting)
      return putting
    })
  await inTurn([
    // Apart, because an insert that may meet a conflict costs more.
    insert(client, 'documents', newText, documentColumns, fresh),
    insert(client, 'known documents', knownText, documentColumns, known),
    insert(client, 'document_lines', lineText, lineColumns, lines),
    insert(client, 'document_links', linkText, linkColumns, links),
    insert(client, 'shipment_events', eventText, eventColumns, events),
    insert(client, 'shipment_keys', keyText, keyColumns, keys),
    ...putAll(),
    insert(client, 'document_search', searchText, searchColumns, placed),
    ...writeItems(client, placed),
    writeWords(client, placed),
  ])
  const told = await Promise.all(put)
  return papers.flatMap(({ placed: one, row }, at) => (told[at]?.isNew ? [{ documentId: one.id, name: row.name }] : []))
}
