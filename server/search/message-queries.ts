import type { RequestSubject } from '#contract/requests/conversation-rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readTogether } from '#database/transaction.ts'
import { type SearchDeps, wellFormed } from './queries.ts'

/** A position in the order of what was written, newest first. */
export type MessagePosition = { at: string; id: string }

export type MessageFilters = {
  /** Terms as the SQL function search_query reads them; of `indexGroups` each is long enough for the index. */
  groups: readonly string[]
  indexGroups: readonly string[]
  whole: string | null
  types: readonly RequestSubject[]
  /** The first moment, and the last. */
  from: string | undefined
  to: string | undefined
}

export type FoundMessage = {
  id: string
  type: RequestSubject
  number: string
  side: string
  by: string | null
  authorId: string | null
  at: string
  text: string
}

type Row = { part: 'hit' | 'rest' | null; hitAt: string | null; hitId: string | null } & (
  | FoundMessage
  | { [K in keyof FoundMessage]: null }
)

/** A page of what was written, newest first; `rest`: where to go on when older messages are still to be searched. */
export async function readFoundMessages(
  { viewerPool, deadline }: SearchDeps,
  viewer: Viewer,
  filters: MessageFilters,
  { limit, after }: { limit: number; after: MessagePosition | undefined },
): Promise<{ page: FoundMessage[]; rest: MessagePosition | null }> {
  const { rows } = await readTogether(
    viewerPool,
    viewer,
    (query) =>
      query<Row>({
        name: 'search:messages',
        text: `select s.part, s.written_at as "hitAt", s.id as "hitId", w.id, w.type, w.number, w.side, w.by, w."authorId", w.at, w.text
          from search_messages($2::jsonb) s
          left join lateral (
            select s.id, r.document_type as type, case r.document_type when 'account' then a.number else r.document_number end as number,
              coalesce(m.side, 'customer') as side, case when m.id is null then r.made_by_name else m.author_name end as by,
              case when m.id is null then r.made_by else m.author_id end as "authorId", s.written_at as at,
              case when m.id is null then coalesce(r.corrected_note, r.content ->> 'note') else m.text end as text
            from requests r join accounts a on a.account_id = r.account_id
            left join conversation_messages m on m.account_id = r.account_id and m.request_id = r.id and m.id = s.id
            where r.account_id = $1 and r.id = s.request_id offset 0
          ) w on s.part = 'hit'`,
        values: [viewer.accountId, JSON.stringify({ ...filters, limit, ...after }, wellFormed)],
      }),
    deadline - performance.now(),
  )
  const rest = rows.find(({ part }) => part === 'rest')
  return {
    page: rows
      .filter((row): row is Row & FoundMessage => row.part === 'hit' && row.text !== null)
      .sort((one, other) => (isNewer(one, other) ? -1 : 1)),
    rest: rest?.hitAt && rest.hitId ? { at: rest.hitAt, id: rest.hitId } : null,
  }
}

const isNewer = (one: FoundMessage, other: FoundMessage) =>
  one.at === other.at ? one.id > other.id : one.at > other.at
