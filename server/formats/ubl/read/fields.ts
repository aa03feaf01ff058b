import { isCurrency } from '#server/formats/currencies.ts'
import type { Problem } from '#server/formats/message.ts'
import { isCountry, isUnit } from './codes.ts'
import { type XmlElement, xpathOf } from './xml.ts'

/*
 * Readers of single values in a UBL document, from which the mappings are made. Each reader gets the paths where the
 * value may be (the first match counts) and reports problems with the XPath of the element.
 */

/** The state while one document is read. Amounts in another currency than the document's are left out. */
export type Reading = { readonly errors: Problem[]; readonly warnings: Problem[]; currency: string | undefined }

export type FieldReader<T> = (node: XmlElement, reading: Reading) => T | undefined

/** All elements at a path such as "cac:Party/cbc:Name", in document order. */
export function elementsAt(node: XmlElement, path: string): XmlElement[] {
  let elements = [node]
  for (const name of path.split('/'))
    elements = elements.flatMap(({ children }) => children.filter((c) => c.name === name))
  return elements
}

/** The element's text on one line, without control characters; empty if there is none. */
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

/** Text on one line; cut to `maxLength` characters, with a warning. */
export const text =
  (maxLength: number, ...paths: string[]): FieldReader<string> =>
  (node, reading) => {
    const element = firstNonEmpty(node, paths)
    return element && truncate(textOf(element), maxLength, element, reading)
  }

/** All texts at the first path that has any, one per line; their own line breaks are kept. */
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

/** A number or code for look-ups. If it is too long, that is an error: a cut identifier would match something else. */
export const identifier =
  (maxLength: number, ...paths: string[]): FieldReader<string> =>
  (node, reading) => {
    const element = firstNonEmpty(node, paths)
    if (!element) return undefined
    const value = textOf(element)
    if (value.length <= maxLength) return value
    return addProblem(reading.errors, element, `The identifier is longer than ${maxLength} characters.`)
  }

/** An identifier; undefined for "NA", which Peppol writes when there is none. */
export const reference =
  (maxLength: number, ...paths: string[]): FieldReader<string> =>
  (node, reading) => {
    const value = identifier(maxLength, ...paths)(node, reading)
    return value === undefined || /^n\/?a$/i.test(value) ? undefined : value
  }

/** The calendar date as written; a time or zone after it does not shift it. */
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
/** A quantity, percentage or weight: up to six decimal places. */
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
/** An amount in the document's currency: up to four decimal places. */
export const amount = money(4)
/** A price in the document's currency: up to six decimal places. */
export const price = money(6)

/** Whether an amount is in the document's currency; true if either names no currency. */
export function inCurrency(element: XmlElement, reading: Reading): boolean {
  const currency = element.attributes.currencyID?.trim()
  return !currency || !reading.currency || currency === reading.currency
}

/** The unit of a quantity (UN/ECE Recommendation 20); an unknown unit is kept as written, with a warning. */
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

/** An ISO 3166 alpha-2 code; anything else is left out, with a warning. */
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

/** An ISO 4217 code; an unknown code is an error, because all amounts depend on it. */
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

/** An object of the fields that have values; undefined if none has. */
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

/** The field's value at the first of these paths where it has one. */
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

/** The field's values at all these paths, in order, without duplicates; undefined if there are none. */
export const each =
  <T>(field: FieldReader<T>, ...paths: string[]): FieldReader<T[]> =>
  (node, reading) => {
    const values = paths.flatMap((path) => elementsAt(node, path)).map((element) => field(element, reading))
    return distinct(values.filter((value) => value !== undefined))
  }

/** The values without duplicates; undefined if there are none. */
export function distinct<T>(values: readonly T[]): T[] | undefined {
  const unique = new Map(values.map((value) => [JSON.stringify(value), value]))
  return unique.size === 0 ? undefined : [...unique.values()]
}

/** The value of the first of these fields that has one. */
export const either =
  <T>(...fields: FieldReader<T>[]): FieldReader<T> =>
  (node, reading) => {
    for (const field of fields) {
      const value = field(node, reading)
      if (value !== undefined) return value
    }
    return undefined
  }
