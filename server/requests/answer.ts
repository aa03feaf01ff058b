import type { Pool } from 'pg'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { Outbox } from '#contract/mail.ts'
import type { CustomerRequest, SupplierRequest } from '#contract/requests/endpoints.ts'
import { invoiceClaims, pendingStates, quoteDecisions } from '#contract/requests/rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '../audit/record.ts'
import { updateAct, updateQuoteStatus } from './act-queries.ts'
import { countInvoiceChange } from './invoice-queries.ts'
import { type RequestRow, selectRequest, updateRequestState } from './queries.ts'
import { notifyCustomer } from './request-mails.ts'
import { toCustomerRequest, toSupplierRequest } from './request-replies.ts'
import { selectRequestForSupplier } from './supplier-queries.ts'

export type AnswerDeps = { db: Pool; clock: () => Date; newId: () => string; mail: Outbox<Db> }

export type AnswerInput = {
  id: string
  state: 'taken' | 'accepted' | 'declined' | 'answered'
  text?: string | undefined
  /** The name of the person who answers, as the customer reads it. */
  by?: string | undefined
  caller: Caller
  /** The API key of the caller; undefined at the command line. */
  keyId?: string
}

/**
 * Takes a request up, or answers it and mails the answer to the person who made it. The same answer again changes
 * nothing. Throws not_found, conflict when it was answered otherwise or withdrawn, invalid_input for an answer without
 * text.
 */
export function answerRequest(deps: AnswerDeps, input: AnswerInput): Promise<SupplierRequest> {
  const { id, state, text, by } = input
  if (state === 'answered' && text === undefined) {
    const message = translatable('request.words')
    throw new PortalError('invalid_input', message, { errors: [{ field: 'text', message }] })
  }
  return withTransaction(deps.db, async (db) => {
    const row = await selectRequestForSupplier(db, id)
    if (!row) throw notFound()
    if (row.state === state && row.answer === (text ?? null)) return toSupplierRequest(row)
    const now = deps.clock()
    const isFinal = state !== 'taken'
    const answer = { state, answer: text ?? null, by: isFinal ? (by ?? null) : null, at: isFinal ? now : null }
    if (!(await updateRequestState(db, row.accountId, id, pendingStates, answer))) throw alreadyDecidedError(row)
    await record(deps, db, {
      action: 'request_answered',
      caller: input.caller,
      accountId: row.accountId,
      keyId: input.keyId ?? null,
      details: { request: id, state },
    })
    await updateDocument(db, row, now)
    const updated = (await selectRequest(db, row.accountId, id)) ?? row
    if (isFinal) await notifyCustomer(deps, db, updated)
    return toSupplierRequest(updated)
  })
}

/**
 * Withdraws a request that the supplier has not taken up; its maker or an admin may do so. Throws not_found, conflict.
 */
export function withdrawRequest(
  deps: AnswerDeps,
  viewer: Viewer,
  id: string,
  caller: Caller,
): Promise<CustomerRequest> {
  const { accountId, userId } = viewer
  return withTransaction(deps.db, async (db) => {
    const row = await selectRequest(db, accountId, id)
    if (!row || (row.madeById !== userId && viewer.role !== 'admin')) throw notFound()
    const reply = toCustomerRequest(viewer, row)
    if (row.state === 'withdrawn') return reply
    const now = deps.clock()
    if (
      !(await updateRequestState(db, accountId, id, ['open'], { state: 'withdrawn', answer: null, by: null, at: now }))
    )
      throw new PortalError('conflict', translatable('request.taken'))
    await record(deps, db, { action: 'request_withdrawn', caller, userId, accountId, details: { request: id } })
    await updateDocument(db, row, now)
    return toCustomerRequest(viewer, (await selectRequest(db, accountId, id)) ?? row)
  })
}

/** Brings what the document shows of its requests up to date. */
async function updateDocument(db: Db, { kind, accountId, type, number }: RequestRow, now: Date): Promise<void> {
  if (kind in quoteDecisions) await updateQuoteStatus(db, accountId, number, now)
  const actChanged = await updateAct(db, accountId, type, number)
  // Where the document itself has changed, its account's version has risen.
  if ((invoiceClaims as readonly string[]).includes(kind) && !actChanged) await countInvoiceChange(db, accountId)
}

function alreadyDecidedError({ state }: RequestRow): PortalError {
  return new PortalError(
    'conflict',
    state === 'withdrawn' ? translatable('request.withdrawn') : translatable('request.answered'),
  )
}
