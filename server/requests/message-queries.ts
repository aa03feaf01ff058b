import type { ConversationMessage } from '#contract/requests/conversation.ts'
import type { AnswerOutcome, RequestSubject } from '#contract/requests/conversation-rules.ts'
import type { RequestKind } from '#contract/requests/rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Db, RunStatement } from '#database/transaction.ts'
import type { FileRow } from './queries.ts'
import type { Subject } from './subject.ts'
import { indexWords } from './words-queries.ts'

export type MessageRow = {
  id: string
  /** The id of its request. */
  request: string
  type: RequestSubject
  at: string
  side: string
  authorId: string | null
  by: string | null
  text: string | null
  correctedAt: string | null
  outcome: string | null
  files: FileRow[]
  unread: boolean
}

/** The files of the message `m`. */
export const messageFiles = `coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'mimeType', f.mime_type, 'size', f.size) order by f.created_at, f.id)
  from request_files f where f.account_id = m.account_id and f.request_id = m.request_id and f.message_id = m.id), '[]')`

/** Whether the supplier wrote the message `m` since a moment and the person has not read it. */
export const unreadBy = (user: string, since: string): string =>
  `(m.side = 'supplier' and m.written_at > ${since}::timestamptz and not exists (select from conversation_reads c
    where c.account_id = m.account_id and c.request_id = m.request_id and c.user_id = ${user} and c.read_until >= m.written_at))`

const messageColumns = `m.id, m.request_id as request, m.document_type as type, m.written_at as at, m.side,
  m.author_id as "authorId", m.author_name as by, m.text, m.corrected_at as "correctedAt", m.outcome, ${messageFiles} as files`

/**
 * A document's number and, of a quote, that of the enquiry which it answers, of an invoice those of the remittance advices
 * that name it.
 */
const numbersOfConversation = `(select $3::text as number union
  select d.details ->> 'enquiryNumber' from documents d
  where d.account_id = $1 and d.type = $2 and d.number = $3 and d.type = 'quotes' and d.details ->> 'enquiryNumber' is not null
  union select q.document_number from remitted_invoices i join requests q on q.account_id = i.account_id and q.id = i.request_id
  where i.account_id = $1 and i.document_number = $3 and $2 = 'invoices')`

/** The returns of a document's lines, and those that it names. Each is a request about one of its shipments. */
export const returnsOfDocument = `(select l.request_id as id from returned_lines l where l.account_id = $1 and l.shipment = $3 and $2 = 'shipments'
  union select l.request_id from returned_lines l where l.account_id = $1 and l.order_number = $3 and $2 = 'orders'
  union select t.request_id from documents d
    join return_documents n on n.account_id = $1 and n.document_id = d.id
    join returns t on t.account_id = $1 and (t.number = n.return_number or t.supplier_number = n.return_number)
    where d.account_id = $1 and d.type = $2 and d.number = $3)`

/** The newest messages \`m\` before a moment that fulfil a condition. */
const newestMessages = (condition: string) => `lateral (
  select m.account_id, m.request_id, m.id, m.document_type, m.written_at, m.side, m.author_id, m.author_name, m.text, m.corrected_at, m.outcome
  from conversation_messages m
  where m.account_id = $1 and ${condition}
    and (m.written_at, m.id) < (coalesce($5::timestamptz, 'infinity'), coalesce($6::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by m.written_at desc, m.id desc limit $4) m`

/**
 * The newest messages about a document before a moment, newest first; with those about the returns of its goods if
 * `withReturns`.
 */
export async function selectMessagesOfDocument(
  query: RunStatement,
  viewer: Viewer,
  { type, number }: Subject,
  page: { limit: number; before: { at: string; id: string } | undefined; newSince: Date; withReturns: boolean },
): Promise<MessageRow[]> {
  const { rows } = await query<MessageRow>({
    name: 'messages-of-document',
    // Each number is read in the order of the index, so that a long conversation costs a page.
    text: `select ${messageColumns}, ${unreadBy('$7', '$8')} as unread
      from (
        select m.* from ${numbersOfConversation} n
        cross join ${newestMessages('m.document_type = $2 and m.document_number = n.number')}
        union all
        select m.* from ${returnsOfDocument} r
        cross join ${newestMessages('m.request_id = r.id and (m.document_type, m.document_number) <> ($2, $3)')}
        where $9) m
      order by m.written_at desc, m.id desc limit $4`,
    values: [
      ...[viewer.accountId, type, number, page.limit],
      ...[page.before?.at ?? null, page.before?.id ?? null, viewer.userId, page.newSince, page.withReturns],
    ],
  })
  return rows
}

/** The message that was written under a key in an account; undefined when there is none. */
export async function selectMessageByKey(db: Db, accountId: string, key: string): Promise<MessageRow | undefined> {
  const { rows } = await db.query<MessageRow>({
    name: 'messages-by-key',
    text: `select ${messageColumns}, false as unread from conversation_messages m where m.account_id = $1 and m.key = $2`,
    values: [accountId, key],
  })
  return rows[0]
}

/** One message about a request; undefined when there is none. */
export async function selectMessage(
  db: Db,
  { accountId, request, id }: { accountId: string; request: string; id: string },
): Promise<MessageRow | undefined> {
  const { rows } = await db.query<MessageRow>({
    name: 'messages-one',
    text: `select ${messageColumns}, false as unread from conversation_messages m
      where m.account_id = $1 and m.request_id = $2 and m.id = $3`,
    values: [accountId, request, id],
  })
  return rows[0]
}

/** The last that was written about a request, by either side or the one named; undefined when there is nothing. */
export async function selectLastMessage(
  db: Db,
  accountId: string,
  request: string,
  side: ConversationMessage['side'] | null = null,
): Promise<MessageRow | undefined> {
  const { rows } = await db.query<MessageRow>({
    name: 'messages-last',
    text: `select ${messageColumns}, false as unread from conversation_messages m
      where m.account_id = $1 and m.request_id = $2 and ($3::text is null or m.side = $3)
      order by m.written_at desc, m.id desc limit 1`,
    values: [accountId, request, side],
  })
  return rows[0]
}

export type NewMessage = {
  accountId: string
  request: string
  id: string
  at: Date
  side: ConversationMessage['side']
  authorId: string | null
  by: string | null
  text: string | null
  outcome: AnswerOutcome | null
  key: string
}

/** Stores a message about a request; false when the account has one under its key. */
export async function insertMessage(db: Db, message: NewMessage): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'messages-insert',
    text: `with added as (
        insert into conversation_messages (account_id, request_id, id, document_type, document_number, written_at, side,
          author_id, author_name, text, outcome, key)
        select r.account_id, r.id, $3, r.document_type, r.document_number, $4, $5, $6::uuid, $7, $8, $9, $10
        from requests r where r.account_id = $1 and r.id = $2
        on conflict (account_id, key) do nothing returning account_id, request_id, written_at)
      update requests r set last_at = greatest(r.last_at, added.written_at) from added
      where r.account_id = added.account_id and r.id = added.request_id`,
    values: [
      ...[message.accountId, message.request, message.id, message.at, message.side],
      ...[message.authorId, message.by, message.text, message.outcome, message.key],
    ],
  })
  if (rowCount !== 1) return false
  if (message.text !== null) await indexWords(db, { ...message, text: message.text })
  return true
}

/** A request to which a message can be added. */
export type OpenRequest = { id: string; state: string; kind: RequestKind }

/** The numbers of documents that a member's message may change: its own, and those of an advice to which it may belong. */
export async function selectWrittenNumbers(
  db: Db,
  accountId: string,
  { type, number }: Subject,
  named: string | undefined,
): Promise<string[]> {
  const { rows } = await db.query<{ number: string }>({
    name: 'messages-written-numbers',
    text: `select $3::text as number union
      select i.document_number from requests r
      join remitted_invoices i on i.account_id = r.account_id and i.request_id = r.id
      where r.account_id = $1 and r.document_type = $2 and r.document_number in (select number from ${numbersOfConversation} n)
        and case when $4::uuid is null then r.state = 'asked' else r.id = $4 end`,
    values: [accountId, type, number, named ?? null],
  })
  return rows.map((row) => row.number)
}

/**
 * The request to which a member's message belongs, locked: the one named, else one about which the supplier has asked
 * back, else a question that waits; undefined when there is none.
 */
export async function lockWaitingRequest(
  db: Db,
  accountId: string,
  { type, number }: Subject,
  named: string | undefined,
): Promise<OpenRequest | undefined> {
  const { rows } = await db.query<OpenRequest>({
    name: 'messages-waiting-request',
    text: `select id, state, kind from requests
      where account_id = $1 and document_type = $2 and document_number in (select number from ${numbersOfConversation} n)
        and case when $4::uuid is null then state = 'asked' or kind in ('ask', 'enquire') and state in ('open', 'taken')
          else id = $4 end
      order by state = 'asked' desc, made_at desc, id desc limit 1 for update`,
    values: [accountId, type, number, named ?? null],
  })
  return rows[0]
}

/** Whether the account has made the enquiry, or sent the remittance advice, of this number. */
export async function hasPortalNumber(db: Db, accountId: string, { type, number }: Subject): Promise<boolean> {
  const { rows } = await db.query<{ id: string }>({
    name: 'messages-portal-number',
    text: `select id from requests where account_id = $1 and document_type = $2 and document_number = $3
        and kind in ('enquire', 'adviseRemittance') limit 1`,
    values: [accountId, type, number],
  })
  return rows.length > 0
}

/** Marks what was written about a document, or about one request, as read by a person, up to a moment. */
export async function markRead(
  db: Db,
  { accountId, userId }: Pick<Viewer, 'accountId' | 'userId'>,
  { type, number, until, request }: Subject & { until: string; request?: string | undefined },
): Promise<void> {
  await db.query({
    name: 'messages-mark-read',
    text: `insert into conversation_reads as c (account_id, request_id, user_id, read_until)
      select m.account_id, m.request_id, $4::uuid, max(m.written_at)
      from (
        select m.* from ${numbersOfConversation} n
        join conversation_messages m on m.account_id = $1 and m.document_type = $2 and m.document_number = n.number
        union
        select m.* from ${returnsOfDocument} r
        join conversation_messages m on m.account_id = $1 and m.request_id = r.id) m
      where m.side = 'supplier' and m.written_at <= $5::timestamptz and ($6::uuid is null or m.request_id = $6)
      group by m.account_id, m.request_id order by m.request_id
      on conflict (account_id, request_id, user_id) do update set read_until = greatest(c.read_until, excluded.read_until)
      where c.read_until < excluded.read_until`,
    values: [accountId, type, number, userId, until, request ?? null],
  })
}

/**
 * Marks the notices of what the supplier wrote about a document as clicked by a person, up to a moment: whoever has read
 * the words need not open the notice, too.
 */
export async function markNoticesRead(
  db: Db,
  { accountId, userId }: Pick<Viewer, 'accountId' | 'userId'>,
  { type, number, until }: Subject & { until: string },
): Promise<void> {
  // The notice of the account or of an enquiry belongs to one person, and its details name it.
  await db.query({
    name: 'messages-mark-notices-read',
    text: `insert into notice_marks as c (account_id, user_id, notice_id, clicked_version)
      select n.account_id, m.user_id, n.id, n.version
      from notices n join memberships m on m.account_id = n.account_id and m.user_id = $2
      where n.account_id = $1 and n.kind in ('messages.answered', 'messages.asked', 'messages.mentioned')
        and n.happened_at >= m.created_at and n.happened_at <= $5::timestamptz
        and (n.document_id = (select d.id from documents d where d.account_id = $1 and d.type = $3 and d.number = $4)
          -- The notice of an answer to an advice stands at the first invoice that it names, and has the time of the message.
          or $3 = 'invoices' and n.happened_at = any (array(select m.written_at from conversation_messages m
            where m.account_id = $1 and m.side = 'supplier' and m.request_id in (
              select i.request_id from remitted_invoices i where i.account_id = $1 and i.document_number = $4
              union select q.id from requests q where q.account_id = $1 and q.document_type = $3 and q.document_number = $4
                and q.kind = 'adviseRemittance')))
          or n.user_id = $2 and case $3 when 'account' then n.details ? 'account'
            else n.details ->> 'enquiry' in (select $4 union select d.details ->> 'enquiryNumber' from documents d
              where d.account_id = $1 and d.type = $3 and d.number = $4) end)
      on conflict (account_id, user_id, notice_id) do update set clicked_version = excluded.clicked_version
      where c.clicked_version is distinct from excluded.clicked_version`,
    values: [accountId, userId, type, number, until],
  })
}

/** The members who wrote about a request or follow its document, beside the person who made it. */
export async function selectOthersConcerned(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
): Promise<{ userId: string; email: string; name: string }[]> {
  const { rows } = await db.query<{ userId: string; email: string; name: string }>({
    name: 'messages-others-concerned',
    text: `select u.id as "userId", u.email, u.name
      from requests r join memberships m on m.account_id = r.account_id and m.user_id <> r.made_by join users u on u.id = m.user_id
      where r.account_id = $1 and r.id = $2 and u.disabled_at is null and (
        exists (select from conversation_messages w where w.account_id = r.account_id and w.request_id = r.id and w.author_id = m.user_id)
        or exists (select from notice_choices c where c.account_id = r.account_id and c.user_id = m.user_id
          and c.subject = 'document' and c.key = r.document_type || '/' || r.document_number and c.choice = 'follow'))
      order by u.id`,
    values: [accountId, id],
  })
  return rows
}
