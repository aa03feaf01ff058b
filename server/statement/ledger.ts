import { fromMillionths, sum, toMillionths } from '#contract/money.ts'
import { type AgeingStep, ageingSteps, type Balance, type Movement } from '#contract/statement.ts'

/*
 * The arithmetic of an account: balances by age, and a period's movements with the balance after each. Everything is
 * exact, and currencies are never mixed.
 */

/**
 * What is owed on documents that are due on a day; credit notes have negative amounts. `due` is null without a due
 * date.
 */
export type OwedSum = { currency: string; due: string | null; count: number; amount: string }

/** What is disputed of the open amounts that are due on a day. */
export type DisputedSum = Pick<OwedSum, 'currency' | 'due' | 'amount'>

/** What is open on settled documents of a currency. */
export type OffsetSum = { currency: string; count: number; amount: string }

const dayMilliseconds = 86_400_000

/** The calendar date `days` days after `date`, or before it when negative. Dates are YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMilliseconds).toISOString().slice(0, 10)
}

type DueDateRange = { step: AgeingStep; from: string | null; to: string | null }

/** The due dates that belong to each step of the ageing, both ends included. */
export function dueDateRanges(today: string): DueDateRange[] {
  const ends: Readonly<Record<AgeingStep, [number | null, number | null]>> = {
    current: [0, null],
    days1To30: [-30, -1],
    days31To60: [-60, -31],
    days61To90: [-90, -61],
    over90: [null, -91],
    noDueDate: [null, null],
    toOffset: [null, null],
  }
  const boundary = (days: number | null) => (days === null ? null : addDays(today, days))
  return ageingSteps.map((step) => ({ step, from: boundary(ends[step][0]), to: boundary(ends[step][1]) }))
}

/** The ageing step of an amount that is due on a day. */
export function ageingStepOf(due: string | null, today: string): AgeingStep {
  if (due === null) return 'noDueDate'
  const range = dueDateRanges(today).find(
    ({ from, to }) => (from !== null || to !== null) && (from === null || due >= from) && (to === null || due <= to),
  )
  return range?.step ?? 'noDueDate'
}

const overdueSteps = new Set<AgeingStep>(['days1To30', 'days31To60', 'days61To90', 'over90'])

/** The most that may be owed in a currency. */
export type CreditLimit = { currency: string; amount: string }

/**
 * What an account owes per currency, in the order of `used` and then of the codes; the steps add up to the balance. A
 * currency with nothing but a credit limit is included.
 */
export function balancesOf(
  today: string,
  owed: readonly OwedSum[],
  toOffset: readonly OffsetSum[],
  limits: readonly CreditLimit[] = [],
  disputed: readonly DisputedSum[] = [],
  used: readonly string[] = [],
): Balance[] {
  const known = new Set([...owed, ...toOffset, ...limits].map(({ currency }) => currency))
  const currencies = [...new Set([...used.filter((code) => known.has(code)), ...[...known].toSorted()])]
  const ranges = dueDateRanges(today)
  return currencies.map((currency) => {
    const sums = new Map(ageingSteps.map((step) => [step, { amount: 0n, count: 0 }]))
    const add = (step: AgeingStep, amount: string, count: number) => {
      const current = sums.get(step) ?? { amount: 0n, count: 0 }
      sums.set(step, { amount: current.amount + toMillionths(amount), count: current.count + count })
    }
    for (const entry of owed)
      if (entry.currency === currency) add(ageingStepOf(entry.due, today), entry.amount, entry.count)
    for (const entry of toOffset) if (entry.currency === currency) add('toOffset', entry.amount, entry.count)
    const disputedIn = (isIncluded: (step: AgeingStep) => boolean) =>
      sum(
        disputed
          .filter((entry) => entry.currency === currency && isIncluded(ageingStepOf(entry.due, today)))
          .map(({ amount }) => amount),
      )
    const total = (isIncluded: (step: AgeingStep) => boolean) =>
      fromMillionths(
        [...sums].reduce((subtotal, [step, { amount }]) => (isIncluded(step) ? subtotal + amount : subtotal), 0n),
      )
    return {
      currency,
      balance: total(() => true),
      overdue: total((step) => overdueSteps.has(step)),
      disputed: disputedIn(() => true),
      disputedOverdue: disputedIn((step) => overdueSteps.has(step)),
      creditLimit: limits.find((limit) => limit.currency === currency)?.amount ?? null,
      ageing: ranges.map(({ step, from, to }) => {
        const { amount, count } = sums.get(step) ?? { amount: 0n, count: 0 }
        return {
          step,
          amount: fromMillionths(amount),
          count,
          disputed: disputedIn((other) => other === step),
          from,
          to,
        }
      }),
    }
  })
}

/** Movements in order, each with the balance after it. */
export function withBalances(opening: string, movements: readonly Omit<Movement, 'balance'>[]): Movement[] {
  let balance = toMillionths(opening)
  return movements.map((movement) => {
    balance += toMillionths(movement.amount)
    return { ...movement, amount: plainDecimal(movement.amount), balance: fromMillionths(balance) }
  })
}

/** The closing balance: opening + charged + settled. */
export function closingOf(opening: string, charged: string, settled: string): string {
  return fromMillionths(toMillionths(opening) + toMillionths(charged) + toMillionths(settled))
}

/** A decimal without trailing zeros. */
export function plainDecimal(decimal: string): string {
  return fromMillionths(toMillionths(decimal))
}
