/** Stretches of days that keep their meaning as time goes by: a saved list of "this month" is next month's then. */
export const periods = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'next_week',
  'this_month',
  'last_month',
  'next_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'last_12_months',
  'next_7_days',
  'next_30_days',
  'past',
] as const
export type Period = (typeof periods)[number]

/** First and last day, both included; an absent one is open. */
export type Days = { from?: string; to?: string }

const day = 86_400_000
const text = (moment: Date) => moment.toISOString().slice(0, 10)

/** The days of a period as of `today` (YYYY-MM-DD). Weeks begin on Monday; "last … days" end today, "next" begin today. */
export function daysOf(period: Period, today: string): Days {
  const now = new Date(`${today}T00:00:00Z`)
  const plus = (days: number) => text(new Date(now.getTime() + days * day))
  const year = now.getUTCFullYear()
  const month = now.getUTCMonth()
  const months = (from: number, count: number) => ({
    from: text(new Date(Date.UTC(year, from, 1))),
    to: text(new Date(Date.UTC(year, from + count, 0))),
  })
  const monday = -((now.getUTCDay() + 6) % 7)
  const quarter = month - (month % 3)
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: plus(-1), to: plus(-1) }
    case 'this_week':
      return { from: plus(monday), to: plus(monday + 6) }
    case 'last_week':
      return { from: plus(monday - 7), to: plus(monday - 1) }
    case 'next_week':
      return { from: plus(monday + 7), to: plus(monday + 13) }
    case 'this_month':
      return months(month, 1)
    case 'last_month':
      return months(month - 1, 1)
    case 'next_month':
      return months(month + 1, 1)
    case 'this_quarter':
      return months(quarter, 3)
    case 'last_quarter':
      return months(quarter - 3, 3)
    case 'this_year':
      return months(0, 12)
    case 'last_year':
      return months(-12, 12)
    case 'last_7_days':
      return { from: plus(-6), to: today }
    case 'last_30_days':
      return { from: plus(-29), to: today }
    case 'last_90_days':
      return { from: plus(-89), to: today }
    case 'last_12_months':
      return { from: months(month - 11, 1).from, to: today }
    case 'next_7_days':
      return { from: today, to: plus(6) }
    case 'next_30_days':
      return { from: today, to: plus(29) }
    case 'past':
      return { to: plus(-1) }
  }
}
