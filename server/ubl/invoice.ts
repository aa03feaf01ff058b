import type { IngestDocument } from '../../contract/ingest.ts'
import { allowanceCharges, discount, item, lineDeliveries, linesOf, noLine, price, quantity } from './lines.ts'
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
import { delivery, deliveryTerms, paymentTerms } from './terms.ts'
import { amount, monetaryTotal, taxTotal } from './totals.ts'
import { basic, type Element, group, type Part, writeXml } from './xml.ts'

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
  return writeXml(
    credit ? 'CreditNote' : 'Invoice',
    basic('UBLVersionID', '2.1'),
    basic('ID', document.number),
    basic('IssueDate', document.issueDate),
    credit
      ? basic('CreditNoteTypeCode', '381')
      : [basic('DueDate', document.dueDate), basic('InvoiceTypeCode', document.invoiceKind ?? '380')],
    basic('Note', document.note),
    basic('DocumentCurrencyCode', document.currency),
    basic('AccountingCost', document.costCentre),
    order === undefined ? basic('BuyerReference', document.customerReference) : undefined,
    order === undefined ? undefined : orderReference(order, document.customerReference),
    referred(document, 'invoices').map((number) =>
      group('BillingReference', documentReference('InvoiceDocumentReference', number)),
    ),
    referred(document, 'shipments').map((number) => documentReference('DespatchDocumentReference', number)),
    references,
    supplierParty('AccountingSupplierParty', sides, document),
    customerParty('AccountingCustomerParty', sides, document),
    terms,
    paymentMeans(document, credit),
    paymentTerms(document),
    credit ? undefined : prepaid(document),
    allowanceCharges(document),
    taxTotal(document),
    monetaryTotal('LegalMonetaryTotal', document),
    billedItems(document, credit),
  )
}

/** Where to pay, under which reference; UNCL 4461: 30 credit transfer, 1 not told. */
function paymentMeans(document: IngestDocument, credit: boolean): Element | undefined {
  const { bankAccount, paymentReference } = document.details ?? {}
  const due = credit ? document.dueDate : undefined
  if (!bankAccount && !paymentReference && !due) return undefined
  const [account, bank] = bankAccount?.split(' · ') ?? []
  return group(
    'PaymentMeans',
    basic('PaymentMeansCode', account ? '30' : '1'),
    basic('PaymentDueDate', due),
    basic('PaymentID', paymentReference),
    group('PayeeFinancialAccount', basic('ID', account), group('FinancialInstitutionBranch', basic('ID', bank))),
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
    const off = discount(document, line)
    return group(
      credit ? 'CreditNoteLine' : 'InvoiceLine',
      basic('ID', line.line),
      basic('Note', line.note),
      quantity(credit ? 'CreditedQuantity' : 'InvoicedQuantity', line),
      // UBL wants an amount on every line; where there is none, the item says so.
      amount('LineExtensionAmount', line.amount ?? '0.00', document),
      orderLines(line),
      despatchLines(line),
      billedLines(line),
      lineDeliveries(line),
      off,
      item(document, line, { priced: true }),
      price(document, line),
    )
  })
}
