import type { IngestDocument } from '../../contract/ingest.ts'
import {
  allowanceCharges,
  discount,
  item,
  leadTime,
  lineDeliveries,
  linesOf,
  noLine,
  price,
  quantity,
} from './lines.ts'
import { customerParty, type Sides, supplierParty } from './parties.ts'
import { buyersOrder, otherQuotes, otherReferences, ownRevision, projectReference } from './references.ts'
import { delivery, deliveryTerms } from './terms.ts'
import { amount, monetaryTotal, taxTotal } from './totals.ts'
import { basic, group, type Part, writeXml } from './xml.ts'

/** A quote as UBL Quotation. */
export function writeQuotation(document: IngestDocument, sides: Sides): string {
  return writeXml(
    'Quotation',
    basic('UBLVersionID', '2.1'),
    basic('ID', document.number),
    basic('IssueDate', document.issueDate),
    basic('Note', document.note),
    basic('PricingCurrencyCode', document.currency),
    group('ValidityPeriod', basic('EndDate', document.validUntil)),
    group('RequestForQuotationDocumentReference', basic('ID', document.details?.enquiryNumber)),
    buyersOrder(document.customerReference),
    otherReferences(document, 'orders', 'shipments', 'invoices'),
    otherQuotes(document),
    ownRevision(document),
    projectReference(document),
    supplierParty('SellerSupplierParty', sides, document),
    customerParty('BuyerCustomerParty', sides, document),
    delivery(document),
    deliveryTerms(document),
    group('TransactionConditions', basic('Description', document.paymentTerms)),
    allowanceCharges(document),
    taxTotal(document),
    monetaryTotal('QuotedMonetaryTotal', document),
    lines(document),
  )
}

function lines(document: IngestDocument): Part {
  const all = linesOf(document)
  return (all.length > 0 ? all : [noLine]).map((line) =>
    group(
      'QuotationLine',
      basic('ID', line.line),
      group(
        'LineItem',
        basic('ID', line.line),
        basic('Note', line.note),
        quantity('Quantity', line),
        amount('LineExtensionAmount', line.amount, document),
        lineDeliveries(line),
        leadTime(line),
        discount(document, line),
        price(document, line),
        item(document, line, { priced: true }),
      ),
    ),
  )
}
