import { type Dashboard, monthsBack } from '#contract/dashboard.ts'
import { sum } from '#contract/money.ts'
import type { MonthSum } from './queries.ts'

/** The first day of the month that is `months` months before that of `date`. */
function monthsBefore(date: string, months: number): string {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - months
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`
}

/** The first days of twelve months, oldest first; `newest` is how many months ago the last one was. */
function monthsTo(today: string, newest: number): string[] {
  return Array.from({ length: monthsBack }, (_, index) => monthsBefore(today, newest + monthsBack - 1 - index))
}

/** Punctuality in the last twelve full months: the current month is not over, so it cannot be judged yet. */
export function punctualityOf(sums: readonly MonthSum[], today: string): Dashboard['punctuality'] {
  const promises = sums.filter(({ topic }) => topic === 'promises')
  if (promises.length === 0) return []
  return monthsTo(today, 1).map((month) => {
    const countOf = (status: string) =>
      promises.filter((row) => row.month === month && row.status === status).reduce((all, { count }) => all + count, 0)
    const kept = countOf('kept')
    return { month, promised: kept + countOf('missed'), kept }
  })
}

/** Spend in the last twelve months, the current one included, for each of the currencies that occur, in their order. */
export function spendOf(sums: readonly MonthSum[], today: string, currencies: readonly string[]): Dashboard['spend'] {
  const months = monthsTo(today, 0)
  const spend = Map.groupBy(
    sums.filter(
      ({ topic, month }) => topic === 'spend' && month >= (months[0] ?? '') && month <= (months.at(-1) ?? ''),
    ),
    ({ currency }) => currency,
  )
  return currencies
    .filter((currency) => spend.has(currency))
    .map((currency) => ({
      currency,
      months: months.map((month) => {
        const monthSums = spend.get(currency)?.filter((row) => row.month === month) ?? []
        return {
          month,
          count: monthSums.reduce((all, row) => all + row.count, 0),
          amount: sum(monthSums.map(({ amount }) => amount)),
        }
      }),
    }))
}
