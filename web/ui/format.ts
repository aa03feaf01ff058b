import { minorUnits } from '#contract/values.ts'
import { language, locale, timeZone } from './locale.ts'

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

/** A list in words: "1, 2 and 3". */
export function formatList(parts: readonly string[]): string {
  return new Intl.ListFormat(locale).format(parts)
}

/** An amount with its currency's decimal places; further places, as unit prices have, are kept. */
export function formatAmount(decimal: string, currency: string | null): string {
  const places = currency === null ? 2 : minorUnits(currency)
  const decimals = decimal.split('.')[1]?.replace(/0+$/, '').length ?? 0
  return formatDecimal(decimal, places, Math.max(places, decimals))
}

const atMidnight = (date: string) => Date.parse(`${date.slice(0, 10)}T00:00:00Z`)

const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 })

/** A decimal string short enough for a bar: "12.3K", "1.2M". */
export function formatCompact(decimal: string): string {
  return compact.format(decimal as `${number}`).replace('-', '−')
}

const months = {
  // Arabic months have no short names: under a bar they are numbers.
  short: new Intl.DateTimeFormat(locale, { month: language === 'ar' ? 'numeric' : 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
}

/** The month of a calendar date: "Mar", or "March 2026". */
export function formatMonth(date: string, length: 'short' | 'long'): string {
  return months[length].format(atMidnight(date))
}

const weekday = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** A calendar date with its weekday: "Thu 12 Mar". */
export function formatWeekday(date: string): string {
  return weekday.format(atMidnight(date))
}

// The medium style of Arabic is digits between slashes, which could be read in either order.
const dateStyle = locale.startsWith('ar') ? 'long' : 'medium'
const calendar = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' })
const calendarLong = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short', timeZone })
const momentLong = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', timeZone })
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
// This locale writes dates as ISO 8601 does.
const isoDay = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** Whether a text is a calendar date, which has no time zone. */
export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}

/** "12 Mar 2026" for a calendar date, never shifted by a time zone; a moment also gets its time. */
export function formatDate(text: string): string {
  return isCalendarDate(text) ? calendar.format(atMidnight(text)) : moment.format(new Date(text))
}

/** The full form: weekday, month in full, and for a moment the time and its zone. */
export function formatDateExactly(text: string): string {
  return isCalendarDate(text) ? calendarLong.format(atMidnight(text)) : momentLong.format(new Date(text))
}

/** The time of day of a moment, in the viewer's time zone. */
export function formatTime(instant: string): string {
  return clock.format(new Date(instant))
}

/** The calendar date of a moment in the viewer's time zone, YYYY-MM-DD. */
export function localDate(moment: Date): string {
  return isoDay.format(moment)
}

/** Days from one calendar date to another; negative when the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((atMidnight(to) - atMidnight(from)) / day)
}

/** "in 3 days", "yesterday" within a week of today; null beyond, where the date itself says more. */
export function formatRelative(text: string, today: string): string | null {
  const days = daysBetween(today, isCalendarDate(text) ? text : localDate(new Date(text)))
  return Math.abs(days) <= 7 ? relative.format(days, 'day') : null
}

/** "London, United Kingdom" from a town and a country code, as far as they are known. */
export function formatPlace(city: string | null, country: string | null): string {
  const name = country && new Intl.DisplayNames(locale, { type: 'region' }).of(country)
  return [city, name].filter(Boolean).join(locale.startsWith('ar') ? '، ' : ', ')
}

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

/** A share from 0 to 1 as a whole percentage. */
export function formatPercent(share: number): string {
  return percent.format(share)
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A file's size in the largest unit that leaves a number of at least 1. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), sizes.length - 1)
  const unit = sizes[power] ?? 'byte'
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: power > 1 ? 1 : 0 } as const
  return new Intl.NumberFormat(locale, format).format(bytes / 1000 ** power)
}

/** A text in which each ISO date is replaced by the date in the person's notation. */
export function datesIn(text: string | null): string | null {
  return text === null ? null : text.replace(/\b\d{4}-\d\d-\d\d\b/g, (day) => formatDate(day))
}
