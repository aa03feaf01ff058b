import type { Pool } from 'pg'
import type { DeliveredLine } from '#contract/requests/claims.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { actedSql, needSql } from '#database/acts.ts'
import { type Db, readTogether } from '#database/transaction.ts'

/** What a request needs of its document. */
export type RequestedDocument = {
  id: string
  status: string
  /** Whether the promised date has moved and nobody of the account has said anything about it. */
  promiseMoved: boolean
  /** What the document waits for (needSql). */
  need: string
  validUntil: string | null
  estimatedDate: string | null
  /** When the goods come, if that is known. */
  arrivalDate: string | null
  /** Null when it is not known. */
  gross: string | null
  revision: string | null
  hash: Buffer
  salesperson: { name?: string; email?: string } | null
  lines: string[]
}

const requestedDocumentColumns = `d.id, shown_status(d.type, d.status, d.valid_until, d.due_date, d.last_event_at, $4::date) as status,
  coalesce(d.type = 'orders' and d.estimated_date > d.promised_date and not ${actedSql}, false) as "promiseMoved", ${needSql} as need, d.valid_until as "validUntil",
  d.estimated_date as "estimatedDate", coalesce(d.estimated_date, d.promised_date) as "arrivalDate", d.gross,
  d.details ->> 'revision' as revision, d.content_hash as hash, d.details -> 'salesperson' as salesperson,
  array(select l.line from document_lines l where l.account_id = d.account_id and l.document_id = d.id) as lines`

/** The document of a request, read under row-level security. */
export async function selectRequestedDocument(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  today: string,
): Promise<RequestedDocument | undefined> {
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<RequestedDocument>({
      name: 'requests-document',
      text: `select ${requestedDocumentColumns} from documents d where d.account_id = $1 and d.type = $2 and d.number = $3`,
      values: [viewer.accountId, type, number, today],
    }),
  )
  return rows[0]
}

/**
 * The salesperson whom a document names, null when it names none; undefined when there is no such document. Read under
 * row-level security.
 */
export async function selectSalespersonOf(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<RequestedDocument['salesperson'] | undefined> {
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<Pick<RequestedDocument, 'salesperson'>>({
      name: 'requests-salesperson-of',
      text: `select d.details -> 'salesperson' as salesperson from documents d where d.account_id = $1 and d.type = $2 and d.number = $3`,
      values: [viewer.accountId, type, number],
    }),
  )
  return rows[0]?.salesperson
}

/**
 * The same of a document that is locked until the end of the transaction, so that two decisions cannot be made at once
 * and none about what has changed meanwhile.
 */
export async function lockDocument(
  db: Db,
  { accountId }: Pick<Viewer, 'accountId'>,
  type: DocumentType,
  number: string,
  today: string,
): Promise<RequestedDocument | undefined> {
  const values = [accountId, type, number, today]
  // What waited for the lock would see the lines as they were before.
  await db.query('select from documents where account_id = $1 and type = $2 and number = $3 for update', [
    accountId,
    type,
    number,
  ])
  const { rows } = await db.query<RequestedDocument>({
    name: 'requests-locked-document',
    text: `select ${requestedDocumentColumns} from documents d where d.account_id = $1 and d.type = $2 and d.number = $3`,
    values,
  })
  return rows[0]
}

/** Locks documents of an account until the end of the transaction, in an order in which all lock them. */
export async function lockDocuments(
  db: Db,
  accountId: string,
  type: DocumentType,
  numbers: readonly string[],
): Promise<void> {
  await db.query(
    'select from documents where account_id = $1 and type = $2 and number = any ($3::text[]) order by number for update',
    [accountId, type, numbers],
  )
}

/** A request that waits for an answer: who made it, and when. */
export type BlockingRequest = { kind: string; by: string; at: string }
type CountedLine = { line: string; by: string; at: string }

/**
 * The requests about a document that wait for an answer, one of each kind, without those that answered what the document
 * waited for earlier, and without receipts that leave lines of which nobody has said what came.
 */
export async function selectBlockingRequests(
  db: Db,
  accountId: string,
  type: DocumentType,
  number: string,
  { id, need }: Pick<RequestedDocument, 'id' | 'need'>,
): Promise<BlockingRequest[]> {
  const { rows } = await db.query<BlockingRequest>({
    name: 'requests-waiting',
    text: `select distinct on (kind) kind, made_by_name as by, made_at as at from requests
      where account_id = $1 and document_type = $2 and document_number = $3 and state in ('open', 'taken', 'asked')
        and (need is null or need = $4)
        and (kind <> 'confirmReceipt' or content ->> 'complete' is distinct from 'false' or all_counted($1, $5, $3))
      order by kind, made_at desc`,
    values: [accountId, type, number, need, id],
  })
  return rows
}

/** The lines of a shipment of which a receipt says what came, each with who said it last, and when. */
export async function selectCountedLines(db: Db, accountId: string, number: string): Promise<CountedLine[]> {
  const { rows } = await db.query<CountedLine>({
    name: 'requests-counted-lines',
    text: `select distinct on (line) e.line ->> 'line' as line, r.made_by_name as by, r.made_at as at
      from requests r cross join jsonb_array_elements(coalesce(r.content -> 'lines', '[]')) e (line)
      where r.account_id = $1 and r.document_type = 'shipments' and r.document_number = $2 and r.kind = 'confirmReceipt'
        and r.state not in ('declined', 'withdrawn')
      order by line, r.made_at desc`,
    values: [accountId, number],
  })
  return rows
}

/** The lines of a locked shipment: what was delivered of each, and what was claimed that the supplier has not declined. */
export async function selectClaimedLines(
  db: Db,
  accountId: string,
  { id, number }: { id: string; number: string },
): Promise<DeliveredLine[]> {
  const { rows } = await db.query<DeliveredLine>({
    name: 'requests-claimed-lines',
    text: `select l.line, trim_scale(case when l.quantity > 0 then l.quantity end)::text as delivered, coalesce(c.claimed, '0') as claimed
      from document_lines l
      left join (select e.line ->> 'line' as line, trim_scale(sum((e.line ->> 'quantity')::numeric))::text as claimed
        from requests r cross join jsonb_array_elements(r.content -> 'lines') e (line)
        where r.account_id = $1 and r.document_type = 'shipments' and r.document_number = $3 and r.kind = 'claim'
          and r.state not in ('declined', 'withdrawn') and e.line ->> 'kind' <> 'over'
        group by 1) c on c.line = l.line
      where l.account_id = $1 and l.document_id = $2 order by l.position`,
    values: [accountId, id, number],
  })
  return rows
}
