import { fromMillionths, toMillionths } from '#contract/money.ts'
import type { Selection } from './selection.ts'

/**
 * The exact totals of the selected documents, per currency; credit notes are subtracted. Empty where there are no
 * amounts.
 */
export function selectionTotals(selection: Selection): { currency: string; amount: string }[] {
  if (selection.kind === 'all') return []
  const totals = new Map<string, bigint>()
  for (const { gross, currency, credit } of selection.documents.values()) {
    if (gross === null || currency === null) continue
    const amount = toMillionths(gross)
    totals.set(currency, (totals.get(currency) ?? 0n) + (credit && amount > 0n ? -amount : amount))
  }
  return [...totals]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount: fromMillionths(amount, 2) }))
}

/** How many documents are selected; null when all that match are selected and their number is unknown. */
export function countSelected(selection: Selection, matching: number | null): number | null {
  return selection.kind === 'all' ? matching : selection.documents.size
}
