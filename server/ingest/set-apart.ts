import { ownNumber, setApart } from '../../contract/documents/numbers.ts'
import type { Account } from './accounts-queries.ts'
import { type Known, keyOf } from './holdings.ts'
import type { Prepared } from './prepare.ts'

/** A stored credit note that makes room for the invoice of its number. */
export type Renamed = { accountId: string; id: string; number: string; to: string }

/**
 * The messages with the numbers by which their documents are known: where an invoice and a credit note have one number, the
 * credit note is set apart, whichever of them came first. `seen` is brought up to date.
 */
export function withNumbersApart(
  batch: readonly Prepared[],
  accounts: ReadonlyMap<string, Account>,
  seen: Map<string, Known>,
): { batch: readonly Prepared[]; renamed: Renamed[] } {
  const renamed: Renamed[] = []
  const taken = new Set<string>()
  for (const message of batch) {
    const accountId = accounts.get(message.account)?.id
    if (accountId === undefined || !saysKind(message) || isCredit(message)) continue
    const key = keyOf(accountId, 'invoices', message.number)
    const stored = seen.get(key)
    taken.add(key)
    if (!stored?.isCredit) continue
    const to = setApart(message.number)
    seen.delete(key)
    seen.set(keyOf(accountId, 'invoices', to), stored)
    renamed.push({ accountId, id: stored.id, number: message.number, to })
  }
  const isTaken = (accountId: string, number: string) => {
    // Once apart it stays so, also when the invoice has left: it would be kept twice.
    if (seen.has(keyOf(accountId, 'invoices', setApart(ownNumber(number))))) return true
    const stored = seen.get(keyOf(accountId, 'invoices', number))
    return taken.has(keyOf(accountId, 'invoices', number)) || (stored !== undefined && !stored.isCredit)
  }
  const apart = batch.map((message) => {
    const accountId = accounts.get(message.account)?.id
    const isOther =
      accountId !== undefined && saysKind(message) && isCredit(message) && isTaken(accountId, message.number)
    return isOther ? { ...message, number: setApart(ownNumber(message.number)) } : message
  })
  return { batch: apart, renamed }
}

/** A part of a document that says no kind is one of whatever has its number. */
function saysKind({ type, part, content }: Prepared): boolean {
  return type === 'invoices' && (!part || content.invoiceKind !== undefined)
}

function isCredit({ row }: Prepared): boolean {
  return row.invoiceKind === '381'
}
