import type { IngestLine } from '../../contract/ingest.ts'
import { compare, multiply, toMillionths } from '../../contract/money.ts'
import { amount, elementsAt, type Field, quantity, type Reading, reference, words, wordsOf } from './ubl-fields.ts'
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
    const signed = isCharge(element) ? value : negated(value)
    return [{ line, kind: 'charge', amount: signed, ...(name ? { name } : {}), ...(taxRate ? { taxRate } : {}) }]
  })
}

/** The decimal with the other sign, its places kept. */
export function negated(decimal: string): string {
  if (compare(decimal, '0') === 0) return decimal.replace('-', '')
  return decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`
}
