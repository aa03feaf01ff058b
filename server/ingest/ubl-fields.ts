import { isCurrency } from './currencies.ts'
import type { Problem } from './incoming.ts'
import { isCountry, isUnit } from './ubl-codes.ts'
import { type XmlElement, xpathOf } from './ubl-xml.ts'

/*
 * How a value is read out of a UBL document. A mapping is data made of these: each names the places where the value may
 * stand, first match first, and reports what is wrong with the XPath of the element.
 */

/** What is gathered while one document is read. Amounts of another currency than the document's are left out. */
export type Reading = { readonly errors: Problem[]; readonly warnings: Problem[]; currency: string | undefined }

export type Field<T> = (at: XmlElement, reading: Reading) => T | undefined

/** All elements that a path such as "cac:Party/cbc:Name" leads to, in the order of the document. */
export function elementsAt(at: XmlElement, path: string): XmlElement[] {
  let found = [at]
  for (const name of path.split('/')) found = found.flatMap(({ children }) => children.filter((c) => c.name === name))
  return found
}

/** The element's text on one line, without control characters; empty when there is none. */
export function wordsOf(element: XmlElement): string {
  return element.text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed()
}

function proseOf(element: XmlElement): string {
  const lines = element.text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .split('\n')
  return lines
    .map((line) => line.trim())
    .join('\n')
    .trim()
    .toWellFormed()
}

function firstOf(at: XmlElement, paths: readonly string[]): XmlElement | undefined {
  for (const path of paths) {
    const found = elementsAt(at, path).find((element) => wordsOf(element) !== '')
    if (found) return found
  }
  return undefined
}

function report(list: Problem[], element: XmlElement, message: string): undefined {
  list.push({ path: xpathOf(element), message })
  return undefined
}

function cut(value: string, maxLength: number, element: XmlElement, reading: Reading): string {
  if (value.length <= maxLength) return value
  report(reading.warnings, element, `The text is longer than ${maxLength} characters and was cut.`)
  return value.slice(0, maxLength).toWellFormed()
}

/** Words on one line; longer ones are cut, with a warning. */
export const words =
  (maxLength: number, ...paths: string[]): Field<string> =>
  (at, reading) => {
    const element = firstOf(at, paths)
    return element && cut(wordsOf(element), maxLength, element, reading)
  }

/** All texts of the first path that has any, a line each; their own line breaks are kept. */
export const prose =
  (maxLength: number, ...paths: string[]): Field<string> =>
  (at, reading) => {
    for (const path of paths) {
      const elements = elementsAt(at, path).filter((element) => wordsOf(element) !== '')
      const [first] = elements
      if (first) return cut([...new Set(elements.map(proseOf))].join('\n'), maxLength, first, reading)
    }
    return undefined
  }

/** A number or code by which something is found again: too long is an error, since a cut one would find something else. */
export const identifier =
  (maxLength: number, ...paths: string[]): Field<string> =>
  (at, reading) => {
    const element = firstOf(at, paths)
    if (!element) return undefined
    const value = wordsOf(element)
    if (value.length <= maxLength) return value
    return report(reading.errors, element, `The identifier is longer than ${maxLength} characters.`)
  }

/** An identifier that may say "NA", as Peppol has it for "there is none". */
export const reference =
  (maxLength: number, ...paths: string[]): Field<string> =>
  (at, reading) => {
    const value = identifier(maxLength, ...paths)(at, reading)
    return value === undefined || /^n\/?a$/i.test(value) ? undefined : value
  }

/** The calendar date as it is written; a time or a zone behind it does not shift it. */
export const date =
  (...paths: string[]): Field<string> =>
  (at, reading) => {
    const element = firstOf(at, paths)
    if (!element) return undefined
    const written = wordsOf(element)
    const day = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+)?(?:Z|[+-]\d{2}:\d{2})?$/.exec(written)?.[1]
    const exists = day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day
    return exists
      ? day
      : report(reading.errors, element, `"${written.slice(0, 40)}" is not a date. Write it as 2026-03-31.`)
  }

function isRealDecimal(written: string): RegExpExecArray | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(written)
  return match && `${match[2]}${match[3] ?? ''}` !== '' ? match : null
}

function decimalOf(element: XmlElement, places: number, digits: number, reading: Reading): string | undefined {
  const written = wordsOf(element)
  const match = isRealDecimal(written)
  if (!match) {
    return report(reading.errors, element, `"${written.slice(0, 40)}" is not a decimal number. Write it as 1234.50.`)
  }
  const whole = (match[2] ?? '').replace(/^0+(?=\d)/, '') || '0'
  const fraction = match[3] ?? ''
  if (whole.length > digits) return report(reading.errors, element, `The number has more than ${digits} digits.`)
  const sign = match[1] === '-' ? '-' : ''
  if (fraction.slice(places).replace(/0+$/, '') === '') {
    const kept = fraction.slice(0, places)
    return `${sign}${whole}${kept && `.${kept}`}`
  }
  const scaled = BigInt(whole + fraction.slice(0, places)) + (fraction.charCodeAt(places) >= 0x35 ? 1n : 0n)
  const padded = scaled.toString().padStart(places + 1, '0')
  const rounded = `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`
  report(reading.warnings, element, `The number has more than ${places} decimal places and was rounded to ${rounded}.`)
  return rounded
}

const number =
  (places: number, digits: number) =>
  (...paths: string[]): Field<string> =>
  (at, reading) => {
    const element = firstOf(at, paths)
    return element && decimalOf(element, places, digits, reading)
  }
/** A quantity, percentage or weight: up to six places. */
export const quantity = number(6, 12)

const money =
  (places: number) =>
  (...paths: string[]): Field<string> =>
  (at, reading) => {
    const element = firstOf(at, paths)
    const value = element && decimalOf(element, places, 14, reading)
    if (!element || value === undefined) return undefined
    const currency = element.attributes.currencyID?.trim()
    if (!currency || !reading.currency || currency === reading.currency) return value
    const message = `The amount is in ${currency}, but the document is in ${reading.currency}: it was left out.`
    return report(reading.warnings, element, message)
  }
/** An amount in the document's currency: up to four places. */
export const amount = money(4)
/** A price in the document's currency: up to six places. */
export const price = money(6)

/** Whether an amount stands in the document's currency, as far as it says so. */
export function inCurrency(element: XmlElement, reading: Reading): boolean {
  const currency = element.attributes.currencyID?.trim()
  return !currency || !reading.currency || currency === reading.currency
}

/** The unit beside a quantity, UN/ECE Rec 20; one that the list does not have is kept as written, with a warning. */
export const unitOf =
  (...paths: string[]): Field<string> =>
  (at, reading) => {
    const element = firstOf(at, paths)
    const code = element?.attributes.unitCode?.trim()
    if (!element || !code) return undefined
    if (code.length > 20)
      return report(reading.warnings, element, 'The unit code is longer than 20 characters: it was left out.')
    if (!isUnit(code))
      report(reading.warnings, element, `"${code}" is not a unit of UN/ECE Recommendation 20; it is shown as it is.`)
    return code
  }

/** ISO 3166 alpha-2; anything else is left out, with a warning. */
export const country =
  (...paths: string[]): Field<string> =>
  (at, reading) => {
    const element = firstOf(at, paths)
    if (!element) return undefined
    const code = wordsOf(element).toUpperCase()
    if (isCountry(code)) return code
    return report(
      reading.warnings,
      element,
      `"${code.slice(0, 40)}" is not a country code such as DE: it was left out.`,
    )
  }

/** ISO 4217; an unknown one is an error, since all amounts hang on it. */
export const currency =
  (...paths: string[]): Field<string> =>
  (at, reading) => {
    const element = firstOf(at, paths)
    if (!element) return undefined
    const code = wordsOf(element).toUpperCase()
    if (isCurrency(code)) return code
    return report(reading.errors, element, `"${code.slice(0, 40)}" is not a currency code such as EUR.`)
  }

type Shape = Readonly<Record<string, Field<unknown>>>
type Read<S extends Shape> = { [K in keyof S]?: S[K] extends Field<infer T> ? T : never }

/** An object of the fields that are there; undefined when none is. */
export const shape =
  <const S extends Shape>(fields: S): Field<Read<S>> =>
  (at, reading) => {
    const entries: [string, unknown][] = []
    for (const [name, read] of Object.entries(fields)) {
      const value = read(at, reading)
      if (value !== undefined) entries.push([name, value])
    }
    return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Read<S>)
  }

/** The field as read at the first of the places where it gives anything. */
export const inside =
  <T>(field: Field<T>, ...paths: string[]): Field<T> =>
  (at, reading) => {
    for (const path of paths) {
      for (const element of elementsAt(at, path)) {
        const value = field(element, reading)
        if (value !== undefined) return value
      }
    }
    return undefined
  }

/** The field as read at every place, in order, equal values once; undefined when there is none. */
export const each =
  <T>(field: Field<T>, ...paths: string[]): Field<T[]> =>
  (at, reading) => {
    const values = paths.flatMap((path) => elementsAt(at, path)).map((element) => field(element, reading))
    return distinct(values.filter((value) => value !== undefined))
  }

/** The values, equal ones once; undefined when there is none. */
export function distinct<T>(values: readonly T[]): T[] | undefined {
  const known = new Map(values.map((value) => [JSON.stringify(value), value]))
  return known.size === 0 ? undefined : [...known.values()]
}

/** The first of several fields that gives a value. */
export const either =
  <T>(...fields: Field<T>[]): Field<T> =>
  (at, reading) => {
    for (const field of fields) {
      const value = field(at, reading)
      if (value !== undefined) return value
    }
    return undefined
  }
