import { IntlMessageFormat } from 'intl-messageformat'
import { formatsFor } from '#contract/formats.ts'
import { directionOf, type Language } from '#contract/languages.ts'
import { type TextKey, texts } from '#contract/texts.ts'

/** The texts and formats of a paper in one language. */
export type PaperLocale = {
  language: Language
  /** The country whose formats are used, or null for the language's usual formats. */
  region: string | null
  rtl: boolean
  say: (key: TextKey, values?: Record<string, string | number>) => string
  /** An amount with its currency, exact, with the currency's decimal places or more if the amount has more. */
  money: (amount: string, currency: string | null) => string
  /** An amount without its currency, for columns whose currency is stated elsewhere. */
  amount: (amount: string, currency: string | null) => string
  quantity: (value: string, unit: string | null) => string
  percent: (value: string) => string
  /** A calendar date or the date of an instant. */
  date: (text: string) => string
  /** A text with the calendar dates in it formatted. */
  datesIn: (text: string) => string
  /** An instant with its time and its zone, UTC. */
  moment: (instant: string) => string
  country: (code: string) => string
}

/** Units of UN/ECE Recommendations 20 and 21 that the portal has its own words for. */
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
 * By language, the countries where it is written and whose formats of numbers and dates a paper uses; elsewhere it uses
 * the language's usual formats. A locale such as English in Finland would mix two styles on one page.
 */
const regionalVariants: Readonly<Record<Language, readonly string[]>> = {
  en: ['US', 'CA', 'IE', 'AU', 'NZ'],
  de: ['CH', 'LI'],
  fr: ['CH', 'CA'],
  es: ['MX'],
  nl: [],
  ar: [],
}

/** Parsed messages by locale and key: parsing them for each paper took longer than reading the paper's data. */
const messages = new Map<string, IntlMessageFormat>()

/** The texts of a language, with the formats of numbers and dates of the reader's country (ISO 3166, or null). */
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

/** Without direction marks: a cell from left to right does not need them, and they would be copied with a number. */
function withoutDirectionMarks(text: string): string {
  return text.replace(/[\u200e\u200f\u061c]/g, '')
}
