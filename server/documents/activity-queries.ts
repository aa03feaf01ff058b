import type { Pool } from 'pg'
import type { StoredChange } from '../../contract/documents/changes.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { readTogether } from '../../database/connect.ts'

export type ChangeRow = { id: string; at: string; changes: StoredChange[]; amounts: StoredChange[] }
/** The last row of a page. */
export type After = { at: string; id: string }

const self = '(select id from documents where account_id = $1 and type = $2 and number = $3)'

/**
 * Up to `limit` changes of a document behind the one named, newest first; undefined when the viewer's account has no
 * such document. Without the permission `prices` no amount is read, and what changed amounts alone is left out.
 */
export async function readChanges(
  db: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  limit: number,
  after: After | undefined,
): Promise<ChangeRow[] | undefined> {
  const prices = viewer.permissions.has('prices')
  const key = [viewer.accountId, type, number]
  const [found, { rows }] = await readTogether(db, viewer.accountId, (ask) =>
    Promise.all([
      ask({ name: 'changes:self', text: `select from documents where id = ${self} and account_id = $1`, values: key }),
      ask<ChangeRow>({
        name: `changes:${prices ? 'prices' : 'bare'}:${after ? 'after' : 'first'}`,
        text: `select id, changed_at as at, changes, ${prices ? 'amounts' : "'[]'::jsonb as amounts"} from document_changes
where account_id = $1 and document_id = ${self}${prices ? '' : ' and not only_amounts'}
  ${after ? 'and (changed_at, id) < ($5::timestamptz, $6::uuid)' : ''}
order by changed_at desc, id desc limit $4`,
        values: [...key, limit, ...(after ? [after.at, after.id] : [])],
      }),
    ]),
  )
  return found.rowCount === 0 ? undefined : rows
}

type Dates = { promisedDate: string | null; estimatedDate: string | null }

/** How many changes of dates a promise's history goes back. */
const mostMoves = 1000

/** The promised and estimated dates of a document and its lines, and the newest changes, newest first. */
export async function readPromises(
  db: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<
  { document: Dates; lines: (Dates & { line: string })[]; told: { at: string; changes: StoredChange[] }[] } | undefined
> {
  const key = [viewer.accountId, type, number]
  const [documents, lines, told] = await readTogether(db, viewer.accountId, (ask) =>
    Promise.all([
      ask<Dates>({
        name: 'promises:document',
        text: `select promised_date as "promisedDate", estimated_date as "estimatedDate" from documents
where account_id = $1 and type = $2 and number = $3`,
        values: key,
      }),
      ask<Dates & { line: string }>({
        name: 'promises:lines',
        text: `select line, details ->> 'promisedDate' as "promisedDate", details ->> 'estimatedDate' as "estimatedDate"
from document_lines where account_id = $1 and document_id = ${self} order by position`,
        values: key,
      }),
      ask<{ at: string; changes: StoredChange[] }>({
        name: 'promises:told',
        text: `select changed_at as at, changes from document_changes
where account_id = $1 and document_id = ${self} and not only_amounts order by changed_at desc, id desc limit ${mostMoves}`,
        values: key,
      }),
    ]),
  )
  const [document] = documents.rows
  return document && { document, lines: lines.rows, told: told.rows }
}
