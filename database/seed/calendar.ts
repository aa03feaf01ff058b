/*
 * Calendar dates as numbers of days since 1970-01-01, so that dates can be added and compared. Nothing here reads the
 * clock or the machine's time zone.
 */
const msPerDay = 86_400_000
const texts = new Map<number, string>()

/** Returns the number of a day such as 2026-03-01. Throws RangeError when the text is not a calendar date. */
export function dayOf(date: string): number {
  const ms = Date.parse(`${date}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(ms))
    throw new RangeError(`"${date}" is not a date (YYYY-MM-DD)`)
  return ms / msPerDay
}

/** Returns a day number as YYYY-MM-DD. */
export function dateOf(day: number): string {
  let text = texts.get(day)
  if (text === undefined) {
    text = new Date(day * msPerDay).toISOString().slice(0, 10)
    texts.set(day, text)
  }
  return text
}

/** 0 Sunday to 6 Saturday. */
const weekday = (day: number) => (((day + 4) % 7) + 7) % 7

/** Returns the day itself, or the following Monday when it falls on a weekend. */
export function workday(day: number): number {
  const dayOfWeek = weekday(day)
  return dayOfWeek === 6 ? day + 2 : dayOfWeek === 0 ? day + 1 : day
}

/** Returns the day itself, or the preceding Friday when it falls on a weekend. */
export function workdayBefore(day: number): number {
  const dayOfWeek = weekday(day)
  return dayOfWeek === 6 ? day - 1 : dayOfWeek === 0 ? day - 2 : day
}

/** The rule by which a country changes to summer time. */
export type SummerTime = 'eu' | 'us' | 'none'

const summerTimes = new Map<string, { from: number; to: number }>()

function summerTimeIn(rule: 'eu' | 'us', year: string): { from: number; to: number } {
  const key = rule + year
  const cached = summerTimes.get(key)
  if (cached) return cached
  const sundayBefore = (date: string) => dayOf(date) - weekday(dayOf(date))
  const summer =
    rule === 'eu'
      ? { from: sundayBefore(`${year}-03-31`), to: sundayBefore(`${year}-10-31`) }
      : { from: sundayBefore(`${year}-03-14`), to: sundayBefore(`${year}-11-07`) }
  summerTimes.set(key, summer)
  return summer
}

/** Returns the minutes east of UTC on a day, for a zone with an offset of `hours` in winter. */
export function offsetOn(day: number, hours: number, summer: SummerTime): number {
  if (summer === 'none') return hours * 60
  const { from, to } = summerTimeIn(summer, dateOf(day).slice(0, 4))
  return (hours + (day >= from && day < to ? 1 : 0)) * 60
}

const twoDigits = (value: number) => (value < 10 ? `0${value}` : String(value))

/** Returns the local time of a day with its offset, such as 2026-03-01T07:40:00+01:00. */
export function localInstant(day: number, minuteOfDay: number, offsetMinutes: number): string {
  const clock = `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}:00`
  const offset = Math.abs(offsetMinutes)
  return `${dateOf(day)}T${clock}${offsetMinutes < 0 ? '-' : '+'}${twoDigits(Math.floor(offset / 60))}:${twoDigits(offset % 60)}`
}

/** Returns a moment of a day in UTC. */
export function utcInstant(day: number, minuteOfDay: number): string {
  return `${dateOf(day)}T${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}:00Z`
}
