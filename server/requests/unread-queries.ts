import type { RequestSubject } from '#contract/requests/conversation-rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { RunStatement } from '#database/transaction.ts'
import { unreadBy } from './message-queries.ts'
import type { Subject } from './subject.ts'

/**
 * The conversations of these types in which the supplier has written something that the viewer has not read; with the
 * invoices that an advice names and the quotes that answer an enquiry, for that is where one reads on.
 */
export async function selectUnread(
  query: RunStatement,
  viewer: Viewer,
  types: readonly RequestSubject[],
  newSince: Date,
): Promise<Subject[]> {
  const { rows } = await query<Subject>({
    name: 'messages-unread',
    text: `with unread as materialized (
        select distinct m.document_type as type, m.document_number as number from conversation_messages m
        where m.account_id = $1 and m.document_type = any ($4::text[]) and ${unreadBy('$2', '$3')}
        order by 1, 2 limit 200)
      select type, number from unread
      union select 'invoices', i.document_number from unread u
        join requests r on r.account_id = $1 and r.document_type = u.type and r.document_number = u.number
        join remitted_invoices i on i.account_id = $1 and i.request_id = r.id
        where u.type = 'invoices' and u.number like 'RA-%'
      union select 'quotes', d.number from unread u
        join documents d on d.account_id = $1 and d.type = 'quotes' and d.details ->> 'enquiryNumber' = u.number
        where u.type = 'quotes' and u.number like 'ENQ-%'
      order by 1, 2 limit 400`,
    values: [viewer.accountId, viewer.userId, newSince, types],
  })
  return rows
}
