import type { PoolClient } from 'pg'
import { announce } from '../notifications/announce.ts'
import { accountsOf } from './accounts.ts'
import { findStored, inBatch, keepRaw, type RawMessage, renameCredits } from './batch-queries.ts'
import { type Before, keepChanges, readBefore } from './change-queries.ts'
import { type Settled, settleCredits } from './credit-queries.ts'
import { deriveInvoices, deriveOrders, deriveQuotes } from './derive-queries.ts'
import { eventsFor, lockForArrivals, type ShipmentId } from './epcis-queries.ts'
import { settleEvents } from './epcis-settle.ts'
import { inTurn } from './in-turn.ts'
import type { IngestDeps, IngestOptions } from './incoming.ts'
import { happeningsOf } from './news.ts'
import { type Ids, keepWithoutOrder, type Targets } from './ordered-lines-queries.ts'
import { keyOf, type Placement, partsOf, place } from './place.ts'
import type { Prepared } from './prepare.ts'
import { rebuildDocuments } from './rebuild-queries.ts'
import { withNumbersApart } from './set-apart.ts'
import { deriveShipments } from './shipment-status-queries.ts'
import { losses, storyOf } from './story.ts'
import { clearContent, type OldLink, type Placed, writeContent } from './write-queries.ts'

/** Writes a batch and all that follows from it in one transaction: all of it or nothing. */
export function writeBatch(
  deps: IngestDeps,
  options: IngestOptions,
  batch: readonly Prepared[],
  raw: readonly Omit<RawMessage, 'source' | 'receivedAt'>[],
): Promise<Placement> {
  return inBatch(deps.pool, (client) => writeAll(client, deps, options, batch, raw))
}

async function writeAll(
  client: PoolClient,
  deps: IngestDeps,
  options: IngestOptions,
  batch: readonly Prepared[],
  raw: readonly Omit<RawMessage, 'source' | 'receivedAt'>[],
): Promise<Placement> {
  if (batch.some((document) => document.type === 'shipments')) await lockForArrivals(client)
  const accounts = await accountsOf(client, deps, batch)
  const known = batch.filter((document) => accounts.known.has(document.account))
  const keys = known.map((document) => ({
    accountId: accounts.known.get(document.account)?.id ?? '',
    type: document.type,
    number: document.number,
  }))
  const stored = await findStored(client, keys)
  const seen = new Map(stored.map((one) => [keyOf(one.accountId, one.type, one.number), one]))
  const { batch: numbered, renamed } = withNumbersApart(batch, accounts.known, seen)
  await renameCredits(client, renamed)
  const bases = await rebuildDocuments(client, partsOf(numbered, accounts.known, seen), options.source)
  const now = deps.clock().getTime()
  const placement = place(numbered, accounts.known, seen, bases, { newId: deps.newId, now })
  for (const document of batch) {
    const problem = accounts.refused.get(document.account)
    if (problem) placement.rejected.push({ line: document.line, problems: [problem] })
  }
  const receivedAt = deps.clock().toISOString()
  // In this order, and on a pipelined connection without waiting in between: while the database works through a batch,
  // the next one is being read.
  await inTurn([
    placement.written.length > 0 ? write(client, deps, options, placement) : undefined,
    ...raw.map((message) => keepRaw(client, { ...message, source: options.source, receivedAt })),
  ])
  return placement
}

async function write(client: PoolClient, deps: IngestDeps, options: IngestOptions, { written, warnings }: Placement) {
  const now = deps.clock().toISOString()
  const known = written.filter((one) => !one.isNew)
  const old = await takeOld(client, known, options.source)
  const targets = targetsOf(written, old.links)
  const papers = writeContent(client, written, { source: options.source, now, newId: deps.newId })
  const shipments = idsOf(written, 'shipments')
  // Events that came before their shipment, or that it now leaves open whose they are.
  const waiting = shipments.ids.length > 0 ? eventsFor(client, shipments.accounts, shipments.ids) : Promise.resolve([])
  await inTurn([papers, waiting])
  const touched = await settleEvents(client, await waiting, deps.newId)
  const invoices = idsOf(written, 'invoices')
  const settled = await settleCredits(client, invoices, targets)
  // In this order: an order looks at its shipments and invoices, as they have just come to stand.
  const told = withTouched(shipments, touched)
  const moves = [
    deriveShipments(client, told, now),
    deriveInvoices(client, withSettled(invoices, settled), targets, now),
    deriveQuotes(client, idsOf(written, 'quotes'), targets, now),
    deriveOrders(client, idsOf(written, 'orders'), withNamed(targets, settled), now),
  ]
  await inTurn([...moves, keepWithoutOrder(client, told, newOrdersOf(written))])
  const moved = (await Promise.all(moves)).flat()
  const deeds = { written, before: old.before, moved, papers: await papers }
  const story = storyOf(deeds, now, deps.newId)
  warnings.push(...losses(deeds))
  await inTurn([keepChanges(client, story), announce(client, happeningsOf(deeds, story), { now, newId: deps.newId })])
}

/** How known documents stood, and what they refer to, while it is cleared for what they say now. */
async function takeOld(client: PoolClient, known: readonly Placed[], source: string) {
  if (known.length === 0) return { before: new Map<string, Before>(), links: [] }
  const reading = readBefore(client, known)
  const clearing = clearContent(client, known, source)
  await inTurn([reading, clearing])
  const { lines, links } = await clearing
  return { before: (await reading)(lines), links }
}

function withTouched(shipments: Ids, touched: readonly ShipmentId[]): Ids {
  const known = new Set(shipments.ids)
  const others = touched.filter((one) => !known.has(one.documentId))
  return {
    accounts: [...shipments.accounts, ...others.map((one) => one.accountId)],
    ids: [...shipments.ids, ...others.map((one) => one.documentId)],
    areNew: [...shipments.areNew, ...others.map(() => false)],
  }
}

/** The invoices written, and those of which credit notes settle more or less than before. */
function withSettled(invoices: Ids, settled: readonly Settled[]): Ids {
  const known = new Set(invoices.ids)
  const others = settled.filter(({ id }) => !known.has(id))
  return {
    accounts: [...invoices.accounts, ...others.map(({ accountId }) => accountId)],
    ids: [...invoices.ids, ...others.map(({ id }) => id)],
    areNew: [...invoices.areNew, ...others.map(() => false)],
  }
}

/** What is named, and those invoices: an order behind them may be paid now. */
function withNamed(targets: Targets, settled: readonly Settled[]): Targets {
  return {
    accounts: [...targets.accounts, ...settled.map(({ accountId }) => accountId)],
    types: [...targets.types, ...settled.map(() => 'invoices')],
    numbers: [...targets.numbers, ...settled.map(({ number }) => number)],
  }
}

function idsOf(written: readonly Placed[], type: string): Ids {
  const some = written.filter((one) => one.document.type === type)
  return {
    accounts: some.map((one) => one.accountId),
    ids: some.map((one) => one.id),
    areNew: some.map((one) => one.isNew),
  }
}

/** Orders that have just arrived: a shipment may have been waiting for them. */
function newOrdersOf(written: readonly Placed[]) {
  const orders = written.filter((one) => one.isNew && one.document.type === 'orders')
  return { accounts: orders.map((one) => one.accountId), numbers: orders.map((one) => one.document.number) }
}

/** What the documents written refer to, and what they referred to before. */
function targetsOf(written: readonly Placed[], oldLinks: readonly OldLink[]): Targets {
  const targets = new Map<string, OldLink>()
  const add = (link: OldLink) => targets.set(keyOf(link.accountId, link.toType, link.toNumber), link)
  for (const { accountId, document } of written) {
    for (const { position, toType, toNumber } of document.links) {
      if (position === 0) add({ accountId, toType, toNumber })
    }
  }
  for (const link of oldLinks) add(link)
  const list = [...targets.values()]
  return {
    accounts: list.map((one) => one.accountId),
    types: list.map((one) => one.toType),
    numbers: list.map((one) => one.toNumber),
  }
}
