import type { IngestDocument } from '#contract/ingest/documents.ts'
import {
  allowanceCharges,
  item,
  itemInstances,
  lineAllowances,
  lineDeliveries,
  linesOf,
  placeholderLine,
  price,
  quantity,
  subLines,
} from './lines.ts'
import { withLineParticulars } from './particulars.ts'
import { customerParty, supplierParty, type TradeParties } from './parties.ts'
import {
  billedLines,
  despatchLines,
  documentReference,
  orderLines,
  orderReference,
  otherReference,
  otherReferences,
  projectReference,
  referencedNumbers,
} from './references.ts'
import { delivery, deliveryTerms, paymentTerms } from './terms.ts'
import { amount, monetaryTotal, reportedTax, taxTotal } from './totals.ts'
import { writeDocument } from './write-document.ts'
import { basic, group, toElements, type XmlPart } from './xml.ts'

/** An invoice or prepayment invoice as UBL Invoice, a credit note as UBL CreditNote. */
export function writeInvoice(document: IngestDocument, parties: TradeParties): string {
  const isCreditNote = document.invoiceKind === '381'
  const [order, ...otherOrders] = referencedNumbers(document, 'orders')
  const terms = [delivery(document), deliveryTerms(document)]
  const references = [
    otherOrders.map((number) => otherReference('orders', number)),
    otherReferences(document, 'quotes'),
    projectReference(document),
  ]
  return writeDocument(
    isCreditNote ? 'CreditNote' : 'Invoice',
    document,
    basic('ID', document.number),
    basic('IssueDate', document.issueDate),
    isCreditNote
      ? basic('CreditNoteTypeCode', document.details?.invoiceType ?? '381')
      : [
          basic('DueDate', document.dueDate),
          basic('InvoiceTypeCode', document.details?.invoiceType ?? document.invoiceKind ?? '380'),
        ],
    basic('Note', document.note),
    basic('DocumentCurrencyCode', document.currency),
    basic(
      'BuyerReference',
      document.details?.buyerReference ?? (order === undefined ? document.customerReference : undefined),
    ),
    order === undefined ? undefined : orderReference(order, document.customerReference),
    referencedNumbers(document, 'invoices').map((number) =>
      group('BillingReference', documentReference('InvoiceDocumentReference', number)),
    ),
    referencedNumbers(document, 'shipments').map((number) => documentReference('DespatchDocumentReference', number)),
    references,
    supplierParty('AccountingSupplierParty', parties, document),
    customerParty('AccountingCustomerParty', parties, document),
    terms,
    paymentTerms(document),
    isCreditNote ? undefined : prepaid(document),
    allowanceCharges(document),
    taxTotal(document),
    reportedTax(document),
    monetaryTotal('LegalMonetaryTotal', document),
    billedItems(document, isCreditNote),
  )
}

function prepaid(document: IngestDocument): XmlPart {
  return (document.payments ?? []).map((payment) =>
    group(
      'PrepaidPayment',
      basic('ID', payment.reference),
      amount('PaidAmount', payment.amount, document),
      basic('PaidDate', payment.date),
    ),
  )
}

function billedItems(document: IngestDocument, isCreditNote: boolean): XmlPart {
  const lines = linesOf(document)
  return (lines.length > 0 ? lines : [placeholderLine]).map((line) => {
    const name = isCreditNote ? 'CreditNoteLine' : 'InvoiceLine'
    const children = toElements(
      basic('ID', line.line),
      basic('Note', line.note),
      quantity(isCreditNote ? 'CreditedQuantity' : 'InvoicedQuantity', line),
      // UBL requires an amount on every line; if the line has none, a property of its item says so.
      amount('LineExtensionAmount', line.amount ?? '0.00', document),
      orderLines(line),
      despatchLines(line),
      billedLines(line),
      lineDeliveries(line),
      lineAllowances(document, line),
      item(document, line, { priced: true, instances: itemInstances(line) }),
      price(document, line),
      subLines(document, line, isCreditNote),
    )
    return group(name, withLineParticulars(name, children, line, document))
  })
}
