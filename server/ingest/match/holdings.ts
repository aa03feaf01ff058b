import { withoutCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import { maxClockAhead } from '../check/content-problems.ts'
import type { PreparedDocument } from '../check/prepare.ts'
import type { Outcome } from '../report.ts'
import type { NumberedBy } from '../types.ts'
import type { StoredVersion } from './stored-version-queries.ts'

/*
 * Which account has which document. A number of the supplier's own belongs to one account only. Its source, and whether
 * it is a credit note's, are part of it; a number without a source equals the same number of any source.
 */

/** A number of the supplier's, as stored in its account; `key` leaves out its source and a credit note's suffix. */
export type NumberKey = { key: string; type: string; number: string; source: string; isCredit: boolean }

/** The account that has a number of the supplier's own, and its document there. */
export type Holder = NumberKey & { accountId: string; account: string; id: string; modifiedAt: number | undefined }

/**
 * A document that an account had and lost. Times are in milliseconds since 1970: `modifiedAt` of the last version,
 * `until` up to which messages are too late for this account; `withdrawnAt` is undefined when the document moved to
 * another account.
 */
export type FormerDocument = NumberKey & {
  accountId: string
  numberedBy: NumberedBy
  modifiedAt: number | undefined
  until: number | undefined
  withdrawnAt: string | undefined
}

export type KnownVersion = Pick<StoredVersion, 'id' | 'hash' | 'modifiedAt' | 'source' | 'numberedBy' | 'isCredit'>

/** What is stored of the documents that messages name: `stored` by `documentKey`, the others by `NumberKey.key`. */
export type Holdings = {
  stored: Map<string, KnownVersion>
  holders: Map<string, Holder[]>
  former: Map<string, FormerDocument[]>
}

/**
 * A document that leaves its account for the account `to`, or for good (null); accounts by their numbers. `isDouble`: the
 * other account has another version of it, and the two become one account, in which that one stays under the number.
 */
export type RemovedDocument = {
  accountId: string
  account: string
  id: string
  type: string
  number: string
  to: string | null
  isDouble?: true
}

/** The key of a document across all accounts; no part of it can hold a line break. */
export function documentKey(accountId: string, type: string, number: string): string {
  return `${accountId}\n${type}\n${number}`
}

/** The key of a document's number among those of the supplier. */
export function numberKeyOf(
  document: Pick<PreparedDocument, 'type' | 'number' | 'row'> & { source: string },
): NumberKey {
  const { type, number, source } = document
  return numberKey({ type, number, source, isCredit: document.row.invoiceKind === '381' })
}

/** The same from its parts. */
export function numberKey({ type, number, source, isCredit }: Omit<NumberKey, 'key'>): NumberKey {
  return { key: `${type}\n${withoutCreditNoteMark(number)}\n${isCredit}`, type, number, source, isCredit }
}

const isSameNumber = (one: NumberKey, other: NumberKey) =>
  one.key === other.key && (one.source === other.source || one.source === '' || other.source === '')

/** What is stored, by key, for `planBatch`. */
export function createHoldings(
  stored: ReadonlyMap<string, KnownVersion>,
  holders: readonly Holder[],
  former: readonly FormerDocument[],
): Holdings {
  const byKey = ({ key }: NumberKey) => key
  return {
    stored: new Map(stored),
    holders: Map.groupBy(holders, byKey),
    former: Map.groupBy(former, byKey),
  }
}

/**
 * The other account that has the number, if any. Undefined also when several have it under different sources and none
 * matches: a number without a source cannot be told to belong to one of them.
 */
export function findOtherHolder({ holders }: Holdings, claimed: NumberKey, accountId: string): Holder | undefined {
  const others = (holders.get(claimed.key) ?? []).filter(
    (holder) => holder.accountId !== accountId && isSameNumber(holder, claimed),
  )
  return others.find(({ source }) => source === claimed.source) ?? (others.length === 1 ? others[0] : undefined)
}

/** Records that an account has a number, and replaces what was recorded of the same document. */
export function addHolder({ holders }: Holdings, holder: Holder): void {
  const others = (holders.get(holder.key) ?? []).filter(({ id }) => id !== holder.id)
  holders.set(holder.key, [...others, holder])
}

/** Updates the numbers of credit notes that made room for an invoice. */
export function renumberHolders({ holders }: Holdings, renamed: readonly { id: string; to: string }[]): void {
  const numbers = new Map(renamed.map(({ id, to }) => [id, to]))
  if (numbers.size === 0) return
  for (const [key, list] of holders) {
    holders.set(
      key,
      list.map((holder) => ({ ...holder, number: numbers.get(holder.id) ?? holder.number })),
    )
  }
}

/** Records that an account no longer has a number. */
export function removeHolder({ holders }: Holdings, { key, id }: Holder): void {
  holders.set(
    key,
    (holders.get(key) ?? []).filter((holder) => holder.id !== id),
  )
}

/** The record of an account that lost the document of this number; undefined when it did not. */
export function findFormerDocument(
  { former }: Holdings,
  claimed: NumberKey,
  accountId: string,
): FormerDocument | undefined {
  return (former.get(claimed.key) ?? []).find(
    (document) => document.accountId === accountId && isSameNumber(document, claimed),
  )
}

/** The records of accounts that lost this number of the supplier's own. */
export function formerSupplierDocuments({ former }: Holdings, claimed: NumberKey): FormerDocument[] {
  return (former.get(claimed.key) ?? []).filter(
    (document) => document.numberedBy === 'supplier' && isSameNumber(document, claimed),
  )
}

/** Records that an account has lost a document. */
export function addFormerDocument({ former }: Holdings, lost: FormerDocument): void {
  former.set(lost.key, [...(former.get(lost.key) ?? []), lost])
}

/** Deletes the record that an account had lost a document. */
export function removeFormerDocument({ former }: Holdings, lost: FormerDocument): void {
  former.set(
    lost.key,
    (former.get(lost.key) ?? []).filter((document) => document !== lost),
  )
}

type WithModifiedAt = { modifiedAt: number | undefined }

/**
 * Whether a message is older than a version; false when either has no time. `now` is in milliseconds since 1970: a
 * version dated in the far future is a mistake that must not block every later one.
 */
export function isOlder({ modifiedAt }: WithModifiedAt, version: WithModifiedAt, now: number): boolean {
  if (modifiedAt === undefined || version.modifiedAt === undefined || version.modifiedAt > now + maxClockAhead)
    return false
  return modifiedAt < version.modifiedAt
}

/**
 * Whether a message comes too late for an account that has lost the document. A withdrawn document comes back only by a
 * message that names a time.
 */
export function isTooLate({ modifiedAt }: WithModifiedAt, { until, withdrawnAt }: FormerDocument): boolean {
  if (modifiedAt === undefined) return withdrawnAt !== undefined
  return until !== undefined && modifiedAt <= until
}

/** The outcome of a message whose account has the document. */
export function compareWithStored(
  message: Pick<PreparedDocument, 'hash' | 'modifiedAt'>,
  stored: KnownVersion,
  { source, now }: { source: string; now: number },
): Outcome {
  const isSameContent = stored.hash.equals(message.hash)
  if (isSameContent && (source === '' || source === stored.source)) return 'unchanged'
  return !isSameContent && isOlder(message, stored, now) ? 'stale' : 'updated'
}
