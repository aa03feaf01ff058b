import { Type } from 'typebox'
import { CalendarDate } from '../values.ts'
import { periods } from './periods.ts'

/** The dates by which a list can be filtered: the date of issue, and the key date of the type's definition. */
export const dateFields = ['issueDate', 'keyDate'] as const

const amount = Type.String({ pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,4})?$' })
const trueOnly = Type.Enum(['true'])

/** The filters of a list except its status; the web keeps exactly these in the page's URL. */
export const filtersWithoutStatus = {
  /**
   * The date to which `from`, `to` and `period` apply; the date of issue when absent. Documents without it are left
   * out.
   */
  dateField: Type.Optional(Type.Enum(dateFields)),
  /** First and last day, both included. */
  from: Type.Optional(CalendarDate),
  to: Type.Optional(CalendarDate),
  /** A range of days relative to the supplier's today; cannot be combined with `from` or `to`. */
  period: Type.Optional(Type.Enum(periods)),
  /** Words, a number, a reference, a SKU, a tracking number. */
  q: Type.Optional(Type.String({ maxLength: 200 })),
  /** Least and greatest amount including tax, both included, and its currency. For viewers who may see prices. */
  over: Type.Optional(amount),
  under: Type.Optional(amount),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  /**
   * Only documents that are late, that wait for the customer, or that are not finished; the definition says which of
   * these a type has.
   */
  late: Type.Optional(trueOnly),
  needsAction: Type.Optional(trueOnly),
  open: Type.Optional(trueOnly),
} as const

/** The filters and the sorting of a list. */
export const listFilters = {
  /** Statuses, separated by commas. */
  status: Type.Optional(Type.String({ maxLength: 300, pattern: '^[a-z_]+(,[a-z_]+)*$' })),
  ...filtersWithoutStatus,
  /** A field of the definition's `sorts`, with a leading minus for descending order. */
  sort: Type.Optional(Type.String({ maxLength: 40, pattern: '^-?[a-zA-Z]+$' })),
} as const
