import { isCurrency } from './currencies.ts'
import type { Problem } from './ingest-types.ts'
import { isCountry, isUnit } from './ubl-codes.ts'
import { type XmlElement, xpathOf } from './ubl-xml.ts'

/*
 * How a value is read out of a UBL document. A mapping is data made of these: each names the places where the value may
 * stand, first match first, and reports what is wrong with the XPath of the element.
 */

/** What is gathered while one document is read. Amounts of another currency than the document's are left out. */
export type Reading = { readonly errors: Problem[]; readonly warnings: Problem[]; currency: string | undefined }

export type FieldReader<T> = (node: XmlElement, reading: Reading) => T | undefined

/** All elements that a path such as "cac:Party/cbc:Name" leads to, in the order of the document. */
export function elementsAt(node: XmlElement, path: string): XmlElement[] {
  let elements = [node]
  for (const name of path.split('/'))
    elements = elements.flatMap(({ children }) => children.filter((c) => c.name === name))
  return elements
}

/** The element's text on one line, without control characters; empty when there is none. */
export function textOf(element: XmlElement): string {
  return element.text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed()
}

function multilineTextOf(element: XmlElement): string {
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

function firstNonEmpty(node: XmlElement, paths: readonly string[]): XmlElement | undefined {
  for (const path of paths) {
    const match = elementsAt(node, path).find((element) => textOf(element) !== '')
    if (match) return match
  }
  return undefined
}

function addProblem(problems: Problem[], element: XmlElement, message: string): undefined {
  problems.push({ path: xpathOf(element), message })
  return undefined
}

function truncate(value: string, maxLength: number, element: XmlElement, reading: Reading): string {
  if (value.length <= maxLength) return value
  addProblem(reading.warnings, element, `The text is longer than ${maxLength} characters and was cut.`)
  return value.slice(0, maxLength).toWellFormed()
}

/** Words on one line; longer ones are cut, with a warning. */
export const text =
  (maxLength: number, ...paths: string[]): FieldReader<string> =>
  (node, reading) => {
    const element = firstNonEmpty(node, paths)
    return element && truncate(textOf(element), maxLength, element, reading)
  }

/** All texts of the first path that has any, a line each; their own line breaks are kept. */
export const multilineText =
  (maxLength: number, ...paths: string[]): FieldReader<string> =>
  (node, reading) => {
    for (const path of paths) {
      const elements = elementsAt(node, path).filter((element) => textOf(element) !== '')
      const [first] = elements
      if (first) return truncate([...new Set(elements.map(multilineTextOf))].join('\n'), maxLength, first, reading)
    }
    return undefined
  }

/** A number or code by which something is found again: too long is an error, since a cut one would find something else. */
export const identifier =
  (maxLength: number, ...paths: string[]): FieldReader<string> =>
  (node, reading) => {
    const element = firstNonEmpty(node, paths)
    if (!element) return undefined
    const value = textOf(element)
    if (value.length <= maxLength) return value
    return addProblem(reading.errors, element, `The identifier is longer than ${maxLength} characters.`)
  }

/** An identifier that may say "NA", as Peppol has it for "there is none". */
export const reference =
  (maxLength: number, ...paths: string[]): FieldReader<string> =>
  (node, reading) => {
    const value = identifier(maxLength, ...paths)(node, reading)
    return value === undefined || /^n\/?a$/i.test(value) ? undefined : value
  }

/** The calendar date as it is written; a time or a zone behind it does not shift it. */
export const date =
  (...paths: string[]): FieldReader<string> =>
  (node, reading) => {
    const element = firstNonEmpty(node, paths)
    if (!element) return undefined
    const raw = textOf(element)
    const day = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+)?(?:Z|[+-]\d{2}:\d{2})?$/.exec(raw)?.[1]
    const exists = day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day
    return exists
      ? day
      : addProblem(reading.errors, element, `"${raw.slice(0, 40)}" is not a date. Write it as 2026-03-31.`)
  }

function matchDecimal(raw: string): RegExpExecArray | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(raw)
  return match && `${match[2]}${match[3] ?? ''}` !== '' ? match : null
}

function decimalOf(element: XmlElement, places: number, maxDigits: number, reading: Reading): string | undefined {
  const raw = textOf(element)
  const match = matchDecimal(raw)
  if (!match) {
    return addProblem(reading.errors, element, `"${raw.slice(0, 40)}" is not a decimal number. Write it as 1234.50.`)
  }
  const integer = (match[2] ?? '').replace(/^0+(?=\d)/, '') || '0'
  const fraction = match[3] ?? ''
  if (integer.length > maxDigits)
    return addProblem(reading.errors, element, `The number has more than ${maxDigits} digits.`)
  const sign = match[1] === '-' ? '-' : ''
  if (fraction.slice(places).replace(/0+$/, '') === '') {
    const fractionDigits = fraction.slice(0, places)
    return `${sign}${integer}${fractionDigits && `.${fractionDigits}`}`
  }
  const scaled = BigInt(integer + fraction.slice(0, places)) + (fraction.charCodeAt(places) >= 0x35 ? 1n : 0n)
  const padded = scaled.toString().padStart(places + 1, '0')
  const rounded = `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`
  addProblem(
    reading.warnings,
    element,
    `The number has more than ${places} decimal places and was rounded to ${rounded}.`,
  )
  return rounded
}

const decimal =
  (places: number, maxDigits: number) =>
  (...paths: string[]): FieldReader<string> =>
  (node, reading) => {
    const element = firstNonEmpty(node, paths)
    return element && decimalOf(element, places, maxDigits, reading)
  }
/** A quantity, percentage or weight: up to six places. */
export const quantity = decimal(6, 12)

const money =
  (places: number) =>
  (...paths: string[]): FieldReader<string> =>
  (node, reading) => {
    const element = firstNonEmpty(node, paths)
    const value = element && decimalOf(element, places, 14, reading)
    if (!element || value === undefined) return undefined
    const currency = element.attributes.currencyID?.trim()
    if (!currency || !reading.currency || currency === reading.currency) return value
    const message = `The amount is in ${currency}, but the document is in ${reading.currency}: it was left out.`
    return addProblem(reading.warnings, element, message)
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
  (...paths: string[]): FieldReader<string> =>
  (node, reading) => {
    const element = firstNonEmpty(node, paths)
    const code = element?.attributes.unitCode?.trim()
    if (!element || !code) return undefined
    if (code.length > 20)
      return addProblem(reading.warnings, element, 'The unit code is longer than 20 characters: it was left out.')
    if (!isUnit(code))
      addProblem(
        reading.warnings,
        element,
        `"${code}" is not a unit of UN/ECE Recommendation 20; it is shown as it is.`,
      )
    return code
  }

/** ISO 3166 alpha-2; anything else is left out, with a warning. */
export const country =
  (...paths: string[]): FieldReader<string> =>
  (node, reading) => {
    const element = firstNonEmpty(node, paths)
    if (!element) return undefined
    const code = textOf(element).toUpperCase()
    if (isCountry(code)) return code
    return addProblem(
      reading.warnings,
      element,
      `"${code.slice(0, 40)}" is not a country code such as DE: it was left out.`,
    )
  }

/** ISO 4217; an unknown one is an error, since all amounts hang on it. */
export const currency =
  (...paths: string[]): FieldReader<string> =>
  (node, reading) => {
    const element = firstNonEmpty(node, paths)
    if (!element) return undefined
    const code = textOf(element).toUpperCase()
    if (isCurrency(code)) return code
    return addProblem(reading.errors, element, `"${code.slice(0, 40)}" is not a currency code such as EUR.`)
  }

type Shape = Readonly<Record<string, FieldReader<unknown>>>
type ShapeValue<S extends Shape> = { [K in keyof S]?: S[K] extends FieldReader<infer T> ? T : never }

/** An object of the fields that are there; undefined when none is. */
export const shape =
  <const S extends Shape>(fields: S): FieldReader<ShapeValue<S>> =>
  (node, reading) => {
    const entries: [string, unknown][] = []
    for (const [name, read] of Object.entries(fields)) {
      const value = read(node, reading)
      if (value !== undefined) entries.push([name, value])
    }
    return entries.length === 0 ? undefined : (Object.fromEntries(entries) as ShapeValue<S>)
  }

/** The field as read at the first of the places where it gives anything. */
export const inside =
  <T>(field: FieldReader<T>, ...paths: string[]): FieldReader<T> =>
  (node, reading) => {
    for (const path of paths) {
      for (const element of elementsAt(node, path)) {
        const value = field(element, reading)
        if (value !== undefined) return value
      }
    }
    return undefined
  }

/** The field as read at every place, in order, equal values once; undefined when there is none. */
export const each =
  <T>(field: FieldReader<T>, ...paths: string[]): FieldReader<T[]> =>
  (node, reading) => {
    const values = paths.flatMap((path) => elementsAt(node, path)).map((element) => field(element, reading))
    return distinct(values.filter((value) => value !== undefined))
  }

/** The values, equal ones once; undefined when there is none. */
export function distinct<T>(values: readonly T[]): T[] | undefined {
  const unique = new Map(values.map((value) => [JSON.stringify(value), value]))
  return unique.size === 0 ? undefined : [...unique.values()]
}

/** The first of several fields that gives a value. */
export const either =
  <T>(...fields: FieldReader<T>[]): FieldReader<T> =>
  (node, reading) => {
    for (const field of fields) {
      const value = field(node, reading)
      if (value !== undefined) return value
    }
    return undefined
  }
