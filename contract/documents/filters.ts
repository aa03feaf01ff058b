import { type TOptional, type TString, Type } from 'typebox'
import { CalendarDate } from '../values.ts'
import { dateFields, filterPatterns, sortPattern, statusPattern } from './filter-patterns.ts'
import { periods } from './periods.ts'

const trueOnly = Type.Optional(Type.Enum(['true']))

type PatternSchemas = Record<keyof typeof filterPatterns, TOptional<TString>>
const patternSchemas = Object.fromEntries(
  Object.entries(filterPatterns).map(([name, pattern]) => [name, Type.Optional(Type.String({ pattern }))]),
) as PatternSchemas

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
  late: trueOnly,
  needsAction: trueOnly,
  open: trueOnly,
} as const

/** The filters and the sorting of a list. */
export const listFilters = {
  /** Statuses, separated by commas. */
  status: Type.Optional(Type.String({ maxLength: 300, pattern: statusPattern })),
  ...filtersWithoutStatus,
  /** A field of the definition's `sorts`, with a leading minus for descending order. */
  sort: Type.Optional(Type.String({ maxLength: 40, pattern: sortPattern })),
} as const
