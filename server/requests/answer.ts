import type { Pool } from 'pg'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { Outbox } from '#contract/mail.ts'
import { type AnswerOutcome, isClosable, staysDeclined } from '#contract/requests/conversation-rules.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { colleagueKind, pendingStates, type RequestKind } from '#contract/requests/rules.ts'
import type { SupplierRequest } from '#contract/requests/supplier-endpoints.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '../audit/record.ts'
import { announceChange } from '../notifications/announce.ts'
import { lockRequest } from './file-queries.ts'
import { insertMessage, type MessageRow, selectLastMessage, selectMessageByKey } from './message-queries.ts'
import { type RequestRow, selectAsker, selectRequest, updateRequestState } from './queries.ts'
import { notifyCustomer } from './request-mails.ts'
import { toCustomerRequest, toSupplierRequest } from './request-replies.ts'
import { agreeToReturn } from './returns/agree-to-return.ts'
import { selectRequestForSupplier } from './supplier-queries.ts'
import { lockDocumentsOf, updateDocument } from './update-document.ts'

export type AnswerDeps = { db: Pool; clock: () => Date; newId: () => string; mail: Outbox<Db> }

export type AnswerInput = {
  id: string
  state: AnswerOutcome
  text?: string | undefined
  /** The name of the person who answers, as the customer reads it. */
  by?: string | undefined
  /** Chosen by the supplier's system: the same key again adds nothing. */
  key?: string | undefined
  caller: Caller
  /** The API key of the caller; undefined at the command line and in the console. */
  keyId?: string
  /** The member of staff who answers in the console. */
  staffId?: string
  /** When the request had last changed, as whoever answers has seen it; undefined: whatever has happened since. */
  seen?: string
}

/**
 * Takes a request up, asks back, answers, closes or opens it again, and mails the words to the people concerned. Further
 * answers are added to the conversation; the same answer again changes nothing. Throws not_found, conflict when it was
 * withdrawn or has changed since it was seen, invalid_input for an answer without text.
 */
export function answerRequest(deps: AnswerDeps, input: AnswerInput): Promise<SupplierRequest> {
  const { id, state, text } = input
  if ((state === 'answered' || state === 'asked') && text === undefined) {
    const message = translatable('request.words')
    throw new PortalError('invalid_input', message, { errors: [{ field: 'text', message }] })
  }
  return withTransaction(deps.db, async (db) => {
    const found = await selectRequestForSupplier(db, id)
    if (!found) throw notFound()
    await lockDocumentsOf(db, found)
    // Two answers at the same moment come one after the other.
    await lockRequest(db, found.accountId, id)
    const row = (await selectRequestForSupplier(db, id)) ?? found
    if (row.kind === colleagueKind) throw new PortalError('conflict', translatable('request.amongColleagues'))
    if (await isRepeated(db, row, input)) return toSupplierRequest(row)
    if (input.seen !== undefined && Date.parse(input.seen) !== Date.parse(row.changedAt))
      throw new PortalError('conflict', translatable('inbox.changed'))
    const at = deps.clock()
    await storeAnswer(deps, db, row, { ...input, at })
    const updated = (await selectRequestForSupplier(db, id)) ?? row
    if (text !== undefined || isDecision(state)) await notifyCustomer(deps, db, updated, { state, text, at })
    else await announceChange(db, row.accountId)
    return toSupplierRequest(updated)
  })
}

const isDecision = (state: AnswerOutcome) => state === 'accepted' || state === 'declined'

/** Stores an answer as a message, except that a request was taken up, and what it makes of the request and its quote. */
async function storeAnswer(
  deps: AnswerDeps,
  db: Db,
  row: RequestRow,
  input: AnswerInput & { at: Date },
): Promise<void> {
  const { accountId, id } = row
  const { state, text = null, by = null, caller, keyId = null, staffId = null, at } = input
  const answer = text !== null || isDecision(state) ? { text, by } : null
  const change = { state: stateAfter(row, state), by, at, answer }
  if (!(await updateRequestState(db, accountId, id, [row.state], change))) throw alreadyDecidedError(row)
  if (text !== null || state !== 'taken') {
    const written = { at, side: 'supplier', authorId: null, by, text, outcome: state } as const
    const key = input.key ?? deps.newId()
    if (!(await insertMessage(db, { accountId, request: id, id: deps.newId(), key, ...written }))) throw otherKeyError()
  }
  await record(deps, db, {
    ...{ action: 'request_answered', caller, accountId, keyId, staffId },
    details: { request: id, state },
  })
  if (row.kind === 'returnGoods' && state === 'accepted') await agreeToReturn(db, row, at)
  await updateDocument(db, row, at)
}

/** Whether an answer was given before: under the same key, or without one as the last. Throws conflict for another one under its key. */
async function isRepeated(db: Db, row: RequestRow, { state, text, key }: AnswerInput): Promise<boolean> {
  const isSame = (message: MessageRow) => message.outcome === state && message.text === (text ?? null)
  if (key !== undefined) {
    const before = await selectMessageByKey(db, row.accountId, key)
    if (before && !(before.request === row.id && isSame(before))) throw otherKeyError()
    return before !== undefined
  }
  if (text === undefined) return row.state === state
  const last = await selectLastMessage(db, row.accountId, row.id)
  return last?.side === 'supplier' && isSame(last)
}

/**
 * The state of a request after an answer: words after a decision leave the decision as it is. Throws conflict for one
 * that was withdrawn, for taking up or deciding what was answered, and for closing or opening again what excludes others
 * or stays declined; asking back opens again, too.
 */
function stateAfter(row: RequestRow, state: AnswerOutcome): AnswerOutcome {
  const isPending = (pendingStates as readonly string[]).includes(row.state)
  const kind = row.kind as RequestKind
  const mayClose = isClosable(kind) && !staysDeclined(kind, row.state)
  if (row.state === 'withdrawn') throw alreadyDecidedError(row)
  if ((state === 'taken' || isDecision(state)) && !isPending) throw alreadyDecidedError(row)
  const reopens = (state === 'open' || state === 'asked') && !isPending
  if ((state === 'closed' || reopens) && !mayClose) throw alreadyDecidedError(row)
  return state === 'answered' && !isPending ? (row.state as AnswerOutcome) : state
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
    await lockDocumentsOf(db, row)
    const now = deps.clock()
    const by = (await selectAsker(db, userId))?.name ?? null
    const change = { state: 'withdrawn', by, at: now, answer: null }
    if (!(await updateRequestState(db, accountId, id, ['open', 'colleagues'], change)))
      throw new PortalError('conflict', translatable('request.taken'))
    await record(deps, db, { action: 'request_withdrawn', caller, userId, accountId, details: { request: id } })
    await updateDocument(db, row, now)
    await announceChange(db, accountId)
    return toCustomerRequest(viewer, (await selectRequest(db, accountId, id)) ?? row)
  })
}

function otherKeyError(): PortalError {
  const message = translatable('request.key')
  return new PortalError('conflict', message, { errors: [{ field: 'key', message }] })
}

function alreadyDecidedError({ state }: RequestRow): PortalError {
  return new PortalError(
    'conflict',
    state === 'withdrawn' ? translatable('request.withdrawn') : translatable('request.answered'),
  )
}
