import type { Pool } from 'pg'
import type { StoredChange } from '#contract/documents/changes.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readTogether } from '#database/transaction.ts'

export type ChangeRow = { id: string; at: string; changes: StoredChange[]; amounts: StoredChange[] }
/** The last row of a page. */
type ChangePosition = { at: string; id: string }

const documentIdSql = '(select id from documents where account_id = $1 and type = $2 and number = $3)'

/**
 * Up to `limit` changes of a document that come after `after`, newest first; undefined when the viewer's account has no
 * such document. Without the permission `prices` it reads no amounts and leaves out changes of amounts alone.
 */
export async function readChanges(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  limit: number,
  after: ChangePosition | undefined,
): Promise<ChangeRow[] | undefined> {
  const prices = viewer.permissions.has('prices')
  const key = [viewer.accountId, type, number]
  const [document, { rows }] = await readTogether(viewerPool, viewer, (query) =>
    Promise.all([
      query({
        name: 'changes:self',
        text: `select from documents where id = ${documentIdSql} and account_id = $1`,
        values: key,
      }),
      query<ChangeRow>({
        name: `changes:${prices ? 'prices' : 'bare'}:${after ? 'after' : 'first'}`,
        text: `select id, changed_at as at, changes, ${prices ? 'amounts' : "'[]'::jsonb as amounts"} from document_changes
where account_id = $1 and document_id = ${documentIdSql}${prices ? '' : ' and not only_amounts'}
  ${after ? 'and (changed_at, id) < ($5::timestamptz, $6::uuid)' : ''}
order by changed_at desc, id desc limit $4`,
        values: [...key, limit, ...(after ? [after.at, after.id] : [])],
      }),
    ]),
  )
  return document.rows.length === 0 ? undefined : rows
}

type PromiseDates = { promisedDate: string | null; estimatedDate: string | null }

/** How many changes a promise's history reads at most. */
const mostMoves = 1000

/** The promised and estimated dates of a document and its lines, and its changes, newest first; or undefined. */
export async function readPromises(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<
  | {
      document: PromiseDates
      lines: (PromiseDates & { line: string })[]
      changes: { at: string; changes: StoredChange[] }[]
    }
  | undefined
> {
  const key = [viewer.accountId, type, number]
  const [documents, lines, changes] = await readTogether(viewerPool, viewer, (query) =>
    Promise.all([
      query<PromiseDates>({
        name: 'promises:document',
        text: `select promised_date as "promisedDate", estimated_date as "estimatedDate" from documents
where account_id = $1 and type = $2 and number = $3`,
        values: key,
      }),
      query<PromiseDates & { line: string }>({
        name: 'promises:lines',
        text: `select line, details ->> 'promisedDate' as "promisedDate", details ->> 'estimatedDate' as "estimatedDate"
from document_lines where account_id = $1 and document_id = ${documentIdSql} order by position`,
        values: key,
      }),
      query<{ at: string; changes: StoredChange[] }>({
        name: 'promises:all',
        text: `select changed_at as at, changes from document_changes
where account_id = $1 and document_id = ${documentIdSql} and not only_amounts order by changed_at desc, id desc limit ${mostMoves}`,
        values: key,
      }),
    ]),
  )
  const [document] = documents.rows
  return document && { document, lines: lines.rows, changes: changes.rows }
}
