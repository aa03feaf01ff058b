import { compare, sum } from '../money.ts'
import type { claimKinds } from './rules.ts'

/* How much of a delivery can be missing, damaged and wrong: in all no more than was delivered. */

/** What is claimed of a line; without a quantity nobody said how much. */
export type ClaimedLine = { line: string; kind: (typeof claimKinds)[number]; quantity?: string | undefined }
/** A line of the delivery: its quantity, null when it is not known, and what is claimed of it already. */
export type DeliveredLine = { line: string; delivered: string | null; claimed: string }

/** How much of what was delivered is claimed: what came beyond that is no part of it. */
export const claimedQuantity = (entries: readonly Omit<ClaimedLine, 'line'>[]): string =>
  sum(entries.filter(({ kind }) => kind !== 'over').map(({ quantity }) => quantity))

/** The first line of which more would be claimed than was delivered, with how much; undefined when there is none. */
export function excessiveClaim(
  lines: readonly DeliveredLine[],
  entries: readonly ClaimedLine[],
): { line: string; delivered: string; claimed: string } | undefined {
  for (const { line, delivered, claimed } of lines) {
    const added = claimedQuantity(entries.filter((entry) => entry.line === line))
    const total = sum([claimed, added])
    if (delivered !== null && compare(added, '0') > 0 && compare(total, delivered) > 0)
      return { line, delivered, claimed: total }
  }
  return undefined
}
