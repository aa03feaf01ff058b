import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { closableStates, isClosable } from '#contract/requests/conversation-rules.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { mayRequest, type RequestKind } from '#contract/requests/rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import { withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '../audit/record.ts'
import { announceChange } from '../notifications/announce.ts'
import type { RequestDeps } from './create-request.ts'
import { insertMessage } from './message-queries.ts'
import { selectAsker, selectRequest, updateRequestState } from './queries.ts'
import { toCustomerRequest } from './request-replies.ts'
import { maySeeSubject } from './subject.ts'
import { lockDocumentsOf, updateDocument } from './update-document.ts'

/**
 * Closes a request about which a member needs nothing more; one that is closed stays so. Throws not_found, not_allowed,
 * conflict while it can still be taken back, or when it is decided.
 */
export function closeRequest(
  deps: Pick<RequestDeps, 'db' | 'clock' | 'newId'>,
  viewer: Viewer,
  id: string,
  caller: Caller,
): Promise<CustomerRequest> {
  const { accountId, userId, permissions } = viewer
  return withTransaction(deps.db, async (db) => {
    const row = await selectRequest(db, accountId, id)
    if (!row || !maySeeSubject(viewer, row.type)) throw notFound()
    const kind = row.kind as RequestKind
    if (!mayRequest(kind, permissions)) throw new PortalError('not_allowed', translatable('request.role'))
    if (row.state === 'closed') return toCustomerRequest(viewer, row)
    await lockDocumentsOf(db, row)
    const now = deps.clock()
    const by = (await selectAsker(db, userId))?.name ?? ''
    const change = { state: 'closed', by, at: now, answer: null }
    if (!isClosable(kind) || !(await updateRequestState(db, accountId, id, closableStates, change)))
      throw new PortalError('conflict', translatable('request.notClosable'))
    const message = { at: now, side: 'customer', authorId: userId, by, text: null, outcome: 'closed' } as const
    await insertMessage(db, { accountId, request: id, id: deps.newId(), key: deps.newId(), ...message })
    await record(deps, db, { action: 'request_closed', caller, userId, accountId, details: { request: id } })
    await updateDocument(db, row, now)
    await announceChange(db, accountId)
    return toCustomerRequest(viewer, (await selectRequest(db, accountId, id)) ?? row)
  })
}
