import { withCreditNoteMark, withoutCreditNoteMark } from '../../contract/documents/credit-note-number.ts'
import type { Account } from './accounts-queries.ts'
import { documentKey, type KnownVersion } from './holdings.ts'
import type { PreparedDocument } from './prepare.ts'

/** A stored credit note that makes room for the invoice of its number. */
export type RenumberedCreditNote = { accountId: string; id: string; number: string; to: string }

/**
 * The messages with the numbers by which their documents are known: where an invoice and a credit note have one number, the
 * credit note is set apart, whichever of them came first. `seen` is brought up to date.
 */
export function separateCreditNotes(
  batch: readonly PreparedDocument[],
  accounts: ReadonlyMap<string, Account>,
  storedVersions: Map<string, KnownVersion>,
): { batch: readonly PreparedDocument[]; renamed: RenumberedCreditNote[] } {
  const renamed: RenumberedCreditNote[] = []
  const invoiceKeys = new Set<string>()
  for (const message of batch) {
    const accountId = accounts.get(message.account)?.id
    if (accountId === undefined || !hasKind(message) || isCredit(message)) continue
    const key = documentKey(accountId, 'invoices', message.number)
    const stored = storedVersions.get(key)
    invoiceKeys.add(key)
    if (!stored?.isCredit) continue
    const newNumber = withCreditNoteMark(message.number)
    storedVersions.delete(key)
    storedVersions.set(documentKey(accountId, 'invoices', newNumber), stored)
    renamed.push({ accountId, id: stored.id, number: message.number, to: newNumber })
  }
  const isTaken = (accountId: string, number: string) => {
    // Once apart it stays so, also when the invoice has left: it would be kept twice.
    if (storedVersions.has(documentKey(accountId, 'invoices', withCreditNoteMark(withoutCreditNoteMark(number)))))
      return true
    const stored = storedVersions.get(documentKey(accountId, 'invoices', number))
    return invoiceKeys.has(documentKey(accountId, 'invoices', number)) || (stored !== undefined && !stored.isCredit)
  }
  const renumbered = batch.map((message) => {
    const accountId = accounts.get(message.account)?.id
    const needsMark =
      accountId !== undefined && hasKind(message) && isCredit(message) && isTaken(accountId, message.number)
    return needsMark ? { ...message, number: withCreditNoteMark(withoutCreditNoteMark(message.number)) } : message
  })
  return { batch: renumbered, renamed }
}

/** A part of a document that says no kind is one of whatever has its number. */
function hasKind({ type, part, content }: PreparedDocument): boolean {
  return type === 'invoices' && (!part || content.invoiceKind !== undefined)
}

function isCredit({ row }: PreparedDocument): boolean {
  return row.invoiceKind === '381'
}
