import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { withTransaction } from '#database/transaction.ts'
import { lockAccounts } from '../match/accounts-queries.ts'
import type { IngestDeps } from '../types.ts'
import { storageFullError, withRetries } from '../write/try-batch.ts'
import { runAfterUpgrade } from './after-upgrade.ts'
import {
  deleteRenewal,
  renewItemTerms,
  renewUnitCodes,
  selectNextAccount,
  updateRenewed,
} from './item-terms-queries.ts'

/*
 * After an upgrade that changes how letters are folded, stores anew by what items and serial numbers are found, where
 * that differs. A part at a time, so that no import waits for an account as a whole; a stop in between loses nothing.
 */

const batchSize = 2000

type RenewalDeps = Pick<IngestDeps, 'workPool' | 'hasRoom'>

/** Goes through the accounts that an upgrade has left to do. Returns how many. Throws storage_full when the disk is full. */
export async function renewTermsOfItems({ workPool, hasRoom }: RenewalDeps): Promise<number> {
  for (let count = 0; ; count++) {
    const next = await selectNextAccount(workPool)
    if (next === undefined) return count
    if (next === null) {
      await deleteRenewal(workPool)
      return count
    }
    if (hasRoom?.() === false) throw storageFullError()
    await renewAccount(workPool, next)
    await updateRenewed(workPool, next)
  }
}

async function renewAccount(workPool: Pool, accountId: string): Promise<void> {
  for (const renew of [renewItemTerms, renewUnitCodes]) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const from: string = after
      after = await withRetries(() =>
        withTransaction(workPool, async (client) => {
          // An import of the account would change items and serial numbers meanwhile.
          await lockAccounts(client, [], [accountId])
          return renew(client, accountId, from, batchSize)
        }),
      )
    }
  }
}

/** Does so when the app is ready, and what is left of it after a failure. */
export function renewTermsOfItemsAtStart(app: FastifyInstance, deps: RenewalDeps): void {
  runAfterUpgrade(app, {
    work: () => renewTermsOfItems(deps),
    done: (count) => `The items of ${count} accounts are found by the letters of this version.`,
    failing: (reason) => `Some items are found as before the upgrade alone; this is tried again. ${reason}`,
    working: (seconds) => `All items are found by the letters of this version, after ${seconds} s.`,
  })
}
