import type { Account } from './accounts-queries.ts'
import type { Stored } from './batch-queries.ts'
import type { Problem } from './incoming.ts'
import type { Prepared } from './prepare.ts'
import type { Outcome } from './report.ts'
import type { Placed } from './write-queries.ts'

/** What one batch comes to: which documents are written, and what is said of each of its messages. */
export type Placement = {
  written: Placed[]
  outcomes: Map<Outcome, number>
  rejected: { line: number; problem: Problem }[]
}

/** The key of a document among all; no part of it can hold a line break. */
export function keyOf(accountId: string, type: string, number: string): string {
  return `${accountId}\n${type}\n${number}`
}

/**
 * Compares each message with what is stored, in the order of the file: the same content is unchanged, what is older than
 * the stored is stale, and of several messages about one document in a batch the last that is not stale is written; those
 * that it passed are kept for the story of what changed.
 * `seen` holds what is known of each document and is brought up to date.
 */
export function place(
  batch: readonly Prepared[],
  accounts: ReadonlyMap<string, Account>,
  seen: Map<string, Pick<Stored, 'id' | 'hash' | 'modifiedAt'>>,
  newId: () => string,
): Placement {
  const written = new Map<string, Placed>()
  const outcomes = new Map<Outcome, number>()
  const rejected: Placement['rejected'] = []
  for (const document of batch) {
    const account = accounts.get(document.account)
    if (!account) continue
    const key = keyOf(account.id, document.type, document.number)
    const stored = seen.get(key)
    const outcome = compared(document, stored)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (outcome === 'unchanged' || outcome === 'stale') continue
    const before = written.get(key)
    const id = stored?.id ?? newId()
    const isNew = before ? before.isNew : stored === undefined
    const passed = before ? [...before.passed, before.document] : []
    written.set(key, { accountId: account.id, searchKey: account.searchKey, id, isNew, document, passed })
    seen.set(key, { id, hash: document.hash, modifiedAt: document.modifiedAt })
  }
  return { written: [...written.values()], outcomes, rejected }
}

function compared(document: Prepared, stored: Pick<Stored, 'hash' | 'modifiedAt'> | undefined): Outcome {
  if (!stored) return 'created'
  if (stored.hash.equals(document.hash)) return 'unchanged'
  const isOlder =
    document.modifiedAt !== undefined && stored.modifiedAt !== undefined && document.modifiedAt < stored.modifiedAt
  return isOlder ? 'stale' : 'updated'
}
