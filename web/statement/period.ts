import type { StatementSearch } from '../paths.ts'

/** Stretches of days that a bookkeeper asks for, and one of one's own. */
export const periods = ['recent', 'thisMonth', 'lastMonth', 'thisYear', 'lastYear', 'chosen'] as const
export type PeriodName = (typeof periods)[number]

type Days = { from: string; to: string }

const utc = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** First and last day of a stretch; the running ones end today. */
export function daysOf(name: Exclude<PeriodName, 'chosen'>, today: string): Days {
  const [year = 0, month = 0] = today.split('-').map(Number)
  switch (name) {
    case 'recent':
      return { from: utc(year, month - 2, 1), to: today }
    case 'thisMonth':
      return { from: utc(year, month - 1, 1), to: today }
    case 'lastMonth':
      return { from: utc(year, month - 2, 1), to: utc(year, month - 1, 0) }
    case 'thisYear':
      return { from: utc(year, 0, 1), to: today }
    case 'lastYear':
      return { from: utc(year - 1, 0, 1), to: utc(year - 1, 11, 31) }
  }
}

/** The days that an address asks for: last month and this one when it names none. Turned round when they stand the wrong way. */
export function askedDays({ from, to }: StatementSearch, today: string): Days {
  if (from === undefined && to === undefined) return daysOf('recent', today)
  const days = { from: from ?? (to as string), to: to ?? today }
  return days.from <= days.to ? days : { from: days.to, to: days.from }
}

/** The stretch that has these days. */
export function nameOf(days: Days, today: string): PeriodName {
  const named = periods.filter((name) => name !== 'chosen')
  return (
    named.find((name) => {
      const own = daysOf(name, today)
      return own.from === days.from && own.to === days.to
    }) ?? 'chosen'
  )
}
