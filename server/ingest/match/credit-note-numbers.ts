import { withCreditNoteMark, withoutCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import { type PreparedDocument, withKindByOpenAmount } from '../check/prepare.ts'
import type { Account } from './accounts-queries.ts'
import { documentKey, findOtherHolder, type Holdings, numberKeyOf } from './holdings.ts'

/** A stored credit note that gives up its number to an invoice. */
export type RenumberedCreditNote = { accountId: string; id: string; number: string; to: string }

/**
 * The messages with the numbers under which their documents are stored: where an invoice and a credit note have the
 * same number, the credit note's gets a suffix, whichever came first. Updates the stored versions; `renamed` lists the
 * stored credit notes that get the suffix.
 */
export function separateCreditNotes(
  batch: readonly PreparedDocument[],
  accounts: ReadonlyMap<string, Account>,
  holdings: Holdings,
): { batch: readonly PreparedDocument[]; renamed: RenumberedCreditNote[] } {
  const { stored: storedVersions } = holdings
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
    // A credit note keeps the suffix when the invoice has left; otherwise it would be stored twice.
    if (storedVersions.has(documentKey(accountId, 'invoices', withCreditNoteMark(withoutCreditNoteMark(number)))))
      return true
    const stored = storedVersions.get(documentKey(accountId, 'invoices', number))
    return invoiceKeys.has(documentKey(accountId, 'invoices', number)) || (stored !== undefined && !stored.isCredit)
  }
  const invoicesByAmount = new Set(
    batch
      .filter(isInvoiceByAmount)
      .map(({ account, number }) => documentKey(accounts.get(account)?.id ?? '', 'invoices', number)),
  )
  const isOfInvoice = (accountId: string, message: PreparedDocument) => {
    const key = documentKey(accountId, 'invoices', message.number)
    if (invoiceKeys.has(key) || invoicesByAmount.has(key) || storedVersions.get(key)?.isCredit === false) return true
    return findOtherHolder(holdings, numberKeyOf({ ...message, source: message.source ?? '' }), accountId) !== undefined
  }
  const renumbered = batch.map((sent) => {
    const accountId = accounts.get(sent.account)?.id
    const isUndecided = accountId !== undefined && sent.type === 'invoices' && !hasKind(sent)
    const message = isUndecided && !isOfInvoice(accountId, sent) ? withKindByOpenAmount(sent) : sent
    const needsMark =
      accountId !== undefined && hasKind(message) && isCredit(message) && isTaken(accountId, message.number)
    return needsMark ? { ...message, number: withCreditNoteMark(withoutCreditNoteMark(message.number)) } : message
  })
  return { batch: renumbered, renamed }
}

/** A partial message that states no kind changes whichever document has its number. */
function hasKind({ type, part, content }: PreparedDocument): boolean {
  return type === 'invoices' && (!part || content.invoiceKind !== undefined)
}

/** Whether a message states a total that makes its document an invoice, even if a later partial message has a negative open amount. */
function isInvoiceByAmount(message: PreparedDocument): boolean {
  const { gross, net } = message.content.totals ?? {}
  return message.type === 'invoices' && (gross ?? net) !== undefined && !isCredit(message)
}

function isCredit({ row }: PreparedDocument): boolean {
  return row.invoiceKind === '381'
}
