import type { StatementSearch } from '../paths.ts'

/** Stretches of days that a bookkeeper asks for, and one of one's own. */
export const periodNames = ['recent', 'thisMonth', 'lastMonth', 'thisYear', 'lastYear', 'chosen'] as const
export type PeriodName = (typeof periodNames)[number]

type DayRange = { from: string; to: string }

const isoDate = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** First and last day of a stretch; the running ones end today. */
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

/** The days that an address asks for: last month and this one when it names none. Turned round when they stand the wrong way. */
export function requestedDays({ from, to }: StatementSearch, today: string): DayRange {
  if (from === undefined && to === undefined) return periodDays('recent', today)
  const days = { from: from ?? (to as string), to: to ?? today }
  return days.from <= days.to ? days : { from: days.to, to: days.from }
}

/** The stretch that has these days. */
export function periodNameOf(days: DayRange, today: string): PeriodName {
  const predefined = periodNames.filter((name) => name !== 'chosen')
  return (
    predefined.find((name) => {
      const candidateDays = periodDays(name, today)
      return candidateDays.from === days.from && candidateDays.to === days.to
    }) ?? 'chosen'
  )
}
