import type { Pool } from 'pg'
import type { ContentLine, FieldValues } from '#contract/documents/content.ts'
import type { StoredDetails } from '#contract/documents/stored-details.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readTogether } from '#database/transaction.ts'
import type { ChangeRow } from './activity-queries.ts'

/** The requested document, or one that it supersedes or that supersedes it. */
export type RevisionRow = {
  number: string
  currency: string | null
  issueDate: string | null
  details: StoredDetails & Record<string, unknown>
}

/** How many revisions, and how many changes of each, are read at most. */
const mostRevisions = 50
const mostChanges = 200

/*
 * A revision refers to the quote that it supersedes; the query follows these links up to the first and down to the
 * last.
 */
const familyText = `with recursive above (id, number) as (
  select id, number from documents where account_id = $1 and type = $2 and number = $3
  union
  select d.id, d.number from above a
  join document_links k on k.account_id = $1 and k.document_id = a.id and k.position = 0 and k.to_type = $2
  join documents d on d.account_id = $1 and d.type = $2 and d.number = k.to_number
  where $2 = 'quotes'
), family (id, number) as (
  select id, number from above
  union
  select d.id, d.number from family f
  join document_links k on k.account_id = $1 and k.to_type = $2 and k.to_number = f.number and k.position = 0
  join documents d on d.account_id = $1 and d.id = k.document_id and d.type = $2
  where $2 = 'quotes'
), ids as (select id from family limit ${mostRevisions})`

const changesText = (
  source: string,
  prices: boolean,
) => `select c.document_id as "documentId", c.id, c.changed_at as at, c.changes,
  ${prices ? 'c.amounts' : "'[]'::jsonb as amounts"}
from ${source} cross join lateral (
  select c.* from document_changes c where c.account_id = $1 and c.document_id = ids.id
  order by c.changed_at desc, c.id desc limit ${mostChanges}
) c order by c.changed_at desc, c.id desc`

export type RevisionChange = ChangeRow & { documentId: string }

/** The requested document with all its revisions, and the changes of each, newest first. */
export async function readRevisions(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<{ revisions: (RevisionRow & { id: string })[]; changes: RevisionChange[] }> {
  const key = [viewer.accountId, type, number]
  const prices = viewer.permissions.has('prices')
  const [revisions, changes] = await readTogether(viewerPool, viewer, (query) =>
    Promise.all([
      query<RevisionRow & { id: string }>({
        name: 'versions:family',
        text: `${familyText} select d.id, d.number, d.currency, d.issue_date as "issueDate", d.details
from ids join documents d on d.account_id = $1 and d.id = ids.id order by d.list_date desc, d.source_modified_at desc nulls last, d.id desc`,
        values: key,
      }),
      query<RevisionChange>({
        name: `versions:changes:${prices}`,
        text: `${familyText} ${changesText('ids', prices)}`,
        values: key,
      }),
    ]),
  )
  return { revisions: revisions.rows, changes: changes.rows }
}

export type ContentRow = { header: FieldValues; details: StoredDetails & Record<string, unknown>; lines: ContentLine[] }

/** The current content of a document, or undefined; without the permission `prices` no amount is read. */
export async function readContent(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<ContentRow | undefined> {
  const key = [viewer.accountId, type, number]
  const prices = viewer.permissions.has('prices')
  const [documents, lines] = await readTogether(viewerPool, viewer, (query) =>
    Promise.all([
      query<FieldValues & { details: ContentRow['details'] }>({
        name: `versions:header:${prices}`,
        text: `select customer_reference as "customerReference", carrier, valid_until as "validUntil", due_date as "dueDate",
  requested_date as "requestedDate", promised_date as "promisedDate", estimated_date as "estimatedDate",
  despatch_date as "despatchDate", delivered_date as "deliveredDate"${prices ? ', net, discount, charges, tax, gross, paid' : ''}, details
from documents where account_id = $1 and type = $2 and number = $3`,
        values: key,
      }),
      query<ContentLine>({
        name: `versions:lines:${prices}`,
        text: `select line, kind, sku, quantity, unit, ${prices ? 'amount, details' : "null::numeric as amount, details - 'unitPrice' - 'discountPercent' - 'taxRate' as details"}
from document_lines where account_id = $1
  and document_id = (select id from documents where account_id = $1 and type = $2 and number = $3) order by position`,
        values: key,
      }),
    ]),
  )
  const [row] = documents.rows
  if (!row) return undefined
  const { details, ...header } = row
  return { header, details, lines: lines.rows }
}
