import { type Static, Type } from 'typebox'
import { changedFields } from './documents/changes.ts'
import type { listFilters } from './documents/filters.ts'
import { definitions } from './documents/types.ts'
import { endpoint } from './endpoint.ts'
import { requestSubjects } from './requests/conversation-rules.ts'
import { type RuledRequestKind, requestRules } from './requests/rules.ts'
import { CalendarDate } from './values/dates.ts'
import { nullable, OptionalText } from './values/nullable.ts'
import { type DocumentType, DocumentTypeSchema, type documentTypes, Person } from './values.ts'

/** A list's filters, as they stand in its URL. */
export type ListFilter = { [K in keyof typeof listFilters]?: string }
/** A list and its filters: the rows that a figure counts. */
export type CountedList = { type: DocumentType; filter: ListFilter }

const activeStatuses = (type: DocumentType): string => definitions[type].active.join(',')
/** Statuses of shipments that have left and have not arrived. */
export const underwayStatuses = ['picked_up', 'in_transit', 'customs', 'out_for_delivery'] as const
/** Statuses of an invoice that is not yet due or has no due date. */
const unpaidStatuses = 'open,partially_paid'

/** Each figure of the dashboard with the list that it counts and links to: the figure is that list's total. */
export const figures = {
  openQuotes: { type: 'quotes', filter: { status: activeStatuses('quotes') } },
  openOrders: { type: 'orders', filter: { status: activeStatuses('orders') } },
  underway: { type: 'shipments', filter: { status: underwayStatuses.join(',') } },
  arriving: {
    type: 'shipments',
    filter: { status: activeStatuses('shipments'), dateField: 'keyDate', period: 'next_7_days', sort: 'keyDate' },
  },
  lateOrders: { type: 'orders', filter: { status: activeStatuses('orders'), late: 'true', sort: 'keyDate' } },
  lateShipments: { type: 'shipments', filter: { status: activeStatuses('shipments'), late: 'true', sort: 'keyDate' } },
  openInvoices: { type: 'invoices', filter: { status: activeStatuses('invoices'), sort: 'keyDate' } },
  overdue: { type: 'invoices', filter: { status: 'overdue', undisputed: 'true', sort: 'keyDate' } },
} as const satisfies Record<string, CountedList>
export type FigureName = keyof typeof figures
const figureNames = Object.keys(figures) as FigureName[]

/** Returns the list of a type's documents that wait for the customer, the most urgent first. */
export const needsActionList = (type: DocumentType): CountedList => ({
  type,
  filter: { needsAction: 'true', sort: 'keyDate' },
})

/** Ranges of days for which an open amount has been due; the first holds amounts not yet due or without a due date. */
export const ageBands = [
  { name: 'notDue', from: null, to: null },
  { name: 'days30', from: 1, to: 30 },
  { name: 'days60', from: 31, to: 60 },
  { name: 'days90', from: 61, to: 90 },
  { name: 'older', from: 91, to: null },
] as const
export type AgeBand = (typeof ageBands)[number]['name']

/** Returns the list of open invoices in one currency that fall into this age band as of `today`, without what is disputed. */
export function ageingList(band: AgeBand, currency: string, today: string): CountedList {
  const { from, to } = ageBands.find(({ name }) => name === band) ?? ageBands[0]
  if (from === null)
    return { type: 'invoices', filter: { status: unpaidStatuses, currency, undisputed: 'true', sort: 'keyDate' } }
  return {
    type: 'invoices',
    filter: {
      status: 'overdue',
      currency,
      undisputed: 'true',
      dateField: 'keyDate',
      ...(to === null ? {} : { from: plusDays(today, -to) }),
      to: plusDays(today, -from),
      sort: 'keyDate',
    },
  }
}

/** Returns the list of open invoices in one currency that are disputed. */
export const disputedList = (currency: string): CountedList => ({
  type: 'invoices',
  filter: { status: activeStatuses('invoices'), currency, disputed: 'true', sort: 'keyDate' },
})

/**
 * Returns the list of invoices and credit notes in one currency that make up a month's spend; `month` is its first day.
 */
export function spendList(month: string, currency: string): CountedList {
  const [year, monthNumber] = month.split('-').map(Number) as [number, number]
  const lastDay = new Date(Date.UTC(year, monthNumber, 0)).toISOString().slice(0, 10)
  const statuses = Object.keys(definitions.invoices.statuses).filter((status) => status !== 'cancelled')
  return { type: 'invoices', filter: { status: statuses.join(','), from: month, to: lastDay, currency } }
}

/** Returns the list of shipments that are expected on one day. */
export function arrivalList(day: string): CountedList {
  return {
    type: 'shipments',
    filter: { status: activeStatuses('shipments'), dateField: 'keyDate', from: day, to: day },
  }
}

/** Returns the calendar date `days` days later or earlier. */
export function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The number of months that the spend and punctuality charts cover. */
export const monthsBack = 12

const Amount = Type.Object({ currency: Type.String(), amount: Type.String() })
/**
 * One amount per currency, since currencies are never added up; the largest first. Empty without the permission
 * `prices`.
 */
const Amounts = Type.Array(Amount)
const Figure = Type.Object({ count: Type.Integer(), amounts: Amounts })

const WaitingDocument = Type.Object({
  type: DocumentTypeSchema,
  number: Type.String(),
  status: Type.String(),
  customerReference: OptionalText,
  promisedDate: OptionalText,
  /** The date that matters most for the type: valid until, expected, due. */
  keyDate: OptionalText,
  currency: OptionalText,
  /** The total of a quote or order, what is open of an invoice without what is disputed; null without the permission `prices`. */
  amount: OptionalText,
  /** What is disputed of an invoice; null when nothing is, and without the permission `prices`. */
  disputedAmount: OptionalText,
  /** The main request that answers it; null when the viewer's role may make none. */
  act: Type.Unsafe<RuledRequestKind | null>({ type: ['string', 'null'], enum: [...Object.keys(requestRules), null] }),
})
export type WaitingDocument = Static<typeof WaitingDocument>

const WaitingApproval = Type.Object({
  number: Type.String(),
  customerReference: OptionalText,
  /** Who asks, and since when. */
  askedBy: Type.String(),
  askedAt: Type.String(),
  currency: OptionalText,
  amount: OptionalText,
})

const OpenQuestion = Type.Object({
  /** Of the message that asks. */
  id: Type.String(),
  /** A document and its number, or the account. */
  type: Type.Enum([...requestSubjects]),
  number: OptionalText,
  /** Whether a document stands behind it; not so with enquiries. */
  isDocument: Type.Boolean(),
  askedBy: OptionalText,
  askedAt: Type.String(),
  /** The beginning of the question. */
  words: OptionalText,
})

const Arrival = Type.Object({
  number: Type.String(),
  status: Type.String(),
  customerReference: OptionalText,
  carrier: OptionalText,
  late: Type.Boolean(),
})

/** Everything on the first page. What the viewer's role may not see is null or missing, as if it did not exist. */
export const Dashboard = Type.Object({
  /** The supplier's calendar date, on which everything here is based. */
  today: CalendarDate,
  /** When the supplier's system last sent something; null when not known. */
  asOf: OptionalText,
  /** When the viewer last visited before this visit; null on the first visit. */
  lastVisitAt: OptionalText,
  /** True when the account has no document that the viewer may see. */
  empty: Type.Boolean(),
  needsAction: Type.Array(
    Type.Object({ type: DocumentTypeSchema, count: Type.Integer(), rows: Type.Array(WaitingDocument) }),
  ),
  /** The open quotes of which colleagues asked the viewer to approve, the one asked longest ago first. */
  approvals: Type.Array(WaitingApproval),
  /** What the supplier asked back and nobody has answered, at most 20, the one that waits the longest first. */
  questions: Type.Array(OpenQuestion),
  figures: Type.Object(
    Object.fromEntries(figureNames.map((name) => [name, Type.Optional(Figure)])) as Record<
      FigureName,
      ReturnType<typeof Type.Optional<typeof Figure>>
    >,
  ),
  /** Open amounts by currency and age band. */
  ageing: Type.Array(
    Type.Object({
      currency: Type.String(),
      bands: Type.Array(
        Type.Object({
          band: Type.Enum(ageBands.map(({ name }) => name)),
          count: Type.Integer(),
          amount: Type.String(),
        }),
      ),
      /** What is disputed, and so in none of the bands; null when nothing is. */
      disputed: nullable(Type.Object({ count: Type.Integer(), amount: Type.String() })),
    }),
  ),
  /** The last twelve full months, by the date first promised: orders promised, and orders delivered in full by then. */
  punctuality: Type.Array(Type.Object({ month: CalendarDate, promised: Type.Integer(), kept: Type.Integer() })),
  /** Invoices less credit notes, by currency, for the last twelve months including this one. */
  spend: Type.Array(
    Type.Object({
      currency: Type.String(),
      months: Type.Array(Type.Object({ month: CalendarDate, count: Type.Integer(), amount: Type.String() })),
    }),
  ),
  /** Shipments expected within seven days, today first; days without shipments are left out. */
  arriving: Type.Array(Type.Object({ day: CalendarDate, count: Type.Integer(), rows: Type.Array(Arrival) })),
  /** The latest changes of documents, and what was written about them, the newest first. */
  activity: Type.Array(
    Type.Object({
      /** `account`: what belongs to no document. */
      type: Type.Enum([...requestSubjects]),
      /** The document's, or that which the portal gave an enquiry or a remittance advice; null of the account. */
      number: OptionalText,
      customerReference: OptionalText,
      /** Null when no document stands behind it: its conversation is on the page of requests. */
      status: OptionalText,
      /** A moment, or the day of issue of a document that arrived together with its history. */
      at: Type.String(),
      /** Whether the portal received the change after the viewer's previous visit. */
      isNew: Type.Boolean(),
      /** The first field that changed and the number of other fields that changed; null when the document is new. */
      change: nullable(
        Type.Object({ field: Type.Enum(changedFields), old: OptionalText, new: OptionalText, more: Type.Integer() }),
      ),
      /** What was written about the document last, or asked for, and by whom; null for a change of the document itself. */
      message: nullable(
        Type.Object({ side: Type.Enum(['customer', 'supplier']), by: OptionalText, asksBack: Type.Boolean() }),
      ),
    }),
  ),
  /**
   * For questions: the salesperson named on the newest document, else who of the staff looks after the account. `away`: until
   * which day the contact is away, and who answers meanwhile; `pictureAt`: since when there is a photograph of them.
   */
  contact: nullable(
    Type.Object({
      ...Person.properties,
      away: nullable(Type.Object({ until: CalendarDate, name: Type.String() })),
      pictureAt: OptionalText,
    }),
  ),
})
export type Dashboard = Static<typeof Dashboard>

export const showDashboard = endpoint('showDashboard', 'GET', '/dashboard', {
  access: 'viewer',
  summary: 'What waits for the viewer, what is open, where the goods are and what changed, in one answer.',
  reply: Dashboard,
})

/** The document types that can need action from the customer, in display order. */
export const needsActionTypes = [
  'shipments',
  'quotes',
  'orders',
  'invoices',
] as const satisfies (typeof documentTypes)[number][]

export const showContactPicture = endpoint('showContactPicture', 'GET', '/dashboard/contact/picture', {
  access: 'viewer',
  summary: 'The photograph of the account’s contact at the supplier.',
  gives: 'image/png',
  reply: Type.Unknown(),
})
