import type { FastifyInstance } from 'fastify'
import type { PoolClient } from 'pg'
import { settleCreditNotes } from '../derive/credit-queries.ts'
import { deriveInvoices, deriveOrders } from '../derive/order-queries.ts'
import type { DocumentIds } from '../derive/ordered-lines-queries.ts'
import { lockAccounts } from '../match/accounts-queries.ts'
import type { IngestDeps } from '../types.ts'
import { inBatchTransaction } from '../write/batch-queries.ts'
import { storageFullError, withRetries } from '../write/try-batch.ts'
import { runAfterUpgrade } from './after-upgrade.ts'
import {
  countAccountsToSettle,
  deleteProgress,
  lockNextAccount,
  selectInvoices,
  updateProgress,
} from './resettle-queries.ts'

/*
 * After an upgrade, computes what is open on invoices and credit notes by the current rules, as if they had been sent
 * again. Each part has its own transaction, so that no import waits for all of it and a stop in between loses nothing.
 * It notifies nobody: nothing has happened outside the portal.
 */

const batchSize = 500

/**
 * Recomputes the open amounts of the invoices of all accounts that an upgrade has marked. Returns the number of
 * invoices. Throws storage_full when the disk is full.
 */
export async function resettleInvoices(deps: Pick<IngestDeps, 'workPool' | 'clock' | 'hasRoom'>): Promise<number> {
  let resettled = 0
  for (;;) {
    if (deps.hasRoom?.() === false && (await countAccountsToSettle(deps.workPool)) > 0) throw storageFullError()
    const count = await withRetries(() =>
      inBatchTransaction(deps.workPool, (client) => resettleBatch(client, deps.clock())),
    )
    if (count === undefined) break
    resettled += count
  }
  return resettled
}

async function resettleBatch(client: PoolClient, now: Date): Promise<number | undefined> {
  const next = await lockNextAccount(client)
  if (!next) return undefined
  const { accountId, after } = next
  await lockAccounts(client, [], [accountId])
  const invoices = await selectInvoices(client, accountId, after, batchSize)
  const noTargets = { accounts: [], types: [], numbers: [] }
  const settled = await settleCreditNotes(client, documentIdsOf(accountId, invoices), noTargets)
  const affected = [...new Map([...invoices, ...settled].map((invoice) => [invoice.id, invoice])).values()]
  await deriveInvoices(client, documentIdsOf(accountId, affected), noTargets, now.toISOString())
  const numbers = affected.map(({ number }) => number)
  const targets = { accounts: affected.map(() => accountId), types: affected.map(() => 'invoices'), numbers }
  await deriveOrders(client, documentIdsOf(accountId, []), targets, now.toISOString())
  const last = invoices.at(-1)
  if (last && invoices.length === batchSize) await updateProgress(client, accountId, last.id)
  else await deleteProgress(client, accountId)
  return invoices.length
}

const documentIdsOf = (accountId: string, documents: readonly { id: string }[]): DocumentIds => ({
  accounts: documents.map(() => accountId),
  ids: documents.map(({ id }) => id),
  areNew: documents.map(() => false),
})

/** Recomputes open amounts when the app is ready, and what is left of them after a failure. */
export function resettleInvoicesAtStart(
  app: FastifyInstance,
  deps: Pick<IngestDeps, 'workPool' | 'clock' | 'hasRoom'>,
): void {
  runAfterUpgrade(app, {
    work: () => resettleInvoices(deps),
    done: (count) => `The balances of ${count} invoices follow the rules of this version.`,
    failing: (reason) => `Some balances are as before the upgrade; this is tried again. ${reason}`,
    working: (seconds) => `All balances follow the rules of this version, after ${seconds} s.`,
  })
}
