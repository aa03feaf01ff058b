import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { RunStatement } from '#database/transaction.ts'
import { statusOn } from './waiting-queries.ts'

/** A document about which somebody wrote or asked for something, with who did so last. */
export type ConversationRow = {
  type: DocumentType
  number: string
  status: string
  customerReference: string | null
  at: string
  side: 'customer' | 'supplier'
  outcome: string | null
  by: string | null
  /** The viewer wrote it. */
  own: boolean
}

/** So many of the newest requests are looked at, whichever of them the viewer may see. */
const newestRequests = 40
const maxRows = 8

/** The documents of these types about which something was written last, the newest first. Reads a bounded number of rows. */
export async function selectConversations(
  query: RunStatement,
  viewer: Viewer,
  { types, today }: { types: readonly DocumentType[]; today: string },
): Promise<ConversationRow[]> {
  const { rows } = await query<ConversationRow>({
    name: 'dashboard conversations',
    text: `select d.type, d.number, ${statusOn('$2')} as status, d.customer_reference as "customerReference", coalesce(m.written_at, r.made_at) as at,
  coalesce(m.side, 'customer') as side, m.outcome, case when m.side is null then r.made_by_name else m.author_name end as by,
  coalesce(case when m.side is null then r.made_by else m.author_id end = $4, false) as own
from (
  select * from requests r where r.account_id = $1 order by r.last_at desc, r.id desc limit ${newestRequests}
) r
cross join lateral (select d.* from documents d
  where d.account_id = $1 and d.type = r.document_type and d.number = r.document_number offset 0) d
left join lateral (select m.side, m.outcome, m.author_id, m.author_name, m.written_at from conversation_messages m
  where m.account_id = $1 and m.request_id = r.id and (m.text is not null or m.outcome in ('accepted', 'declined'))
  order by m.id desc limit 1) m on true
where d.type = any ($3::text[]) and r.state <> 'withdrawn'
order by 5 desc, r.id desc limit ${maxRows}`,
    values: [viewer.accountId, today, types, viewer.userId],
  })
  return rows
}
