import { ageBands, type Dashboard, type FigureName, needsActionTypes } from '#contract/dashboard.ts'
import { definitions } from '#contract/documents/types.ts'
import { sum } from '#contract/money.ts'
import { isPromiseMoved } from '#contract/requests/acts.ts'
import { mainRequestOf } from '#contract/requests/main-requests.ts'
import type { DocumentType, Person } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { activityOf, lastReceivedOf, markNew, type ReceivedEntry, withConversations } from './activity.ts'
import type { ContactStaff } from './contact-queries.ts'
import { currenciesByUse } from './currencies.ts'
import type { DashboardCache } from './dashboard-cache.ts'
import { disputedOf, withoutDisputed } from './disputed.ts'
import { punctualityOf, spendOf } from './months.ts'
import type { DashboardRows, GoodsCount, OpenSum } from './queries.ts'
import type { WaitingRow } from './waiting-queries.ts'

type Figure = { count: number; amounts: { currency: string; amount: string }[] }

/** The part of a dashboard that is the same until a document changes or the day is over. */
export type DashboardBase = Omit<
  Dashboard,
  'asOf' | 'lastVisitAt' | 'activity' | 'approvals' | 'questions' | 'contact'
> & {
  contact: Person | null
  lastReceivedAt: string | null
  activity: ReceivedEntry[]
}

/** This viewer's dashboard, built from the rows that were read. */
export function buildDashboard(rows: DashboardRows, viewer: Viewer, today: string): DashboardBase {
  const canSee = (type: DocumentType) => viewer.permissions.has(definitions[type].permission)
  const prices = viewer.permissions.has('prices')
  const currencies = currenciesByUse(rows)
  return {
    today,
    lastReceivedAt: lastReceivedOf(rows.newest),
    empty: rows.newest.length === 0,
    needsAction: waitingOf(rows, viewer, today),
    figures: figuresOf(rows, canSee, currencies),
    ageing: canSee('invoices') && prices ? ageingOf(rows, currencies) : [],
    punctuality: canSee('orders') ? punctualityOf(rows.months, today) : [],
    spend: spendOf(rows.months, today, currencies),
    arriving: arrivingOf(rows),
    activity: activityOf(rows),
    contact: contactOf(rows),
  }
}

/**
 * The viewer's dashboard as of `today`; `visit` resolves to the time of their previous visit. An absence is no change of
 * a document, so it is looked up each time.
 */
export async function dashboardOf(
  cache: DashboardCache<DashboardBase>,
  viewer: Viewer,
  today: string,
  visit: Promise<string | null>,
  findStaff: FindStaff,
): Promise<Dashboard> {
  const [{ built, receivedAt, conversations, approvals, questions }, lastVisitAt] = await Promise.all([
    cache(viewer, today),
    visit,
  ])
  const { lastReceivedAt, activity, contact, ...rest } = built
  return {
    ...rest,
    contact: contactWith(contact, await staffOfContact(contact, findStaff)),
    approvals,
    questions,
    activity: markNew(lastVisitAt, withConversations(activity, conversations)),
    asOf: receivedAt ?? lastReceivedAt,
    lastVisitAt,
  }
}

/** How many shipments that have not arrived are of the topic. */
const goodsOf = ({ goods }: DashboardRows, topic: GoodsCount['topic']): number =>
  totalCount(goods.filter((row) => row.topic === topic))

function arrivingOf({ goods, arriving }: DashboardRows): Dashboard['arriving'] {
  return goods
    .flatMap(({ topic, day, count }) =>
      topic === 'arriving' ? [{ day, count, rows: arriving.filter((arrival) => arrival.day === day) }] : [],
    )
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

const isLate = ({ band }: OpenSum) => band < ageBands.length - 1

/**
 * Whether a stored sum is of documents that wait for the customer: the same rule as `needsAction` in the definitions.
 */
function isWaiting({ topic, status, moved, band }: OpenSum): boolean {
  switch (topic) {
    case 'quotes':
      return status === 'open'
    case 'orders':
      return status === 'on_hold' || moved
    case 'invoices':
      return band < ageBands.length - 1
  }
}

/** Documents on which nobody of the account has acted, each with the request that the viewer may answer it by. */
function waitingOf(rows: DashboardRows, { permissions }: Viewer, today: string): Dashboard['needsAction'] {
  const countOf = (type: DocumentType) =>
    type === 'shipments'
      ? goodsOf(rows, 'waiting')
      : totalCount(rows.open.filter((openSum) => openSum.topic === type && isWaiting(openSum)))
  const withAct = (row: WaitingRow) => {
    const facts = {
      status: row.status,
      arrivalDate: row.keyDate,
      today,
      promiseMoved: isPromiseMoved(row.type, row.promisedDate, row.keyDate),
    }
    return { ...row, act: mainRequestOf(row.type, facts, permissions) }
  }
  return needsActionTypes
    .filter((type) => permissions.has(definitions[type].permission))
    .map((type) => ({
      type,
      count: countOf(type) - totalCount(rows.acted.filter((acted) => acted.type === type)),
      rows: rows.waiting.filter((row) => row.type === type).map(withAct),
    }))
}

function figuresOf(
  rows: DashboardRows,
  canSee: (type: DocumentType) => boolean,
  currencies: readonly string[],
): Dashboard['figures'] {
  const figureOf = (topic: OpenSum['topic'], matches = (_: OpenSum) => true, open = rows.open): Figure => {
    const sums = open.filter((openSum) => openSum.topic === topic && matches(openSum))
    return { count: totalCount(sums), amounts: amountsByCurrency(sums, currencies) }
  }
  const countOnly = (number: number): Figure => ({ count: number, amounts: [] })
  const allFigures: [FigureName, DocumentType, () => Figure][] = [
    ['openQuotes', 'quotes', () => figureOf('quotes')],
    ['openOrders', 'orders', () => figureOf('orders')],
    ['lateOrders', 'orders', () => figureOf('orders', isLate)],
    ['underway', 'shipments', () => countOnly(goodsOf(rows, 'underway'))],
    ['arriving', 'shipments', () => countOnly(goodsOf(rows, 'arriving'))],
    ['lateShipments', 'shipments', () => countOnly(goodsOf(rows, 'late'))],
    ['openInvoices', 'invoices', () => figureOf('invoices')],
    ['overdue', 'invoices', () => figureOf('invoices', isLate, withoutDisputed(rows))],
  ]
  return Object.fromEntries(allFigures.filter(([, type]) => canSee(type)).map(([name, , figure]) => [name, figure()]))
}

const totalCount = (sums: readonly { count: number }[]): number => sums.reduce((total, entry) => total + entry.count, 0)

/** One amount for each of the currencies that occur, in their order. */
function amountsByCurrency(sums: readonly OpenSum[], currencies: readonly string[]): Figure['amounts'] {
  return currencies.flatMap((currency) => {
    const currencySums = sums.filter((openSum) => openSum.currency === currency && openSum.amount !== null)
    return currencySums.length === 0 ? [] : [{ currency, amount: sum(currencySums.map(({ amount }) => amount)) }]
  })
}

function ageingOf(rows: DashboardRows, currencies: readonly string[]): Dashboard['ageing'] {
  const open = withoutDisputed(rows)
  return currencies.flatMap((currency) => {
    const isOf = (openSum: OpenSum) => openSum.topic === 'invoices' && openSum.currency === currency
    if (!rows.open.some(isOf)) return []
    const sums = open.filter(isOf)
    const bands = ageBands.map(({ name }, index) => {
      const bandSums = sums.filter(({ band }) => band === ageBands.length - 1 - index)
      return { band: name, count: totalCount(bandSums), amount: sum(bandSums.map(({ amount }) => amount)) }
    })
    return [{ currency, bands, disputed: disputedOf(rows, currency) }]
  })
}

type FindStaff = (email: string | null) => Promise<ContactStaff | undefined>

/** The member of staff behind a contact: nobody is known of one without an e-mail. */
const staffOfContact = (contact: Person | null, findStaff: FindStaff) =>
  contact && contact.email === null ? undefined : findStaff(contact?.email ?? null)

function contactWith(contact: Person | null, staff: ContactStaff | undefined): Dashboard['contact'] {
  const person = contact ?? (staff ? { name: staff.name, email: staff.email, phone: null } : null)
  if (!person) return null
  const { awayUntil, standIn, pictureAt } = staff ?? { awayUntil: null, standIn: null, pictureAt: null }
  const away = awayUntil === null || standIn === null ? null : { until: awayUntil, name: standIn }
  return { ...person, away, pictureAt }
}

/** The salesperson of the newest document that names one. */
function contactOf({ newest }: DashboardRows): Person | null {
  const byDate = newest.toSorted((a, b) => ((a.issueDate ?? '') < (b.issueDate ?? '') ? 1 : -1))
  const person = byDate.find(({ salesperson }) => salesperson?.name || salesperson?.email)?.salesperson
  return person ? { name: person.name ?? null, email: person.email ?? null, phone: person.phone ?? null } : null
}
