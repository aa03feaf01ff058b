import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { compare, fromMillionths, toMillionths } from '#contract/money.ts'
import { basic, type Element, group, type XmlPart } from './xml.ts'

/** An amount with its currency; undefined if either is unknown. */
export function amount(name: string, value: string | undefined, document: IngestDocument): Element | undefined {
  return document.currency === undefined ? undefined : basic(name, value, { currencyID: document.currency })
}

/** The tax scheme of all taxes: the portal takes them for value added tax. */
const vatScheme = group('TaxScheme', basic('ID', 'VAT'))

/** The tax of a line: its rate, and the category of this rate in the document's tax breakdown. */
export function lineTax({ taxes }: IngestDocument, { taxRate }: IngestLine): Element | undefined {
  if (taxRate === undefined) return undefined
  const matchingTax = taxes?.find(({ rate }) => rate !== undefined && compare(rate, taxRate) === 0)
  return group('ClassifiedTaxCategory', basic('ID', matchingTax?.category), basic('Percent', taxRate), vatScheme)
}

/** The tax with its breakdown, as it was sent; undefined if the document has no tax amount. */
export function taxTotal(document: IngestDocument): Element | undefined {
  const { totals, taxes = [] } = document
  if (totals?.tax === undefined) return undefined
  return group(
    'TaxTotal',
    amount('TaxAmount', totals.tax, document),
    taxes
      .filter((tax) => tax.amount !== undefined)
      .map((tax) =>
        group(
          'TaxSubtotal',
          amount('TaxableAmount', tax.base, document),
          amount('TaxAmount', tax.amount, document),
          group(
            'TaxCategory',
            basic('ID', tax.category),
            basic('Percent', tax.rate),
            basic('TaxExemptionReason', tax.reason),
            vatScheme,
          ),
        ),
      ),
  )
}

/** The tax in another currency, in which it is reported, with its amount as it is to be written; undefined if there is none. */
export function reportedTax({ details }: IngestDocument, toWritten = (amount: string) => amount): XmlPart {
  const [, tax, currency] = /^(-?\d{1,20}(?:\.\d{1,6})?) ([A-Z]{3})$/.exec(details?.taxElsewhere ?? '') ?? []
  if (!tax || !currency) return undefined
  return [
    basic('TaxCurrencyCode', currency),
    group('TaxTotal', basic('TaxAmount', toWritten(tax), { currencyID: currency })),
  ]
}

/** The totals under one of UBL's names for them; undefined if the payable amount is unknown. */
export function monetaryTotal(name: string, document: IngestDocument): Element | undefined {
  const { totals = {}, type } = document
  const payable = type === 'invoices' ? (totals.open ?? totals.gross) : totals.gross
  if (payable === undefined) return undefined
  const { gross, tax } = totals
  const beforeTax =
    gross === undefined || tax === undefined ? undefined : fromMillionths(toMillionths(gross) - toMillionths(tax), 2)
  return group(
    name,
    amount('LineExtensionAmount', totals.net, document),
    amount('TaxExclusiveAmount', beforeTax, document),
    amount('TaxInclusiveAmount', gross, document),
    amount('AllowanceTotalAmount', totals.discount, document),
    amount('ChargeTotalAmount', totals.charges, document),
    amount('PrepaidAmount', type === 'invoices' ? totals.paid : undefined, document),
    amount('PayableAmount', payable, document),
  )
}
