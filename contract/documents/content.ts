import { fromMillionths, toMillionths } from '../money.ts'
import { type ChangedField, kindOfChange, recordedHeaderFields, recordedLineFields } from './changes.ts'
import type { StoredDetails, StoredLine } from './stored-details.ts'

/** Values by field; a value that is not known is null or absent. */
export type FieldValues = Partial<Record<ChangedField, string | null | undefined>>

/**
 * The content of a document as far as its changes are recorded and its versions compared. Lines are keyed by number.
 */
export type DocumentContent = {
  header: FieldValues
  trackingNumbers: readonly string[]
  lines: ReadonlyMap<string, Readonly<FieldValues>>
}

export type ContentLine = {
  line: string
  kind: string
  sku: string | null
  quantity: string | null
  unit: string | null
  amount: string | null
  details: StoredLine
}

const maxValueLength = 500

/** Returns the header fields of a document from its row and its stored details. */
export function headerValues(
  row: Readonly<FieldValues>,
  details: StoredDetails & Record<string, unknown>,
): FieldValues {
  const { revision, holdReason, shipTo } = details
  return {
    ...{ customerReference: row.customerReference, carrier: row.carrier },
    ...{ validUntil: row.validUntil, dueDate: row.dueDate, requestedDate: row.requestedDate },
    ...{ promisedDate: row.promisedDate, estimatedDate: row.estimatedDate },
    ...{ despatchDate: row.despatchDate, deliveredDate: row.deliveredDate },
    ...{ net: row.net, discount: row.discount, charges: row.charges, tax: row.tax, gross: row.gross, paid: row.paid },
    ...{ revision: textOrNull(revision), holdReason: textOrNull(holdReason) },
    ...Object.fromEntries(recordedHeaderFields.map((name) => [name, textOrNull(details[name])])),
    shipTo: shipTo ? formatAddress(shipTo) : null,
  }
}

function formatAddress(party: NonNullable<StoredDetails['shipTo']>): string {
  const town = [party.postalCode, party.city].filter(Boolean).join(' ')
  return [party.name, ...(party.lines ?? []), town, party.region, party.country].filter(Boolean).join(', ')
}

/** Returns the values of each line, keyed by line number; text lines are left out. */
export function lineValues(rows: readonly ContentLine[]): Map<string, FieldValues> {
  return new Map(rows.filter(({ kind }) => kind !== 'text').map((row) => [row.line, valuesOfLine(row)]))
}

function valuesOfLine({ details, ...columns }: ContentLine): FieldValues {
  const values: Readonly<Record<string, unknown>> = { ...details.details, ...details, ...columns }
  const recorded: FieldValues = { line: [columns.sku, details.name].filter(Boolean).join(' ') }
  for (const name of recordedLineFields) recorded[name] = textOrNull(values[name])
  return recorded
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

/**
 * Returns a value as it is compared and stored: decimals without trailing zeros, texts cut to 500 characters, missing
 * values as null.
 */
export function normaliseValue(field: ChangedField, value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null
  if (kindOfChange(field) !== 'text') return fromMillionths(toMillionths(value))
  return value.length > maxValueLength ? `${value.slice(0, maxValueLength - 1)}…` : value
}
