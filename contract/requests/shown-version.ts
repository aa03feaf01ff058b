/*
 * What a person saw of a document when they began to act on it: a text with one part for each group of facts. The server
 * makes it and compares it; the browser sends back what it was given.
 */

/** The groups of facts of a document, in the order in which a version has them. */
export const versionParts = ['status', 'facts', 'amounts', 'lines', 'addresses'] as const
export type VersionPart = (typeof versionParts)[number]

export const versionPattern = '^[0-9a-f]{8}(-[0-9a-f]{8}){4}$'

/** The groups in which two versions of a document differ. */
export function changedParts(one: string, other: string): VersionPart[] {
  const others = other.split('-')
  const hashes = one.split('-')
  return versionParts.filter((_, index) => hashes[index] !== others[index])
}

/**
 * Fields of the header that say nothing about the document itself, that follow from what its customer asked or from today,
 * or that stand among its totals, too.
 */
export const fieldsBesideVersion: ReadonlySet<string> = new Set([
  'sourceModifiedAt',
  'ingestedAt',
  'statusChangedAt',
  'late',
  'gross',
  'paid',
  'open',
  'disputed',
  'disputedAmount',
  'promisedPayment',
])
