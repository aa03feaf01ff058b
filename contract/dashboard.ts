import { type Static, Type } from 'typebox'
import { changedFields } from './documents/changes.ts'
import type { listFilters } from './documents/filters.ts'
import { definitions } from './documents/types.ts'
import { endpoint } from './endpoint.ts'
import {
  CalendarDate,
  type DocumentType,
  DocumentTypeSchema,
  type documentTypes,
  nullable,
  OptionalText,
  Person,
} from './values.ts'

/** What narrows a list, as its address says it. */
export type ListFilter = { [K in keyof typeof listFilters]?: string }
/** A list and what narrows it: the rows that a number counts. */
export type CountedList = { type: DocumentType; filter: ListFilter }

const activeStatuses = (type: DocumentType): string => definitions[type].active.join(',')
/** Statuses of goods that have left and have not arrived. */
export const underwayStatuses = ['picked_up', 'in_transit', 'customs', 'out_for_delivery'] as const
/** Statuses of an invoice that is not yet due, or has no due date. */
const unpaidStatuses = 'open,partially_paid'

/** Each number of the dashboard and the list that it counts: the number is the list's total, the link opens it. */
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
  overdue: { type: 'invoices', filter: { status: 'overdue', sort: 'keyDate' } },
} as const satisfies Record<string, CountedList>
export type FigureName = keyof typeof figures
const figureNames = Object.keys(figures) as FigureName[]

/** The documents of a type that wait for the customer, the most urgent first. */
export const needsActionList = (type: DocumentType): CountedList => ({
  type,
  filter: { needsAction: 'true', sort: 'keyDate' },
})

/** How long an open amount has been due, in days; the first is not due yet or has no due date. */
export const ageBands = [
  { name: 'notDue', from: null, to: null },
  { name: 'days30', from: 1, to: 30 },
  { name: 'days60', from: 31, to: 60 },
  { name: 'days90', from: 61, to: 90 },
  { name: 'older', from: 91, to: null },
] as const
export type AgeBand = (typeof ageBands)[number]['name']

/** The open invoices of one currency that have been due so long, as of `today`. */
export function ageingList(band: AgeBand, currency: string, today: string): CountedList {
  const { from, to } = ageBands.find(({ name }) => name === band) ?? ageBands[0]
  if (from === null) return { type: 'invoices', filter: { status: unpaidStatuses, currency, sort: 'keyDate' } }
  return {
    type: 'invoices',
    filter: {
      status: 'overdue',
      currency,
      dateField: 'keyDate',
      ...(to === null ? {} : { from: plusDays(today, -to) }),
      to: plusDays(today, -from),
      sort: 'keyDate',
    },
  }
}

/** The invoices and credit notes of one currency that make up a month's spend; `month` is its first day. */
export function spendList(month: string, currency: string): CountedList {
  const [year, monthNumber] = month.split('-').map(Number) as [number, number]
  const lastDay = new Date(Date.UTC(year, monthNumber, 0)).toISOString().slice(0, 10)
  const statuses = Object.keys(definitions.invoices.statuses).filter((status) => status !== 'cancelled')
  return { type: 'invoices', filter: { status: statuses.join(','), from: month, to: lastDay, currency } }
}

/** The shipments that are expected on one day. */
export function arrivalList(day: string): CountedList {
  return {
    type: 'shipments',
    filter: { status: activeStatuses('shipments'), dateField: 'keyDate', from: day, to: day },
  }
}

/** A calendar date some days later, or earlier. */
export function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The number of months that spend and punctuality look back. */
export const monthsBack = 12

const Amount = Type.Object({ currency: Type.String(), amount: Type.String() })
/** Never mixed: one amount for each currency, the largest first. Empty without the permission `prices`. */
const Amounts = Type.Array(Amount)
const Figure = Type.Object({ count: Type.Integer(), amounts: Amounts })

const WaitingDocument = Type.Object({
  type: DocumentTypeSchema,
  number: Type.String(),
  status: Type.String(),
  customerReference: OptionalText,
  promisedDate: OptionalText,
  /** The date that matters for its type: valid until, expected, due. */
  keyDate: OptionalText,
  currency: OptionalText,
  /** What the quote or order comes to, what is left of the invoice; null without the permission `prices`. */
  amount: OptionalText,
})
export type WaitingDocument = Static<typeof WaitingDocument>

const Arrival = Type.Object({
  number: Type.String(),
  status: Type.String(),
  customerReference: OptionalText,
  carrier: OptionalText,
  late: Type.Boolean(),
})

/** All that the first page shows. What the viewer's role does not see is null or missing, as if there were none. */
export const Dashboard = Type.Object({
  /** The supplier's calendar date, by which everything here is counted. */
  today: CalendarDate,
  /** When the supplier's system last told anything; null when not known. */
  asOf: OptionalText,
  /** When the viewer was here before; null on the first visit. */
  lastVisitAt: OptionalText,
  /** Whether the account has any document that the viewer may see. */
  empty: Type.Boolean(),
  needsAction: Type.Array(
    Type.Object({ type: DocumentTypeSchema, count: Type.Integer(), rows: Type.Array(WaitingDocument) }),
  ),
  figures: Type.Object(
    Object.fromEntries(figureNames.map((name) => [name, Type.Optional(Figure)])) as Record<
      FigureName,
      ReturnType<typeof Type.Optional<typeof Figure>>
    >,
  ),
  /** Open amounts by currency and by how long they have been due. */
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
    }),
  ),
  /** The last twelve full months by the date first promised: orders promised, and those delivered whole by then. */
  punctuality: Type.Array(Type.Object({ month: CalendarDate, promised: Type.Integer(), kept: Type.Integer() })),
  /** By currency, the last twelve months up to now: invoices less credit notes. */
  spend: Type.Array(
    Type.Object({
      currency: Type.String(),
      months: Type.Array(Type.Object({ month: CalendarDate, count: Type.Integer(), amount: Type.String() })),
    }),
  ),
  /** Expected within seven days, today first; days without any are left out. */
  arriving: Type.Array(Type.Object({ day: CalendarDate, count: Type.Integer(), rows: Type.Array(Arrival) })),
  /** What became of documents lately, the newest first. */
  activity: Type.Array(
    Type.Object({
      type: DocumentTypeSchema,
      number: Type.String(),
      customerReference: OptionalText,
      status: Type.String(),
      /** A moment, or the day of issue of what came with a history. */
      at: Type.String(),
      /** Whether the portal heard of it since the viewer was here before. */
      isNew: Type.Boolean(),
      /** The first thing that changed and how many more did; null for a document that came to be. */
      change: nullable(
        Type.Object({ field: Type.Enum(changedFields), old: OptionalText, new: OptionalText, more: Type.Integer() }),
      ),
    }),
  ),
  /** Whom to call: the salesperson named on the newest document. */
  contact: nullable(Person),
})
export type Dashboard = Static<typeof Dashboard>

export const showDashboard = endpoint('showDashboard', 'GET', '/dashboard', {
  access: 'viewer',
  summary: 'What waits for the viewer, what is open, where the goods are and what changed, in one answer.',
  reply: Dashboard,
})

/** The types that wait for somebody, in the order in which they are shown. */
export const needsActionTypes = [
  'shipments',
  'quotes',
  'orders',
  'invoices',
] as const satisfies (typeof documentTypes)[number][]
