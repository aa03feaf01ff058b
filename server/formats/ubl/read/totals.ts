import type { IngestDocument } from '#contract/ingest/documents.ts'
import { compare, fromMillionths, sum, toMillionths } from '#contract/money.ts'
import type { DocumentType } from '#contract/values.ts'
import {
  amount,
  either,
  elementsAt,
  type FieldReader,
  inCurrency,
  quantity,
  type Reading,
  shape,
  text,
} from './fields.ts'
import type { XmlElement } from './xml.ts'

/** The totals as they were sent. Taxes in the document's currency are added up; taxes in others are left out. */
export function readTotals(
  root: XmlElement,
  path: string,
  type: DocumentType,
  reading: Reading,
): IngestDocument['totals'] {
  const totalAmount = (name: string) => amount(`${path}/cbc:${name}`)
  const taxes = elementsAt(root, 'cac:TaxTotal/cbc:TaxAmount').filter((element) => inCurrency(element, reading))
  const ownAmount: FieldReader<string> = (element, innerReading) =>
    amount(element.name)({ ...element, children: [element] }, innerReading)
  const tax = sumOf(taxes.flatMap((element) => ownAmount(element, reading) ?? []))
  return shape({
    net: totalAmount('LineExtensionAmount'),
    discount: totalAmount('AllowanceTotalAmount'),
    charges: totalAmount('ChargeTotalAmount'),
    tax: () => tax,
    gross: either(totalAmount('TaxInclusiveAmount'), totalAmount('PayableAmount')),
    ...(type === 'invoices' ? { paid: totalAmount('PrepaidAmount'), open: totalAmount('PayableAmount') } : {}),
  })(root, reading) as IngestDocument['totals']
}

/**
 * The invoice with what is to be paid of it in all, where its gross amount was rounded or third parties claim more. Their
 * claims are no payments of it: XRechnung lists them as prepaid, but adds them to the payable amount.
 */
export function withPayable<T extends Pick<IngestDocument, 'totals' | 'payments' | 'details'>>(document: T): T {
  const { totals, payments = [], details } = document
  if (totals?.gross === undefined || totals.open === undefined) return document
  const rounding = details?.rounding ?? '0'
  const payable = sum([totals.open, totals.paid])
  const claims = fromMillionths(toMillionths(payable) - toMillionths(sum([totals.gross, rounding])))
  const rounded = { ...document, totals: { ...totals, payable } }
  if (compare(claims, '0') === 0) return compare(rounding, '0') === 0 ? document : rounded
  const isClaimed = compare(claims, '0') > 0 && compare(sum(payments.map(({ amount }) => amount)), claims) === 0
  if (!isClaimed) return document
  const { payments: _claims, ...rest } = rounded
  return rest as T
}

/** The name of a tax without a category; undefined for VAT. */
const otherTax: FieldReader<string> = (node, reading) => {
  const name = text(80, 'cac:TaxCategory/cac:TaxScheme/cbc:Name', 'cac:TaxCategory/cac:TaxScheme/cbc:ID')(node, reading)
  const perUnit = amount('cbc:PerUnitAmount')(node, reading)
  return name === 'VAT' ? undefined : [name, perUnit && `@ ${perUnit}`].filter(Boolean).join(' ') || undefined
}

const exemption: FieldReader<string> = (node, reading) => {
  const texts = ['cbc:TaxExemptionReason', 'cbc:TaxExemptionReasonCode'].map((name) =>
    text(900, `cac:TaxCategory/${name}`)(node, reading),
  )
  return (
    texts
      .filter((text) => text !== undefined)
      .join(' · ')
      .slice(0, 1000) || undefined
  )
}

/** The tax breakdown in the document's currency; undefined if there is none. */
export function readTaxes(root: XmlElement, reading: Reading): IngestDocument['taxes'] {
  const subtotals = elementsAt(root, 'cac:TaxTotal/cac:TaxSubtotal').filter((subtotal) =>
    elementsAt(subtotal, 'cbc:TaxAmount').every((element) => inCurrency(element, reading)),
  )
  const readSubtotal = shape({
    category: either(text(100, 'cac:TaxCategory/cbc:ID'), otherTax),
    rate: quantity('cac:TaxCategory/cbc:Percent', 'cbc:Percent'),
    base: amount('cbc:TaxableAmount'),
    amount: amount('cbc:TaxAmount'),
    reason: exemption,
  })
  const taxes = subtotals.flatMap((subtotal) => readSubtotal(subtotal, reading) ?? []).slice(0, 100)
  return taxes.length === 0 ? undefined : (taxes as NonNullable<IngestDocument['taxes']>)
}

/** The sum of decimals; a single decimal stays exactly as written. */
function sumOf(decimals: readonly string[]): string | undefined {
  return decimals.length > 1 ? sum(decimals) : decimals[0]
}
