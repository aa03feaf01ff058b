import type { IngestReport } from '#contract/ingest/documents.ts'
import { toMilliseconds } from '#server/formats/dates.ts'
import type { Incoming, OriginalFile, TradeMessage } from '#server/formats/message.ts'
import { documentFor, mergeOrder } from '#server/formats/order-messages.ts'
import { ingestDocuments } from '../ingest.ts'
import {
  deleteMovedOrder,
  findSalesOrderNumbers,
  readOrderMessages,
  redirectLinks,
  storeOrderMessage,
} from '../match/trade-queries.ts'
import type { IngestDeps, IngestOptions } from '../types.ts'

/*
 * An order consists of several messages that may arrive in any sequence, in one file or several. Each message is
 * stored; after all messages of a file, every order that they belong to is merged anew from all its stored messages.
 */

/** An order in the upload: `count` of its messages, the last at `line`. */
type Thread = {
  accountId: string | undefined
  account: string
  number: string
  line: number
  count: number
  messages: Map<string, TradeMessage>
  /** The newest file of the order. */
  original?: OriginalFile | undefined
}
export type Threads = {
  /** The format of the upload. */
  source: string
  dryRun: boolean
  senderOptions: Pick<IngestOptions, 'sender'>
  orders: Map<string, Thread>
  aliases: Map<string, Alias>
}
type Alias = { accountId: string | undefined; account: string; from: string; to: string }

/** The name of a message within its order; a message that is sent again replaces its older version. */
function partName({ response }: TradeMessage): string {
  return response ? `response:${response.number}` : 'order'
}

/** Stores a message of an order for `ingestOrders`. Returns a sentence about the problem if the order is ambiguous. */
export async function addOrderMessage(
  deps: IngestDeps,
  threads: Threads,
  account: { id?: string; number: string },
  { line, message, original }: { line: number; message: TradeMessage; original: OriginalFile | undefined },
): Promise<string | undefined> {
  const { buyersNumber } = message
  let { number } = message.document
  if (account.id !== undefined && !threads.dryRun) {
    const stored = await storeOrderMessage(deps.workPool, {
      accountId: account.id,
      number,
      buyersNumber,
      part: partName(message),
      message,
    })
    if ('ambiguous' in stored) {
      return `The order "${number}" of the buyer stands for several sales orders: ${stored.ambiguous.join(', ')}. Name one in cbc:SalesOrderID.`
    }
    number = stored.number
  }
  if (buyersNumber !== undefined && message.document.number !== buyersNumber) {
    const alias = { accountId: account.id, account: account.number, from: buyersNumber, to: message.document.number }
    threads.aliases.set(JSON.stringify([account.number, alias.from, alias.to]), alias)
  }
  mergeThread(threads, {
    accountId: account.id,
    account: account.number,
    number,
    line,
    count: 1,
    messages: new Map([[partName(message), message]]),
    original,
  })
  return undefined
}

function mergeThread(threads: Threads, added: Thread): void {
  const key = JSON.stringify([added.account, added.number])
  const existing = threads.orders.get(key)
  if (!existing) threads.orders.set(key, added)
  else {
    existing.line = Math.max(existing.line, added.line)
    existing.count += added.count
    existing.original = newerOriginal(existing.original, added.original)
    for (const [part, message] of added.messages) existing.messages.set(part, message)
  }
}

function newerOriginal(
  current: OriginalFile | undefined,
  candidate: OriginalFile | undefined,
): OriginalFile | undefined {
  const timeOf = (file: OriginalFile | undefined) => (file?.modifiedAt ? toMilliseconds(file.modifiedAt) : 0)
  return timeOf(candidate) >= timeOf(current) ? (candidate ?? current) : current
}

/** Writes all orders of the upload, and redirects references by the buyer's number to them. Returns the report. */
export async function ingestOrders(deps: IngestDeps, threads: Threads): Promise<IngestReport> {
  await resolveNumbers(deps, threads)
  if (!threads.dryRun) await redirectAliases(deps, threads)
  const orders = [...threads.orders.values()]
  const ingested = new Map<Thread, string>()
  const report = await ingestThreads(deps, threads, orders, ingested)
  for (const { count } of orders) {
    report.received += count - 1
    report.unchanged += count - 1
  }
  // A concurrent upload may have stored a message of the same order: changed orders are written again.
  for (let written = orders; !threads.dryRun && written.length > 0; ) {
    const changedThreads: Thread[] = []
    for (const thread of written) {
      const { number } = thread
      const current = JSON.stringify(await incomingOf(deps, threads, thread))
      const redirected = await redirectMovedOrder(deps, thread, number)
      if (redirected || current !== ingested.get(thread)) changedThreads.push(thread)
    }
    if (changedThreads.length > 0) await ingestThreads(deps, threads, changedThreads, ingested)
    written = changedThreads
  }
  return report
}

/**
 * Deletes an order under a number that a concurrent upload has replaced, and redirects references to the new number.
 * Returns whether there were any references.
 */
async function redirectMovedOrder(
  { workPool }: IngestDeps,
  { accountId, number }: Thread,
  formerNumber: string,
): Promise<boolean> {
  if (number === formerNumber || accountId === undefined) return false
  await deleteMovedOrder(workPool, accountId, formerNumber)
  return (await redirectLinks(workPool, accountId, formerNumber, number)) > 0
}

function ingestThreads(
  deps: IngestDeps,
  threads: Threads,
  orders: readonly Thread[],
  ingested: Map<Thread, string>,
): Promise<IngestReport> {
  async function* documents(): AsyncGenerator<Incoming> {
    for (const thread of orders) {
      const incoming = await incomingOf(deps, threads, thread)
      ingested.set(thread, JSON.stringify(incoming))
      yield { ...incoming, original: thread.original }
    }
  }
  // Buyers number orders: two buyers may use the same number.
  const numbering = { source: '', numberedBy: 'customer' } as const
  return ingestDocuments(deps, documents(), {
    dryRun: threads.dryRun,
    source: threads.source,
    ...threads.senderOptions,
    numbering,
  })
}

/** The order merged from all its messages, under its current number. */
async function incomingOf(deps: IngestDeps, { dryRun }: Threads, thread: Thread): Promise<Incoming> {
  const { accountId, account, line, messages } = thread
  let stored = accountId === undefined ? [] : await readOrderMessages(deps.workPool, accountId, thread.number)
  if (stored.length === 0 && accountId !== undefined && !dryRun) {
    const salesOrders =
      (await findSalesOrderNumbers(deps.workPool, accountId, [thread.number])).get(thread.number) ?? []
    thread.number = salesOrders[0] ?? thread.number
    stored = await readOrderMessages(deps.workPool, accountId, thread.number)
  }
  const parts = new Map(stored.map((message) => [partName(message), message]))
  if (dryRun || parts.size === 0) for (const [part, message] of messages) parts.set(part, message)
  return { line, document: documentFor(mergeOrder([...parts.values()], thread.number), account) }
}

/** Merges threads under the buyer's number into those under the seller's, if a message has named both. */
async function resolveNumbers(deps: IngestDeps, threads: Threads): Promise<void> {
  for (const [key, thread] of [...threads.orders]) {
    const stored =
      thread.accountId === undefined
        ? []
        : ((await findSalesOrderNumbers(deps.workPool, thread.accountId, [thread.number])).get(thread.number) ?? [])
    const aliasNumbers = [...threads.aliases.values()]
      .filter((alias) => alias.account === thread.account && alias.from === thread.number)
      .map((alias) => alias.to)
    const salesOrders = [...new Set([...stored, ...aliasNumbers])]
    const [to] = salesOrders
    if (to === undefined || salesOrders.length > 1 || to === thread.number) continue
    threads.orders.delete(key)
    mergeThread(threads, { ...thread, number: to })
  }
}

async function redirectAliases(deps: IngestDeps, { aliases }: Threads): Promise<void> {
  for (const { accountId, from, to } of aliases.values()) {
    if (accountId === undefined) continue
    const salesOrders = (await findSalesOrderNumbers(deps.workPool, accountId, [from])).get(from) ?? []
    if (salesOrders.length !== 1) continue
    await deleteMovedOrder(deps.workPool, accountId, from)
    await redirectLinks(deps.workPool, accountId, from, to)
  }
}

/** A reference to an order only by the buyer's number. */
export type UnresolvedReference = { accountId: string; account: string; buyersNumber: string }

/** Redirects references whose seller's number became known while their documents were being written. */
export async function resolveReferences(
  deps: IngestDeps,
  source: string,
  unresolved: readonly UnresolvedReference[],
): Promise<void> {
  const threads: Threads = { source, dryRun: false, senderOptions: {}, orders: new Map(), aliases: new Map() }
  for (const { accountId, account, buyersNumber } of unresolved) {
    const salesOrders = (await findSalesOrderNumbers(deps.workPool, accountId, [buyersNumber])).get(buyersNumber) ?? []
    const [number] = salesOrders
    if (number === undefined || salesOrders.length > 1) continue
    if ((await redirectLinks(deps.workPool, accountId, buyersNumber, number)) === 0) continue
    if ((await readOrderMessages(deps.workPool, accountId, number)).length === 0) continue
    await ingestThreads(
      deps,
      threads,
      [{ accountId, account, number, line: 1, count: 1, messages: new Map() }],
      new Map(),
    )
  }
}
