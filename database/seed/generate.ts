import type { IngestDocument } from '#contract/ingest/documents.ts'
import { dayOf } from './calendar.ts'
import { customerAt, type SeedContext } from './customer.ts'
import { generateDeal } from './deal.ts'
import { type Numbers, newNumbers } from './numbers.ts'
import { randomFrom } from './random.ts'
import { lostQuote, maxDocuments, randomScenario, type Scenario, showcase } from './scenarios.ts'

/** S contains every scenario, M has the data of a mid-size supplier, L is for benchmarks. */
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

/** `today` is the supplier's calendar date, YYYY-MM-DD; another `seed` gives another supplier's data. */
export type GenerateOptions = { size: Size; today: string; seed?: number }

/**
 * Returns the number of documents per account: one large, one small, the others slowly decreasing; the sum is exact.
 */
export function sharesOf(size: Size): number[] {
  const { documents, accounts, first, second } = sizes[size]
  const others = accounts - 2
  const least = Math.min(25, Math.floor((documents - first - second) / others / 2))
  const spread = documents - first - second - least * others
  const weights = Array.from({ length: others }, (_, index) => 1 / (index + 8))
  const weight = weights.reduce((total, value) => total + value, 0)
  const shares = weights.map((value) => least + Math.floor((spread * value) / weight))
  const missing = documents - first - second - shares.reduce((total, share) => total + share, 0)
  return [first, second, ...shares.map((share, index) => share + (index < missing ? 1 : 0))]
}

/** A customer whose deals are being generated; `day` is when the next one begins. */
type CustomerProgress = { context: SeedContext; day: number; generated: number; share: number }

function nextDay(progress: CustomerProgress, days: number): number {
  const { generated, share, context } = progress
  const left = 1 - generated / share
  // Business has grown, so the days between two deals decrease towards today.
  return context.today - Math.floor(days * left ** 1.4)
}

function generateNextDeal(progress: CustomerProgress): IngestDocument[] {
  const { context, share, generated, day } = progress
  const remaining = share - generated
  let scenario: Scenario = randomScenario(context.random)
  for (let attempt = 0; attempt < 8 && maxDocuments(scenario) > remaining; attempt++)
    scenario = randomScenario(context.random)
  return generateDeal(context, maxDocuments(scenario) > remaining ? lostQuote : scenario, day)
}

/**
 * Generates the documents of the demo deal by deal, as an ERP would have sent them over the years, with all customers
 * mixed. The same options give the same bytes. Documents of one customer share their party objects, so do not change
 * them.
 */
export function* generate({ size, today, seed = 1 }: GenerateOptions): Generator<IngestDocument, void, undefined> {
  const { days } = sizes[size]
  const numbers = newNumbers()
  const customers = sharesOf(size).map((share, index) => newProgress(index, share, seed, dayOf(today), numbers))
  // The two accounts that a visitor can open contain every scenario, whatever is drawn for them.
  for (const progress of size === 'S' ? customers.slice(0, 2) : customers.slice(0, 1)) {
    for (const [daysAgo, scenario, anchor] of showcase) {
      if (maxDocuments(scenario) > progress.share - progress.generated) break
      const deal = generateDeal(progress.context, scenario, progress.context.today - daysAgo, anchor === 'delivery')
      progress.generated += deal.length
      yield* deal
    }
  }
  for (const progress of customers) progress.day = nextDay(progress, days)
  yield* interleaveByDay(customers, days)
}

function newProgress(index: number, share: number, seed: number, today: number, numbers: Numbers): CustomerProgress {
  const customer = customerAt(index, seed)
  return {
    context: { customer, random: randomFrom(seed * 104_729 + index), numbers, today, orders: 0 },
    day: 0,
    generated: 0,
    share,
  }
}

/** Goes through the calendar; on each day it generates the deals that begin then. */
function* interleaveByDay(
  customers: readonly CustomerProgress[],
  days: number,
): Generator<IngestDocument, void, undefined> {
  const progressByDay = new Map<number, CustomerProgress[]>()
  const schedule = (progress: CustomerProgress) => {
    if (progress.generated >= progress.share) return
    const sameDay = progressByDay.get(progress.day)
    if (sameDay) sameDay.push(progress)
    else progressByDay.set(progress.day, [progress])
  }
  let today = 0
  for (const progress of customers) {
    today = progress.context.today
    schedule(progress)
  }
  for (let day = today - days; day <= today; day++) {
    // A customer with several deals on one day is appended behind the others.
    for (const progress of progressByDay.get(day) ?? []) {
      const deal = generateNextDeal(progress)
      progress.generated += deal.length
      yield* deal
      progress.day = Math.max(day, nextDay(progress, days))
      schedule(progress)
    }
    progressByDay.delete(day)
  }
}
