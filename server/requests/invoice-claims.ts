import { plusDays } from '#contract/dashboard.ts'
import { PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import { compare } from '#contract/money.ts'
import { maxPromiseDays, type RequestKind } from '#contract/requests/rules.ts'
import type { Db } from '#database/transaction.ts'
import { type DisputeContent, selectPromisedDay, selectWaitingDisputes } from './invoice-queries.ts'

type Claim = { kind: RequestKind; content: Record<string, unknown> }

/**
 * Checks what the schema of a dispute or a promise to pay cannot express; `gross` is what the invoice comes to, if that is
 * known. Throws invalid_input.
 */
export function checkClaim({ kind, content }: Claim, gross: string | null, today: string): void {
  if (kind === 'promisePayment') checkPromise(String(content.payOn), today)
  if (kind === 'dispute') checkDispute(content as DisputeContent, gross)
}

/** A promise is for today or later, and not so far ahead that it would be no promise. */
function checkPromise(payOn: string, today: string): void {
  if (payOn < today) refuse('payOn', translatable('request.datePassed'))
  if (payOn > plusDays(today, maxPromiseDays))
    refuse('payOn', translatable('request.dateFar', { most: maxPromiseDays }))
}

/** Lines or an amount are disputed, not both, and no more than the invoice comes to. */
function checkDispute(content: DisputeContent, gross: string | null): void {
  const { amount } = content
  if (amount === undefined) return
  if (linesOf(content).length > 0) refuse('amount', translatable('request.linesOrAmount'))
  if (gross !== null && compare(amount, gross) > 0) refuse('amount', translatable('request.amountLarge'))
}

/** Refuses what a colleague has disputed or promised already; the document is locked. Throws conflict. */
export async function refuseRepeatedClaim(
  db: Db,
  accountId: string,
  { kind, content, number }: Claim & { number: string },
): Promise<void> {
  if (kind === 'dispute' && isDisputed(content, await selectWaitingDisputes(db, accountId, number)))
    throw new PortalError('conflict', translatable('request.disputed'))
  if (kind === 'promisePayment' && content.payOn === (await selectPromisedDay(db, accountId, number)))
    throw new PortalError('conflict', translatable('request.promised'))
}

const linesOf = ({ lines }: DisputeContent) => lines ?? []

/** Whether what is to be disputed waits for a decision already: all of it, one of its lines, or another amount. */
function isDisputed(content: DisputeContent, waiting: readonly DisputeContent[]): boolean {
  return waiting.some((other) => {
    if (other.amount !== undefined) return content.amount !== undefined
    const lines = linesOf(other)
    return lines.length === 0 || linesOf(content).some((line) => lines.includes(line))
  })
}

function refuse(field: string, message: TranslatableText): never {
  throw new PortalError('invalid_input', message, { errors: [{ field, message }] })
}
