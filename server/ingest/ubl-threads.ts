import type { IngestReport } from '../../contract/ingest.ts'
import { toMilliseconds } from './dates.ts'
import type { Incoming, IngestDeps, IngestOptions, Original } from './incoming.ts'
import { ingestDocuments } from './ingest.ts'
import { documentFor, mergeOrder } from './ubl-orders.ts'
import { forgetMoved, keepPart, partsOf, redirectLinks, salesOrdersOf } from './ubl-queries.ts'
import type { UblMessage } from './ubl-read.ts'

/*
 * Orders are made of several messages that may come in any order, in one file or in many. Each message is kept; when all
 * of a file are there, every order that one of them speaks of is made anew from everything that is known of it.
 */

/** An order that the upload speaks of: `count` of its messages, the last at `line`. */
type Thread = {
  accountId: string | undefined
  account: string
  number: string
  line: number
  count: number
  messages: Map<string, UblMessage>
  /** The newest of its files. */
  original?: Original | undefined
}
export type Threads = {
  dryRun: boolean
  sending: Pick<IngestOptions, 'sender'>
  orders: Map<string, Thread>
  aliases: Map<string, Alias>
}
type Alias = { accountId: string | undefined; account: string; from: string; to: string }

/** The name of a message among those of its order: sent again, it takes its own place. */
function partOf({ response }: UblMessage): string {
  return response ? `response:${response.number}` : 'order'
}

/** Keeps a message of an order, to be made into a document by `feedOrders`. Gives a sentence when it cannot be told whose it is. */
export async function takeOrder(
  deps: IngestDeps,
  threads: Threads,
  account: { id?: string; number: string },
  { line, message, original }: { line: number; message: UblMessage; original: Original | undefined },
): Promise<string | undefined> {
  const { buyersNumber } = message
  let { number } = message.document
  if (account.id !== undefined && !threads.dryRun) {
    const kept = await keepPart(deps.pool, {
      accountId: account.id,
      number,
      buyersNumber,
      part: partOf(message),
      message,
    })
    if ('ambiguous' in kept) {
      return `The order "${number}" of the buyer stands for several sales orders: ${kept.ambiguous.join(', ')}. Name one in cbc:SalesOrderID.`
    }
    number = kept.number
  }
  if (buyersNumber !== undefined && message.document.number !== buyersNumber) {
    const alias = { accountId: account.id, account: account.number, from: buyersNumber, to: message.document.number }
    threads.aliases.set(JSON.stringify([account.number, alias.from, alias.to]), alias)
  }
  join(threads, {
    accountId: account.id,
    account: account.number,
    number,
    line,
    count: 1,
    messages: new Map([[partOf(message), message]]),
    original,
  })
  return undefined
}

function join(threads: Threads, added: Thread): void {
  const key = JSON.stringify([added.account, added.number])
  const known = threads.orders.get(key)
  if (!known) threads.orders.set(key, added)
  else {
    known.line = Math.max(known.line, added.line)
    known.count += added.count
    known.original = newer(known.original, added.original)
    for (const [part, message] of added.messages) known.messages.set(part, message)
  }
}

function newer(one: Original | undefined, other: Original | undefined): Original | undefined {
  const at = (file: Original | undefined) => (file?.modifiedAt ? toMilliseconds(file.modifiedAt) : 0)
  return at(other) >= at(one) ? (other ?? one) : one
}

/** Writes every order that the upload speaks of, and points to it what named it by the buyer's number alone. */
export async function feedOrders(deps: IngestDeps, threads: Threads): Promise<IngestReport> {
  await settleNumbers(deps, threads)
  if (!threads.dryRun) await redirectAll(deps, threads)
  const orders = [...threads.orders.values()]
  const fed = new Map<Thread, string>()
  const report = await feed(deps, threads, orders, fed)
  for (const { count } of orders) {
    report.received += count - 1
    report.unchanged += count - 1
  }
  // Another upload may have kept a message of the same order meanwhile: whoever writes last writes all of it.
  for (let written = orders; !threads.dryRun && written.length > 0; ) {
    const again: Thread[] = []
    for (const thread of written) {
      const { number } = thread
      const current = JSON.stringify(await incomingOf(deps, threads, thread))
      const redirected = await moveOn(deps, thread, number)
      if (redirected || current !== fed.get(thread)) again.push(thread)
    }
    if (again.length > 0) await feed(deps, threads, again, fed)
    written = again
  }
  return report
}

/** An order written under a number that another upload has just replaced goes, and what named it by that follows. Gives whether anything did. */
async function moveOn({ pool }: IngestDeps, { accountId, number }: Thread, before: string): Promise<boolean> {
  if (number === before || accountId === undefined) return false
  await forgetMoved(pool, accountId, before)
  return (await redirectLinks(pool, accountId, before, number)) > 0
}

function feed(
  deps: IngestDeps,
  threads: Threads,
  orders: readonly Thread[],
  fed: Map<Thread, string>,
): Promise<IngestReport> {
  async function* documents(): AsyncGenerator<Incoming> {
    for (const thread of orders) {
      const incoming = await incomingOf(deps, threads, thread)
      fed.set(thread, JSON.stringify(incoming))
      yield { ...incoming, original: thread.original }
    }
  }
  // An order's number is its buyer's: two buyers may have the same.
  const numbering = { source: '', numberedBy: 'customer' } as const
  return ingestDocuments(deps, documents(), { dryRun: threads.dryRun, source: 'ubl', ...threads.sending, numbering })
}

/** The order as all that is known of it makes it, under the number by which it is known now. */
async function incomingOf(deps: IngestDeps, { dryRun }: Threads, thread: Thread): Promise<Incoming> {
  const { accountId, account, line, messages } = thread
  let stored = accountId === undefined ? [] : await partsOf(deps.pool, accountId, thread.number)
  if (stored.length === 0 && accountId !== undefined && !dryRun) {
    const known = (await salesOrdersOf(deps.pool, accountId, [thread.number])).get(thread.number) ?? []
    thread.number = known[0] ?? thread.number
    stored = await partsOf(deps.pool, accountId, thread.number)
  }
  const parts = new Map(stored.map((message) => [partOf(message), message]))
  if (dryRun || parts.size === 0) for (const [part, message] of messages) parts.set(part, message)
  return { line, document: documentFor(mergeOrder([...parts.values()], thread.number), account) }
}

/** An order first known by the buyer's number may have got the seller's from a later message: the two are one. */
async function settleNumbers(deps: IngestDeps, threads: Threads): Promise<void> {
  for (const [key, thread] of [...threads.orders]) {
    const stored =
      thread.accountId === undefined
        ? []
        : ((await salesOrdersOf(deps.pool, thread.accountId, [thread.number])).get(thread.number) ?? [])
    const told = [...threads.aliases.values()]
      .filter((one) => one.account === thread.account && one.from === thread.number)
      .map((one) => one.to)
    const known = [...new Set([...stored, ...told])]
    const [to] = known
    if (to === undefined || known.length > 1 || to === thread.number) continue
    threads.orders.delete(key)
    join(threads, { ...thread, number: to })
  }
}

async function redirectAll(deps: IngestDeps, { aliases }: Threads): Promise<void> {
  for (const { accountId, from, to } of aliases.values()) {
    if (accountId === undefined) continue
    const known = (await salesOrdersOf(deps.pool, accountId, [from])).get(from) ?? []
    if (known.length !== 1) continue
    await forgetMoved(deps.pool, accountId, from)
    await redirectLinks(deps.pool, accountId, from, to)
  }
}

/** A document that names an order by the buyer's number alone. */
export type Unresolved = { accountId: string; account: string; buyersNumber: string }

/** The seller's number may have become known while a document that needs it was being written: its links follow. */
export async function catchUp(deps: IngestDeps, unresolved: readonly Unresolved[]): Promise<void> {
  const threads: Threads = { dryRun: false, sending: {}, orders: new Map(), aliases: new Map() }
  for (const { accountId, account, buyersNumber } of unresolved) {
    const known = (await salesOrdersOf(deps.pool, accountId, [buyersNumber])).get(buyersNumber) ?? []
    const [number] = known
    if (number === undefined || known.length > 1) continue
    if ((await redirectLinks(deps.pool, accountId, buyersNumber, number)) === 0) continue
    if ((await partsOf(deps.pool, accountId, number)).length === 0) continue
    await feed(deps, threads, [{ accountId, account, number, line: 1, count: 1, messages: new Map() }], new Map())
  }
}
