import type { RequestSubject } from '#contract/requests/conversation-rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { RunStatement } from '#database/transaction.ts'
import { statusOn } from './waiting-queries.ts'

/** A document, an enquiry, an advice or the account, about which somebody wrote or asked for something, with who did so last. */
export type ConversationRow = {
  type: RequestSubject
  /** The document's, or that which the portal gave; null of the account. */
  number: string | null
  /** Null when no document stands behind it. */
  status: string | null
  customerReference: string | null
  at: string
  side: 'customer' | 'supplier'
  outcome: string | null
  by: string | null
  /** The viewer wrote it. */
  own: boolean
}

const maxRows = 8

/**
 * The conversations of these types in which something was written last, the newest first. The index of the account's
 * activity is read until there are enough: what the viewer may not see, and former requests of the same conversation, are
 * passed over by what stands in it and in the index of conversations. `offset 0` keeps the planner from reading all documents
 * of the account, or all its requests, to look a few of them up.
 */
export async function selectConversations(
  query: RunStatement,
  viewer: Viewer,
  { types, today }: { types: readonly RequestSubject[]; today: string },
): Promise<ConversationRow[]> {
  const { rows } = await query<ConversationRow>({
    name: 'dashboard conversations',
    text: `select r.document_type as type, case when r.document_type <> 'account' then r.document_number end as number,
  case when d.id is not null then ${statusOn('$2')} end as status, d.customer_reference as "customerReference", coalesce(m.written_at, r.made_at) as at,
  coalesce(m.side, 'customer') as side, m.outcome, case when m.side is null then r.made_by_name else m.author_name end as by,
  coalesce(case when m.side is null then r.made_by else m.author_id end = $4, false) as own
from (
  select * from requests r where r.account_id = $1 and r.document_type = any ($3::text[]) and r.state <> 'withdrawn'
    and (r.document_type = 'account' or r.kind in ('enquire', 'adviseRemittance') or r.document_number ~ '^(ENQ|RA)-'
      or exists (select from documents e where e.account_id = $1 and e.type = r.document_type and e.number = r.document_number offset 0))
    and not exists (select from requests o where o.account_id = $1 and o.document_type = r.document_type
      and o.document_number = r.document_number and (o.last_at, o.id) > (r.last_at, r.id) and o.state <> 'withdrawn' offset 0)
  order by r.last_at desc, r.id desc limit ${maxRows}
) r
left join lateral (select d.* from documents d
  where d.account_id = $1 and d.type = r.document_type and d.number = r.document_number offset 0) d on true
left join lateral (select m.side, m.outcome, m.author_id, m.author_name, m.written_at from conversation_messages m
  where m.account_id = $1 and m.request_id = r.id and (m.text is not null or m.outcome in ('accepted', 'declined'))
  order by m.id desc limit 1) m on true
order by 5 desc, r.id desc`,
    values: [viewer.accountId, today, types, viewer.userId],
  })
  return rows
}
