import type { DocumentType } from '#contract/values.ts'

/** The types whose changes are counted by themselves; those of others are known by the total. */
export const countedTypes = ['quotes', 'orders', 'shipments', 'invoices'] as const

/** What the database announces of an account whose documents or notices changed. */
export type AccountChange = {
  accountId: string
  /** How often its documents have changed, of the types that are counted. */
  versions: Readonly<Partial<Record<DocumentType, string>>>
}

/** Reads an announcement: the account and a number for each type, as notify_account_changed writes them. */
export function readAccountChange(payload: string): AccountChange {
  const [accountId = '', ...numbers] = payload.split(' ')
  return { accountId, versions: Object.fromEntries(countedTypes.map((type, index) => [type, numbers[index] ?? ''])) }
}
