import { withoutCreditNoteMark } from '../../contract/documents/credit-note-number.ts'
import type { StoredVersion } from './batch-queries.ts'
import { maxClockAhead } from './content-problems.ts'
import type { NumberedBy } from './ingest-types.ts'
import type { PreparedDocument } from './prepare.ts'
import type { Outcome } from './report.ts'

/*
 * Which account has which document. A number of the supplier's own belongs to one account among all. Its source, and whether it
 * is a credit note's, are part of it; where one side names no source, it is the same number.
 */

/** A number among all of the supplier's, as it is known in its account; `key` leaves out its source, and that it is set apart. */
export type NumberKey = { key: string; type: string; number: string; source: string; isCredit: boolean }

/** The account that has a number of the supplier's own, and its document. */
export type Holder = NumberKey & { accountId: string; account: string; id: string; modifiedAt: number | undefined }

/**
 * A document that an account had and has no more. Times in milliseconds since 1970: of the version that was there last, and
 * up to when messages are too late for this account; `withdrawnAt` is undefined when it moved to another account.
 */
export type FormerDocument = NumberKey & {
  accountId: string
  numberedBy: NumberedBy
  modifiedAt: number | undefined
  until: number | undefined
  withdrawnAt: string | undefined
}

export type KnownVersion = Pick<StoredVersion, 'id' | 'hash' | 'modifiedAt' | 'source' | 'numberedBy' | 'isCredit'>

/** What is stored of the documents that messages speak of: by `keyOf`, and by `NumberKey.key`. */
export type Holdings = {
  stored: Map<string, KnownVersion>
  holders: Map<string, Holder[]>
  former: Map<string, FormerDocument[]>
}

/** A document that leaves its account, for another, `to`, or for good; accounts by their numbers. */
export type RemovedDocument = {
  accountId: string
  account: string
  id: string
  type: string
  number: string
  to: string | null
}

/** The key of a document among all; no part of it can hold a line break. */
export function documentKey(accountId: string, type: string, number: string): string {
  return `${accountId}\n${type}\n${number}`
}

/** The number of a document among all of the supplier's. */
export function numberKeyOf(
  document: Pick<PreparedDocument, 'type' | 'number' | 'row'> & { source: string },
): NumberKey {
  const { type, number, source } = document
  return numberKey({ type, number, source, isCredit: document.row.invoiceKind === '381' })
}

/** The same by its parts. */
export function numberKey({ type, number, source, isCredit }: Omit<NumberKey, 'key'>): NumberKey {
  return { key: `${type}\n${withoutCreditNoteMark(number)}\n${isCredit}`, type, number, source, isCredit }
}

const isSameNumber = (one: NumberKey, other: NumberKey) =>
  one.key === other.key && (one.source === other.source || one.source === '' || other.source === '')

/** What is stored, for `place`. */
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
 * The other account that has the number, if any. When several have it, under different sources, one that names none belongs to
 * none of them beyond doubt.
 */
export function findOtherHolder({ holders }: Holdings, claimed: NumberKey, accountId: string): Holder | undefined {
  const others = (holders.get(claimed.key) ?? []).filter(
    (holder) => holder.accountId !== accountId && isSameNumber(holder, claimed),
  )
  return others.find(({ source }) => source === claimed.source) ?? (others.length === 1 ? others[0] : undefined)
}

/** Notes that an account has a number, instead of what was noted of the same document before. */
export function addHolder({ holders }: Holdings, holder: Holder): void {
  const others = (holders.get(holder.key) ?? []).filter(({ id }) => id !== holder.id)
  holders.set(holder.key, [...others, holder])
}

/** Brings to their new numbers credit notes that made room for an invoice. */
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

/** Notes that an account has a number no more. */
export function removeHolder({ holders }: Holdings, { key, id }: Holder): void {
  holders.set(
    key,
    (holders.get(key) ?? []).filter((holder) => holder.id !== id),
  )
}

/** What is noted of an account that lost the document of this number. */
export function findFormerDocument(
  { former }: Holdings,
  claimed: NumberKey,
  accountId: string,
): FormerDocument | undefined {
  return (former.get(claimed.key) ?? []).find(
    (document) => document.accountId === accountId && isSameNumber(document, claimed),
  )
}

/** The accounts that had the number as the supplier's own. */
export function formerSupplierDocuments({ former }: Holdings, claimed: NumberKey): FormerDocument[] {
  return (former.get(claimed.key) ?? []).filter(
    (document) => document.numberedBy === 'supplier' && isSameNumber(document, claimed),
  )
}

/** Notes that an account has lost a document. */
export function addFormerDocument({ former }: Holdings, lost: FormerDocument): void {
  former.set(lost.key, [...(former.get(lost.key) ?? []), lost])
}

/** Forgets that an account had lost a document. */
export function removeFormerDocument({ former }: Holdings, lost: FormerDocument): void {
  former.set(
    lost.key,
    (former.get(lost.key) ?? []).filter((document) => document !== lost),
  )
}

type WithModifiedAt = { modifiedAt: number | undefined }

/**
 * Whether a message is older than a version; not when one of them names no time. `now` in milliseconds: a version that names a
 * moment in the far future is a mistake that must not hold up every later one.
 */
export function isOlder({ modifiedAt }: WithModifiedAt, version: WithModifiedAt, now: number): boolean {
  if (modifiedAt === undefined || version.modifiedAt === undefined || version.modifiedAt > now + maxClockAhead)
    return false
  return modifiedAt < version.modifiedAt
}

/** Whether a message comes too late for an account that has lost the document. What was withdrawn comes back only by name of a time. */
export function isTooLate({ modifiedAt }: WithModifiedAt, { until, withdrawnAt }: FormerDocument): boolean {
  if (modifiedAt === undefined) return withdrawnAt !== undefined
  return until !== undefined && modifiedAt <= until
}

/** What a message comes to whose account has the document. */
export function compareWithStored(
  message: Pick<PreparedDocument, 'hash' | 'modifiedAt'>,
  stored: KnownVersion,
  { source, now }: { source: string; now: number },
): Outcome {
  const isSameContent = stored.hash.equals(message.hash)
  if (isSameContent && (source === '' || source === stored.source)) return 'unchanged'
  return !isSameContent && isOlder(message, stored, now) ? 'stale' : 'updated'
}
