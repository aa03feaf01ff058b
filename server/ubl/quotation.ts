import type { IngestDocument, IngestLine } from '../../contract/ingest.ts'
import { writeDocument } from './envelope.ts'
import {
  allowanceCharges,
  instances,
  item,
  leadTime,
  lineAllowances,
  lineDeliveries,
  linesOf,
  noLine,
  price,
  quantity,
} from './lines.ts'
import { customerParty, type Sides, supplierParty } from './parties.ts'
import { buyersOrder, otherQuotes, otherReferences, ownRevision, projectReference } from './references.ts'
import { withLineParticulars } from './said.ts'
import { delivery, deliveryTerms } from './terms.ts'
import { amount, monetaryTotal, taxTotal } from './totals.ts'
import { basic, type Element, group, listed, type Part } from './xml.ts'

/** A quote as UBL Quotation. */
export function writeQuotation(document: IngestDocument, sides: Sides): string {
  return writeDocument(
    'Quotation',
    document,
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
      lineItem(
        document,
        line,
        basic('ID', line.line),
        basic('Note', line.note),
        quantity('Quantity', line),
        amount('LineExtensionAmount', line.amount, document),
        lineDeliveries(line),
        leadTime(line),
        lineAllowances(document, line),
        price(document, line),
        item(document, line, { priced: true, instances: instances(line) }),
      ),
    ),
  )
}

function lineItem(document: IngestDocument, line: IngestLine, ...children: readonly Part[]): Element | undefined {
  return group('LineItem', withLineParticulars('LineItem', listed(...children), line, document))
}
