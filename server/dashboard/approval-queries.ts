import type { Viewer } from '#contract/viewer.ts'
import type { RunStatement } from '#database/transaction.ts'

/** A quote of which the viewer was asked to approve. */
export type WaitingApproval = {
  number: string
  customerReference: string | null
  askedBy: string
  askedAt: string
  currency: string | null
  amount: string | null
}

/** The most that are shown of what waits for a person's approval. */
const maxApprovals = 20

/**
 * The open quotes of which the viewer was asked to approve and has not, the one asked longest ago first. Read by the
 * requests for approval, of which an account has few.
 */
export async function selectWaitingApprovals(
  query: RunStatement,
  { accountId, userId }: Pick<Viewer, 'accountId' | 'userId'>,
  today: string,
): Promise<WaitingApproval[]> {
  const { rows } = await query<WaitingApproval>({
    name: 'dashboard approvals',
    text: `select d.number, d.customer_reference as "customerReference", r.made_by_name as "askedBy", r.made_at as "askedAt",
  d.currency, d.gross as amount
from requests r
join approvals p on p.account_id = r.account_id and p.request_id = r.id and p.user_id = $2 and p.decision is null
join documents d on d.account_id = r.account_id and d.type = 'quotes' and d.number = r.document_number
where r.account_id = $1 and r.kind = 'askApproval' and r.state = 'colleagues'
  and d.status = 'open' and (d.valid_until is null or d.valid_until >= $3::date)
order by r.made_at, r.id limit ${maxApprovals}`,
    values: [accountId, userId, today],
  })
  return rows
}
