import type { GuessChoices } from '#contract/imports/guess.ts'
import type { ImportProfile, ProfileFields } from '#contract/imports/profile.ts'
import type { Column, ProfileValue } from '#contract/imports/values.ts'
import { documentTypes } from '#contract/values.ts'
import { normalizeWord } from './value-words.ts'

export type Formulas = NonNullable<GuessChoices['formulas']>
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

/** Whether a value is what a column says, alone or by a value table, or what every profile has. */
function isPlain(field: string, value: ProfileValue): boolean {
  if ('lookup' in value) return isPlain(field, value.lookup)
  if ('constant' in value) return field === 'currency' || value.constant === '' || /(^|\.)type$/.test(field)
  return 'column' in value || 'position' in value
}

/** The values that the newest profile of this type puts together of columns that are there. */
export function earlierFormulas(
  earlier: readonly ImportProfile[],
  type: string,
  { headings, lineHeadings }: { headings: readonly string[]; lineHeadings: readonly string[] },
): Formulas {
  const [own, ofLines] = [headings, lineHeadings].map((names) => new Set(names.map(normalizeWord)))
  const isThere = (value: ProfileValue, names: ReadonlySet<string> | undefined) =>
    columnsOf(value).every((column) => names?.has(normalizeWord(String(column)))) &&
    // The value table of another profile may not be there.
    !JSON.stringify(value).includes('"lookup":')
  for (const { documents } of earlier) {
    const { customer, fields, lists = [] } = documents
    const typed = fields.type
    if (!typed || !('constant' in typed) || typed.constant !== type) continue
    const lines = lists.find(({ into, each }) => into === 'lines' && each === undefined)
    const all: [string, ProfileValue, ReadonlySet<string> | undefined][] = [
      ...Object.entries(fields).map(
        ([field, value]) => [field === 'number' ? `number of ${type}` : field, value, own] as const,
      ),
      ...Object.entries(lines?.fields ?? {}).map(
        ([field, value]) => [`lines.${field}`, value, lines?.from ? ofLines : own] as const,
      ),
      ...Object.entries(customerBy).flatMap(([field, by]) =>
        customer.by === by ? [[field, customer.value, own] as const] : [],
      ),
    ].map((entry) => [...entry])
    const together = all.filter(([field, value, names]) => !isPlain(field, value) && isThere(value, names))
    return Object.fromEntries(together.map(([field, value]) => [field, value]))
  }
  return {}
}

/** Values that are put together, by the place in the profile where each belongs. */
export function placeFormulas(
  formulas: Formulas,
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
