/*
 * The fields whose changes matter to a customer. Changes are recorded from a document's first version on; the creation
 * itself is not a change.
 */

/** Header fields whose changes are recorded; `attachment` and `trackingNumber` name what was added or removed. */
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

/** Line fields whose changes are recorded; `line` is the line itself, named by its item: without `old` it was added. */
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

/** Amounts of the header and of a line: stored apart, and readable only with the permission `prices`. */
const changingAmounts = ['net', 'discount', 'charges', 'tax', 'gross', 'paid'] as const
export const changingLineAmounts = ['unitPrice', 'discountPercent', 'amount'] as const

export const changedFields = [
  ...new Set([...changingFields, ...changingLineFields, ...changingAmounts, ...changingLineAmounts]),
] as const
export type ChangedField = (typeof changedFields)[number]

/**
 * One change of a field as it is stored. Without `lines` the field is the header's own; otherwise all the lines named
 * changed in the same way. `old` is null when the value was not known before, `new` when it is no longer known.
 */
export type StoredChange = { field: ChangedField; old: string | null; new: string | null; lines?: string[] }

/** The dates that say when goods arrive: a change of a known date means that the promise moved. */
export const promiseFields = ['promisedDate', 'estimatedDate'] as const

const amounts: ReadonlySet<string> = new Set([...changingAmounts, ...changingLineAmounts])

/** Whether a field holds an amount, which is shown only with the permission `prices`. */
export function isAmountField(field: string): boolean {
  return amounts.has(field)
}
