import type { StatementSearch } from '../paths.ts'

/** The predefined periods, and `chosen` for any other days. */
export const periodNames = ['recent', 'thisMonth', 'lastMonth', 'thisYear', 'lastYear', 'chosen'] as const
export type PeriodName = (typeof periodNames)[number]

type DayRange = { from: string; to: string }

const isoDate = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** First and last day of a period; the current ones end today. */
export function periodDays(name: Exclude<PeriodName, 'chosen'>, today: string): DayRange {
  const [year = 0, month = 0] = today.split('-').map(Number)
  switch (name) {
    case 'recent':
      return { from: isoDate(year, month - 2, 1), to: today }
    case 'thisMonth':
      return { from: isoDate(year, month - 1, 1), to: today }
    case 'lastMonth':
      return { from: isoDate(year, month - 2, 1), to: isoDate(year, month - 1, 0) }
    case 'thisYear':
      return { from: isoDate(year, 0, 1), to: today }
    case 'lastYear':
      return { from: isoDate(year - 1, 0, 1), to: isoDate(year - 1, 11, 31) }
  }
}

/** The days that a URL names; last month and this one when it names none. Swapped when they are in the wrong order. */
export function requestedDays({ from, to }: StatementSearch, today: string): DayRange {
  if (from === undefined && to === undefined) return periodDays('recent', today)
  const days = { from: from ?? (to as string), to: to ?? today }
  return days.from <= days.to ? days : { from: days.to, to: days.from }
}

/** The predefined period with these days; otherwise `chosen`. */
export function periodNameOf(days: DayRange, today: string): PeriodName {
  const predefined = periodNames.filter((name) => name !== 'chosen')
  return (
    predefined.find((name) => {
      const candidateDays = periodDays(name, today)
      return candidateDays.from === days.from && candidateDays.to === days.to
    }) ?? 'chosen'
  )
}
