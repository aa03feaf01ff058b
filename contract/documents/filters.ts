import { type TOptional, type TSchema, type TString, Type } from 'typebox'
import { CalendarDate } from '../values/dates.ts'
import { dateFields, fieldFilters, filterPatterns, flagFilters, sortPattern, statusPattern } from './filter-patterns.ts'
import { periods } from './periods.ts'

type PatternSchemas = Record<keyof typeof filterPatterns, TOptional<TString>>
const patternSchemas = Object.fromEntries(
  Object.entries(filterPatterns).map(([name, pattern]) => [name, Type.Optional(Type.String({ pattern }))]),
) as PatternSchemas

const choicesOf = (filters: readonly (readonly [string, readonly string[]])[]): Record<never, TSchema> =>
  Object.fromEntries(filters.map(([name, values]) => [name, Type.Optional(Type.Enum([...values]))]))

/**
 * The filters of a list except its status, by their patterns; those with a closed list of values, dates and words have
 * schemas that say more.
 */
export const filtersWithoutStatus = {
  ...patternSchemas,
  from: Type.Optional(CalendarDate),
  to: Type.Optional(CalendarDate),
  period: Type.Optional(Type.Enum(periods)),
  dateField: Type.Optional(Type.Enum(dateFields)),
  q: Type.Optional(Type.String({ maxLength: 200 })),
  ...choicesOf(flagFilters.map((name) => [name, ['true']])),
  ...choicesOf(Object.entries(fieldFilters)),
}

/** The filters and the sorting of a list. */
export const listFilters = {
  /** Statuses, separated by commas. */
  status: Type.Optional(Type.String({ maxLength: 300, pattern: statusPattern })),
  ...filtersWithoutStatus,
  /** A field of the definition's `sorts`, with a leading minus for descending order. */
  sort: Type.Optional(Type.String({ maxLength: 40, pattern: sortPattern })),
} as const
