import type { IngestLine } from '#contract/ingest/documents.ts'
import { compare, multiply, toMillionths } from '#contract/money.ts'
import {
  amount,
  distinct,
  elementsAt,
  type FieldReader,
  quantity,
  type Reading,
  reference,
  text,
  textOf,
} from './fields.ts'
import type { XmlElement } from './xml.ts'

/* Allowances and charges of lines and of the whole document. */

/**
 * The discount of a line in percent. Senders write 10 % as 10 or as 0.10; the base and the amount beside it tell which.
 * Without both the discount is undefined.
 */
export const discountPercent: FieldReader<string> = (node, reading) => {
  const elements = elementsAt(node, 'cac:AllowanceCharge')
  const [only] = elements
  if (!only || elements.length > 1 || isCharge(only)) return undefined
  const silent: Reading = { ...reading, warnings: [], errors: [] }
  const factor = quantity('cbc:MultiplierFactorNumeric')(only, silent)
  const base = amount('cbc:BaseAmount')(only, silent)
  const discount = amount('cbc:Amount')(only, silent)
  if (factor === undefined || base === undefined || discount === undefined) return undefined
  const isClose = (percent: string) => {
    const difference = toMillionths(multiply(base, percent)) / 100n - toMillionths(discount)
    return difference < 10_000n && difference > -10_000n
  }
  if (isClose(factor)) return factor
  const hundredfold = multiply(factor, '100')
  return isClose(hundredfold) ? hundredfold : undefined
}

function isCharge(element: XmlElement): boolean {
  return /^(true|1)$/i.test(elementsAt(element, 'cbc:ChargeIndicator').map(textOf)[0] ?? '')
}

const reason = text(1000, 'cbc:AllowanceChargeReason', 'cbc:AllowanceChargeReasonCode')
const chargeNumber = reference(60, 'cbc:ID')
const chargeTax = quantity('cac:TaxCategory/cbc:Percent')

const distinctTexts = (node: XmlElement, ...paths: string[]) =>
  distinct(paths.flatMap((path) => elementsAt(node, path).map(textOf)).filter((text) => text !== ''))

type Allowance = NonNullable<IngestLine['allowances']>[number]

/** One allowance (negative amount) or charge. Its percentage is as written, see `discountPercent`. */
const allowance: FieldReader<Allowance> = (node, reading) => {
  const value = amount('cbc:Amount')(node, reading)
  const base = amount('cbc:BaseAmount')(node, reading)
  const percent = quantity('cbc:MultiplierFactorNumeric')(node, reading)
  const reasons =
    distinctTexts(node, 'cbc:AllowanceChargeReason') ?? distinctTexts(node, 'cbc:AllowanceChargeReasonCode')
  const entry = {
    ...(reasons ? { reason: reasons.join(', ').slice(0, 1000) } : {}),
    ...(percent ? { percent } : {}),
    ...(base ? { base } : {}),
    ...(value ? { amount: isCharge(node) ? value : negated(value) } : {}),
  }
  return value === undefined ? undefined : entry
}

/** The allowances and charges in a line's amount; undefined for a plain discount, which `discountPercent` covers. */
export const allowances: FieldReader<Allowance[]> = (node, reading) => {
  const elements = elementsAt(node, 'cac:AllowanceCharge')
  const [only] = elements
  if (only && elements.length === 1 && isPlainDiscount(only) && discountPercent(node, reading) !== undefined)
    return undefined
  const entries = elements.flatMap((element) => allowance(element, reading) ?? [])
  return entries.length === 0 ? undefined : entries.slice(0, 100)
}

/** In UNCL 5189, 95 is a discount. */
const isPlainDiscount = (node: XmlElement) =>
  distinctTexts(node, 'cbc:AllowanceChargeReasonCode')?.join() === '95' &&
  distinctTexts(node, 'cbc:AllowanceChargeReason')?.join() === 'Discount'

/** The document's own allowances and charges as charge lines after its items; an allowance has a negative amount. */
export function readCharges(root: XmlElement, lines: readonly IngestLine[], reading: Reading): IngestLine[] {
  const numbers = new Set(lines.map(({ line }) => line))
  return elementsAt(root, 'cac:AllowanceCharge').flatMap((element, index) => {
    const value = amount('cbc:Amount')(element, reading)
    if (value === undefined || compare(value, '0') === 0) return []
    let line = chargeNumber(element, reading) ?? `AC${index + 1}`
    while (numbers.has(line)) line = `${line}'`
    numbers.add(line)
    const name = reason(element, reading)
    const taxRate = chargeTax(element, reading)
    const { reason: _reason, ...basis } = allowance(element, reading) ?? {}
    const breakdown = basis.percent || basis.base ? { allowances: [basis] } : {}
    const signed = isCharge(element) ? value : negated(value)
    return [
      {
        line,
        kind: 'charge',
        amount: signed,
        ...(name ? { name } : {}),
        ...(taxRate ? { taxRate } : {}),
        ...breakdown,
      },
    ]
  })
}

/** The decimal with the opposite sign and the same decimal places. */
function negated(decimal: string): string {
  if (compare(decimal, '0') === 0) return decimal.replace('-', '')
  return decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`
}
