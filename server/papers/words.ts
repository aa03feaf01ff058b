import { IntlMessageFormat } from 'intl-messageformat'
import { papers as arabic } from '../../contract/messages/ar/papers.ts'
import { papers as german } from '../../contract/messages/de/papers.ts'
import { papers as english } from '../../contract/messages/en/papers.ts'
import { papers as spanish } from '../../contract/messages/es/papers.ts'
import { papers as french } from '../../contract/messages/fr/papers.ts'
import { papers as dutch } from '../../contract/messages/nl/papers.ts'
import type { PaperLanguage } from '../../contract/papers.ts'
import { minorUnits } from '../../contract/values.ts'

export type WordKey = keyof typeof english
type Texts = Readonly<Record<WordKey, string>>
const texts: Readonly<Record<PaperLanguage, Texts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  nl: dutch,
  ar: arabic,
}

/** How everything on a paper is said and written in one language. What is not known stays an empty text or null. */
export type Words = {
  language: PaperLanguage
  rtl: boolean
  say: (key: WordKey, values?: Record<string, string | number>) => string
  /** An amount with its currency, exact at any size; the currency alone decides the places, more are kept. */
  money: (amount: string, currency: string | null) => string
  /** An amount without its currency, for columns whose currency is said elsewhere. */
  amount: (amount: string, currency: string | null) => string
  quantity: (value: string, unit: string | null) => string
  percent: (value: string) => string
  /** A calendar date or the date of an instant. */
  date: (text: string) => string
  /** An instant with its time, in UTC. */
  moment: (instant: string) => string
  country: (code: string) => string
}

/** Of `en` without a country: day first, as the portal writes it. */
const standardRegion: Readonly<Record<PaperLanguage, string>> = {
  en: 'GB',
  de: 'DE',
  fr: 'FR',
  es: 'ES',
  nl: 'NL',
  ar: 'AE',
}

/** Units of UN/ECE Rec 20 and 21 that are counted in words of ours. */
const counted: Readonly<Record<string, WordKey>> = {
  EA: 'paper.unit.piece',
  C62: 'paper.unit.piece',
  H87: 'paper.unit.piece',
  PCE: 'paper.unit.piece',
  NAR: 'paper.unit.piece',
  SET: 'paper.unit.set',
  PR: 'paper.unit.pair',
  NPR: 'paper.unit.pair',
  BX: 'paper.unit.box',
  XBX: 'paper.unit.box',
  PK: 'paper.unit.pack',
  XPK: 'paper.unit.pack',
  RO: 'paper.unit.roll',
  XRO: 'paper.unit.roll',
  PX: 'paper.unit.pallet',
  XPX: 'paper.unit.pallet',
}
/** Units that every language has a sign for. */
const measured: Readonly<Record<string, string>> = {
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
const signs: Readonly<Record<string, string>> = { TNE: 't', MTK: 'm²', MTQ: 'm³', P1: '%' }

/** The words of a language, with numbers and dates as the reader's country writes them (ISO 3166, or null). */
export function wordsFor(language: PaperLanguage, country: string | null): Words {
  const region = language === 'ar' || country === null ? standardRegion[language] : country
  // Amounts, numbers and dates of Arabic papers stand beside IBANs and references: one set of digits, one calendar.
  const locale = `${language}-${region}-u-ca-gregory-nu-latn`
  const messages = new Map<WordKey, IntlMessageFormat>()
  const say: Words['say'] = (key, values) => {
    let message = messages.get(key)
    if (!message) {
      message = new IntlMessageFormat(texts[language][key], locale, {}, { ignoreTag: true })
      messages.set(key, message)
    }
    return message.format(values) as string
  }
  const numbers = new Map<string, Intl.NumberFormat>()
  const decimal = (value: string, least: number, more: Intl.NumberFormatOptions = {}) => {
    const key = JSON.stringify([least, more])
    let format = numbers.get(key)
    if (!format) {
      const places = { minimumFractionDigits: least, maximumFractionDigits: Math.max(least, 6) }
      format = new Intl.NumberFormat(locale, { ...places, ...more })
      numbers.set(key, format)
    }
    return unmarked(format.format(value as Intl.StringNumericLiteral))
  }
  // The medium style of Arabic is digits between slashes, whose order differs from country to country.
  const dateStyle = language === 'ar' ? 'long' : 'medium'
  const day = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short', timeZone: 'UTC' })
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  const amount: Words['amount'] = (value, currency) => decimal(value, currency ? minorUnits(currency) : 2)
  return {
    language,
    rtl: language === 'ar',
    say,
    amount,
    money: (value, currency) => {
      if (currency === null || !/^[A-Z]{3}$/.test(currency)) return amount(value, currency)
      return decimal(value, minorUnits(currency), { style: 'currency', currency, currencyDisplay: sign(currency) })
    },
    quantity: (value, unit) => {
      if (unit === null) return decimal(value, 0)
      const own = counted[unit]
      if (own) return say(own, { count: Math.abs(Number(value)), quantity: decimal(value, 0) })
      const sanctioned = measured[unit]
      if (sanctioned) return decimal(value, 0, { style: 'unit', unit: sanctioned, unitDisplay: 'short' })
      return `${decimal(value, 0)} ${signs[unit] ?? unit}`
    },
    percent: (value) => decimal(value, 0, { style: 'unit', unit: 'percent' }),
    date: (text) => (Number.isNaN(Date.parse(text)) ? text : unmarked(day.format(new Date(text)))),
    moment: (instant) => `${unmarked(moment.format(new Date(instant)))} UTC`,
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
  }
}

/** Marks of direction do no good in a cell that is set from left to right, and come along when a number is copied. */
function unmarked(text: string): string {
  return text.replace(/[\u200e\u200f\u061c]/g, '')
}

/** A dollar has many countries: only the euro's and the pound's signs say which money they mean. */
function sign(currency: string): 'narrowSymbol' | 'code' {
  return currency === 'EUR' || currency === 'GBP' ? 'narrowSymbol' : 'code'
}
