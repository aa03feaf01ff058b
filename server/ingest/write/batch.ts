import type { PoolClient } from 'pg'
import { createNotices, notifyReturnsNamedBy } from '#server/notifications/announce.ts'
import type { PreparedDocument } from '../check/prepare.ts'
import type { StatusChange } from '../derive/changes.ts'
import { settleCreditNotes } from '../derive/credit-queries.ts'
import { deriveInvoices, deriveOrders, deriveQuotes } from '../derive/order-queries.ts'
import { type DocumentIds, type Targets, upsertLinesWithoutOrder } from '../derive/ordered-lines-queries.ts'
import { deriveShipments } from '../derive/shipment-status-queries.ts'
import { LostRace, type ResolvedAccounts, resolveAccounts, statedNames } from '../match/accounts.ts'
import { separateCreditNotes } from '../match/credit-note-numbers.ts'
import { assignEvents } from '../match/event-assignment.ts'
import { findEventIds, lockForArrivals, readTargets } from '../match/event-queries.ts'
import {
  deleteFormerDocuments,
  findFormerDocuments,
  findHolders,
  upsertFormerDocuments,
} from '../match/holding-queries.ts'
import { createHoldings, documentKey, type Holdings, type RemovedDocument, renumberHolders } from '../match/holdings.ts'
import { recordMoves, renameAccounts } from '../match/record-moves.ts'
import { findStoredVersions } from '../match/stored-version-queries.ts'
import type { PlannedDocument } from '../planned-document.ts'
import { documentChangesOf, lossWarnings } from '../publish/change-history.ts'
import { insertDocumentChanges, type PreviousVersion, readPreviousVersions } from '../publish/change-queries.ts'
import { notifiableEventsOf } from '../publish/notifiable-events.ts'
import { type IngestDeps, type IngestOptions, supplierNumbering } from '../types.ts'
import { awaitStatements } from './await-statements.ts'
import { inBatchTransaction, insertRawMessage, type RawMessage, renumberCreditNotes } from './batch-queries.ts'
import { currentDocuments, originalFilesOf } from './current-documents.ts'
import { upsertOriginalFiles } from './original-queries.ts'
import { type BatchPlan, documentsToRebuild, planBatch } from './plan-batch.ts'
import { rebuildDocuments } from './rebuild-queries.ts'
import { deleteTraces, removeDocuments } from './remove-queries.ts'
import { insertRunDocuments, upsertProfileDocuments } from './run-document-queries.ts'
import { clearContent, type PreviousLink, writeContent } from './write-queries.ts'

/** Writes a batch, and everything derived from it, in one transaction: all or nothing. Returns its plan. */
export function writeBatch(
  deps: IngestDeps,
  options: IngestOptions,
  batch: readonly PreparedDocument[],
  raw: readonly Omit<RawMessage, 'source' | 'receivedAt'>[],
): Promise<BatchPlan> {
  return inBatchTransaction(deps.workPool, (client) => writeBatchInTransaction(client, deps, options, batch, raw))
}

async function writeBatchInTransaction(
  client: PoolClient,
  deps: IngestDeps,
  options: IngestOptions,
  batch: readonly PreparedDocument[],
  raw: readonly Omit<RawMessage, 'source' | 'receivedAt'>[],
): Promise<BatchPlan> {
  if (batch.some((document) => document.type === 'shipments')) await lockForArrivals(client)
  // Read before the locks: the accounts that have these numbers now may lose them, so they are locked too.
  const holders = await findHolders(client, batch)
  const accounts = await resolveAccounts(
    client,
    deps,
    batch,
    holders.map(({ accountId }) => accountId),
    options.accountIds,
  )
  const holdings = await readHoldings(client, batch, accounts)
  const { batch: numbered, renamed } = separateCreditNotes(batch, accounts.known, holdings)
  await renumberCreditNotes(client, renamed)
  renumberHolders(holdings, renamed)
  const bases = await rebuildDocuments(client, documentsToRebuild(numbered, accounts.known, holdings), options.source)
  const { numbering = supplierNumbering, accountIds } = options
  const storedState = { holdings, bases, numbering, accountIds }
  const plan = planBatch(numbered, accounts.known, storedState, { newId: deps.newId, now: deps.clock().getTime() })
  for (const document of batch) {
    const problem = accounts.refused.get(document.account)
    if (problem) plan.rejected.push({ line: document.line, problems: [problem] })
  }
  const receivedAt = deps.clock().toISOString()
  // In this order; a pipelined connection sends them without waiting in between. While the database works on a batch,
  // the next one is being read.
  await awaitStatements([
    plan.written.length > 0 ? writeDocuments(client, deps, options, plan) : undefined,
    // Deleted first: a document that came back may have left again.
    deleteFormerDocuments(client, plan.back),
    upsertFormerDocuments(client, plan.former),
    renameAccounts(client, deps, options, statedNames(plan.current, accounts.known)),
    ...raw.map((message) => insertRawMessage(client, { ...message, source: options.source, receivedAt })),
  ])
  if (options.run !== undefined) {
    await insertRunDocuments(client, options.run, plan.written)
    await upsertProfileDocuments(client, options.run, currentDocuments(plan, accounts.known, holdings))
  }
  await upsertOriginalFiles(client, originalFilesOf(plan, accounts.known, holdings), receivedAt)
  return plan
}

/** What is stored of the documents that a batch names, read while their accounts are locked. Throws LostRace. */
async function readHoldings(
  client: PoolClient,
  batch: readonly PreparedDocument[],
  { known, locked }: ResolvedAccounts,
): Promise<Holdings> {
  const keys = batch.flatMap(({ account, type, number }) => {
    const accountId = known.get(account)?.id
    return accountId === undefined ? [] : [{ accountId, type, number }]
  })
  const [stored, holders, former] = await Promise.all([
    findStoredVersions(client, keys),
    findHolders(client, batch),
    findFormerDocuments(client, batch),
  ])
  // Another import has just given the number to an account that is not locked.
  if (holders.some(({ accountId }) => !locked.has(accountId))) throw new LostRace()
  const byKey = new Map(
    stored.map((version) => [documentKey(version.accountId, version.type, version.number), version]),
  )
  return createHoldings(byKey, holders, former)
}

/** A document that was copied unchanged to another account. */
export type CopiedDocument = { accountId: string; id: string; type: string; number: string }

/**
 * What one transaction does: the documents written, those that leave their account, and those copied to another account
 * with their links.
 */
export type DocumentWrites = {
  written: readonly PlannedDocument[]
  removed: readonly RemovedDocument[]
  copied?: { documents: readonly CopiedDocument[]; links: readonly PreviousLink[] }
  /** Receives warnings about lines and dates that messages lose. */
  warnings?: BatchPlan['warnings']
}

/** Removes and writes documents, and updates everything that is derived from them. */
export async function writeDocuments(
  client: PoolClient,
  deps: IngestDeps,
  options: IngestOptions,
  { written, removed, copied = { documents: [], links: [] }, warnings }: DocumentWrites,
): Promise<void> {
  const now = deps.clock().toISOString()
  const existing = written.filter((planned) => !planned.isNew)
  // Events of these shipments may belong to other shipments once these are gone or have other packages.
  const formerShipments = [
    ...removed.filter(({ type }) => type === 'shipments'),
    ...existing.filter(({ document }) => document.type === 'shipments'),
  ]
  const freedEventIds =
    formerShipments.length > 0
      ? await findEventIds(client, formerShipments.map(accountOf), formerShipments.map(idOf))
      : []
  const removedContent = await removeDocuments(client, removed)
  const previous = await readAndClearPrevious(client, existing, options.source)
  const targets = targetsOf(written, [...previous.links, ...removedContent.links, ...copied.links])
  const idsOfType = (type: string) => documentIdsOf(written, copied.documents, type)
  const newAttachments = writeContent(client, written, { source: options.source, now, newId: deps.newId })
  const shipments = idsOfType('shipments')
  // Events that came before their shipment, or that may now belong to more than one shipment.
  const shipmentEventIds =
    shipments.ids.length > 0 ? findEventIds(client, shipments.accounts, shipments.ids) : Promise.resolve([])
  await awaitStatements([newAttachments, shipmentEventIds])
  const changedShipments = await assignEvents(
    client,
    [...new Set([...(await shipmentEventIds), ...freedEventIds])],
    deps.newId,
    new Set(written.map(idOf)),
  )
  const invoices = idsOfType('invoices')
  const settledDocuments = await settleCreditNotes(client, invoices, targets)
  // Also orders whose invoices have been settled just now, or whose shipments events have moved.
  const settled = {
    accounts: settledDocuments.map(accountOf),
    types: settledDocuments.map(() => 'invoices'),
    numbers: settledDocuments.map(({ number }) => number),
  }
  const moved = changedShipments.length > 0 ? [await readTargets(client, changedShipments)] : []
  const orderTargets = joinTargets(targets, settled, ...moved)
  // In this order: the status of an order follows from the new statuses of its shipments and invoices.
  const affectedShipments = withOthers(
    shipments,
    changedShipments.map(({ accountId, documentId: id }) => ({ accountId, id })),
  )
  const derivations = [
    deriveShipments(client, affectedShipments, now),
    deriveInvoices(client, withOthers(invoices, settledDocuments), targets, now),
    deriveQuotes(client, idsOfType('quotes'), targets, now),
    deriveOrders(client, idsOfType('orders'), orderTargets, now),
  ]
  await awaitStatements([
    ...derivations,
    upsertLinesWithoutOrder(client, affectedShipments, changedOrders(written, [...removed, ...copied.documents])),
  ])
  const statusChanges = (await Promise.all(derivations)).flat()
  const batchResult = { written, before: previous.before, moved: statusChanges, papers: await newAttachments }
  const documentChanges = documentChangesOf(batchResult, now, deps.newId)
  warnings?.push(...lossWarnings(batchResult))
  // Not among the statements below: returns are told of by what they are after the deliveries that were derived.
  await notifyReturnsNamedBy(client, namingDocuments(written, statusChanges), { now, newId: deps.newId })
  await awaitStatements([
    insertDocumentChanges(client, documentChanges),
    createNotices(client, notifiableEventsOf(batchResult, documentChanges), { now, newId: deps.newId }),
    deleteTraces(client, removed, removedContent),
    recordMoves(client, deps, options, removed),
  ])
}

/** What may have brought a return to another step: documents that name one, and shipments that moved without a message. */
function namingDocuments(written: readonly PlannedDocument[], statusChanges: readonly StatusChange[]) {
  const naming = written.filter(({ document: { row } }) => row.details.includes('"returnNumber"'))
  const ids = new Set(written.map(({ id }) => id))
  return { naming, moved: statusChanges.filter(({ type, id }) => type === 'shipments' && !ids.has(id)) }
}

/** Reads the previous versions and links of known documents, and deletes their content, which is written anew. */
async function readAndClearPrevious(client: PoolClient, existing: readonly PlannedDocument[], source: string) {
  if (existing.length === 0) return { before: new Map<string, PreviousVersion>(), links: [] }
  const reading = readPreviousVersions(client, existing)
  const clearing = clearContent(client, existing, source)
  await awaitStatements([reading, clearing])
  const { lines, links } = await clearing
  return { before: (await reading)(lines), links }
}

/** The documents written, and others that change with them. */
function withOthers(written: DocumentIds, changed: readonly { accountId: string; id: string }[]): DocumentIds {
  const knownIds = new Set(written.ids)
  const others = changed.filter(({ id }) => !knownIds.has(id))
  return {
    accounts: [...written.accounts, ...others.map(accountOf)],
    ids: [...written.ids, ...others.map(idOf)],
    areNew: [...written.areNew, ...others.map(() => false)],
  }
}

function joinTargets(...lists: readonly Targets[]): Targets {
  return {
    accounts: lists.flatMap(({ accounts }) => accounts),
    types: lists.flatMap(({ types }) => types),
    numbers: lists.flatMap(({ numbers }) => numbers),
  }
}

const accountOf = ({ accountId }: { accountId: string }) => accountId
const idOf = ({ id }: { id: string }) => id

function documentIdsOf(
  written: readonly PlannedDocument[],
  copied: readonly CopiedDocument[],
  type: string,
): DocumentIds {
  const documents = [
    ...written.filter((planned) => planned.document.type === type),
    ...copied.filter((one) => one.type === type).map((one) => ({ ...one, isNew: true })),
  ]
  return {
    accounts: documents.map((document) => document.accountId),
    ids: documents.map((document) => document.id),
    areNew: documents.map((document) => document.isNew),
  }
}

/**
 * Orders that are new, or that come from or go to another account: a shipment's lines may have waited for them, or wait
 * again.
 */
function changedOrders(written: readonly PlannedDocument[], others: readonly CopiedDocument[]) {
  const arrived = written.filter((planned) => planned.isNew && planned.document.type === 'orders')
  const transferred = others.filter((document) => document.type === 'orders')
  return {
    accounts: [...arrived, ...transferred].map((order) => order.accountId),
    numbers: [...arrived.map((one) => one.document.number), ...transferred.map((one) => one.number)],
  }
}

/** What the written documents refer to now, and what they referred to before. */
function targetsOf(written: readonly PlannedDocument[], oldLinks: readonly PreviousLink[]): Targets {
  const targets = new Map<string, PreviousLink>()
  const add = (link: PreviousLink) => targets.set(documentKey(link.accountId, link.toType, link.toNumber), link)
  for (const { accountId, document } of written) {
    for (const { position, toType, toNumber } of document.links) {
      if (position === 0) add({ accountId, toType, toNumber })
    }
  }
  for (const link of oldLinks) add(link)
  const list = [...targets.values()]
  return {
    accounts: list.map((link) => link.accountId),
    types: list.map((link) => link.toType),
    numbers: list.map((link) => link.toNumber),
  }
}
