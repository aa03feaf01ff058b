import type { IngestDocument } from '../../contract/ingest.ts'
import { writeDocument } from './envelope.ts'
import {
  allowanceCharges,
  instances,
  item,
  lineAllowances,
  lineDeliveries,
  linesOf,
  noLine,
  price,
  quantity,
  subLines,
} from './lines.ts'
import { customerParty, type Sides, supplierParty } from './parties.ts'
import {
  billedLines,
  despatchLines,
  documentReference,
  orderLines,
  orderReference,
  otherReference,
  otherReferences,
  projectReference,
  referred,
} from './references.ts'
import { withLineParticulars } from './said.ts'
import { delivery, deliveryTerms, paymentTerms } from './terms.ts'
import { amount, monetaryTotal, reportedTax, taxTotal } from './totals.ts'
import { basic, group, listed, type Part } from './xml.ts'

/** An invoice or prepayment invoice as UBL Invoice, a credit note as UBL CreditNote. */
export function writeInvoice(document: IngestDocument, sides: Sides): string {
  const credit = document.invoiceKind === '381'
  const [order, ...otherOrders] = referred(document, 'orders')
  const terms = [delivery(document), deliveryTerms(document)]
  const references = [
    otherOrders.map((number) => otherReference('orders', number)),
    otherReferences(document, 'quotes'),
    projectReference(document),
  ]
  return writeDocument(
    credit ? 'CreditNote' : 'Invoice',
    document,
    basic('ID', document.number),
    basic('IssueDate', document.issueDate),
    credit
      ? basic('CreditNoteTypeCode', document.details?.invoiceType ?? '381')
      : [
          basic('DueDate', document.dueDate),
          basic('InvoiceTypeCode', document.details?.invoiceType ?? document.invoiceKind ?? '380'),
        ],
    basic('Note', document.note),
    basic('DocumentCurrencyCode', document.currency),
    basic('AccountingCost', document.costCentre),
    basic(
      'BuyerReference',
      document.details?.buyerReference ?? (order === undefined ? document.customerReference : undefined),
    ),
    order === undefined ? undefined : orderReference(order, document.customerReference),
    referred(document, 'invoices').map((number) =>
      group('BillingReference', documentReference('InvoiceDocumentReference', number)),
    ),
    referred(document, 'shipments').map((number) => documentReference('DespatchDocumentReference', number)),
    references,
    supplierParty('AccountingSupplierParty', sides, document),
    customerParty('AccountingCustomerParty', sides, document),
    terms,
    paymentTerms(document),
    credit ? undefined : prepaid(document),
    allowanceCharges(document),
    taxTotal(document),
    reportedTax(document),
    monetaryTotal('LegalMonetaryTotal', document),
    billedItems(document, credit),
  )
}

function prepaid(document: IngestDocument): Part {
  return (document.payments ?? []).map((payment) =>
    group(
      'PrepaidPayment',
      basic('ID', payment.reference),
      amount('PaidAmount', payment.amount, document),
      basic('PaidDate', payment.date),
    ),
  )
}

function billedItems(document: IngestDocument, credit: boolean): Part {
  const lines = linesOf(document)
  return (lines.length > 0 ? lines : [noLine]).map((line) => {
    const name = credit ? 'CreditNoteLine' : 'InvoiceLine'
    const children = listed(
      basic('ID', line.line),
      basic('Note', line.note),
      quantity(credit ? 'CreditedQuantity' : 'InvoicedQuantity', line),
      // UBL wants an amount on every line; where there is none, the item says so.
      amount('LineExtensionAmount', line.amount ?? '0.00', document),
      orderLines(line),
      despatchLines(line),
      billedLines(line),
      lineDeliveries(line),
      lineAllowances(document, line),
      item(document, line, { priced: true, instances: instances(line) }),
      price(document, line),
      subLines(document, line, credit),
    )
    return group(name, withLineParticulars(name, children, line, document))
  })
}
