import type { RequestSubject } from '#contract/requests/conversation-rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { RunStatement } from '#database/transaction.ts'

/** A question that the supplier asked back and nobody of the account has answered. */
export type OpenQuestion = {
  /** Of the message that asks. */
  id: string
  /** What it is about, and its number; null of the account. */
  type: RequestSubject
  number: string | null
  /** Whether a document stands behind it; not so with enquiries. */
  isDocument: boolean
  askedBy: string | null
  askedAt: string
  words: string | null
}

/** The most that are shown of questions. */
const maxQuestions = 20

/** The questions of the supplier about what the viewer may see and what has not been withdrawn, the one that waits the longest first. */
export async function selectOpenQuestions(
  query: RunStatement,
  { accountId }: Pick<Viewer, 'accountId'>,
  types: readonly RequestSubject[],
): Promise<OpenQuestion[]> {
  const { rows } = await query<OpenQuestion>({
    name: 'dashboard questions',
    text: `select m.id, r.document_type as type, case when r.document_type <> 'account' then r.document_number end as number,
  d.found as "isDocument", m.author_name as "askedBy", m.written_at as "askedAt", left(m.text, 200) as words
from requests r cross join lateral (select c.id, c.author_name, c.written_at, c.text from conversation_messages c
  where c.account_id = $1 and c.request_id = r.id and c.side = 'supplier' and c.outcome = 'asked' order by c.id desc limit 1) m
cross join lateral (select exists (select from documents e
  where e.account_id = $1 and e.type = r.document_type and e.number = r.document_number offset 0) as found) d
where r.account_id = $1 and r.state = 'asked' and r.document_type = any ($2::text[])
  and (d.found or r.document_type = 'account' or r.kind in ('enquire', 'adviseRemittance') or r.document_number ~ '^(ENQ|RA)-')
order by r.last_at, r.id limit ${maxQuestions}`,
    values: [accountId, types],
  })
  return rows
}
