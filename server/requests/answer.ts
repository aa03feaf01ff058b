import type { Pool } from 'pg'
import { notFound, PortalError, translatable } from '../../contract/errors.ts'
import type { Outbox } from '../../contract/mail.ts'
import { quoteDecisions, pendingStates } from '../../contract/request-rules.ts'
import type { CustomerRequest, SupplierRequest } from '../../contract/requests.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { type Caller, record } from '../audit/record.ts'
import { type Db, inTransaction, moveOn, type RequestRow, selectOne, settleQuote } from './queries.ts'
import { shownTo, shownToSupplier } from './show.ts'
import { selectForSupplier } from './supplier-queries.ts'
import { tellCustomer } from './tell.ts'

export type AnswerDeps = { db: Pool; clock: () => Date; newId: () => string; mail: Outbox<Db> }

export type Answer = {
  id: string
  state: 'taken' | 'accepted' | 'declined' | 'answered'
  text?: string | undefined
  /** Who answers, as the customer should read it. */
  by?: string | undefined
  caller: Caller
  /** The API key that answers; none at the command line. */
  keyId?: string
}

/**
 * Takes a request up, or answers it and mails the answer to who asked. The same answer again changes nothing. Raises
 * not_found, conflict when it was answered otherwise or withdrawn, invalid_input for an answer without words.
 */
export function answerRequest(deps: AnswerDeps, given: Answer): Promise<SupplierRequest> {
  const { id, state, text, by } = given
  if (state === 'answered' && text === undefined) {
    const message = translatable('request.words')
    throw new PortalError('invalid_input', message, { errors: [{ field: 'text', message }] })
  }
  return inTransaction(deps.db, async (db) => {
    const row = await selectForSupplier(db, id)
    if (!row) throw notFound()
    if (row.state === state && row.answer === (text ?? null)) return shownToSupplier(row)
    const now = deps.clock()
    const final = state !== 'taken'
    const answer = { state, answer: text ?? null, by: final ? (by ?? null) : null, at: final ? now : null }
    if (!(await moveOn(db, row.accountId, id, pendingStates, answer))) throw tooLate(row)
    await record(deps, db, {
      action: 'request_answered',
      caller: given.caller,
      accountId: row.accountId,
      keyId: given.keyId ?? null,
      details: { request: id, state },
    })
    if (row.kind in quoteDecisions) await settleQuote(db, row.accountId, row.number, now)
    const moved = (await selectOne(db, row.accountId, id)) ?? row
    if (final) await tellCustomer(deps, db, moved)
    return shownToSupplier(moved)
  })
}

/**
 * Takes a request back while the supplier has not taken it up: by who made it, or an admin. Raises not_found, conflict.
 */
export function withdrawRequest(
  deps: AnswerDeps,
  viewer: Viewer,
  id: string,
  caller: Caller,
): Promise<CustomerRequest> {
  const { accountId, userId } = viewer
  return inTransaction(deps.db, async (db) => {
    const row = await selectOne(db, accountId, id)
    if (!row || (row.madeById !== userId && viewer.role !== 'admin')) throw notFound()
    const shown = shownTo(viewer, row)
    if (row.state === 'withdrawn') return shown
    const now = deps.clock()
    if (!(await moveOn(db, accountId, id, ['open'], { state: 'withdrawn', answer: null, by: null, at: now })))
      throw new PortalError('conflict', translatable('request.taken'))
    await record(deps, db, { action: 'request_withdrawn', caller, userId, accountId, details: { request: id } })
    if (row.kind in quoteDecisions) await settleQuote(db, accountId, row.number, now)
    return shownTo(viewer, (await selectOne(db, accountId, id)) ?? row)
  })
}

function tooLate({ state }: RequestRow): PortalError {
  return new PortalError(
    'conflict',
    state === 'withdrawn' ? translatable('request.withdrawn') : translatable('request.answered'),
  )
}
