import type { IngestDocument } from '../../contract/ingest.ts'
import { dayOf } from './calendar.ts'
import { customerAt, type Desk } from './customer.ts'
import { tellDeal } from './deal.ts'
import { type Numbers, newNumbers } from './numbers.ts'
import { anyPlot, documentsAtMost, lostQuote, type Plot, showcase } from './plots.ts'
import { randomFrom } from './random.ts'

/** S shows every story, M fills the screens of a mid-size supplier, L is for measuring. */
export const sizes = {
  S: { documents: 600, accounts: 12, first: 180, second: 100, days: 400 },
  M: { documents: 50_000, accounts: 300, first: 10_000, second: 200, days: 730 },
  L: { documents: 1_000_000, accounts: 2000, first: 200_000, second: 200, days: 1095 },
} as const
export type Size = keyof typeof sizes

/** Whether a text names a size. */
export function isSize(text: string): text is Size {
  return Object.hasOwn(sizes, text)
}

/** `today` is the supplier's calendar date, YYYY-MM-DD; `seed` tells another supplier's stories. */
export type Wish = { size: Size; today: string; seed?: number }

/** How many documents each account has: a big one, a small one, the others falling off slowly; exact in sum. */
export function sharesOf(size: Size): number[] {
  const { documents, accounts, first, second } = sizes[size]
  const others = accounts - 2
  const least = Math.min(25, Math.floor((documents - first - second) / others / 2))
  const spread = documents - first - second - least * others
  const weights = Array.from({ length: others }, (_, place) => 1 / (place + 8))
  const weight = weights.reduce((total, one) => total + one, 0)
  const shares = weights.map((one) => least + Math.floor((spread * one) / weight))
  const missing = documents - first - second - shares.reduce((total, one) => total + one, 0)
  return [first, second, ...shares.map((share, place) => share + (place < missing ? 1 : 0))]
}

/** A customer in the middle of telling its deals; `day` is when the next of them begins. */
type Teller = { desk: Desk; day: number; told: number; share: number }

function nextDay(teller: Teller, days: number): number {
  const { told, share, desk } = teller
  const left = 1 - told / share
  // Business has grown: the days between two deals shrink towards today.
  return desk.today - Math.floor(days * left ** 1.4)
}

function tellNext(teller: Teller): IngestDocument[] {
  const { desk, share, told, day } = teller
  const room = share - told
  let plot: Plot = anyPlot(desk.random)
  for (let again = 0; again < 8 && documentsAtMost(plot) > room; again++) plot = anyPlot(desk.random)
  return tellDeal(desk, documentsAtMost(plot) > room ? lostQuote : plot, day)
}

/**
 * The documents of the demo, deal by deal, as an ERP would have sent them over the years: all customers mixed. The
 * same wish gives the same bytes. Documents of one customer share their party objects: read, do not change them.
 */
export function* generate({ size, today, seed = 1 }: Wish): Generator<IngestDocument, void, undefined> {
  const { days } = sizes[size]
  const numbers = newNumbers()
  const tellers = sharesOf(size).map((share, place) => newTeller(place, share, seed, dayOf(today), numbers))
  // The two accounts that a visitor signs in to show every story, whatever is drawn for them.
  for (const teller of size === 'S' ? tellers.slice(0, 2) : tellers.slice(0, 1)) {
    for (const [daysAgo, plot, from] of showcase) {
      if (documentsAtMost(plot) > teller.share - teller.told) break
      const deal = tellDeal(teller.desk, plot, teller.desk.today - daysAgo, from === 'delivery')
      teller.told += deal.length
      yield* deal
    }
  }
  for (const teller of tellers) teller.day = nextDay(teller, days)
  yield* inTurn(tellers, days)
}

function newTeller(place: number, share: number, seed: number, today: number, numbers: Numbers): Teller {
  const customer = customerAt(place, seed)
  return {
    desk: { customer, random: randomFrom(seed * 104_729 + place), numbers, today, orders: 0 },
    day: 0,
    told: 0,
    share,
  }
}

/** Goes through the calendar; each day those customers tell whose next deal begins on it. */
function* inTurn(tellers: readonly Teller[], days: number): Generator<IngestDocument, void, undefined> {
  const calendar = new Map<number, Teller[]>()
  const enter = (teller: Teller) => {
    if (teller.told >= teller.share) return
    const sameDay = calendar.get(teller.day)
    if (sameDay) sameDay.push(teller)
    else calendar.set(teller.day, [teller])
  }
  let today = 0
  for (const teller of tellers) {
    today = teller.desk.today
    enter(teller)
  }
  for (let day = today - days; day <= today; day++) {
    // A customer with several deals on one day comes up again behind the others.
    for (const teller of calendar.get(day) ?? []) {
      const deal = tellNext(teller)
      teller.told += deal.length
      yield* deal
      teller.day = Math.max(day, nextDay(teller, days))
      enter(teller)
    }
    calendar.delete(day)
  }
}
