import { Type } from 'typebox'
import { CalendarDate } from '../values.ts'
import { periods } from './periods.ts'

/** The dates by which a list can be narrowed: of issue, and the one that its type's definition names as the key date. */
export const dateFields = ['issueDate', 'keyDate'] as const

const amount = Type.String({ pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,4})?$' })
const trueOnly = Type.Enum(['true'])

/** What narrows a list besides its status; the web keeps exactly these in the page's address. */
export const filtersWithoutStatus = {
  /** Which date `from`, `to` and `period` mean: of issue when absent. Documents without it are then left out. */
  dateField: Type.Optional(Type.Enum(dateFields)),
  /** First and last day, both included. */
  from: Type.Optional(CalendarDate),
  to: Type.Optional(CalendarDate),
  /** A stretch of days as of the supplier's today; not together with `from` or `to`. */
  period: Type.Optional(Type.Enum(periods)),
  /** Words, a number, a reference, a SKU, a tracking number. */
  q: Type.Optional(Type.String({ maxLength: 200 })),
  /** Least and greatest amount with tax, both included, and its currency. For viewers who may see prices. */
  over: Type.Optional(amount),
  under: Type.Optional(amount),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  /** Only what is late, waits for the customer, or still wants something to happen; which of them a type has, its definition says. */
  late: Type.Optional(trueOnly),
  needsAction: Type.Optional(trueOnly),
  open: Type.Optional(trueOnly),
} as const

/** What narrows and sorts a list. */
export const listFilters = {
  /** Statuses, separated by commas. */
  status: Type.Optional(Type.String({ maxLength: 300, pattern: '^[a-z_]+(,[a-z_]+)*$' })),
  ...filtersWithoutStatus,
  /** A field of the definition's `sorts`, with a minus before it for descending. */
  sort: Type.Optional(Type.String({ maxLength: 40, pattern: '^-?[a-zA-Z]+$' })),
} as const
