import { headerFieldList, headerFieldsWith } from './header-fields.ts'
import { allLineFields, lineFieldsWith } from './line-fields.ts'
import { particulars } from './particulars.ts'
import { definitions } from './types.ts'

/*
 * The fields whose changes matter to a customer. Changes are recorded from a document's first version on; the creation
 * itself is not a change.
 */

/** Fields that are only shown, and whose changes are recorded. */
export const recordedHeaderFields = headerFieldsWith('history')

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
  ...recordedHeaderFields,
  'shipTo',
  'attachment',
] as const

/** Amounts of the header: stored apart, and readable only with the permission `prices`. */
const changingAmounts = ['net', 'discount', 'charges', 'tax', 'gross', 'paid'] as const

/** Fields of a line whose changes are recorded, and whose values are kept for that. */
export const recordedLineFields = lineFieldsWith('history')

/** Line fields whose changes are recorded; `line` is the line itself, named by its item: without `old` it was added. */
export const changingLineFields = ['line', ...recordedLineFields] as const

export const changedFields = [...new Set([...changingFields, ...changingLineFields, ...changingAmounts])] as const
export type ChangedField = (typeof changedFields)[number]

/**
 * One change of a field as it is stored. Without `lines` the field is the header's own; otherwise all the lines named
 * changed in the same way. `old` is null when the value was not known before, `new` when it is no longer known.
 */
export type StoredChange = { field: ChangedField; old: string | null; new: string | null; lines?: string[] }

/** The dates that say when goods arrive: a change of a known date means that the promise moved. */
export const promiseFields = ['promisedDate', 'estimatedDate'] as const

/** The lists of fields that are only shown; a name has the same meaning in each. */
const lists: readonly Readonly<Record<string, { kind?: string; priced?: true }>>[] = [
  Object.fromEntries(headerFieldList),
  ...Object.values(definitions).map(({ header }) => header),
  ...Object.values(particulars),
  allLineFields,
]
const kindsOf = (name: string) => lists.map((fields) => fields[name]?.kind)

const amounts: ReadonlySet<string> = new Set<string>([
  ...changingAmounts,
  ...[...recordedHeaderFields, ...recordedLineFields].filter(
    (name) => lists.some((fields) => fields[name]?.priced) || kindsOf(name).includes('money'),
  ),
])

/** Whether a field holds an amount, or tells one: it is stored apart and shown only with the permission `prices`. */
export function isAmountField(field: string): boolean {
  return amounts.has(field)
}

type ValueKind = 'money' | 'decimal' | 'text'

const sums: ReadonlySet<string> = new Set(changingAmounts)
const valueKinds: ReadonlyMap<string, ValueKind> = new Map(
  changedFields.map((name) => {
    const kinds = kindsOf(name)
    const isDecimal = kinds.includes('quantity') || kinds.includes('percent')
    return [name, sums.has(name) || kinds.includes('money') ? 'money' : isDecimal ? 'decimal' : 'text']
  }),
)

/** What the values of a changed field are: money, another decimal number, or text. */
export function kindOfChange(field: string): ValueKind {
  return valueKinds.get(field) ?? 'text'
}
