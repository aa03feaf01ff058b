import type { PoolClient } from 'pg'
import { type DocumentContent, headerValues, lineValues } from '#contract/documents/content.ts'
import type { StoredDetails } from '#contract/documents/stored-details.ts'
import type { LineRow } from '../check/prepare.ts'
import { type ChangeSet, movesPromise, type StatusChange, withParsedDetails } from '../derive/changes.ts'
import { type Column, insertRows, insertText } from '../insert.ts'

/** The content and the status of a known document before a batch. */
export type PreviousVersion = DocumentContent & Pick<StatusChange, 'status'>
type StoredRow = Record<string, string | null> & {
  id: string
  status: string
  details: StoredDetails & Record<string, unknown>
  trackingNumbers: string[]
}
export type PreviousLine = LineRow & { documentId: string }

const previousVersionsText = `select d.id, d.status, d.customer_reference as "customerReference",
  d.valid_until as "validUntil", d.due_date as "dueDate", d.requested_date as "requestedDate",
  d.promised_date as "promisedDate", d.estimated_date as "estimatedDate", d.despatch_date as "despatchDate",
  d.delivered_date as "deliveredDate", d.carrier, d.tracking_numbers as "trackingNumbers",
  d.net, d.discount, d.charges, d.tax, d.gross, d.paid, d.details
from unnest($1::uuid[], $2::uuid[]) as k (account_id, id)
cross join lateral (select d.* from documents d where d.account_id = k.account_id and d.id = k.id offset 0) d`

/**
 * Reads known documents before they are written again. Returns a function that takes their lines and returns the
 * versions by document id.
 */
export async function readPreviousVersions(
  client: PoolClient,
  documents: readonly { accountId: string; id: string }[],
): Promise<(lines: readonly PreviousLine[]) => Map<string, PreviousVersion>> {
  const { rows } = await client.query<StoredRow>({
    name: 'ingest before',
    text: previousVersionsText,
    values: [documents.map((one) => one.accountId), documents.map((one) => one.id)],
  })
  return (lines) => {
    const byDocument = Map.groupBy(lines, (line) => line.documentId)
    return new Map(
      rows.map(({ id, details, trackingNumbers, ...row }) => [
        id,
        {
          header: { status: row.status, ...headerValues(row, details) },
          trackingNumbers,
          lines: lineValues((byDocument.get(id) ?? []).map(withParsedDetails)),
          status: row.status,
        },
      ]),
    )
  }
}

/** The lines of known documents, as `clearContent` returns them when it deletes them. */
export async function readPreviousLines(
  client: PoolClient,
  documents: readonly { accountId: string; id: string }[],
): Promise<PreviousLine[]> {
  const { rows } = await client.query<PreviousLine>({
    name: 'ingest lines before',
    text: `select x.document_id as "documentId", x.line, x.kind, x.sku, x.quantity, x.unit, x.amount, x.details::text
from unnest($1::uuid[], $2::uuid[]) as k (account_id, id)
cross join lateral (
  select x.* from document_lines x where x.account_id = k.account_id and x.document_id = k.id offset 0
) x`,
    values: [documents.map((one) => one.accountId), documents.map((one) => one.id)],
  })
  return rows
}

/** What one message changed in a document, ready to be stored. */
export type DocumentChange = ChangeSet & {
  accountId: string
  documentId: string
  id: string
  type: string
  changedAt: string
  recordedAt: string
}

const columns: readonly Column<DocumentChange>[] = [
  ['account_id', 'uuid', (c) => c.accountId],
  ['document_id', 'uuid', (c) => c.documentId],
  ['changed_at', 'timestamptz', (c) => c.changedAt],
  ['id', 'uuid', (c) => c.id],
  ['recorded_at', 'timestamptz', (c) => c.recordedAt],
  ['type', 'text', (c) => c.type],
  ['changes', 'jsonb', (c) => JSON.stringify(c.changes)],
  ['amounts', 'jsonb', (c) => JSON.stringify(c.amounts)],
  ['only_amounts', 'boolean', (c) => c.changes.length === 0],
  ['moves_promise', 'boolean', movesPromise],
]
const text = insertText('document_changes', columns)

/** Stores what messages changed. */
export async function insertDocumentChanges(client: PoolClient, changes: readonly DocumentChange[]): Promise<void> {
  await insertRows(client, 'document_changes', text, columns, changes)
}
