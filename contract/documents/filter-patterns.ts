import { calendarDatePattern } from '../values/dates.ts'
import type { DocumentType } from '../values.ts'
import type { Fields } from './definition.ts'
import { periods } from './periods.ts'
import { definitions } from './types.ts'

/** The dates by which a list can be filtered: the date of issue, and the key date of the type's definition. */
export const dateFields = ['issueDate', 'keyDate'] as const

const oneOf = (values: readonly string[]) => `^(${values.join('|')})$`
const amount = '^-?[0-9]{1,14}(\\.[0-9]{1,4})?$'

/** Filters that are switched on, `true`: a box to tick. */
export const flagFilters = ['late', 'needsAction', 'open', 'disputed', 'undisputed', 'dangerous'] as const

/** The fields by which the definitions let lists be filtered. */
export type FieldFilter = (typeof definitions)[DocumentType]['filters'][number]

/** The fields by which lists are filtered, each with the values that it has in any type. */
export const fieldFilters = Object.values(definitions).reduce<Record<string, readonly string[]>>(
  (all, { fields, filters }: { fields: Fields; filters: readonly string[] }) => {
    for (const name of filters) all[name] = [...new Set([...(all[name] ?? []), ...(fields[name]?.values ?? [])])]
    return all
  },
  {},
) as Readonly<Record<FieldFilter, readonly string[]>>

const patternOf = <Name extends string>(names: readonly Name[], pattern: (name: Name) => string) =>
  Object.fromEntries(names.map((name) => [name, pattern(name)])) as Record<Name, string>

/**
 * The filters of a list except its status, each with the form of its values: as the server checks them, and as they
 * stand in a page's address. Plain texts, because the browser has no schemas.
 */
export const filterPatterns = {
  /** First and last day, both included. */
  from: calendarDatePattern,
  to: calendarDatePattern,
  /** A range of days relative to the supplier's today; cannot be combined with `from` or `to`. */
  period: oneOf(periods),
  /** The date to which `from`, `to` and `period` apply; the date of issue when absent. Documents without it are left out. */
  dateField: oneOf(dateFields),
  /** Words, a number, a reference, a SKU, a tracking number. */
  q: '^[^]{1,200}$',
  /** Least and greatest amount including tax, both included, and its currency. For viewers who may see prices. */
  over: amount,
  under: amount,
  currency: '^[A-Z]{3}$',
  /**
   * Only documents that are late, that wait for the customer, that are not finished, that are disputed, or of which something is
   * due that is not disputed (the definition says which of these a type has), or that have a line of dangerous goods.
   */
  ...patternOf(flagFilters, () => '^true$'),
  /** Only documents whose field has this value. */
  ...patternOf(Object.keys(fieldFilters) as FieldFilter[], (name) => oneOf(fieldFilters[name])),
} as const

/** Statuses, separated by commas. */
export const statusPattern = '^[a-z_]+(,[a-z_]+)*$'
/** A field of the definition's `sorts`, with a leading minus for descending order. */
export const sortPattern = '^-?[a-zA-Z]+$'
