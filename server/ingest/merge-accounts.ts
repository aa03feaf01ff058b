import type { PoolClient } from 'pg'
import { PortalError } from '../../contract/errors.ts'
import { record } from '../audit/record.ts'
import { lockAccounts } from './accounts-queries.ts'
import { writeChanges } from './batch.ts'
import { inBatch, renameCredits } from './batch-queries.ts'
import { lockForArrivals } from './epcis-queries.ts'
import type { Removed } from './holdings.ts'
import type { IngestDeps, Sender } from './incoming.ts'
import {
  endAccount,
  movePeople,
  moveViews,
  selectDoubles,
  selectSome,
  selectToSetApart,
} from './merge-account-queries.ts'
import { copyMarks, moveNotices, moveReaders, readVersions, type Versions } from './merge-notice-queries.ts'
import { accountNamed } from './move.ts'
import { tellItems } from './remove-queries.ts'
import { claimNumbers, copyDocuments, readCopied } from './transfer-queries.ts'
import { withRetries } from './try-batch.ts'

type Account = { id: string; number: string; name: string }
/** How many documents went along, and how many the other account had in a version as new or newer. */
export type Merged = { moved: number; doubles: number; into: string }

/** So many documents are taken along in one step. */
const step = 200

/**
 * Makes one account part of another: its documents with their papers and history, its people, requests, saved lists and
 * identifiers. Of a document that both have the newer stays. What is sent for the number goes to the other account from then
 * on. All of it or nothing; imports for the two wait meanwhile. Raises not_found, and conflict for an account and itself.
 */
export function mergeAccounts(
  deps: IngestDeps,
  wanted: { from: string; into: string },
  sender: Sender,
): Promise<Merged> {
  return withRetries(() =>
    inBatch(deps.pool, async (client) => {
      const [from, into] = [await accountNamed(client, wanted.from), await accountNamed(client, wanted.into)]
      if (from.id === into.id) {
        throw new PortalError('conflict', `${wanted.from} and ${wanted.into} are one account already.`)
      }
      await client.query('set local statement_timeout = 0')
      await lockForArrivals(client)
      await lockAccounts(client, [], [from.id, into.id])
      // Before the documents: what was asked about them goes along, and waits as before.
      const pair = [from.id, into.id] as const
      const versions = await readVersions(client, pair)
      const people = await movePeople(client, pair)
      await moveReaders(client, pair, versions, people)
      await renameCredits(client, await selectToSetApart(client, pair))
      const doubles = await removeDoubles(client, deps, from, into)
      let moved = 0
      for (let more = step; more === step; moved += more) more = await takeAlong(client, deps, { from, into, versions })
      await moveNotices(client, pair, versions, people)
      await moveViews(client, pair)
      await endAccount(client, pair)
      const details = { from: from.number, into: into.number, moved, doubles }
      for (const { id } of [from, into]) {
        await record(deps, client, { action: 'account_merged', ...sender, accountId: id, details })
      }
      return { moved, doubles, into: into.number }
    }),
  )
}

const options = { dryRun: false, source: 'merge' }

async function removeDoubles(client: PoolClient, deps: IngestDeps, from: Account, into: Account): Promise<number> {
  const removed = (await selectDoubles(client, [from.id, into.id])).map(
    ({ type, number, fromId, intoId, older }): Removed =>
      older === 'from'
        ? { accountId: from.id, account: from.number, id: fromId, type, number, to: into.number }
        : { accountId: into.id, account: into.number, id: intoId, type, number, to: from.number },
  )
  if (removed.length > 0) await writeChanges(client, deps, options, { written: [], removed })
  return removed.length
}

type Merge = { from: Account; into: Account; versions: Versions }

/** Takes some documents along. Gives how many. */
async function takeAlong(client: PoolClient, deps: IngestDeps, { from, into, versions }: Merge): Promise<number> {
  const some = await selectSome(client, from.id, step)
  if (some.length === 0) return 0
  const copies = some.map((one) => ({ ...one, from: from.id, to: into.id, newId: deps.newId() }))
  await copyDocuments(client, copies, { papers: true, history: { version: versions.into } })
  await copyMarks(client, [from.id, into.id], versions)
  const { skus, links } = await readCopied(client, copies)
  const documents = copies.map(({ newId, type, number }) => ({ accountId: into.id, id: newId, type, number }))
  const removed = some.map(
    ({ id, type, number }): Removed => ({
      accountId: from.id,
      account: from.number,
      id,
      type,
      number,
      to: into.number,
    }),
  )
  await writeChanges(client, deps, options, { written: [], removed, copied: { documents, links } })
  await tellItems(client, skus)
  await claimNumbers(
    client,
    copies.filter(({ numberedBy }) => numberedBy === 'supplier'),
  )
  return some.length
}
