import { ageBands, type Dashboard, type FigureName, waitingOrder } from '../../contract/dashboard.ts'
import { definitions } from '../../contract/documents/types.ts'
import { sum } from '../../contract/money.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { activityOf, type Happening, heardAt, newSince } from './activity.ts'
import { currenciesByUse } from './currencies.ts'
import { punctualityOf, spendOf } from './months.ts'
import type { DayCounts, OpenSum, Read } from './queries.ts'
import type { Recall } from './recall.ts'

type Figure = { count: number; amounts: { currency: string; amount: string }[] }

/** All of a dashboard that is the same until a document changes or the day is over. */
export type Made = Omit<Dashboard, 'asOf' | 'lastVisitAt' | 'activity'> & {
  lastHeard: string | null
  activity: Happening[]
}

/** What this viewer's dashboard shows, made of what was read. */
export function madeOf(read: Read, viewer: Viewer, today: string): Made {
  const sees = (type: DocumentType) => viewer.permissions.has(definitions[type].permission)
  const prices = viewer.permissions.has('prices')
  const currencies = currenciesByUse(read)
  return {
    today,
    lastHeard: read.newest.map(heardAt).toSorted().at(-1) ?? null,
    empty: read.newest.length === 0,
    needsAction: waitingOf(read, sees),
    figures: figuresOf(read, sees, currencies),
    ageing: sees('invoices') && prices ? ageingOf(read.open, currencies) : [],
    punctuality: sees('orders') ? punctualityOf(read.months, today) : [],
    spend: spendOf(read.months, today, currencies),
    arriving: arrivingOf(read),
    activity: activityOf(read),
    contact: contactOf(read),
  }
}

/** The viewer's dashboard as of `today`; `visit` gives when they were here before. */
export async function dashboardOf(
  recall: Recall<Made>,
  viewer: Viewer,
  today: string,
  visit: Promise<string | null>,
): Promise<Dashboard> {
  const [{ made, receivedAt }, lastVisitAt] = await Promise.all([recall(viewer, today), visit])
  const { lastHeard, activity, ...all } = made
  return { ...all, activity: newSince(lastVisitAt, activity), asOf: receivedAt ?? lastHeard, lastVisitAt }
}

/** Goods that have not arrived, of all days. */
function goodsIn({ goods }: Read): { underway: number; arriving: number; late: number; waiting: number } {
  const total = (of: (day: DayCounts) => number) => goods.reduce((all, day) => all + of(day), 0)
  return {
    underway: total(({ underway }) => underway),
    arriving: total(({ day, count }) => (day === null ? 0 : count)),
    late: total(({ late }) => late),
    waiting: total(({ waiting }) => waiting),
  }
}

function arrivingOf({ goods, arriving }: Read): Dashboard['arriving'] {
  return goods.flatMap(({ day, count }) =>
    day === null ? [] : [{ day, count, rows: arriving.filter((one) => one.day === day) }],
  )
}

const isLate = ({ band }: OpenSum) => band < ageBands.length - 1

/** Whether a kept sum is of documents that wait for the customer: the rule of the definitions' `needsAction`. */
function waits({ topic, status, moved, band }: OpenSum): boolean {
  switch (topic) {
    case 'quotes':
      return status === 'open'
    case 'orders':
      return status === 'on_hold' || moved
    case 'invoices':
      return band < ageBands.length - 1
  }
}

function waitingOf(read: Read, sees: (type: DocumentType) => boolean): Dashboard['needsAction'] {
  return waitingOrder.filter(sees).map((type) => ({
    type,
    count:
      type === 'shipments' ? goodsIn(read).waiting : count(read.open.filter((one) => one.topic === type && waits(one))),
    rows: read.waiting.filter((row) => row.type === type),
  }))
}

function figuresOf(
  read: Read,
  sees: (type: DocumentType) => boolean,
  currencies: readonly string[],
): Dashboard['figures'] {
  const of = (topic: OpenSum['topic'], which = (_: OpenSum) => true): Figure => {
    const sums = read.open.filter((one) => one.topic === topic && which(one))
    return { count: count(sums), amounts: amounts(sums, currencies) }
  }
  const goods = goodsIn(read)
  const only = (number: number): Figure => ({ count: number, amounts: [] })
  const all: [FigureName, DocumentType, () => Figure][] = [
    ['openQuotes', 'quotes', () => of('quotes')],
    ['openOrders', 'orders', () => of('orders')],
    ['lateOrders', 'orders', () => of('orders', isLate)],
    ['underway', 'shipments', () => only(goods.underway)],
    ['arriving', 'shipments', () => only(goods.arriving)],
    ['lateShipments', 'shipments', () => only(goods.late)],
    ['openInvoices', 'invoices', () => of('invoices')],
    ['overdue', 'invoices', () => of('invoices', isLate)],
  ]
  return Object.fromEntries(all.filter(([, type]) => sees(type)).map(([name, , figure]) => [name, figure()]))
}

const count = (sums: readonly { count: number }[]): number => sums.reduce((total, one) => total + one.count, 0)

/** One amount for each of the currencies that occur, in their order. */
function amounts(sums: readonly OpenSum[], currencies: readonly string[]): Figure['amounts'] {
  return currencies.flatMap((currency) => {
    const some = sums.filter((one) => one.currency === currency && one.amount !== null)
    return some.length === 0 ? [] : [{ currency, amount: sum(some.map(({ amount }) => amount)) }]
  })
}

function ageingOf(open: readonly OpenSum[], currencies: readonly string[]): Dashboard['ageing'] {
  return currencies.flatMap((currency) => {
    const sums = open.filter((one) => one.topic === 'invoices' && one.currency === currency)
    if (sums.length === 0) return []
    const bands = ageBands.map(({ name }, place) => {
      const some = sums.filter(({ band }) => band === ageBands.length - 1 - place)
      return { band: name, count: count(some), amount: sum(some.map(({ amount }) => amount)) }
    })
    return [{ currency, bands }]
  })
}

/** The salesperson of the newest document that names one. */
function contactOf({ newest }: Read): Dashboard['contact'] {
  const byDate = newest.toSorted((a, b) => ((a.issueDate ?? '') < (b.issueDate ?? '') ? 1 : -1))
  const person = byDate.find(({ salesperson }) => salesperson?.name || salesperson?.email)?.salesperson
  return person ? { name: person.name ?? null, email: person.email ?? null, phone: person.phone ?? null } : null
}
