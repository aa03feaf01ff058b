import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import {
  allowanceCharges,
  item,
  itemInstances,
  leadTime,
  lineAllowances,
  lineDeliveries,
  linesOf,
  placeholderLine,
  price,
  quantity,
} from './lines.ts'
import { withLineParticulars } from './particulars.ts'
import { customerParty, supplierParty, type TradeParties } from './parties.ts'
import { buyersOrderReference, otherQuotes, otherReferences, ownRevision, projectReference } from './references.ts'
import { delivery, deliveryTerms } from './terms.ts'
import { amount, monetaryTotal, taxTotal } from './totals.ts'
import { writeDocument } from './write-document.ts'
import { basic, type Element, group, toElements, type XmlPart } from './xml.ts'

/** A quote as UBL Quotation. */
export function writeQuotation(document: IngestDocument, parties: TradeParties): string {
  return writeDocument(
    'Quotation',
    document,
    basic('ID', document.number),
    basic('IssueDate', document.issueDate),
    basic('Note', document.note),
    basic('PricingCurrencyCode', document.currency),
    group('ValidityPeriod', basic('EndDate', document.validUntil)),
    group('RequestForQuotationDocumentReference', basic('ID', document.details?.enquiryNumber)),
    buyersOrderReference(document.customerReference),
    otherReferences(document, 'orders', 'shipments', 'invoices'),
    otherQuotes(document),
    ownRevision(document),
    projectReference(document),
    supplierParty('SellerSupplierParty', parties, document),
    customerParty('BuyerCustomerParty', parties, document),
    delivery(document),
    deliveryTerms(document),
    group('TransactionConditions', basic('Description', document.paymentTerms)),
    allowanceCharges(document),
    taxTotal(document),
    monetaryTotal('QuotedMonetaryTotal', document),
    quotationLineElements(document),
  )
}

function quotationLineElements(document: IngestDocument): XmlPart {
  const lines = linesOf(document)
  return (lines.length > 0 ? lines : [placeholderLine]).map((line) =>
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
        item(document, line, { priced: true, instances: itemInstances(line) }),
      ),
    ),
  )
}

function lineItem(document: IngestDocument, line: IngestLine, ...children: readonly XmlPart[]): Element | undefined {
  return group('LineItem', withLineParticulars('LineItem', toElements(...children), line, document))
}
