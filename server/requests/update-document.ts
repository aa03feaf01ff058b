import { invoiceClaims, quoteDecisions } from '#contract/requests/rules.ts'
import type { Db } from '#database/transaction.ts'
import { updateAct, updateQuoteStatus } from './act-queries.ts'
import { lockDocuments } from './document-queries.ts'
import { countInvoiceChange, selectRemittedNumbers } from './invoice-queries.ts'
import type { RequestRow } from './queries.ts'

type Changed = Pick<RequestRow, 'id' | 'kind' | 'accountId' | 'type' | 'number'>

/**
 * Locks the document of a request, or each invoice of an advice, until the end of the transaction. Whoever changes a request
 * locks these first: locked in another order, a message and an answer at the same moment would wait for each other for ever.
 */
export async function lockDocumentsOf(db: Db, { id, kind, accountId, type, number }: Changed): Promise<void> {
  if (type === 'account') return
  const numbers = kind === 'adviseRemittance' ? await selectRemittedNumbers(db, accountId, id) : [number]
  await lockDocuments(db, accountId, type, numbers)
}

/** Brings what a document, or each invoice of an advice, shows of its requests up to date; the account as a whole shows nothing of them. */
export async function updateDocument(db: Db, { id, kind, accountId, type, number }: Changed, now: Date): Promise<void> {
  if (type === 'account') return
  if (kind in quoteDecisions) await updateQuoteStatus(db, accountId, number, now)
  const numbers = kind === 'adviseRemittance' ? await selectRemittedNumbers(db, accountId, id) : [number]
  let actChanged = false
  for (const one of numbers) actChanged = (await updateAct(db, accountId, type, one)) || actChanged
  // Where the document itself has changed, its account's version has risen.
  if ((invoiceClaims as readonly string[]).includes(kind) && !actChanged) await countInvoiceChange(db, accountId)
}
