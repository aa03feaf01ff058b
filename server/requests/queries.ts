import type { Pool } from 'pg'
import type { ApprovalDecision } from '#contract/requests/approvals.ts'
import type { RequestSubject } from '#contract/requests/conversation-rules.ts'
import type { ShownOffer } from '#contract/requests/request.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, type RunStatement, readTogether } from '#database/transaction.ts'
import type { RequestedDocument } from './document-queries.ts'
import { indexWords } from './words-queries.ts'

export type FileRow = { id: string; name: string; mimeType: string; size: number }
export type RequestRow = {
  id: string
  accountId: string
  account: string
  accountName: string
  kind: string
  type: RequestSubject
  /** The document's, or the account's of what concerns no document. */
  number: string
  content: Record<string, unknown>
  /** What the person saw when accepting. */
  shown: ShownOffer | null
  /** Of a request among colleagues: whom it asks, by name. */
  approvals: {
    id: string
    name: string
    decision: ApprovalDecision | null
    reason: string | null
    decidedAt: string | null
  }[]
  files: FileRow[]
  state: string
  stateSince: string
  stateBy: string | null
  changedAt: string
  madeAt: string
  correctedAt: string | null
  madeById: string
  madeByName: string
  madeByEmail: string
  network: string | null
  hash: Buffer
  answer: string | null
  answeredBy: string | null
  answeredAt: string | null
}

export const requestColumns = `r.id, r.account_id as "accountId", a.number as account, a.name as "accountName", r.kind, r.document_type as type,
  case r.document_type when 'account' then a.number else r.document_number end as number,
  case when r.corrected_note is null then r.content else r.content || jsonb_build_object('note', r.corrected_note) end as content, r.shown, r.state,
  coalesce(r.state_since, r.made_at) as "stateSince", case when r.state_since is null then r.made_by_name else r.state_by end as "stateBy",
  r.last_at as "changedAt", r.made_at as "madeAt", r.corrected_at as "correctedAt", r.made_by as "madeById",
  r.made_by_name as "madeByName", r.made_by_email as "madeByEmail", r.network, r.document_hash as hash, r.answer,
  r.answered_by as "answeredBy", r.answered_at as "answeredAt",
  case when r.kind = 'askApproval' then (select coalesce(json_agg(json_build_object('id', p.user_id, 'name', p.name, 'decision', p.decision,
      'reason', p.reason, 'decidedAt', to_char(p.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by lower(p.name), p.user_id), '[]')
    from approvals p where p.account_id = r.account_id and p.request_id = r.id) else '[]' end as approvals,
  coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'mimeType', f.mime_type, 'size', f.size) order by f.id)
    from request_files f where f.account_id = r.account_id and f.request_id = r.id and f.message_id is null), '[]') as files`
export const fromRequests = 'from requests r join accounts a on a.account_id = r.account_id'

/** One request of the viewer's account. */
export async function selectRequest(db: Db, accountId: string, id: string): Promise<RequestRow | undefined> {
  const { rows } = await db.query<RequestRow>({
    name: 'requests-one',
    text: `select ${requestColumns} ${fromRequests} where r.account_id = $1 and r.id = $2`,
    values: [accountId, id],
  })
  return rows[0]
}

/** The request behind a return of the viewer's account, by one of its numbers. */
export async function selectRequestOfReturn(
  run: RunStatement,
  accountId: string,
  returnNumber: string,
): Promise<RequestRow | undefined> {
  const { rows } = await run<RequestRow>({
    name: 'requests-of-return',
    text: `select ${requestColumns} ${fromRequests} where r.account_id = $1 and r.id = (select t.request_id from returns t
        where t.account_id = $1 and (t.number = $2 or t.supplier_number = $2) order by t.number = $2 desc limit 1)`,
    values: [accountId, returnNumber],
  })
  return rows[0]
}

/** Locks a person's key until the end of the transaction, so that only one request is made under it. */
export async function lockKey(db: Db, { accountId, userId }: Viewer, key: string): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`request ${accountId} ${userId} ${key}`])
}

/** The salesperson of the account's newest order or quote that names one with an e-mail; null when there is none. */
export async function selectSalesperson(viewerPool: Pool, viewer: Viewer): Promise<RequestedDocument['salesperson']> {
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
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
        content, made_at, made_by, made_by_name, made_by_email, network, key, need, shown, state, last_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, case $7 when 'askApproval' then 'colleagues' else 'open' end, $9)`,
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
  const { accountId, id, madeAt, content } = request
  if (typeof content.note === 'string')
    await indexWords(db, { accountId, request: id, id, at: madeAt, text: content.note })
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

/** How many requests and messages a person has written, and corrected, in an account since a moment. */
export async function countRequestsSince(
  db: Db,
  { accountId, userId }: Pick<Viewer, 'accountId' | 'userId'>,
  since: Date,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'requests-count-since',
    text: `select (select count(*) from requests where account_id = $1 and made_at > $3 and made_by = $2)::int
        + (select count(*) from message_corrections where account_id = $1 and author_id = $2 and corrected_at > $3)::int
        + (select count(*) from conversation_messages where account_id = $1 and author_id = $2 and written_at > $3)::int as count`,
    values: [accountId, userId, since],
  })
  return rows[0]?.count ?? 0
}

/** What a request changes to: its state with who brought it there and when, and the answer that it got, if any. */
export type StateChange = {
  state: string
  by: string | null
  at: Date
  answer: { text: string | null; by: string | null } | null
}

/** Changes the state of a request; false when it is no longer in one of `fromStates`. */
export async function updateRequestState(
  db: Db,
  accountId: string,
  id: string,
  fromStates: readonly string[],
  { state, by, at, answer }: StateChange,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'requests-move-on',
    text: `update requests set state = $4, state_since = case when state = $4 then state_since else $5 end,
        state_by = case when state = $4 then state_by else $6 end, last_at = greatest(last_at, $5), answer = coalesce($7, answer),
        answered_by = coalesce($8, answered_by), answered_at = coalesce($9, answered_at)
      where account_id = $1 and id = $2 and state = any ($3::text[])`,
    values: [
      ...[accountId, id, fromStates, state, at, by],
      ...[answer?.text ?? null, answer?.by ?? null, answer ? at : null],
    ],
  })
  return rowCount === 1
}
