/*
 * What of a document a customer cares for when it changes. What happened is kept from the moment a document is known;
 * that it came to be is told by the document itself.
 */

/** Fields of the header that may change; `attachment` and `trackingNumber` name what came or went. */
const changingFields = [
  'status',
  'fulfilment',
  'billing',
  'payment',
  'revision',
  'customerReference',
  'validUntil',
  'dueDate',
  'requestedDate',
  'promisedDate',
  'estimatedDate',
  'despatchDate',
  'deliveredDate',
  'carrier',
  'trackingNumber',
  'holdReason',
  'paymentTerms',
  'deliveryTerms',
  'shipTo',
  'attachment',
] as const

/** Fields of a line that may change; `line` is the line itself, by what it is of: without `old` it was added. */
export const changingLineFields = [
  'line',
  'sku',
  'quantity',
  'unit',
  'requestedDate',
  'promisedDate',
  'estimatedDate',
  'leadTimeDays',
] as const

/** Amounts of the header, and of a line: kept apart, and read with the permission `prices` alone. */
const changingAmounts = ['net', 'discount', 'charges', 'tax', 'gross', 'paid'] as const
export const changingLineAmounts = ['unitPrice', 'discountPercent', 'amount'] as const

export const changedFields = [
  ...new Set([...changingFields, ...changingLineFields, ...changingAmounts, ...changingLineAmounts]),
] as const
export type ChangedField = (typeof changedFields)[number]

/**
 * One field that changed, as it is stored. Without `lines` it is the document's own; otherwise all lines named changed
 * alike. `old` null: it was not known before; `new` null: it is not known any more.
 */
export type StoredChange = { field: ChangedField; old: string | null; new: string | null; lines?: string[] }

/** The dates that say when goods come: a change of one that was known is a promise moved. */
export const promiseFields = ['promisedDate', 'estimatedDate'] as const

const amounts: ReadonlySet<string> = new Set([...changingAmounts, ...changingLineAmounts])

/** Whether a field holds an amount, which only the permission `prices` shows. */
export function isAmountField(field: string): boolean {
  return amounts.has(field)
}
