import { atMidnight, formatDate, isCalendarDate, localDate } from './format.ts'
import { language, locale, timeZone } from './locale.ts'

/* Formats of what lists do not show: they are loaded with the pages that do. */

/** A list in words: "1, 2 and 3". */
export function formatList(parts: readonly string[]): string {
  return new Intl.ListFormat(locale).format(parts)
}

/** What stands between the parts of a list in words: ", " and " and ". */
export function separatorsOf(parts: readonly string[]): string[] {
  const literals = new Intl.ListFormat(locale).formatToParts(parts).filter(({ type }) => type === 'literal')
  return literals.map(({ value }) => value)
}

const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 })

/** A decimal string short enough for a bar: "12.3K", "1.2M". */
export function formatCompact(decimal: string): string {
  return compact.format(decimal as `${number}`).replace('-', '−')
}

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })

/** The time of day of a moment, in the viewer's time zone. */
export function formatTime(instant: string): string {
  return clock.format(new Date(instant))
}

/** The calendar date of a date or a moment, that of a moment in the viewer's time zone. */
export function dayOf(text: string): string {
  return isCalendarDate(text) ? text : localDate(new Date(text))
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

const weekdayName = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })

/** The weekday of a calendar date alone: "Thu". */
export function formatWeekdayName(date: string): string {
  return weekdayName.format(atMidnight(date))
}

const dayOfMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', timeZone: 'UTC' })

/** The day of a calendar date alone: "12". */
export function formatDayOfMonth(date: string): string {
  return dayOfMonth.format(atMidnight(date))
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
