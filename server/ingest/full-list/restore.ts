import { readCopiedContent } from '../maintenance/transfer-queries.ts'
import { lockAccounts } from '../match/accounts-queries.ts'
import { lockForArrivals } from '../match/event-queries.ts'
import type { IngestDeps, Sender } from '../types.ts'
import { writeDocuments } from '../write/batch.ts'
import { inBatchTransaction } from '../write/batch-queries.ts'
import { refreshItems } from '../write/remove-queries.ts'
import { withRetries } from '../write/try-batch.ts'
import { putRowsBack } from './kept-row-queries.ts'
import { selectRestorable, selectWithdrawals, updateWithdrawals } from './queries.ts'

/** How many documents are brought back in one transaction. */
const batchSize = 100

/**
 * Brings back the next documents that a full list withdrew, as they were, and derives anew what follows from them. One
 * whose number is there again, or whose account became part of another, is left out. Returns how many it looked at.
 */
export function restoreNext(deps: IngestDeps, run: string, sender: Sender): Promise<number> {
  return withRetries(() =>
    inBatchTransaction(deps.workPool, async (client) => {
      const tried = await selectWithdrawals(client, run, batchSize)
      if (tried.length === 0) return 0
      // Before the accounts, as every batch that may hold shipments takes it.
      await lockForArrivals(client)
      await lockAccounts(client, [], [...new Set(tried.map(({ accountId }) => accountId))])
      const documents = await selectRestorable(client, run, tried)
      if (documents.length > 0) {
        await putRowsBack(client, run, documents)
        const { skus, links } = await readCopiedContent(
          client,
          documents.map(({ accountId, id }) => ({ to: accountId, newId: id })),
        )
        const options = { dryRun: false, source: 'undo', sender }
        await writeDocuments(client, deps, options, { written: [], removed: [], copied: { documents, links } })
        await refreshItems(client, skus)
      }
      await updateWithdrawals(client, run, tried, documents)
      return tried.length
    }),
  )
}
