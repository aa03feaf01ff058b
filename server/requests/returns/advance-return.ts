import { notFound, PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import { compare } from '#contract/money.ts'
import { endedReturns, type SuppliersStep } from '#contract/requests/returns.ts'
import type { SupplierRequest } from '#contract/requests/supplier-endpoints.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '#server/audit/record.ts'
import { announceChange, notifyReturn } from '#server/notifications/announce.ts'
import type { AnswerDeps } from '../answer.ts'
import { lockRequest, touchRequest } from '../file-queries.ts'
import { insertMessage } from '../message-queries.ts'
import { type RequestRow, updateRequestState } from '../queries.ts'
import { notifyCustomer } from '../request-mails.ts'
import { toSupplierRequest } from '../request-replies.ts'
import { selectRequestForSupplier } from '../supplier-queries.ts'
import { lockDocumentsOf } from '../update-document.ts'
import { isNumberTaken, lockReturns, selectAskedLines, updateReturn } from './queries.ts'

type ReturnUpdate = {
  id: string
  step: SuppliersStep
  at?: string | undefined
  returnNumber?: string | undefined
  sendTo?: string | undefined
  lines?: readonly { shipment: string; line: string; approved: string }[] | undefined
  text?: string | undefined
  by?: string | undefined
  caller: Caller
  keyId: string
}

/**
 * Stores how far the supplier says that a return is; the first step agrees to it, and the customer gets the words by mail.
 * The same again changes nothing. Throws not_found, conflict for a return that was declined or taken back, or a number
 * that another has, invalid_input for lines or quantities that were not asked for.
 */
export function advanceReturn(deps: AnswerDeps, update: ReturnUpdate): Promise<SupplierRequest> {
  const { id, step, returnNumber = null } = update
  return withTransaction(deps.db, async (db) => {
    const request = await selectRequestForSupplier(db, id)
    if (request?.kind !== 'returnGoods') throw notFound()
    const { accountId } = request
    // What is agreed decides on what is left for others.
    await lockReturns(db, accountId)
    await lockDocumentsOf(db, request)
    await lockRequest(db, accountId, id)
    const row = (await selectRequestForSupplier(db, id)) ?? request
    if (endedReturns.includes(row.state))
      throw new PortalError(
        'conflict',
        translatable(row.state === 'withdrawn' ? 'request.withdrawn' : 'request.answered'),
      )
    const lines = update.lines ?? []
    await checkLines(db, row, lines)
    if (returnNumber !== null && (await isNumberTaken(db, accountId, id, returnNumber)))
      throw refusal('conflict', 'returnNumber', translatable('request.return.number', { number: returnNumber }))
    const now = deps.clock()
    const at = update.at === undefined ? now : new Date(update.at)
    await updateReturn(db, accountId, id, {
      step,
      at,
      supplierNumber: returnNumber,
      sendTo: update.sendTo ?? null,
      lines,
    })
    if (row.state !== 'accepted') await agree(deps, db, row, update, now)
    const details = { request: id, state: step }
    await record(deps, db, {
      action: 'request_answered',
      caller: update.caller,
      accountId,
      keyId: update.keyId,
      details,
    })
    await touchRequest(db, accountId, id, now)
    await notifyReturn(db, accountId, id, { now: now.toISOString(), newId: deps.newId })
    await announceChange(db, accountId)
    return toSupplierRequest((await selectRequestForSupplier(db, id)) ?? row)
  })
}

async function agree(
  deps: AnswerDeps,
  db: Db,
  row: RequestRow,
  { text, by: name }: Pick<ReturnUpdate, 'text' | 'by'>,
  at: Date,
): Promise<void> {
  const { accountId, id } = row
  const by = name ?? null
  const change = { state: 'accepted', by, at, answer: { text: text ?? null, by } }
  await updateRequestState(db, accountId, id, [row.state], change)
  const written = { at, side: 'supplier', authorId: null, by, text: text ?? null, outcome: 'accepted' } as const
  await insertMessage(db, { accountId, request: id, id: deps.newId(), key: deps.newId(), ...written })
  const updated = (await selectRequestForSupplier(db, id)) ?? row
  await notifyCustomer(deps, db, updated, { state: 'accepted', text, at })
}

/** Checks that what is agreed was asked for. Throws invalid_input. */
async function checkLines(
  db: Db,
  { accountId, id }: RequestRow,
  lines: NonNullable<ReturnUpdate['lines']>,
): Promise<void> {
  if (lines.length === 0) return
  const requestedLines = await selectAskedLines(db, accountId, id)
  const seen = new Set<unknown>()
  for (const { shipment, line, approved } of lines) {
    const requested = requestedLines.find((one) => one.shipment === shipment && one.line === line)
    if (!requested) throw refusal('invalid_input', 'lines', translatable('request.return.unknown', { line, shipment }))
    if (seen.has(requested))
      throw refusal('invalid_input', 'lines', translatable('request.return.twice', { line, shipment }))
    seen.add(requested)
    if (compare(approved, requested.quantity) > 0)
      throw refusal(
        'invalid_input',
        'lines',
        translatable('request.return.more', { line, shipment, quantity: requested.quantity }),
      )
  }
}

function refusal(code: 'invalid_input' | 'conflict', field: string, message: TranslatableText): PortalError {
  return new PortalError(code, message, { errors: [{ field, message }] })
}
