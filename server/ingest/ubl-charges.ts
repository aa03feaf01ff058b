import type { IngestLine } from '../../contract/ingest.ts'
import { compare, multiply, toMillionths } from '../../contract/money.ts'
import {
  amount,
  distinct,
  elementsAt,
  type Field,
  quantity,
  type Reading,
  reference,
  words,
  wordsOf,
} from './ubl-fields.ts'
import type { XmlElement } from './ubl-xml.ts'

/* What is added to the goods or taken off: of a line, and of the document as a whole. */

/**
 * The discount of a line in percent. Dialects write 10 % as 10 or as 0.10: which one it is follows from the base and the
 * amount beside it; without those it stays unknown.
 */
export const discountPercent: Field<string> = (at, reading) => {
  const all = elementsAt(at, 'cac:AllowanceCharge')
  const [only] = all
  if (!only || all.length > 1 || isCharge(only)) return undefined
  const quiet: Reading = { ...reading, warnings: [], errors: [] }
  const factor = quantity('cbc:MultiplierFactorNumeric')(only, quiet)
  const base = amount('cbc:BaseAmount')(only, quiet)
  const taken = amount('cbc:Amount')(only, quiet)
  if (factor === undefined || base === undefined || taken === undefined) return undefined
  const close = (percent: string) => {
    const off = toMillionths(multiply(base, percent)) / 100n - toMillionths(taken)
    return off < 10_000n && off > -10_000n
  }
  if (close(factor)) return factor
  const hundredfold = multiply(factor, '100')
  return close(hundredfold) ? hundredfold : undefined
}

function isCharge(element: XmlElement): boolean {
  return /^(true|1)$/i.test(elementsAt(element, 'cbc:ChargeIndicator').map(wordsOf)[0] ?? '')
}

const reason = words(1000, 'cbc:AllowanceChargeReason', 'cbc:AllowanceChargeReasonCode')
const chargeNumber = reference(60, 'cbc:ID')
const chargeTax = quantity('cac:TaxCategory/cbc:Percent')

const every = (at: XmlElement, ...paths: string[]) =>
  distinct(paths.flatMap((path) => elementsAt(at, path).map(wordsOf)).filter((text) => text !== ''))

type Allowance = NonNullable<IngestLine['allowances']>[number]

/** One allowance or charge: an allowance takes away. Its percentage is as written, see `discountPercent`. */
const allowance: Field<Allowance> = (at, reading) => {
  const value = amount('cbc:Amount')(at, reading)
  const base = amount('cbc:BaseAmount')(at, reading)
  const percent = quantity('cbc:MultiplierFactorNumeric')(at, reading)
  const told = every(at, 'cbc:AllowanceChargeReason') ?? every(at, 'cbc:AllowanceChargeReasonCode')
  const found = {
    ...(told ? { reason: told.join(', ').slice(0, 1000) } : {}),
    ...(percent ? { percent } : {}),
    ...(base ? { base } : {}),
    ...(value ? { amount: isCharge(at) ? value : negated(value) } : {}),
  }
  return value === undefined ? undefined : found
}

/** What makes a line's amount another than quantity times price; a plain discount in percent says it all by itself. */
export const allowances: Field<Allowance[]> = (at, reading) => {
  const all = elementsAt(at, 'cac:AllowanceCharge')
  const [only] = all
  if (only && all.length === 1 && isPlainDiscount(only) && discountPercent(at, reading) !== undefined) return undefined
  const found = all.flatMap((one) => allowance(one, reading) ?? [])
  return found.length === 0 ? undefined : found.slice(0, 100)
}

/** UNCL 5189: 95 discount. */
const isPlainDiscount = (at: XmlElement) =>
  every(at, 'cbc:AllowanceChargeReasonCode')?.join() === '95' &&
  every(at, 'cbc:AllowanceChargeReason')?.join() === 'Discount'

/** The document's own allowances and charges as charge lines behind its items: an allowance is a negative amount. */
export function readCharges(root: XmlElement, taken: readonly IngestLine[], reading: Reading): IngestLine[] {
  const numbers = new Set(taken.map(({ line }) => line))
  return elementsAt(root, 'cac:AllowanceCharge').flatMap((element, index) => {
    const value = amount('cbc:Amount')(element, reading)
    if (value === undefined || compare(value, '0') === 0) return []
    let line = chargeNumber(element, reading) ?? `AC${index + 1}`
    while (numbers.has(line)) line = `${line}'`
    numbers.add(line)
    const name = reason(element, reading)
    const taxRate = chargeTax(element, reading)
    const { reason: _reason, ...how } = allowance(element, reading) ?? {}
    const told = how.percent || how.base ? { allowances: [how] } : {}
    const signed = isCharge(element) ? value : negated(value)
    return [
      { line, kind: 'charge', amount: signed, ...(name ? { name } : {}), ...(taxRate ? { taxRate } : {}), ...told },
    ]
  })
}

/** The decimal with the other sign, its places kept. */
function negated(decimal: string): string {
  if (compare(decimal, '0') === 0) return decimal.replace('-', '')
  return decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`
}
