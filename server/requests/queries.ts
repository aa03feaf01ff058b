import type { Pool } from 'pg'
import type { ShownOffer } from '#contract/requests/endpoints.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, readTogether } from '#database/transaction.ts'
import type { RequestedDocument } from './document-queries.ts'

export type FileRow = { id: string; name: string; mimeType: string; size: number }
export type RequestRow = {
  id: string
  accountId: string
  account: string
  kind: string
  type: DocumentType
  number: string
  content: Record<string, unknown>
  /** What the person saw when accepting. */
  shown: ShownOffer | null
  files: FileRow[]
  state: string
  madeAt: string
  madeById: string
  madeByName: string
  madeByEmail: string
  network: string | null
  hash: Buffer
  answer: string | null
  answeredBy: string | null
  answeredAt: string | null
}

export const requestColumns = `r.id, r.account_id as "accountId", a.number as account, r.kind, r.document_type as type,
  r.document_number as number, r.content, r.shown, r.state, r.made_at as "madeAt", r.made_by as "madeById",
  r.made_by_name as "madeByName", r.made_by_email as "madeByEmail", r.network, r.document_hash as hash, r.answer,
  r.answered_by as "answeredBy", r.answered_at as "answeredAt",
  coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'mimeType', f.mime_type, 'size', f.size) order by f.id)
    from request_files f where f.account_id = r.account_id and f.request_id = r.id), '[]') as files`
export const fromRequests = 'from requests r join accounts a on a.account_id = r.account_id'

/** The most requests that a document's page shows. */
const maxPerDocument = 200

/**
 * The requests about one document, oldest first; for a quote, also the enquiry that it answers, for an invoice the
 * remittance advices that name it.
 */
export async function selectRequestsOfDocument(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<RequestRow[]> {
  const { rows } = await readTogether(viewerPool, viewer.accountId, (query) =>
    query<RequestRow>({
      name: 'requests-of-document',
      text: `select ${requestColumns} ${fromRequests}
        where r.account_id = $1 and r.document_type = $2
          and r.document_number in ($3, (select d.details ->> 'enquiryNumber' from documents d
            where d.account_id = $1 and d.type = $2 and d.number = $3 and d.type = 'quotes'))
          or r.account_id = $1 and r.id = any (array(select i.request_id from remitted_invoices i
            where i.account_id = $1 and i.document_number = $3 and $2 = 'invoices'))
        order by r.made_at desc, r.id desc limit ${maxPerDocument}`,
      values: [viewer.accountId, type, number],
    }),
  )
  return rows.reverse()
}

/** The last request of a page; the next page begins after it. */
export type RequestCursor = { at: string; id: string }

/** A page of the account's requests about documents of these types, newest first. */
export async function selectRequestsOfAccount(
  viewerPool: Pool,
  viewer: Viewer,
  filters: {
    types: readonly DocumentType[]
    states: readonly string[] | null
    limit: number
    after: RequestCursor | undefined
  },
): Promise<RequestRow[]> {
  const { rows } = await readTogether(viewerPool, viewer.accountId, (query) =>
    query<RequestRow>({
      name: 'requests-of-account',
      text: `select ${requestColumns} ${fromRequests}
        where r.account_id = $1 and r.document_type = any ($2::text[]) and ($3::text[] is null or r.state = any ($3))
          and (r.made_at, r.id) < (coalesce($5::timestamptz, 'infinity'), coalesce($6::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by r.made_at desc, r.id desc limit $4`,
      values: [
        viewer.accountId,
        filters.types,
        filters.states,
        filters.limit,
        filters.after?.at ?? null,
        filters.after?.id ?? null,
      ],
    }),
  )
  return rows
}

/** One request of the viewer's account. */
export async function selectRequest(db: Db, accountId: string, id: string): Promise<RequestRow | undefined> {
  const { rows } = await db.query<RequestRow>({
    name: 'requests-one',
    text: `select ${requestColumns} ${fromRequests} where r.account_id = $1 and r.id = $2`,
    values: [accountId, id],
  })
  return rows[0]
}

/** Locks a person's key until the end of the transaction, so that only one request is made under it. */
export async function lockKey(db: Db, { accountId, userId }: Viewer, key: string): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`request ${accountId} ${userId} ${key}`])
}

/** The salesperson of the account's newest order or quote that names one with an e-mail; null when there is none. */
export async function selectSalesperson(viewerPool: Pool, viewer: Viewer): Promise<RequestedDocument['salesperson']> {
  const { rows } = await readTogether(viewerPool, viewer.accountId, (query) =>
    query<{ salesperson: RequestedDocument['salesperson'] }>({
      name: 'requests-salesperson',
      // Only the newest are read: an account without a salesperson would be scanned as a whole.
      text: `select n.salesperson from (
          (select details -> 'salesperson' as salesperson, list_date from documents
            where account_id = $1 and type = 'orders' order by list_date desc, id desc limit 20)
          union all
          (select details -> 'salesperson', list_date from documents
            where account_id = $1 and type = 'quotes' order by list_date desc, id desc limit 20)) n
        where n.salesperson ->> 'email' is not null order by n.list_date desc limit 1`,
      values: [viewer.accountId],
    }),
  )
  return rows[0]?.salesperson ?? null
}

/** The name and e-mail of the person who makes a request; undefined when there is none. */
export async function selectAsker(db: Db, userId: string): Promise<{ name: string; email: string } | undefined> {
  const { rows } = await db.query<{ name: string; email: string }>('select name, email from users where id = $1', [
    userId,
  ])
  return rows[0]
}

export type NewRequest = Pick<
  RequestRow,
  | 'id'
  | 'accountId'
  | 'kind'
  | 'type'
  | 'number'
  | 'content'
  | 'madeById'
  | 'madeByName'
  | 'madeByEmail'
  | 'network'
  | 'hash'
> & {
  key: string
  revision: string | null
  /** What the document waits for, if the request answers that. */
  need?: string | null
  /** What the person saw when accepting. */
  shown?: ShownOffer | null
  madeAt: Date
}

/** Stores a request. */
export async function insertRequest(db: Db, request: NewRequest): Promise<void> {
  await db.query({
    name: 'requests-insert',
    text: `insert into requests (account_id, id, document_type, document_number, document_revision, document_hash, kind,
        content, made_at, made_by, made_by_name, made_by_email, network, key, need, shown, state)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'open')`,
    values: [
      request.accountId,
      request.id,
      request.type,
      request.number,
      request.revision,
      request.hash,
      request.kind,
      request.content,
      request.madeAt,
      request.madeById,
      request.madeByName,
      request.madeByEmail,
      request.network,
      request.key,
      request.need ?? null,
      request.shown ?? null,
    ],
  })
}

/** The request that a person made under a key; undefined when there is none. */
export async function selectRequestByKey(
  db: Db,
  { accountId, userId }: Viewer,
  key: string,
): Promise<RequestRow | undefined> {
  const { rows } = await db.query<RequestRow>({
    name: 'requests-by-key',
    text: `select ${requestColumns} ${fromRequests} where r.account_id = $1 and r.made_by = $2 and r.key = $3`,
    values: [accountId, userId, key],
  })
  return rows[0]
}

/** How many requests a person has made in an account since a moment. */
export async function countRequestsSince(
  db: Db,
  { accountId, userId }: Pick<Viewer, 'accountId' | 'userId'>,
  since: Date,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'requests-count-since',
    text: 'select count(*)::int as count from requests where account_id = $1 and made_at > $3 and made_by = $2',
    values: [accountId, userId, since],
  })
  return rows[0]?.count ?? 0
}

/** Changes the state of a request; false when it is no longer in one of `fromStates`. */
export async function updateRequestState(
  db: Db,
  accountId: string,
  id: string,
  fromStates: readonly string[],
  change: { state: string; answer: string | null; by: string | null; at: Date | null },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'requests-move-on',
    text: `update requests set state = $4, answer = coalesce($5, answer), answered_by = coalesce($6, answered_by), answered_at = coalesce($7, answered_at)
      where account_id = $1 and id = $2 and state = any ($3::text[])`,
    values: [accountId, id, fromStates, change.state, change.answer, change.by, change.at],
  })
  return rowCount === 1
}
