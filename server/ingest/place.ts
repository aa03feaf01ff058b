import type { IngestDocument } from '../../contract/ingest.ts'
import type { Account } from './accounts-queries.ts'
import type { Stored } from './batch-queries.ts'
import { type Completed, complete } from './complete.ts'
import { doubtsOf } from './doubts.ts'
import { currencyFaults, mostAhead } from './faults.ts'
import type { Problem } from './incoming.ts'
import type { Prepared } from './prepare.ts'
import type { Outcome } from './report.ts'
import type { Placed } from './write-queries.ts'

/** What one batch comes to: which documents are written, and what is said of each of its messages. */
export type Placement = {
  written: Placed[]
  outcomes: Map<Outcome, number>
  rejected: { line: number; problems: Problem[] }[]
  /** What is to be looked at; there may be several of one message. */
  warnings: { line: number; problems: Problem[] }[]
}

type Known = Pick<Stored, 'id' | 'hash' | 'modifiedAt' | 'isCredit'>

/** The key of a document among all; no part of it can hold a line break. */
export function keyOf(accountId: string, type: string, number: string): string {
  return `${accountId}\n${type}\n${number}`
}

/** Those of a batch that change a part of a known document: their documents. */
export function partsOf(
  batch: readonly Prepared[],
  accounts: ReadonlyMap<string, Account>,
  seen: ReadonlyMap<string, Known>,
) {
  const parts = new Map<string, { accountId: string; id: string }>()
  for (const { account, type, number, part, hash } of batch) {
    const accountId = accounts.get(account)?.id
    const stored = accountId === undefined ? undefined : seen.get(keyOf(accountId, type, number))
    if (accountId === undefined || !stored || !part || stored.hash.equals(hash)) continue
    parts.set(stored.id, { accountId, id: stored.id })
  }
  return [...parts.values()]
}

/**
 * Compares each message with what is stored, in the order of the file: the same content is unchanged, what is older than
 * the stored is stale, and of several messages about one document in a batch the last that is not stale is written; those
 * that it passed are kept for the story of what changed. A part of a document becomes the whole one: `bases` are the
 * stored documents by id.
 * `seen` holds what is known of each document and is brought up to date. `now` in milliseconds.
 */
export function place(
  batch: readonly Prepared[],
  accounts: ReadonlyMap<string, Account>,
  seen: Map<string, Known>,
  bases: ReadonlyMap<string, IngestDocument>,
  { newId, now }: { newId: () => string; now: number },
): Placement {
  const written = new Map<string, Placed>()
  const placement = { outcomes: new Map<Outcome, number>(), rejected: [], warnings: [] } as Omit<Placement, 'written'>
  const { outcomes, rejected, warnings } = placement
  const count = (outcome: Outcome) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  for (const message of batch) {
    const account = accounts.get(message.account)
    if (!account) continue
    const key = keyOf(account.id, message.type, message.number)
    const stored = seen.get(key)
    const before = written.get(key)
    const base = before?.document.content ?? (stored && bases.get(stored.id))
    const placed = judge(message, stored, base, now)
    if ('problems' in placed) {
      rejected.push({ line: message.line, problems: placed.problems })
      continue
    }
    count(placed.outcome)
    if (!placed.document) continue
    const { document } = placed
    if (placed.warnings.length > 0) warnings.push({ line: message.line, problems: placed.warnings })
    const id = stored?.id ?? newId()
    const isNew = before ? before.isNew : stored === undefined
    const passed = before ? [...before.passed, before.document] : []
    written.set(key, { accountId: account.id, searchKey: account.searchKey, id, isNew, document, passed })
    const isCredit = document.row.invoiceKind === '381'
    seen.set(key, { id, hash: document.hash, modifiedAt: document.modifiedAt, isCredit })
  }
  return { written: [...written.values()], ...placement }
}

type Judged =
  | { problems: Problem[] }
  | { outcome: Outcome; document: Prepared; warnings: Problem[] }
  | { outcome: 'unchanged' | 'stale'; document?: undefined }

/** What comes of a message: nothing, when it says nothing new, or the whole document that is to be written. */
function judge(message: Prepared, stored: Known | undefined, base: IngestDocument | undefined, now: number): Judged {
  const outcome = compared(message, stored, now)
  if (outcome === 'unchanged' || outcome === 'stale') return { outcome }
  const whole = base ? complete(message, base) : unbased(message, stored !== undefined)
  if ('problems' in whole) return whole
  return 'unchanged' in whole ? { outcome: 'unchanged' } : { outcome, ...whole }
}

/** A message beside which nothing is stored: its document is new, or invented by a dry run. */
function unbased(message: Prepared, isKnown: boolean): Completed {
  const { part, content, account, type, number } = message
  if (!part || isKnown) return { document: message, warnings: [] }
  if (part.isSaid) {
    const text = `Account ${account} has no ${number} among its ${type} of which this could be a part. Send the document whole first.`
    return { problems: [{ path: '$.number', message: text }] }
  }
  const problems = currencyFaults(content)
  return problems.length > 0 ? { problems } : { document: message, warnings: doubtsOf(content) }
}

function compared(document: Prepared, stored: Known | undefined, now: number): Outcome {
  if (!stored) return 'created'
  if (stored.hash.equals(document.hash)) return 'unchanged'
  // A stored moment in the far future is a mistake that must not hold up every later version.
  const last = stored.modifiedAt === undefined || stored.modifiedAt > now + mostAhead ? undefined : stored.modifiedAt
  const isOlder = document.modifiedAt !== undefined && last !== undefined && document.modifiedAt < last
  return isOlder ? 'stale' : 'updated'
}
