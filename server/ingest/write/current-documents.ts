import type { ResolvedAccounts } from '../match/accounts.ts'
import { documentKey, type Holdings } from '../match/holdings.ts'
import type { OriginalFileRow } from './original-queries.ts'
import type { BatchPlan } from './plan-batch.ts'

/**
 * The files that contained the current messages of this batch, whether or not these changed anything; for each document
 * the last.
 */
export function originalFilesOf(
  plan: BatchPlan,
  accounts: ResolvedAccounts['known'],
  holdings: Holdings,
): OriginalFileRow[] {
  const files = new Map<string, OriginalFileRow>()
  for (const { id, accountId, message } of currentDocuments(plan, accounts, holdings)) {
    if (message.original) files.set(id, { accountId, documentId: id, original: message.original })
  }
  return [...files.values()]
}

/** The messages of a batch that were neither rejected nor stale, each with its document. */
export function currentDocuments({ current }: BatchPlan, accounts: ResolvedAccounts['known'], { stored }: Holdings) {
  return current.flatMap((message) => {
    const accountId = accounts.get(message.account)?.id
    const document =
      accountId === undefined ? undefined : stored.get(documentKey(accountId, message.type, message.number))
    return accountId !== undefined && document ? [{ id: document.id, accountId, message }] : []
  })
}
