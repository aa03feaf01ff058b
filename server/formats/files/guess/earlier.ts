import type { GuessChoices } from '#contract/imports/guess.ts'
import type { ImportProfile, ProfileFields } from '#contract/imports/profile.ts'
import type { ProfileValue } from '#contract/imports/values.ts'
import { because } from './dialect.ts'
import type { ColumnGuess } from './fields.ts'
import { normalizeWord } from './value-words.ts'

/** The column that a value is, alone or looked up in a value table. */
function columnOf(value: ProfileValue | undefined): string | undefined {
  if (value === undefined) return undefined
  if ('lookup' in value) return columnOf(value.lookup)
  return 'column' in value && typeof value.column === 'string' ? value.column : undefined
}

const keyNames = { number: 'account', vat: 'vat', gln: 'gln', name: 'accountName' } as const

/** The field of each column that a profile reads alone, by its heading. */
function fieldsByHeading({ documents }: ImportProfile): Map<string, string> {
  const fields = new Map<string, string>()
  const add = (value: ProfileValue | undefined, field: string) => {
    const heading = columnOf(value)
    if (heading !== undefined) fields.set(normalizeWord(heading), field)
  }
  const typeOf = (value: ProfileValue | undefined) => (value && 'constant' in value ? value.constant : undefined)
  const addAll = (all: ProfileFields, prefix: string) => {
    for (const [field, value] of Object.entries(all)) {
      const reference = /^references\[(\d+)\]\.number$/.exec(field)?.[1]
      if (reference !== undefined) add(value, `number of ${typeOf(all[`references[${reference}].type`]) ?? ''}`)
      else if (prefix === '' && field === 'number') add(value, `number of ${typeOf(all.type) ?? ''}`)
      else add(value, `${prefix}${field}`)
    }
  }
  addAll(documents.fields, '')
  for (const { into, fields: own } of documents.lists ?? []) if (into === 'lines') addAll(own, 'lines.')
  add(documents.customer.value, keyNames[documents.customer.by])
  return fields
}

/** What is known of columns by their headings: what somebody chose, and what earlier profiles have. */
export function knownColumns(
  columns: GuessChoices['columns'],
  earlier: readonly ImportProfile[],
): (heading: string) => readonly ColumnGuess[] {
  const profiles = earlier.map((profile) => ({ name: profile.title ?? profile.name, fields: fieldsByHeading(profile) }))
  return (heading) => {
    const chosen = columns?.[heading]
    if (chosen !== undefined) return [{ heading, field: chosen, certainty: 1, because: because('chosen') }]
    for (const { name, fields } of profiles) {
      const field = fields.get(normalizeWord(heading))
      if (field !== undefined) return [{ heading, field, certainty: 0.98, because: because('earlier', name) }]
    }
    return []
  }
}
