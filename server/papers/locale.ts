import { IntlMessageFormat } from 'intl-messageformat'
import { formatsFor } from '../../contract/formats.ts'
import { directionOf, type Language } from '../../contract/languages.ts'
import { type TextKey, texts } from '../../contract/texts.ts'

/** How everything on a paper is said and written in one language. What is not known stays an empty text or null. */
export type PaperLocale = {
  language: Language
  /** The country whose customs are followed, or null for those usual in the language. */
  region: string | null
  rtl: boolean
  say: (key: TextKey, values?: Record<string, string | number>) => string
  /** An amount with its currency, exact at any size; the currency alone decides the places, more are kept. */
  money: (amount: string, currency: string | null) => string
  /** An amount without its currency, for columns whose currency is said elsewhere. */
  amount: (amount: string, currency: string | null) => string
  quantity: (value: string, unit: string | null) => string
  percent: (value: string) => string
  /** A calendar date or the date of an instant. */
  date: (text: string) => string
  /** A text with the calendar dates in it written so. */
  datesIn: (text: string) => string
  /** An instant with its time and its zone, UTC. */
  moment: (instant: string) => string
  country: (code: string) => string
}

/** Units of UN/ECE Rec 20 and 21 that are counted in words of ours. */
const unitTexts: Readonly<Record<string, TextKey>> = {
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
const unitSymbols: Readonly<Record<string, string>> = { TNE: 't', MTK: 'm²', MTQ: 'm³', P1: '%' }

/**
 * Countries whose own way of writing numbers and dates a paper follows, because its language is written there; elsewhere
 * it is the language's usual one. A guess such as English as it is written in Finland would mix two ways on one page.
 */
const regionalVariants: Readonly<Record<Language, readonly string[]>> = {
  en: ['US', 'CA', 'IE', 'AU', 'NZ'],
  de: ['CH', 'LI'],
  fr: ['CH', 'CA'],
  es: ['MX'],
  nl: [],
  ar: [],
}

/** By locale and key. To read all of a paper's anew took the server longer than to look up what stands on it. */
const messages = new Map<string, IntlMessageFormat>()

/** The words of a language, with numbers and dates as the reader's country writes them (ISO 3166, or null). */
export function localeFor(language: Language, country: string | null): PaperLocale {
  const supportedCountry = country !== null && regionalVariants[language].includes(country) ? country : null
  const formats = formatsFor(language, { country: supportedCountry })
  const say: PaperLocale['say'] = (key, values) => {
    const cacheKey = `${formats.locale} ${key}`
    let message = messages.get(cacheKey)
    if (!message) {
      message = new IntlMessageFormat(texts[language][key], formats.locale, {}, { ignoreTag: true })
      messages.set(cacheKey, message)
    }
    return message.format(values) as string
  }
  const date = (text: string) => withoutDirectionMarks(formats.date(text))
  return {
    language,
    region: supportedCountry,
    rtl: directionOf(language) === 'rtl',
    say,
    amount: (value, currency) => withoutDirectionMarks(formats.amount(value, currency)),
    money: (value, currency) => withoutDirectionMarks(formats.money(value, currency)),
    quantity: (value, unit) => {
      const count = withoutDirectionMarks(formats.decimal(value))
      if (unit === null) return count
      const unitText = unitTexts[unit]
      if (unitText) return say(unitText, { count: Math.abs(Number(value)), quantity: count })
      return withoutDirectionMarks(formats.measure(value, unit) ?? `${count} ${unitSymbols[unit] ?? unit}`)
    },
    percent: (value) => withoutDirectionMarks(formats.percent(value)),
    date,
    datesIn: (text) => text.replace(/\b\d{4}-\d\d-\d\d\b/g, date),
    moment: (instant) => withoutDirectionMarks(formats.moment(instant)),
    country: formats.country,
  }
}

/** Marks of direction do no good in a cell that is set from left to right, and come along when a number is copied. */
function withoutDirectionMarks(text: string): string {
  return text.replace(/[\u200e\u200f\u061c]/g, '')
}
