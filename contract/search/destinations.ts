import { type CountedList, figures, needsActionList } from '../dashboard.ts'
import type { Permission } from '../permissions.ts'
import { fold } from './search.ts'

/*
 * What people type into the search who mean a list or a page: "overdue", "late", "where is my order". The words are the
 * texts `find.words.{name}`, separated by semicolons; the results name the place by `find.to.{name}`.
 */

type Page = '/itemTracker' | '/profile/statement' | '/profile/requests/new' | '/profile/requests' | '/profile/security'
type Destination = { list: CountedList } | { page: Page; permission: Permission | null }

/** The lists and pages by name, in the order in which they are offered. */
export const destinations = {
  overdueInvoices: { list: figures.overdue },
  unpaidInvoices: { list: figures.openInvoices },
  lateShipments: { list: figures.lateShipments },
  lateOrders: { list: figures.lateOrders },
  arriving: { list: figures.arriving },
  underway: { list: figures.underway },
  openOrders: { list: figures.openOrders },
  ordersOnHold: { list: { type: 'orders', filter: { status: 'on_hold' } } },
  ordersToAnswer: { list: needsActionList('orders') },
  openQuotes: { list: figures.openQuotes },
  quotesToAnswer: { list: needsActionList('quotes') },
  failedDeliveries: { list: needsActionList('shipments') },
  tracker: { page: '/itemTracker', permission: 'items.read' },
  statement: { page: '/profile/statement', permission: 'invoices.read' },
  askForQuote: { page: '/profile/requests/new', permission: 'quotes.write' },
  requests: { page: '/profile/requests', permission: null },
  security: { page: '/profile/security', permission: null },
} as const satisfies Record<string, Destination>
export type DestinationName = keyof typeof destinations
/** The names of all destinations. */
export const destinationNames = Object.keys(destinations) as DestinationName[]

const normalised = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Letters after which the beginning of a word is enough. */
const shortestBeginning = 4
/** The most places that are offered. */
const mostOffered = 3

/**
 * The places that a text means, at most three: those of which it is a word, before those of which it begins one.
 * `wordsOf` gives the words of a place in the reader's language.
 */
export function destinationsOf(typed: string, wordsOf: (name: DestinationName) => string): DestinationName[] {
  const text = normalised(typed.slice(0, 100))
  if (text === '') return []
  const begins = (word: string) => text.length >= shortestBeginning && word.startsWith(text)
  const found = destinationNames.map((name) => {
    const words = wordsOf(name).split(';').map(normalised)
    return { name, rank: words.includes(text) ? 0 : words.some(begins) ? 1 : 2 }
  })
  return found
    .filter(({ rank }) => rank < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostOffered)
    .map(({ name }) => name)
}
