import type { LineStatus } from '#contract/documents/line-fields.ts'
import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import {
  allowanceCharges,
  item,
  itemInstances,
  lineAllowances,
  lineDeliveries,
  linesOf,
  price,
  quantity,
} from './lines.ts'
import { withLineParticulars } from './particulars.ts'
import { customerParty, supplierParty, type TradeParties } from './parties.ts'
import { orderReference, otherReferences, projectReference, quotedLine } from './references.ts'
import { delivery, deliveryTerms, paymentTerms } from './terms.ts'
import { amount, monetaryTotal, taxTotal } from './totals.ts'
import { writeDocument } from './write-document.ts'
import { basic, type Element, group, toElements, type XmlPart } from './xml.ts'

/**
 * UN/EDIFACT 4343: AB received, AP accepted, RE rejected. Statuses that delay or follow an acceptance have no codes of
 * their own. RE also fits a cancelled order, because it is not delivered.
 */
const responseCodes: Readonly<Record<string, string>> = {
  received: 'AB',
  on_hold: 'AB',
  confirmed: 'AP',
  in_progress: 'AP',
  completed: 'AP',
  rejected: 'RE',
  cancelled: 'RE',
}

/** A sales order as UBL OrderResponse, the supplier's answer to the customer's order: only buyers send a UBL Order. */
export function writeOrderResponse(document: IngestDocument, parties: TradeParties): string {
  return writeDocument(
    'OrderResponse',
    document,
    basic('ID', document.details?.confirmationNumber ?? document.number),
    basic('SalesOrderID', document.number),
    basic('IssueDate', document.issueDate),
    basic('OrderResponseCode', responseCodes[document.status ?? '']),
    basic('Note', document.note),
    basic('DocumentCurrencyCode', document.currency),
    group('ValidityPeriod', basic('EndDate', document.validUntil)),
    orderReference(document.number, document.customerReference),
    otherReferences(document, 'orders', 'shipments', 'invoices', 'quotes'),
    projectReference(document),
    supplierParty('SellerSupplierParty', parties, document),
    customerParty(document.buyer ? 'AccountingCustomerParty' : 'BuyerCustomerParty', parties, document),
    delivery(document),
    deliveryTerms(document),
    paymentTerms(document),
    allowanceCharges(document),
    taxTotal(document),
    monetaryTotal('LegalMonetaryTotal', document),
    orderLineElements(document),
  )
}

/** UN/EDIFACT 1229; UBL has no code for a line that was closed short. */
const statusCodes: Readonly<Partial<Record<LineStatus, string>>> = { rejected: '7', cancelled: '2' }

function orderLineElements(document: IngestDocument): XmlPart {
  return linesOf(document).map((line) =>
    group(
      'OrderLine',
      lineItem(
        document,
        line,
        basic('ID', line.line),
        basic('Note', line.note),
        basic('LineStatusCode', line.status && statusCodes[line.status]),
        quantity('Quantity', line),
        amount('LineExtensionAmount', line.amount, document),
        lineDeliveries(line),
        lineAllowances(document, line),
        price(document, line),
        item(document, line, { priced: true, instances: itemInstances(line) }),
      ),
      quotedLine(line),
      group('OrderLineReference', basic('LineID', line.line)),
    ),
  )
}

function lineItem(document: IngestDocument, line: IngestLine, ...children: readonly XmlPart[]): Element | undefined {
  return group('LineItem', withLineParticulars('LineItem', toElements(...children), line, document))
}
