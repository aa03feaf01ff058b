import { locale, timeZone } from './locale.ts'

const day = 86_400_000
const cache = new Map<string, Intl.NumberFormat>()

function numberFormat(minDecimals: number, maxDecimals: number): Intl.NumberFormat {
  const key = `${minDecimals}:${maxDecimals}`
  let format = cache.get(key)
  if (!format) {
    // Spanish would group from five digits on only, and amounts in a column would not line up.
    const options = {
      useGrouping: 'always',
      minimumFractionDigits: minDecimals,
      maximumFractionDigits: maxDecimals,
    } as const
    format = new Intl.NumberFormat(locale, options)
    cache.set(key, format)
  }
  return format
}

/** A decimal string in the person's notation, exact at any size: it is never turned into a float. */
export function formatDecimal(decimal: string, minDecimals = 0, maxDecimals = 6): string {
  return numberFormat(minDecimals, Math.max(minDecimals, maxDecimals))
    .format(decimal as `${number}`)
    .replace('-', '−')
}

/** A whole number, such as a count. */
export function formatCount(count: number): string {
  return numberFormat(0, 0).format(count)
}

/** Milliseconds since 1970 of the beginning of a calendar date, in UTC. */
export const atMidnight = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`)

// The medium style of Arabic is digits between slashes, which could be read in either order.
const dateStyle = locale.startsWith('ar') ? 'long' : 'medium'
/** Makes a format when it is first needed: with its first one a browser loads its tables of dates, which takes 7 ms and more. */
function once<Format>(make: () => Format): () => Format {
  let made: Format | undefined
  return () => {
    made ??= make()
    return made
  }
}

const calendar = once(() => new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }))
const calendarLong = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }))
const moment = once(() => new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short', timeZone }))
const momentLong = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', timeZone }))
// This locale writes dates as ISO 8601 does.
const isoDay = once(
  () => new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }),
)
const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

/** Whether a text is a calendar date, which has no time zone. */
export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}

/** "12 Mar 2026" for a calendar date, never shifted by a time zone; a moment also gets its time. */
export function formatDate(text: string): string {
  return isCalendarDate(text) ? calendar().format(atMidnight(text)) : moment().format(new Date(text))
}

/** The full form: weekday, month in full, and for a moment the time and its zone. */
export function formatDateExactly(text: string): string {
  return isCalendarDate(text) ? calendarLong().format(atMidnight(text)) : momentLong().format(new Date(text))
}

/** The calendar date of a moment in the viewer's time zone, YYYY-MM-DD. */
export function localDate(moment: Date): string {
  return isoDay().format(moment)
}

/** Days from one calendar date to another; negative when the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((atMidnight(to) - atMidnight(from)) / day)
}

/** "in 3 days", "yesterday" within a week of today; null beyond, where the date itself says more. */
export function formatRelative(text: string, today: string): string | null {
  const days = daysBetween(today, isCalendarDate(text) ? text : localDate(new Date(text)))
  return Math.abs(days) <= 7 ? relative().format(days, 'day') : null
}
