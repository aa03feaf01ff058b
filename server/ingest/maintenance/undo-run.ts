import { lockAccounts } from '../match/accounts-queries.ts'
import { lockForArrivals } from '../match/event-queries.ts'
import type { RemovedDocument } from '../match/holdings.ts'
import type { IngestDeps, Sender } from '../types.ts'
import { writeDocuments } from '../write/batch.ts'
import { inBatchTransaction } from '../write/batch-queries.ts'
import { withRetries } from '../write/try-batch.ts'
import { findUnchanged } from './undo-run-queries.ts'

/** A document that a run created, as it wrote it. */
export type UndoneDocument = { accountId: string; id: string; hash: Buffer }

/**
 * Withdraws documents that a run created, unless something has changed them meanwhile. Unlike a withdrawal by the ERP it
 * is not remembered: the file that is mapped rightly brings them back.
 */
export function undoRun(deps: IngestDeps, documents: readonly UndoneDocument[], sender: Sender): Promise<void> {
  return withRetries(() =>
    inBatchTransaction(deps.workPool, async (client) => {
      // Before the accounts, as every batch that may hold shipments takes it.
      await lockForArrivals(client)
      await lockAccounts(client, [], [...new Set(documents.map(({ accountId }) => accountId))])
      const removed: RemovedDocument[] = (await findUnchanged(client, documents)).map((one) => ({ ...one, to: null }))
      await writeDocuments(client, deps, { dryRun: false, source: 'undo', sender }, { written: [], removed })
    }),
  )
}
