import type { Pool } from 'pg'
import type { RequestSubject } from '#contract/requests/conversation-rules.ts'
import type { RequestKind } from '#contract/requests/rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type RunStatement, readTogether } from '#database/transaction.ts'
import { type MessageRow, messageFiles, returnsOfDocument, unreadBy } from './message-queries.ts'
import { type FileRow, fromRequests, type RequestRow, requestColumns } from './queries.ts'
import type { Subject } from './subject.ts'

/** The most requests that a document's page shows. */
const maxPerDocument = 200

/**
 * The newest requests about one document, oldest first; for a quote, also the enquiry that it answers, for an invoice the
 * remittance advices that name it; for every document, the returns of its lines and the return that it names.
 */
export async function selectRequestsOfDocument(
  query: RunStatement,
  viewer: Viewer,
  { type, number }: Subject,
): Promise<RequestRow[]> {
  const { rows } = await query<RequestRow>({
    name: 'requests-of-document',
    text: `select ${requestColumns} ${fromRequests}
        where r.account_id = $1 and r.document_type = $2
          and r.document_number in ($3, (select d.details ->> 'enquiryNumber' from documents d
            where d.account_id = $1 and d.type = $2 and d.number = $3 and d.type = 'quotes'))
          or r.account_id = $1 and r.id = any (array(select i.request_id from remitted_invoices i
            where i.account_id = $1 and i.document_number = $3 and $2 = 'invoices' union all select id from ${returnsOfDocument} t))
        order by r.made_at desc, r.id desc limit ${maxPerDocument}`,
    values: [viewer.accountId, type, number],
  })
  return rows.reverse()
}

/** The last request of a page; the next page begins after it. */
export type RequestCursor = { at: string; id: string }

/** A request with the last message about it, whose columns are null when there is none. */
type ListedRow = RequestRow & { unread: boolean } & {
  lastId: string | null
  lastAt: string | null
  lastSide: string | null
  lastAuthorId: string | null
  lastBy: string | null
  lastText: string | null
  lastCorrectedAt: string | null
  lastOutcome: string | null
  lastUnread: boolean | null
  lastFiles: FileRow[] | null
}
export type ListedRequestRow = { request: RequestRow; last: MessageRow | null; unread: boolean }

/** The columns by which the two lists are sorted, and what `conversations` shows: the last request of each. */
const orders = {
  requests: { at: 'r.made_at', only: '', unread: 'm.account_id = r.account_id and m.request_id = r.id' },
  conversations: {
    at: 'r.last_at',
    only: `and not exists (select from requests o where o.account_id = r.account_id and o.document_type = r.document_type
        and o.document_number = r.document_number and (o.last_at, o.id) > (r.last_at, r.id))`,
    unread:
      'm.account_id = r.account_id and m.document_type = r.document_type and m.document_number = r.document_number',
  },
} as const

/**
 * A page of the account's requests about documents of these types, newest first, each with its last message; or of its
 * conversations, each by its last request.
 */
export async function selectRequestsOfAccount(
  viewerPool: Pool,
  viewer: Viewer,
  filters: {
    types: readonly RequestSubject[]
    states: readonly string[] | null
    /** Only requests of this kind. */
    kind: RequestKind | null
    limit: number
    after: RequestCursor | undefined
    /** What the supplier wrote before is new to nobody. */
    newSince: Date
    of: 'requests' | 'conversations'
  },
): Promise<ListedRequestRow[]> {
  const { at, only, unread } = orders[filters.of]
  const { rows } = await readTogether(viewerPool, viewer, (query) =>
    query<ListedRow>({
      name: `${filters.of}-of-account`,
      text: `select ${requestColumns}, l.id as "lastId", l.written_at as "lastAt", l.side as "lastSide", l.author_id as "lastAuthorId",
          l.author_name as "lastBy", l.text as "lastText", l.corrected_at as "lastCorrectedAt", l.outcome as "lastOutcome", l.unread as "lastUnread", l.files as "lastFiles",
          exists (select from conversation_messages m where ${unread} and ${unreadBy('$7', '$8')}) as unread
        ${fromRequests}
        left join lateral (select m.id, m.written_at, m.side, m.author_id, m.author_name, m.text, m.corrected_at, m.outcome,
            ${unreadBy('$7', '$8')} as unread, ${messageFiles} as files
          from conversation_messages m where m.account_id = r.account_id and m.request_id = r.id
          order by m.written_at desc, m.id desc limit 1) l on true
        where r.account_id = $1 and r.document_type = any ($2::text[]) and ($3::text[] is null or r.state = any ($3))
          and ($9::text is null or r.kind = $9) ${only}
          and (${at}, r.id) < (coalesce($5::timestamptz, 'infinity'), coalesce($6::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by ${at} desc, r.id desc limit $4`,
      values: [
        viewer.accountId,
        filters.types,
        filters.states,
        filters.limit,
        filters.after?.at ?? null,
        filters.after?.id ?? null,
        viewer.userId,
        filters.newSince,
        filters.kind,
      ],
    }),
  )
  return rows.map(splitRow)
}

function splitRow(row: ListedRow): ListedRequestRow {
  const { lastId, lastAt, lastSide, lastAuthorId, lastBy, lastText, lastCorrectedAt, ...others } = row
  const { lastOutcome, lastUnread, lastFiles, unread, ...request } = others
  if (lastId === null || lastAt === null || lastSide === null) return { request, last: null, unread }
  const last = {
    ...{ id: lastId, request: row.id, type: row.type, at: lastAt, side: lastSide, authorId: lastAuthorId, by: lastBy },
    ...{
      text: lastText,
      correctedAt: lastCorrectedAt,
      outcome: lastOutcome,
      unread: lastUnread ?? false,
      files: lastFiles ?? [],
    },
  }
  return { request, last, unread }
}
