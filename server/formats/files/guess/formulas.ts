import type { GuessChoices } from '#contract/imports/guess.ts'
import type { ImportProfile, ProfileFields } from '#contract/imports/profile.ts'
import type { Column, ProfileValue } from '#contract/imports/values.ts'
import { documentTypes } from '#contract/values.ts'

type ColumnValue = Extract<ProfileValue, { column: Column }>
type Customer = ImportProfile['documents']['customer']

const isColumn = (part: object): part is ColumnValue => 'column' in part

/** The value with each of its columns changed. */
export function mapColumns(value: ProfileValue, change: (column: ColumnValue) => ProfileValue): ProfileValue {
  const mapped = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(mapped)
    if (typeof part !== 'object' || part === null) return part
    if (isColumn(part)) return change(part)
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, mapped(inner)]))
  }
  return mapped(value) as ProfileValue
}

/** The columns that a value reads, each once. */
export function columnsOf(value: ProfileValue): Column[] {
  const columns = new Set<Column>()
  mapColumns(value, (part) => {
    columns.add(part.column)
    return part
  })
  return [...columns]
}

const customerBy = { account: 'number', vat: 'vat', gln: 'gln' } as const
const isCustomer = (field: string): field is keyof typeof customerBy => Object.hasOwn(customerBy, field)

/** The values that somebody put together, by the place in the profile where each belongs. */
export function placeFormulas(
  { formulas = {} }: GuessChoices,
  type: string,
): { fields: ProfileFields; lineFields: ProfileFields; customer: Customer | undefined } {
  const fields: ProfileFields = {}
  const lineFields: ProfileFields = {}
  let customer: Customer | undefined
  for (const [field, value] of Object.entries(formulas)) {
    if (isCustomer(field)) customer = { by: customerBy[field], value }
    else if (field === `number of ${type}`) fields.number = value
    else if (field.startsWith('lines.')) lineFields[field.slice(6)] = value
    else if (!documentTypes.some((other) => field === `number of ${other}`) && field !== 'accountName')
      fields[field] = value
  }
  return { fields, lineFields, customer }
}
