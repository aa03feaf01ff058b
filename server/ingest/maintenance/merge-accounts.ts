import type { PoolClient } from 'pg'
import { PortalError, translatable } from '#contract/errors.ts'
import { record } from '#server/audit/record.ts'
import { deriveQuotes } from '../derive/order-queries.ts'
import { lockAccounts } from '../match/accounts-queries.ts'
import { lockForArrivals } from '../match/event-queries.ts'
import type { RemovedDocument } from '../match/holdings.ts'
import type { IngestDeps, Sender } from '../types.ts'
import { writeDocuments } from '../write/batch.ts'
import { inBatchTransaction, renumberCreditNotes } from '../write/batch-queries.ts'
import { refreshItems } from '../write/remove-queries.ts'
import { withRetries } from '../write/try-batch.ts'
import {
  emptyAccount,
  moveFactorDemand,
  movePeople,
  moveViews,
  selectCreditNotesToRenumber,
  selectDocuments,
  selectDuplicates,
  updateActs,
} from './merge-account-queries.ts'
import {
  type AccountVersions,
  copyNoticeMarks,
  moveNoticeReaders,
  moveNotices,
  readVersions,
} from './merge-notice-queries.ts'
import { requireAccount } from './move-document.ts'
import { claimNumbers, copyDocuments, readCopiedContent } from './transfer-queries.ts'

type AccountSummary = { id: string; number: string; name: string }
/** How many documents moved, and how many both accounts had, of which the older was removed; `into` is a number. */
export type MergeResult = { moved: number; doubles: number; into: string }

/** How many documents are moved in one step. */
const stepSize = 200

/**
 * Merges one account into another: its documents with their attachments and history, its people, requests, saved views
 * and identifiers. Of a document that both have, the newer stays. Messages for the number go to the other account from
 * then on. All or nothing; imports for the two wait meanwhile. Throws not_found, and conflict when both are one
 * account.
 */
export function mergeAccounts(
  deps: IngestDeps,
  accountNumbers: { from: string; into: string },
  sender: Sender,
): Promise<MergeResult> {
  return withRetries(() =>
    inBatchTransaction(deps.workPool, async (client) => {
      const [from, into] = [
        await requireAccount(client, accountNumbers.from),
        await requireAccount(client, accountNumbers.into),
      ]
      if (from.id === into.id) {
        throw new PortalError('conflict', translatable('customer.same', accountNumbers))
      }
      await client.query('set local statement_timeout = 0')
      await lockForArrivals(client)
      await lockAccounts(client, [], [from.id, into.id])
      // Before the documents, so that the requests about them move too and stay open.
      const pair = [from.id, into.id] as const
      const versions = await readVersions(client, pair)
      const people = await movePeople(client, pair)
      if (await moveFactorDemand(client, pair, deps.clock()))
        await record(deps, client, { action: 'second_factor_required', ...sender, accountId: into.id })
      await moveNoticeReaders(client, pair, versions, people)
      await renumberCreditNotes(client, await selectCreditNotesToRenumber(client, pair))
      const doubles = await removeDuplicates(client, deps, from, into)
      let moved = 0
      for (let count = stepSize; count === stepSize; moved += count)
        count = await moveDocuments(client, deps, { from, into, versions })
      await updateRequested(client, into.id, doubles, deps.clock())
      await moveNotices(client, pair, versions, people)
      await moveViews(client, pair)
      await emptyAccount(client, pair)
      const details = { from: from.number, into: into.number, moved, doubles: doubles.length }
      for (const { id } of [from, into]) {
        await record(deps, client, { action: 'account_merged', ...sender, accountId: id, details })
      }
      return { moved, doubles: doubles.length, into: into.number }
    }),
  )
}

const options = { dryRun: false, source: 'merge' }

/** Removes the older of each two documents that both accounts have. Returns the removed ones. */
async function removeDuplicates(
  client: PoolClient,
  deps: IngestDeps,
  from: AccountSummary,
  into: AccountSummary,
): Promise<RemovedDocument[]> {
  const removed = (await selectDuplicates(client, [from.id, into.id])).map(
    ({ type, number, fromId, intoId, older }): RemovedDocument => ({
      ...(older === 'from'
        ? { accountId: from.id, account: from.number, id: fromId, to: into.number }
        : { accountId: into.id, account: into.number, id: intoId, to: from.number }),
      type,
      number,
      isDouble: true,
    }),
  )
  if (removed.length > 0) await writeDocuments(client, deps, options, { written: [], removed })
  return removed
}

/** Lets documents of which both accounts had one show what the people of both have requested. */
async function updateRequested(
  client: PoolClient,
  accountId: string,
  documents: readonly RemovedDocument[],
  now: Date,
): Promise<void> {
  const targets = {
    accounts: documents.map(() => accountId),
    types: documents.map(({ type }) => type),
    numbers: documents.map(({ number }) => number),
  }
  await deriveQuotes(client, { accounts: [], ids: [], areNew: [] }, targets, now.toISOString())
  await updateActs(client, accountId, documents)
}

type MergeContext = { from: AccountSummary; into: AccountSummary; versions: AccountVersions }

/** Moves up to `stepSize` documents. Returns how many. */
async function moveDocuments(
  client: PoolClient,
  deps: IngestDeps,
  { from, into, versions }: MergeContext,
): Promise<number> {
  const batch = await selectDocuments(client, from.id, stepSize)
  if (batch.length === 0) return 0
  const copies = batch.map((document) => ({ ...document, from: from.id, to: into.id, newId: deps.newId() }))
  await copyDocuments(client, copies, { papers: true, history: { version: versions.into } })
  await copyNoticeMarks(client, [from.id, into.id], versions)
  const { skus, links } = await readCopiedContent(client, copies)
  const documents = copies.map(({ newId, type, number }) => ({ accountId: into.id, id: newId, type, number }))
  const removed = batch.map(
    ({ id, type, number }): RemovedDocument => ({
      accountId: from.id,
      account: from.number,
      id,
      type,
      number,
      to: into.number,
    }),
  )
  await writeDocuments(client, deps, options, { written: [], removed, copied: { documents, links } })
  await refreshItems(client, skus)
  await claimNumbers(
    client,
    copies.filter(({ numberedBy }) => numberedBy === 'supplier'),
  )
  return batch.length
}
