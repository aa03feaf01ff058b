import type { IngestDocument } from '#contract/ingest/documents.ts'
import { compare, sum, toMillionths } from '#contract/money.ts'
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
 * The document without payments that are third parties' claims: XRechnung lists claims as prepaid payments, but adds
 * them to the payable amount.
 */
export function withThirdPartyClaims<T extends Pick<IngestDocument, 'totals' | 'payments'>>(document: T): T {
  const { totals, payments = [] } = document
  if (totals?.gross === undefined || totals.open === undefined) return document
  const payable = sum([totals.open, totals.paid])
  if (compare(payable, totals.gross) <= 0) return document
  const claims = toMillionths(payable) - toMillionths(totals.gross)
  const isClaimed = payments.length > 0 && toMillionths(sum(payments.map(({ amount }) => amount))) === claims
  if (!isClaimed) return document
  const { payments: _claims, ...rest } = document
  return { ...(rest as T), totals: { ...totals, payable } }
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
