/** Ranges of days relative to today: a saved list of "this month" shows next month once that has begun. */
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

/** First and last day, both included; an absent day means no limit. */
export type DayRange = { from?: string; to?: string }

const dayMs = 86_400_000
const formatDay = (moment: Date) => moment.toISOString().slice(0, 10)

/**
 * Returns the days of a period as of `today` (YYYY-MM-DD). Weeks begin on Monday; "last … days" end today, "next …
 * days" begin today.
 */
export function periodRange(period: Period, today: string): DayRange {
  const now = new Date(`${today}T00:00:00Z`)
  const dateFromToday = (days: number) => formatDay(new Date(now.getTime() + days * dayMs))
  const year = now.getUTCFullYear()
  const month = now.getUTCMonth()
  const monthRange = (from: number, count: number) => ({
    from: formatDay(new Date(Date.UTC(year, from, 1))),
    to: formatDay(new Date(Date.UTC(year, from + count, 0))),
  })
  const mondayOffset = -((now.getUTCDay() + 6) % 7)
  const quarterStart = month - (month % 3)
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: dateFromToday(-1), to: dateFromToday(-1) }
    case 'this_week':
      return { from: dateFromToday(mondayOffset), to: dateFromToday(mondayOffset + 6) }
    case 'last_week':
      return { from: dateFromToday(mondayOffset - 7), to: dateFromToday(mondayOffset - 1) }
    case 'next_week':
      return { from: dateFromToday(mondayOffset + 7), to: dateFromToday(mondayOffset + 13) }
    case 'this_month':
      return monthRange(month, 1)
    case 'last_month':
      return monthRange(month - 1, 1)
    case 'next_month':
      return monthRange(month + 1, 1)
    case 'this_quarter':
      return monthRange(quarterStart, 3)
    case 'last_quarter':
      return monthRange(quarterStart - 3, 3)
    case 'this_year':
      return monthRange(0, 12)
    case 'last_year':
      return monthRange(-12, 12)
    case 'last_7_days':
      return { from: dateFromToday(-6), to: today }
    case 'last_30_days':
      return { from: dateFromToday(-29), to: today }
    case 'last_90_days':
      return { from: dateFromToday(-89), to: today }
    case 'last_12_months':
      return { from: monthRange(month - 11, 1).from, to: today }
    case 'next_7_days':
      return { from: today, to: dateFromToday(6) }
    case 'next_30_days':
      return { from: today, to: dateFromToday(29) }
    case 'past':
      return { to: dateFromToday(-1) }
  }
}
