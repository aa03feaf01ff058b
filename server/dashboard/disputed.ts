import type { Dashboard } from '#contract/dashboard.ts'
import { fromMillionths, sum, toMillionths } from '#contract/money.ts'
import type { DashboardRows, OpenSum } from './queries.ts'

/** The sums of open documents without what is disputed; an invoice that is disputed in part still counts. */
export function withoutDisputed({ open, disputed }: Pick<DashboardRows, 'open' | 'disputed'>): OpenSum[] {
  const rest = new Map(disputed.map((one) => [`${one.currency} ${one.band}`, one]))
  return open.flatMap((one): OpenSum[] => {
    const key = `${one.currency} ${one.band}`
    const apart = one.topic === 'invoices' ? rest.get(key) : undefined
    if (!apart) return [one]
    // Several sums may be of one band: what is disputed is taken from the first.
    rest.delete(key)
    const amount = one.amount === null ? null : minus(one.amount, apart.amount)
    const count = one.count - apart.whole
    return count === 0 ? [] : [{ ...one, count, amount }]
  })
}

const minus = (amount: string, other: string | null) =>
  fromMillionths(toMillionths(amount) - toMillionths(other ?? '0'))

/** What is disputed in one currency; null when nothing is. */
export function disputedOf(
  { disputed }: Pick<DashboardRows, 'disputed'>,
  currency: string,
): Dashboard['ageing'][number]['disputed'] {
  const sums = disputed.filter((one) => one.currency === currency)
  if (sums.length === 0) return null
  return { count: sums.reduce((total, { count }) => total + count, 0), amount: sum(sums.map(({ amount }) => amount)) }
}
