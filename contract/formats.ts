import { type Language, localeOf } from './languages.ts'
import { minorUnits } from './values.ts'

/** How values are written for one reader: in their language, by the customs of their country, in their time zone. */
export type Formats = {
  locale: string
  timeZone: string
  /** A decimal text, exact at any size; at least `least` places, all that it has up to `most`. */
  decimal: (value: string, least?: number, most?: number) => string
  /** An amount without its currency; the currency decides the places, more are kept. */
  amount: (value: string, currency: string | null) => string
  /** An amount with its currency. */
  money: (value: string, currency: string | null) => string
  /** A number of percent: "19" is 19 %. */
  percent: (value: string) => string
  /** A value in a unit that every language has a sign for (UN/ECE Rec 20); undefined for other units. */
  measure: (value: string, unit: string) => string | undefined
  /** A calendar date, YYYY-MM-DD, which no time zone shifts; of a moment the day in the reader's zone. */
  date: (text: string) => string
  /** A moment, with the time and the name of its zone. */
  moment: (instant: string | Date) => string
  /** The name of a country by its two letters; the letters themselves where they are no country. */
  country: (code: string) => string
}

/** Units of UN/ECE Rec 20 by the names that Intl has for them. */
const unitNames: Readonly<Record<string, string>> = {
  KGM: 'kilogram',
  GRM: 'gram',
  LBR: 'pound',
  ONZ: 'ounce',
  MMT: 'millimeter',
  CMT: 'centimeter',
  MTR: 'meter',
  KMT: 'kilometer',
  FOT: 'foot',
  INH: 'inch',
  LTR: 'liter',
  MLT: 'milliliter',
  MIN: 'minute',
  HUR: 'hour',
  DAY: 'day',
  WEE: 'week',
  MON: 'month',
}

/** Whether a text is a time zone of the IANA database as far as this machine knows it. */
export function isTimeZone(text: string): boolean {
  // An offset such as "+02:00" is taken by Intl but has no summer time.
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** The formats of a reader. Without a country those usual in the language; without a time zone UTC. */
export function formatsFor(language: Language, reader: { country?: string | null; timeZone?: string | null }): Formats {
  const locale = localeOf(language, reader.country)
  const timeZone = reader.timeZone && isTimeZone(reader.timeZone) ? reader.timeZone : 'UTC'
  const numberFormats = new Map<string, Intl.NumberFormat>()
  const formatNumber = (value: string, options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options)
    let format = numberFormats.get(key)
    if (!format) {
      format = new Intl.NumberFormat(locale, options)
      numberFormats.set(key, format)
    }
    // A text is formatted digit by digit: nothing becomes a float.
    return format.format(value as Intl.StringNumericLiteral)
  }
  const decimalPlaces = (least: number, most = 6) => ({
    // Spanish would group from five digits on only: amounts under each other would not line up.
    useGrouping: 'always' as const,
    minimumFractionDigits: least,
    maximumFractionDigits: Math.max(least, most),
  })
  // The medium style of Arabic is digits between slashes, whose order differs from country to country.
  const dateStyle = language === 'ar' ? 'long' : 'medium'
  const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' })
  const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle, timeZone })
  const momentFormat = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
  const countryNames = new Intl.DisplayNames(locale, { type: 'region' })
  const amount: Formats['amount'] = (value, currency) =>
    formatNumber(value, decimalPlaces(currency ? minorUnits(currency) : 2))
  return {
    locale,
    timeZone,
    decimal: (value, least = 0, most = 6) => formatNumber(value, decimalPlaces(least, most)),
    amount,
    money: (value, currency) =>
      currency !== null && /^[A-Z]{3}$/.test(currency)
        ? formatNumber(value, {
            ...decimalPlaces(minorUnits(currency)),
            style: 'currency',
            currency,
            // A dollar has many countries: only these two signs say which money they mean.
            currencyDisplay: currency === 'EUR' || currency === 'GBP' ? 'narrowSymbol' : 'code',
          })
        : amount(value, currency),
    percent: (value) => formatNumber(value, { ...decimalPlaces(0), style: 'unit', unit: 'percent' }),
    measure: (value, unit) => {
      const unitName = unitNames[unit]
      return (
        unitName && formatNumber(value, { ...decimalPlaces(0), style: 'unit', unit: unitName, unitDisplay: 'short' })
      )
    },
    date: (text) => {
      const parsed = new Date(text)
      if (Number.isNaN(parsed.getTime())) return text
      return (/^\d{4}-\d\d-\d\d$/.test(text) ? dateFormat : dayFormat).format(parsed)
    },
    moment: (instant) => momentFormat.format(new Date(instant)),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code),
  }
}
