import type { ApprovalDecision } from '#contract/requests/approvals.ts'
import type { Db } from '#database/transaction.ts'

type OfRequest = { accountId: string; request: string }
export type AskedPerson = { id: string; name: string }

/** Stores which colleagues a request asks. */
export async function insertApprovals(
  db: Db,
  { accountId, request }: OfRequest,
  people: readonly AskedPerson[],
): Promise<void> {
  await db.query({
    name: 'approvals-insert',
    text: `insert into approvals (account_id, request_id, user_id, name)
      select $1, $2, p.id, p.name from unnest($3::uuid[], $4::text[]) p (id, name)`,
    values: [accountId, request, people.map(({ id }) => id), people.map(({ name }) => name)],
  })
}

export type ApprovalRow = { decision: ApprovalDecision | null; reason: string | null }

/** What a person who was asked has said; undefined when they were not. */
export async function selectOwnApproval(
  db: Db,
  { accountId, request }: OfRequest,
  userId: string,
): Promise<ApprovalRow | undefined> {
  const { rows } = await db.query<ApprovalRow>({
    name: 'approvals-own',
    text: 'select decision, reason from approvals where account_id = $1 and request_id = $2 and user_id = $3',
    values: [accountId, request, userId],
  })
  return rows[0]
}

/** Stores what a person said. */
export async function updateApproval(
  db: Db,
  { accountId, request }: OfRequest,
  userId: string,
  { decision, reason, at }: { decision: ApprovalDecision; reason: string | null; at: Date },
): Promise<void> {
  await db.query({
    name: 'approvals-decide',
    text: `update approvals set decision = $4, reason = $5, decided_at = $6
      where account_id = $1 and request_id = $2 and user_id = $3`,
    values: [accountId, request, userId, decision, reason, at],
  })
}

/** Ends what colleagues are still asked about a quote, because it was decided. */
export async function endApprovals(
  db: Db,
  { accountId, number, by, at }: { accountId: string; number: string; by: string; at: Date },
): Promise<void> {
  await db.query({
    name: 'approvals-end',
    text: `update requests set state = 'closed', state_since = $3, state_by = $4, last_at = greatest(last_at, $3)
      where account_id = $1 and document_number = $2 and kind = 'askApproval' and state = 'colleagues'`,
    values: [accountId, number, at, by],
  })
}

export type StandingApproval = {
  userId: string
  name: string
  decision: ApprovalDecision | null
  decidedAt: string | null
}

/** What colleagues said of a quote as it is, and who is still asked: of each person the last, by name. */
export async function selectStandingApprovals(db: Db, accountId: string, number: string): Promise<StandingApproval[]> {
  const { rows } = await db.query<StandingApproval>({
    name: 'approvals-standing',
    text: `select * from (select distinct on (p.user_id) p.user_id as "userId", p.name, p.decision, p.decided_at as "decidedAt"
        from requests r join approvals p on p.account_id = r.account_id and p.request_id = r.id
        where r.account_id = $1 and r.document_number = $2 and r.kind = 'askApproval'
          and r.state in ('colleagues', 'accepted', 'declined')
        order by p.user_id, r.made_at desc, r.id desc) s order by lower(s.name), s."userId"`,
    values: [accountId, number],
  })
  return rows
}
