import { calendarDatePattern } from '../values.ts'
import { periods } from './periods.ts'

/** The dates by which a list can be filtered: the date of issue, and the key date of the type's definition. */
export const dateFields = ['issueDate', 'keyDate'] as const

const oneOf = (values: readonly string[]) => `^(${values.join('|')})$`
const amount = '^-?[0-9]{1,14}(\\.[0-9]{1,4})?$'
const trueOnly = '^true$'

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
   * Only documents that are late, that wait for the customer, or that are not finished; the definition says which of
   * these a type has.
   */
  late: trueOnly,
  needsAction: trueOnly,
  open: trueOnly,
} as const

/** Statuses, separated by commas. */
export const statusPattern = '^[a-z_]+(,[a-z_]+)*$'
/** A field of the definition's `sorts`, with a leading minus for descending order. */
export const sortPattern = '^-?[a-zA-Z]+$'
