import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { OptionalText, orNull } from '../values/nullable.ts'

/* How customers use the portal, in counts that name nobody. */

const closed = { additionalProperties: false }
const access = 'staff'
const permission = 'insight.read'

/** What is counted of what people open and take away. */
export const countedThings = [
  'open.dashboard',
  'open.quotes',
  'open.orders',
  'open.shipments',
  'open.invoices',
  'open.items',
  'open.statement',
  'open.help',
  'download.papers',
  'download.files',
  'download.lists',
  'ask.request',
  'ask.message',
  'search.all',
  'search.vain',
] as const
export type CountedThing = (typeof countedThings)[number]

/** The days over which is looked back. */
export const insightDays = [7, 30, 90, 365] as const
const period = { days: Type.Optional(Type.Enum(insightDays.map(String))) }

/** By what calls are spared: of so many openings, downloads and requests each, one would have been a call. */
export const Figures = Type.Object(
  {
    opensPerCall: Type.Integer({ minimum: 1, maximum: 10_000 }),
    downloadsPerCall: Type.Integer({ minimum: 1, maximum: 10_000 }),
    requestsPerCall: Type.Integer({ minimum: 1, maximum: 10_000 }),
    minutesPerCall: Type.Integer({ minimum: 1, maximum: 240 }),
  },
  closed,
)
export type Figures = Static<typeof Figures>
/** The figures until somebody sets others. */
export const standardFigures: Figures = { opensPerCall: 20, downloadsPerCall: 5, requestsPerCall: 1, minutesPerCall: 6 }

const Count = Type.Object({
  what: Type.Enum([...countedThings]),
  total: Type.Integer(),
  days: Type.Array(Type.Integer()),
})

export const Insight = Type.Object({
  /** The days that are looked at, the first and the last. */
  from: Type.String(),
  to: Type.String(),
  adoption: Type.Object({
    /** People with access or an open invitation. */
    invited: Type.Integer(),
    /** Those of them who have been there in the last 13 months. */
    signedIn: Type.Integer(),
    /** Those who were there in the last 7 days. */
    weekly: Type.Integer(),
    /** The same as it was on each day; null where nobody counted. */
    history: Type.Array(orNull(Type.Integer())),
  }),
  counts: Type.Array(Count),
  vain: Type.Array(Type.Object({ word: Type.String(), times: Type.Integer() })),
  answers: Type.Object({
    /** What was asked in these days and has been answered. */
    answered: Type.Integer(),
    waiting: Type.Integer(),
    /** Hours until the first answer, of half of them and of nine in ten; null when none was answered. */
    median: orNull(Type.Number()),
    most: orNull(Type.Number()),
  }),
  calls: Type.Object({ figures: Figures, calls: Type.Integer(), hours: Type.Integer() }),
})
export type Insight = Static<typeof Insight>

export const showInsight = endpoint('showInsight', 'GET', '/console/insight', {
  access,
  permission,
  summary: 'How the portal is used, over the last days: counts of all customers together, which name nobody.',
  query: Type.Object(period, closed),
  reply: Insight,
})

const CustomerAdoption = Type.Object({
  id: Type.String(),
  number: Type.String(),
  name: Type.String(),
  invited: Type.Integer(),
  signedIn: Type.Integer(),
  weekly: Type.Integer(),
})
export type CustomerAdoption = Static<typeof CustomerAdoption>

export const listAdoption = endpoint('listAdoption', 'GET', '/console/insight/customers', {
  access,
  permission,
  summary:
    'How many people of each customer were invited, have been there, and were there in the last 7 days, by name.',
  query: Type.Object(pageQuery, closed),
  reply: Type.Object({ customers: Type.Array(CustomerAdoption), nextCursor: OptionalText }),
})

/** The parts that can be taken along as files. */
const insightParts = ['customers', 'counts', 'searches', 'answers'] as const
export const exportInsight = endpoint('exportInsight', 'GET', '/console/insight/csv/:part', {
  access,
  permission,
  summary:
    'A part of it as a CSV file: the adoption by customer, the counts by day, the searches in vain, the times to answer by day.',
  params: Type.Object({ part: Type.Enum([...insightParts]) }),
  query: Type.Object(period, closed),
  gives: 'text/csv',
  download: true,
  reply: Type.Unknown(),
})

export const saveFigures = endpoint('saveFigures', 'PUT', '/console/insight/figures', {
  access,
  permission: 'content.write',
  summary: 'Sets the figures by which spared calls are counted.',
  body: Figures,
  reply: Type.Object({ message: Type.String() }),
})

/** The calls for how the portal is used. */
export const insightEndpoints = [showInsight, listAdoption, exportInsight, saveFigures] as const
