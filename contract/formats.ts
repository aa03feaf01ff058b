import { type Language, localeOf } from './languages.ts'
import { minorUnits } from './values/minor-units.ts'

/**
 * How values are written for one reader: in their language, with the conventions of their country, in their time zone.
 */
export type Formats = {
  locale: string
  timeZone: string
  /** Formats a decimal text, exact at any size, with at least `least` and at most `most` decimal places. */
  decimal: (value: string, least?: number, most?: number) => string
  /** Formats an amount without its currency; the currency sets the least number of places, further places are kept. */
  amount: (value: string, currency: string | null) => string
  /** Formats an amount with its currency. */
  money: (value: string, currency: string | null) => string
  /** Formats a percentage: "19" is 19 %. */
  percent: (value: string) => string
  /** Formats a value in a unit for which every language has a symbol (UN/ECE Rec 20); undefined for other units. */
  measure: (value: string, unit: string) => string | undefined
  /** Formats a calendar date (YYYY-MM-DD) without any time zone, or the day of a moment in the reader's time zone. */
  date: (text: string) => string
  /** Formats a moment, with the time and the name of its time zone. */
  moment: (instant: string | Date) => string
  /** Returns the name of a country by its two-letter code; the code itself when it is not a country's. */
  country: (code: string) => string
}

/** Units of UN/ECE Rec 20 with their names in Intl. */
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

/** Whether a text is a name of the IANA time zone database that this machine knows. */
export function isTimeZone(text: string): boolean {
  // Intl accepts an offset such as "+02:00", but an offset has no summer time.
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    // Intl throws for a name that it does not know.
    return false
  }
}

/**
 * Returns the formats of a reader. The default for the country is the usual one of the language, for the time zone UTC.
 */
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
    // Intl formats a text digit by digit, so no value becomes a float.
    return format.format(value as Intl.StringNumericLiteral)
  }
  const decimalPlaces = (least: number, most = 6) => ({
    // Spanish would group only from five digits on: amounts in a column would not line up.
    useGrouping: 'always' as const,
    minimumFractionDigits: least,
    maximumFractionDigits: Math.max(least, most),
  })
  // The medium style of Arabic is digits with slashes, and their order differs between countries.
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
            // Many countries have a dollar: only these two symbols identify a currency.
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
