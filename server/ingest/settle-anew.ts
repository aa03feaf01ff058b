import type { FastifyInstance } from 'fastify'
import type { PoolClient } from 'pg'
import { lockAccounts } from './accounts-queries.ts'
import { inBatch } from './batch-queries.ts'
import { settleCredits } from './credit-queries.ts'
import { deriveInvoices, deriveOrders } from './derive-queries.ts'
import type { IngestDeps } from './incoming.ts'
import type { Ids } from './ordered-lines-queries.ts'
import { countToSettle, noteLookedAt, noteSettled, readInvoices, takeAccount } from './settle-anew-queries.ts'
import { noRoom, withRetries } from './try-batch.ts'

/*
 * After an upgrade: what is open on invoices, and of credit notes, by today's rules, as if they had been sent anew. A part at a
 * time, each in a transaction of its own, so that an import waits for none of it and a stop in between loses nothing. It tells
 * nobody: nothing has happened but in the portal.
 */

const atOnce = 500

/** Brings the invoices of all accounts that an upgrade has noted to where today's rules put them. Gives how many it looked at; raises when the disk is full. */
export async function settleAnew(deps: Pick<IngestDeps, 'pool' | 'clock' | 'hasRoom'>): Promise<number> {
  let looked = 0
  for (;;) {
    if (deps.hasRoom?.() === false && (await countToSettle(deps.pool)) > 0) throw noRoom()
    const count = await withRetries(() => inBatch(deps.pool, (client) => settleSome(client, deps.clock())))
    if (count === undefined) break
    looked += count
  }
  return looked
}

async function settleSome(client: PoolClient, now: Date): Promise<number | undefined> {
  const next = await takeAccount(client)
  if (!next) return undefined
  const { accountId, after } = next
  await lockAccounts(client, [], [accountId])
  const invoices = await readInvoices(client, accountId, after, atOnce)
  const none = { accounts: [], types: [], numbers: [] }
  const settled = await settleCredits(client, idsOf(accountId, invoices), none)
  const all = [...new Map([...invoices, ...settled].map((one) => [one.id, one])).values()]
  await deriveInvoices(client, idsOf(accountId, all), none, now.toISOString())
  const numbers = all.map(({ number }) => number)
  const targets = { accounts: all.map(() => accountId), types: all.map(() => 'invoices'), numbers }
  await deriveOrders(client, idsOf(accountId, []), targets, now.toISOString())
  const last = invoices.at(-1)
  if (last && invoices.length === atOnce) await noteLookedAt(client, accountId, last.id)
  else await noteSettled(client, accountId)
  return invoices.length
}

const idsOf = (accountId: string, some: readonly { id: string }[]): Ids => ({
  accounts: some.map(() => accountId),
  ids: some.map(({ id }) => id),
  areNew: some.map(() => false),
})

const hour = 3_600_000

/** Does it when the app is ready, and what could not be done then an hour later. */
export function settleAnewAtStart(app: FastifyInstance, deps: Pick<IngestDeps, 'pool' | 'clock' | 'hasRoom'>): void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const run = async () => {
    try {
      const looked = await settleAnew(deps)
      if (looked > 0) app.log.info(`The balances of ${looked} invoices follow the rules of this version.`)
    } catch (err) {
      app.log.warn({ err }, 'Some balances are as before the upgrade; they are looked at again in an hour.')
      timer = setTimeout(() => (running = run()), hour)
      timer.unref()
    }
  }
  app.addHook('onReady', async () => {
    running = run()
  })
  app.addHook('onClose', async () => {
    clearTimeout(timer)
    await running
  })
}
