import type { ImportProfile } from '#contract/imports/profile.ts'
import type { FullListOutcome } from '#contract/ingest/full-list.ts'
import { findUnchanged } from '../maintenance/undo-run-queries.ts'
import { lockAccounts } from '../match/accounts-queries.ts'
import { lockForArrivals } from '../match/event-queries.ts'
import type { RemovedDocument } from '../match/holdings.ts'
import type { IngestDeps, IngestOptions } from '../types.ts'
import { writeDocuments } from '../write/batch.ts'
import { inBatchTransaction } from '../write/batch-queries.ts'
import { withRetries } from '../write/try-batch.ts'
import { keepRows } from './kept-row-queries.ts'
import type { NamedNumbers } from './named-numbers.ts'
import { deleteGoneDocuments, type ListedDocument, selectOpenDocuments } from './queries.ts'

/** The percentage of open documents that a list may withdraw where its profile says nothing. */
const usualShare = 20
/** How many absent documents a report names. */
const mostShown = 20
/** How many documents are looked at, and how many withdrawn in one transaction. */
const pageSize = 2000
const batchSize = 100

type FullList = {
  profile: ImportProfile
  named: NamedNumbers
  /** How many documents may be withdrawn at most, instead of the share of the profile. */
  withdraw?: number | undefined
}

/**
 * Withdraws what earlier files of the profile named, this one does not, and is not closed: all of them, or none when they
 * are more than a list may withdraw. They are kept whole, so that undoing the run brings them back. A dry run only counts.
 */
export async function withdrawAbsent(
  deps: IngestDeps,
  { profile, named, withdraw }: FullList,
  options: Pick<IngestOptions, 'dryRun' | 'run' | 'sender'>,
): Promise<FullListOutcome> {
  const { open, absent } = await findAbsent(deps, profile.name, named)
  const allowed = withdraw ?? Math.floor((open * (profile.fullList?.atMost ?? usualShare)) / 100)
  const heldBack = reasonToHoldBack(absent.length, { allowed, areAllNamed: named.areAll() })
  const outcome: FullListOutcome = {
    ...{ open, absent: absent.length, withdrawn: heldBack === null ? absent.length : 0, heldBack },
    documents: absent.slice(0, mostShown).map(({ type, number, account }) => ({ type, number, account })),
  }
  if (heldBack !== null || options.dryRun || options.run === undefined) return outcome
  let withdrawn = 0
  for (let from = 0; from < absent.length; from += batchSize) {
    withdrawn += await withdrawBatch(deps, absent.slice(from, from + batchSize), { ...options, run: options.run })
  }
  await deleteGoneDocuments(deps.workPool, profile.name)
  return { ...outcome, withdrawn }
}

function reasonToHoldBack(
  absent: number,
  { allowed, areAllNamed }: { allowed: number; areAllNamed: boolean },
): FullListOutcome['heldBack'] {
  if (absent === 0) return null
  if (!areAllNamed) return 'refused'
  return absent > allowed ? 'share' : null
}

async function findAbsent(
  { workPool }: IngestDeps,
  profile: string,
  named: NamedNumbers,
): Promise<{ open: number; absent: ListedDocument[] }> {
  const absent: ListedDocument[] = []
  let open = 0
  for (let after: string | null = null; ; ) {
    const rows: ListedDocument[] = await selectOpenDocuments(workPool, profile, named.types(), {
      ...{ after, limit: pageSize },
    })
    open += rows.length
    absent.push(...rows.filter((document) => !named.has(document)))
    after = rows.at(-1)?.id ?? null
    if (rows.length < pageSize) return { open, absent }
  }
}

/** Withdraws those of the documents that are still as they were when they were looked for. Returns how many. */
async function withdrawBatch(
  deps: IngestDeps,
  documents: readonly ListedDocument[],
  { run, sender }: Pick<IngestOptions, 'sender'> & { run: string },
): Promise<number> {
  const endTurn = await deps.takeTurn?.()
  try {
    return await withRetries(() =>
      inBatchTransaction(deps.workPool, async (client) => {
        if (documents.some(({ type }) => type === 'shipments')) await lockForArrivals(client)
        await lockAccounts(client, [], [...new Set(documents.map(({ accountId }) => accountId))])
        const removed: RemovedDocument[] = (await findUnchanged(client, documents)).map((one) => ({ ...one, to: null }))
        await keepRows(client, run, removed)
        const options = { dryRun: false, source: 'withdraw', ...(sender ? { sender } : {}) }
        await writeDocuments(client, deps, options, { written: [], removed })
        return removed.length
      }),
    )
  } finally {
    endTurn?.()
  }
}
