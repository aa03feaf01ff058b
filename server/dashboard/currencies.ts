import type { DashboardRows } from './queries.ts'

/**
 * The account's currencies, ordered by the number of open documents and of last year's invoices, the largest first.
 * Amounts are not compared, because a million yen is less than ten thousand euros.
 */
export function currenciesByUse({ open, months }: Pick<DashboardRows, 'open' | 'months'>): string[] {
  const documents = new Map<string, number>()
  const invoices = months.filter(({ topic }) => topic === 'spend')
  for (const { currency, count } of [...open, ...invoices]) {
    if (currency !== '') documents.set(currency, (documents.get(currency) ?? 0) + count)
  }
  return [...documents.entries()]
    .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([currency]) => currency)
}
