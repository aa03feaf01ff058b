import type { FastifyInstance } from 'fastify'
import { deriveQuotes } from '../derive/order-queries.ts'
import { lockAccounts } from '../match/accounts-queries.ts'
import type { IngestDeps } from '../types.ts'
import { inBatchTransaction } from '../write/batch-queries.ts'
import { withRetries } from '../write/try-batch.ts'
import { runAfterUpgrade } from './after-upgrade.ts'
import { selectQuotesToSettle } from './resettle-queries.ts'

/*
 * Before, a quote that its customer had accepted or rejected was open again once the supplier had answered with words. After
 * an upgrade those that still are show the decision. It notifies nobody: nothing has happened outside the portal.
 */

const batchSize = 500

type ResettleDeps = Pick<IngestDeps, 'workPool' | 'clock'>

/** Lets quotes show again what their customers decided. Returns how many did not. */
export async function resettleQuotes({ workPool, clock }: ResettleDeps): Promise<number> {
  for (let resettled = 0; ; ) {
    const quotes = await selectQuotesToSettle(workPool, batchSize)
    if (quotes.length === 0) return resettled
    const accounts = quotes.map(({ accountId }) => accountId)
    const targets = { accounts, types: quotes.map(() => 'quotes'), numbers: quotes.map(({ number }) => number) }
    const count = await withRetries(() =>
      inBatchTransaction(workPool, async (client) => {
        await lockAccounts(client, [], accounts)
        const written = { accounts: [], ids: [], areNew: [] }
        return (await deriveQuotes(client, written, targets, clock().toISOString())).length
      }),
    )
    resettled += count
    // That another server settled some of them at the same moment is no end: others may follow.
    if (count === 0 || quotes.length < batchSize) return resettled
  }
}

/** Does so when the app is ready, and again after a failure. */
export function resettleQuotesAtStart(app: FastifyInstance, deps: ResettleDeps): void {
  runAfterUpgrade(app, {
    work: () => resettleQuotes(deps),
    done: (count) => `${count} quotes show again what their customers decided.`,
    failing: (reason) => `Some quotes may not show what their customers decided; this is tried again. ${reason}`,
    working: (seconds) => `All quotes show what their customers decided, after ${seconds} s.`,
  })
}
