import { Type } from 'typebox'

export const calendarDatePattern = '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
/** A calendar date, YYYY-MM-DD; it has no time zone and is never converted between time zones. */
export const CalendarDate = Type.String({ pattern: calendarDatePattern })
/** A moment as an ERP may send it: with Z or an offset; seconds and fractions are optional. */
export const sentInstantPattern =
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:?[0-9]{2})$'
/** A moment in UTC, ISO 8601 with Z. */
export const Instant = Type.String({ maxLength: 35 })

/** The calendar date in the time zone of the process; on a server that is the supplier's. */
export function calendarDate(now: Date): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}

/** The first moment of a calendar date, or of one so many days later, in the time zone of the process. */
export function startOfDay(date: string, daysLater = 0): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day + daysLater)
}
