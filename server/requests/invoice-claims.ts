import { plusDays } from '#contract/dashboard.ts'
import { PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import { compare } from '#contract/money.ts'
import { maxPromiseDays, type RequestKind } from '#contract/requests/rules.ts'

/** What a dispute concerns: lines, an amount, or neither for the whole invoice. */
type DisputeContent = { lines?: readonly string[]; amount?: string }
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

const linesOf = ({ lines }: DisputeContent) => lines ?? []

/** Whether a dispute that waits covers what is to be disputed: all of it, one of its lines, or an amount. */
export function isDisputed(content: DisputeContent, waiting: DisputeContent): boolean {
  if (waiting.amount !== undefined) return content.amount !== undefined
  const lines = linesOf(waiting)
  return lines.length === 0 || linesOf(content).some((line) => lines.includes(line))
}

function refuse(field: string, message: TranslatableText): never {
  throw new PortalError('invalid_input', message, { errors: [{ field, message }] })
}
