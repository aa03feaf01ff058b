import type { DateOrder } from '#contract/imports/profile.ts'
import { languages } from '#contract/languages.ts'
import { calendarDatePattern } from '#contract/values/dates.ts'
import { wallClock } from '#contract/values/time-zone.ts'
import { isRealDate } from '#server/formats/dates.ts'
import { serialDate } from '../read/serial-date.ts'
import { ValueFault } from './decimals.ts'

/** What programs write for "no date". */
const noDate =
  /^(?:0001-01-01|1899-12-30|1900-01-00|00[./-]?00[./-]?0000|0000[./-]?00[./-]?00|0)(?:[T ]00:00(?::00)?.*)?$/
const timePattern =
  /(?:[T ]|,\s*)(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?\s*([AaPp])?\.?[Mm]?\.?\s*(Z|[+-]\d{2}:?\d{2})?$/

const calendarDate = new RegExp(calendarDatePattern)

/** The day of a text as YYYY-MM-DD, '' when it says that there is none. Throws ValueFault. */
export function readDay(text: string, order: DateOrder): string {
  const trimmed = text.trim()
  if (noDate.test(trimmed)) return ''
  const day = dayOf(trimmed.replace(timePattern, '').trim(), order)
  if (day === undefined || !isDay(day)) {
    const example = { 'day first': '31.12.2026', 'month first': '12/31/2026', 'year first': '2026-12-31' }[order]
    throw new ValueFault(
      `"${trimmed.slice(0, 60)}" is not a date; the profile reads the ${order}, as in ${example}. Correct the cell, or "dates" of the profile.`,
    )
  }
  return day
}

const isDay = (text: string) => calendarDate.test(text) && isRealDate(text)

function dayOf(text: string, order: DateOrder): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (iso) return joinDay(iso[1], iso[2], iso[3])
  const parts = /^(\d{1,2})\s*[-/.\s]\s*(\d{1,2})\s*[-/.\s]\s*(\d{4}|\d{2})$/.exec(text)
  if (parts) {
    const [, first, second, third] = parts
    if (order === 'day first') return joinDay(fullYear(third), second, first)
    if (order === 'month first') return joinDay(fullYear(third), first, second)
    return joinDay(fullYear(first), second, third)
  }
  const compact = /^(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text)
  if (compact) {
    const [, a = '', b = '', c = '', d = ''] = compact
    const yearFirst = joinDay(`${a}${b}`, c, d)
    // On the 19th and 20th of a month a text with the day first begins like a year.
    if (order === 'year first' || (/^(?:19|20)$/.test(a) && isDay(yearFirst))) return yearFirst
    return order === 'day first' ? joinDay(`${c}${d}`, b, a) : joinDay(`${c}${d}`, a, b)
  }
  if (/^\d{5}$/.test(text)) {
    const cell = serialDate(text, false)
    return typeof cell === 'object' && 'day' in cell ? cell.day : undefined
  }
  return namedMonth(text)
}

function joinDay(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Two digits of a year mean one from 1970 to 2069. */
function fullYear(digits = ''): string {
  if (digits.length !== 2) return digits
  return Number(digits) < 70 ? `20${digits}` : `19${digits}`
}

let months: Map<string, string> | undefined

/** The names of months and their short forms in the languages of the portal, in lower case without dots. */
function monthNumbers(): Map<string, string> {
  if (months) return months
  months = new Map()
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: style, day: 'numeric', timeZone: 'UTC' })
      for (let month = 0; month < 12; month++) {
        const parts = format.formatToParts(Date.UTC(2026, month, 1))
        const name = parts.find(({ type }) => type === 'month')?.value ?? ''
        months.set(name.toLowerCase().replaceAll('.', ''), String(month + 1))
      }
    }
  }
  return months
}

function namedMonth(text: string): string | undefined {
  const [, day, name = '', year] =
    /^(\d{1,2})[\s.\-/]+(\p{L}[\p{L}\p{M}.]*)[\s.\-/,]+(\d{4}|\d{2})$/u.exec(text.replace(/ de /g, ' ')) ?? []
  const [, otherName = '', otherDay, otherYear] = /^(\p{L}[\p{L}\p{M}.]*)\s+(\d{1,2}),?\s+(\d{4})$/u.exec(text) ?? []
  const month = monthNumbers().get((name || otherName).toLowerCase().replaceAll('.', ''))
  return month === undefined ? undefined : joinDay(fullYear(year ?? otherYear), month, day ?? otherDay)
}

/**
 * The moment of a text with its offset from UTC, '' when it says that there is none: a time without an offset is one of
 * the profile's time zone, a day without a time its midnight there. Throws ValueFault.
 */
export function readMoment(text: string, order: DateOrder, timeZone: string): string {
  const trimmed = text.trim()
  const day = readDay(trimmed, order)
  if (day === '') return ''
  const [, hour = '0', minute = '00', second = '00', half, offset] = timePattern.exec(trimmed) ?? []
  const twelve = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)
  const time = `${String(twelve).padStart(2, '0')}:${minute}:${second}`
  if (twelve > 23 || Number(minute) > 59 || Number(second) > 59) {
    throw new ValueFault(`"${trimmed.slice(0, 60)}" has no time of day that there is. Correct the cell.`)
  }
  return `${day}T${time}${offset ?? offsetAt(timeZone, `${day}T${time}Z`)}`
}

/** The offset of a local time in a time zone, as +01:00; Z for none. */
function offsetAt(timeZone: string, localAsUtc: string): string {
  if (timeZone === 'UTC') return 'Z'
  const local = Date.parse(localAsUtc)
  const minutesAhead = (at: number) => {
    const { day, minutes } = wallClock(timeZone, new Date(at))
    return Math.round((Date.parse(`${day}T00:00:00Z`) + minutes * 60_000 - Math.floor(at / 60_000) * 60_000) / 60_000)
  }
  // The offset of the moment itself, which the first estimate may miss by an hour around a change of the clocks.
  const ahead = minutesAhead(local - minutesAhead(local) * 60_000)
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  return `${ahead < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
