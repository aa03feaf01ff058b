import type { PoolClient } from 'pg'
import { announce } from '../notifications/announce.ts'
import { type Accounts, accountsOf, LostRace, statedNames } from './accounts.ts'
import { findStored, inBatch, keepRaw, type RawMessage, renameCredits } from './batch-queries.ts'
import { type Before, keepChanges, readBefore } from './change-queries.ts'
import { type Settled, settleCredits } from './credit-queries.ts'
import { deriveInvoices, deriveOrders, deriveQuotes } from './derive-queries.ts'
import { eventsFor, lockForArrivals, type ShipmentId } from './epcis-queries.ts'
import { settleEvents } from './epcis-settle.ts'
import { dropFormer, findFormer, findHolders, keepFormer } from './holding-queries.ts'
import { type Holdings, holdingsOf, keyOf, type Removed, renumber } from './holdings.ts'
import { inTurn } from './in-turn.ts'
import { type IngestDeps, type IngestOptions, ownNumbers } from './incoming.ts'
import { happeningsOf } from './news.ts'
import { type Ids, keepWithoutOrder, type Targets } from './ordered-lines-queries.ts'
import { type Keeping, keepOriginals } from './original-queries.ts'
import { type Placement, partsOf, place } from './place.ts'
import type { Prepared } from './prepare.ts'
import { rebuildDocuments } from './rebuild-queries.ts'
import { nameAccounts, recordMoves } from './record-moves.ts'
import { forgetTraces, removeDocuments } from './remove-queries.ts'
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
  // Before the accounts are locked: those that have a number now, and may lose it, are locked with them.
  const holders = await findHolders(client, batch)
  const accounts = await accountsOf(
    client,
    deps,
    batch,
    holders.map(({ accountId }) => accountId),
  )
  const holdings = await readHoldings(client, batch, accounts)
  const { batch: numbered, renamed } = withNumbersApart(batch, accounts.known, holdings.stored)
  await renameCredits(client, renamed)
  renumber(holdings, renamed)
  const bases = await rebuildDocuments(client, partsOf(numbered, accounts.known, holdings), options.source)
  const shelf = { holdings, bases, numbering: options.numbering ?? ownNumbers }
  const placement = place(numbered, accounts.known, shelf, { newId: deps.newId, now: deps.clock().getTime() })
  for (const document of batch) {
    const problem = accounts.refused.get(document.account)
    if (problem) placement.rejected.push({ line: document.line, problems: [problem] })
  }
  const receivedAt = deps.clock().toISOString()
  // In this order, and on a pipelined connection without waiting in between: while the database works through a batch,
  // the next one is being read.
  await inTurn([
    placement.written.length > 0 ? writeChanges(client, deps, options, placement) : undefined,
    // What came back may have been lost again.
    dropFormer(client, placement.back),
    keepFormer(client, placement.former),
    nameAccounts(client, deps, options, statedNames(placement.current, accounts.known)),
    ...raw.map((message) => keepRaw(client, { ...message, source: options.source, receivedAt })),
  ])
  await keepOriginals(client, originalsOf(placement, accounts.known, holdings), receivedAt)
  return placement
}

/** The files that made documents of this batch, or would have made the same again; of each document the last. */
function originalsOf({ current }: Placement, accounts: Accounts['known'], { stored }: Holdings): Keeping[] {
  const files = new Map<string, Keeping>()
  for (const { original, account, type, number } of current) {
    const accountId = accounts.get(account)?.id
    const document = accountId === undefined ? undefined : stored.get(keyOf(accountId, type, number))
    if (accountId && document && original) files.set(document.id, { accountId, documentId: document.id, original })
  }
  return [...files.values()]
}

/** What is stored of the documents that a batch speaks of, under the accounts' locks. */
async function readHoldings(
  client: PoolClient,
  batch: readonly Prepared[],
  { known, locked }: Accounts,
): Promise<Holdings> {
  const keys = batch.flatMap(({ account, type, number }) => {
    const accountId = known.get(account)?.id
    return accountId === undefined ? [] : [{ accountId, type, number }]
  })
  const [stored, holders, former] = await Promise.all([
    findStored(client, keys),
    findHolders(client, batch),
    findFormer(client, batch),
  ])
  // Its account was not locked: somebody has just given it the number.
  if (holders.some(({ accountId }) => !locked.has(accountId))) throw new LostRace()
  const byKey = new Map(stored.map((one) => [keyOf(one.accountId, one.type, one.number), one]))
  return holdingsOf(byKey, holders, former)
}

/** A document that an account got from another as it was. */
export type Copied = { accountId: string; id: string; type: string; number: string }

/** What is written, what leaves its account, and what was copied to another with what it refers to, in one transaction. */
export type Writing = {
  written: readonly Placed[]
  removed: readonly Removed[]
  copied?: { documents: readonly Copied[]; links: readonly OldLink[] }
  /** Hears what messages would lose. */
  warnings?: Placement['warnings']
}

/** Removes and writes documents, and brings to where it belongs all that follows from them. */
export async function writeChanges(
  client: PoolClient,
  deps: IngestDeps,
  options: IngestOptions,
  { written, removed, copied = { documents: [], links: [] }, warnings }: Writing,
): Promise<void> {
  const now = deps.clock().toISOString()
  // What led to them may lead to others once they are gone.
  const left = removed.filter(({ type }) => type === 'shipments')
  const freed = left.length > 0 ? await eventsFor(client, left.map(accountOf), left.map(idOf)) : []
  const gone = await removeDocuments(client, removed)
  const known = written.filter((one) => !one.isNew)
  const old = await takeOld(client, known, options.source)
  const targets = targetsOf(written, [...old.links, ...gone.links, ...copied.links])
  const ids = (type: string) => idsOf(written, copied.documents, type)
  const papers = writeContent(client, written, { source: options.source, now, newId: deps.newId })
  const shipments = ids('shipments')
  // Events that came before their shipment, or that it now leaves open whose they are.
  const waiting = shipments.ids.length > 0 ? eventsFor(client, shipments.accounts, shipments.ids) : Promise.resolve([])
  await inTurn([papers, waiting])
  const touched = await settleEvents(client, [...new Set([...(await waiting), ...freed])], deps.newId)
  const invoices = ids('invoices')
  const settled = await settleCredits(client, invoices, targets)
  // In this order: an order looks at its shipments and invoices, as they have just come to stand.
  const told = withTouched(shipments, touched)
  const moves = [
    deriveShipments(client, told, now),
    deriveInvoices(client, withSettled(invoices, settled), targets, now),
    deriveQuotes(client, ids('quotes'), targets, now),
    deriveOrders(client, ids('orders'), withNamed(targets, settled), now),
  ]
  await inTurn([...moves, keepWithoutOrder(client, told, changedOrders(written, [...removed, ...copied.documents]))])
  const moved = (await Promise.all(moves)).flat()
  const deeds = { written, before: old.before, moved, papers: await papers }
  const story = storyOf(deeds, now, deps.newId)
  warnings?.push(...losses(deeds))
  await inTurn([
    keepChanges(client, story),
    announce(client, happeningsOf(deeds, story), { now, newId: deps.newId }),
    forgetTraces(client, removed, gone),
    recordMoves(client, deps, options, removed),
  ])
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
    accounts: [...invoices.accounts, ...others.map(accountOf)],
    ids: [...invoices.ids, ...others.map(idOf)],
    areNew: [...invoices.areNew, ...others.map(() => false)],
  }
}

/** What is named, and those invoices: an order behind them may be paid now. */
function withNamed(targets: Targets, settled: readonly Settled[]): Targets {
  return {
    accounts: [...targets.accounts, ...settled.map(accountOf)],
    types: [...targets.types, ...settled.map(() => 'invoices')],
    numbers: [...targets.numbers, ...settled.map(({ number }) => number)],
  }
}

const accountOf = ({ accountId }: { accountId: string }) => accountId
const idOf = ({ id }: { id: string }) => id

function idsOf(written: readonly Placed[], copied: readonly Copied[], type: string): Ids {
  const some = [
    ...written.filter((one) => one.document.type === type),
    ...copied.filter((one) => one.type === type).map((one) => ({ ...one, isNew: true })),
  ]
  return {
    accounts: some.map((one) => one.accountId),
    ids: some.map((one) => one.id),
    areNew: some.map((one) => one.isNew),
  }
}

/** Orders that have just arrived, or come from or gone to another account: a shipment may have been waiting for them, or wait again. */
function changedOrders(written: readonly Placed[], others: readonly Copied[]) {
  const arrived = written.filter((one) => one.isNew && one.document.type === 'orders')
  const left = others.filter((one) => one.type === 'orders')
  return {
    accounts: [...arrived, ...left].map((one) => one.accountId),
    numbers: [...arrived.map((one) => one.document.number), ...left.map((one) => one.number)],
  }
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
