import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { type ApprovalDecision, stateOfApprovals } from '#contract/requests/approvals.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { colleagueKind } from '#contract/requests/rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '#server/audit/record.ts'
import { announceChange, createMessageNotice } from '#server/notifications/announce.ts'
import type { RequestDeps } from '../create-request.ts'
import { lockDocument } from '../document-queries.ts'
import { lockRequest } from '../file-queries.ts'
import { type RequestRow, selectAsker, selectRequest, updateRequestState } from '../queries.ts'
import { toCustomerRequest } from '../request-replies.ts'
import { maySeeSubject } from '../subject.ts'
import { selectOwnApproval, updateApproval } from './queries.ts'

type Decided = { decision: ApprovalDecision; reason?: string | undefined }
type Deps = Pick<RequestDeps, 'db' | 'clock' | 'newId' | 'today'>

/**
 * Says whether a colleague who was asked approves of a quote, and notifies who asked. Throws not_found for everybody else,
 * not_allowed for whoever sees no prices any more, invalid_input for declining without a reason, conflict when the quote
 * has moved on or something else was said.
 */
export function decideApproval(
  deps: Deps,
  viewer: Viewer,
  { id, decision, reason }: Decided & { id: string },
  caller: Caller,
): Promise<CustomerRequest> {
  const { accountId, userId, permissions } = viewer
  return withTransaction(deps.db, async (db) => {
    const found = await selectRequest(db, accountId, id)
    if (!found || found.kind !== colleagueKind || !maySeeSubject(viewer, found.type)) throw notFound()
    // In the order in which an acceptance locks them.
    const quote = await lockDocument(db, viewer, 'quotes', found.number, deps.today())
    await lockRequest(db, accountId, id)
    const own = await selectOwnApproval(db, { accountId, request: id }, userId)
    const row = await selectRequest(db, accountId, id)
    if (!own || !row) throw notFound()
    if (!permissions.has('prices')) throw new PortalError('not_allowed', translatable('request.role'))
    if (own.decision === decision && own.reason === (reason ?? null)) return toCustomerRequest(viewer, row)
    if (own.decision !== null) throw new PortalError('conflict', translatable('request.approvalSaid'))
    if (row.state !== 'colleagues' || quote?.status !== 'open')
      throw new PortalError('conflict', translatable('request.approvalOver'))
    if (decision === 'declined' && reason === undefined) {
      const message = translatable('request.approvalReason')
      throw new PortalError('invalid_input', message, { errors: [{ field: 'reason', message }] })
    }
    return toCustomerRequest(viewer, await storeDecision(deps, db, { viewer, row, decision, reason }, caller))
  })
}

async function storeDecision(
  deps: Deps,
  db: Db,
  {
    viewer,
    row,
    decision,
    reason = null,
  }: { viewer: Viewer; row: RequestRow; decision: ApprovalDecision; reason?: string | null | undefined },
  caller: Caller,
): Promise<RequestRow> {
  const { accountId, userId } = viewer
  const { id, number } = row
  const at = deps.clock()
  await updateApproval(db, { accountId, request: id }, userId, { decision, reason, at })
  const decided = await selectRequest(db, accountId, id)
  if (!decided) throw new Error('A request that is locked is gone')
  const by = (await selectAsker(db, userId))?.name ?? null
  await updateRequestState(db, accountId, id, ['colleagues'], {
    ...{ state: stateOfApprovals(decided.approvals), by, at, answer: null },
  })
  await record(deps, db, { action: 'approval_decided', caller, userId, accountId, details: { request: id, decision } })
  await announceChange(db, accountId)
  // A request outlives the sign-in of who made it.
  const asker = await selectAsker(db, row.madeById)
  const readers = asker ? [row.madeById] : []
  await createMessageNotice(
    db,
    { kind: 'quotes.approvalAnswered', accountId, type: 'quotes', number, readers, details: { status: decision } },
    { now: at.toISOString(), newId: deps.newId },
  )
  return (await selectRequest(db, accountId, id)) ?? decided
}
