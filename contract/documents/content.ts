import { fromMillionths, toMillionths } from '../money.ts'
import { type ChangedField, isAmountField } from './changes.ts'
import type { StoredDetails, StoredLine } from './stored-details.ts'

/** Fields and what they say; what is not known is null or absent. */
export type FieldValues = Partial<Record<ChangedField, string | null | undefined>>

/** What a document says, as far as its changes are kept and its versions are compared. Lines by their names. */
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

/** The fields of a header by the row and the details that it is stored as. */
export function headerValues(
  row: Readonly<FieldValues>,
  details: StoredDetails & Record<string, unknown>,
): FieldValues {
  const { revision, holdReason, paymentTerms, deliveryTerms, shipTo } = details
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    ...{ customerReference: row.customerReference, carrier: row.carrier },
    ...{ validUntil: row.validUntil, dueDate: row.dueDate, requestedDate: row.requestedDate },
    ...{ promisedDate: row.promisedDate, estimatedDate: row.estimatedDate },
    ...{ despatchDate: row.despatchDate, deliveredDate: row.deliveredDate },
    ...{ net: row.net, discount: row.discount, charges: row.charges, tax: row.tax, gross: row.gross, paid: row.paid },
    ...{ revision: text(revision), holdReason: text(holdReason), paymentTerms, deliveryTerms },
    shipTo: shipTo ? formatAddress(shipTo) : null,
  }
}

function formatAddress(party: NonNullable<StoredDetails['shipTo']>): string {
  const town = [party.postalCode, party.city].filter(Boolean).join(' ')
  return [party.name, ...(party.lines ?? []), town, party.region, party.country].filter(Boolean).join(', ')
}

/** The lines by their names; what is only a text among them is left out. */
export function lineValues(rows: readonly ContentLine[]): Map<string, FieldValues> {
  return new Map(rows.filter(({ kind }) => kind !== 'text').map((row) => [row.line, valuesOfLine(row)]))
}

function valuesOfLine({ sku, quantity, unit, amount, details }: ContentLine): FieldValues {
  const { name, unitPrice, discountPercent, requestedDate, promisedDate, estimatedDate, leadTimeDays } = details
  const line = [sku, name].filter(Boolean).join(' ')
  return {
    ...{ line, sku, quantity, unit, requestedDate, promisedDate, estimatedDate, leadTimeDays },
    ...{ unitPrice, discountPercent, amount },
  }
}

/** A value as it is compared and kept: decimals without idle zeros, nothing as null, no text without end. */
export function normaliseValue(field: ChangedField, value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null
  if (field === 'quantity' || isAmountField(field)) return fromMillionths(toMillionths(value))
  return value.length > maxValueLength ? `${value.slice(0, maxValueLength - 1)}…` : value
}
