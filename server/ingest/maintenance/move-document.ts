import type { PoolClient } from 'pg'
import { withCreditNoteMark, withoutCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import { PortalError } from '#contract/errors.ts'
import { findAccounts } from '../match/accounts-queries.ts'
import { deleteFormerDocuments, upsertFormerDocuments } from '../match/holding-queries.ts'
import { numberKey } from '../match/holdings.ts'
import type { IngestDeps, IngestOptions } from '../types.ts'
import { writeDocuments } from '../write/batch.ts'
import { inBatchTransaction, renumberCreditNotes } from '../write/batch-queries.ts'
import { refreshItems } from '../write/remove-queries.ts'
import { withRetries } from '../write/try-batch.ts'
import { type DocumentSelector, findHeldDocuments } from './held-document-queries.ts'
import { claimNumbers, copyDocuments, readCopiedContent } from './transfer-queries.ts'
import { lockSelectedDocument } from './withdraw.ts'

/** The result of a move: the former and the new account's number, and the names of attachments that were left out. */
export type MoveResult = { from: string; to: string; leftOut: string[] }

/**
 * Moves a document unchanged to another account; with `papers` its attachments move too, which may name the former
 * customer. Its original file never moves, because it names them, and its change history is dropped. Throws not_found,
 * and conflict when several accounts have the number or the other account has it already.
 */
export function moveDocument(
  deps: IngestDeps,
  selector: DocumentSelector,
  destination: { to: string; papers: boolean },
  senderOptions: Pick<IngestOptions, 'sender'> = {},
): Promise<MoveResult> {
  const { type } = selector
  return withRetries(() =>
    inBatchTransaction(deps.workPool, async (client) => {
      const target = await requireAccount(client, destination.to)
      const [heldDocument] = await lockSelectedDocument(client, selector, [target.id])
      if (!heldDocument) throw new PortalError('not_found', `No account has ${selector.number} among its ${type}.`)
      const { accountId, account, id, number, source, isCredit, numberedBy, modifiedAt, papers } = heldDocument
      const plainNumber = withoutCreditNoteMark(number)
      const existing = await findHeldDocuments(client, { type, number: plainNumber, account: target.number })
      if (existing.some((one) => one.isCredit === isCredit))
        throw new PortalError('conflict', `Account ${target.number} has ${number} among its ${type} already.`)
      // An invoice and a credit note may have one number: the credit note's gets the suffix.
      const [other] = existing
      const marked = withCreditNoteMark(plainNumber)
      if (other && !isCredit && other.number !== marked)
        await renumberCreditNotes(client, [{ accountId: target.id, id: other.id, number: other.number, to: marked }])
      const newNumber = other && isCredit ? marked : number
      const copy = { from: accountId, id, to: target.id, newId: deps.newId(), number: newNumber }
      await copyDocuments(client, [copy], { papers: destination.papers, history: null })
      const { skus, links } = await readCopiedContent(client, [copy])
      const documents = [{ accountId: target.id, id: copy.newId, type, number: newNumber }]
      const removed = [{ accountId, account, id, type, number, to: target.number }]
      await writeDocuments(
        client,
        deps,
        { dryRun: false, source: 'move', ...senderOptions },
        { written: [], removed, copied: { documents, links } },
      )
      await refreshItems(client, skus)
      if (numberedBy === 'supplier') await claimNumbers(client, [copy])
      const key = numberKey({ type, number: plainNumber, source, isCredit })
      await deleteFormerDocuments(client, [{ ...key, accountId: target.id }])
      await upsertFormerDocuments(client, [
        { ...key, accountId, numberedBy, modifiedAt, until: modifiedAt, withdrawnAt: undefined },
      ])
      return { from: account, to: target.number, leftOut: destination.papers ? [] : papers }
    }),
  )
}

/** The account with a number, or the one that it was merged into. Throws not_found. */
export async function requireAccount(
  client: PoolClient,
  number: string,
): Promise<{ id: string; number: string; name: string }> {
  const rows = await findAccounts(client, [number])
  const named = rows.find((row) => row.number === number)
  const account = named?.mergedInto ? rows.find(({ id }) => id === named.mergedInto) : named
  if (!account) throw new PortalError('not_found', `There is no account "${number}".`)
  return account
}
