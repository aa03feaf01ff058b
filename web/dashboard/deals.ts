import type { Dashboard } from '#contract/dashboard.ts'
import { dayOf } from '../ui/format-details.ts'

export type ActivityEntry = Dashboard['activity'][number]
/** What happened to one deal on a day: to documents that bear the same reference of the customer's. */
export type Deal = { reference: string | null; entries: ActivityEntry[] }
/** What happened on a day, YYYY-MM-DD in the viewer's time zone. */
export type ActivityDay = { day: string; deals: Deal[] }

/**
 * The activity by day and by deal, each newest first, as it comes: an order, its shipments and its invoices stand
 * together. What has no reference stands alone.
 */
export function byDayAndDeal(activity: readonly ActivityEntry[]): ActivityDay[] {
  const days = new Map<string, Deal[]>()
  for (const entry of activity) {
    const { customerReference: reference } = entry
    const deals = days.get(dayOf(entry.at)) ?? []
    const deal = deals.find((one) => reference !== null && one.reference === reference)
    if (deal) deal.entries.push(entry)
    else deals.push({ reference, entries: [entry] })
    days.set(dayOf(entry.at), deals)
  }
  return [...days].map(([day, deals]) => ({ day, deals })).sort((a, b) => (a.day < b.day ? 1 : -1))
}
