import type { LineStatus } from '../../contract/documents/stored.ts'
import type { IngestDocument, IngestLine } from '../../contract/ingest.ts'
import { writeDocument } from './envelope.ts'
import { allowanceCharges, instances, item, lineAllowances, lineDeliveries, linesOf, price, quantity } from './lines.ts'
import { customerParty, type Sides, supplierParty } from './parties.ts'
import { orderReference, otherReferences, projectReference, quotedLine } from './references.ts'
import { withLineParticulars } from './said.ts'
import { delivery, deliveryTerms, paymentTerms } from './terms.ts'
import { amount, monetaryTotal, taxTotal } from './totals.ts'
import { basic, type Element, group, listed, type Part } from './xml.ts'

/**
 * UN/EDIFACT 4343: AB received, AP accepted, RE rejected. What holds up or follows an acceptance has no code; an order
 * that was cancelled will not be delivered, which is what RE says.
 */
const responses: Readonly<Record<string, string>> = {
  received: 'AB',
  on_hold: 'AB',
  confirmed: 'AP',
  in_progress: 'AP',
  completed: 'AP',
  rejected: 'RE',
  cancelled: 'RE',
}

/** A sales order as the supplier's answer to the customer's order: UBL's Order is what a buyer sends. */
export function writeOrderResponse(document: IngestDocument, sides: Sides): string {
  return writeDocument(
    'OrderResponse',
    document,
    basic('ID', document.details?.confirmationNumber ?? document.number),
    basic('SalesOrderID', document.number),
    basic('IssueDate', document.issueDate),
    basic('OrderResponseCode', responses[document.status ?? '']),
    basic('Note', document.note),
    basic('DocumentCurrencyCode', document.currency),
    basic('AccountingCost', document.costCentre),
    group('ValidityPeriod', basic('EndDate', document.validUntil)),
    orderReference(document.number, document.customerReference),
    otherReferences(document, 'orders', 'shipments', 'invoices', 'quotes'),
    projectReference(document),
    supplierParty('SellerSupplierParty', sides, document),
    customerParty(document.buyer ? 'AccountingCustomerParty' : 'BuyerCustomerParty', sides, document),
    delivery(document),
    deliveryTerms(document),
    paymentTerms(document),
    allowanceCharges(document),
    taxTotal(document),
    monetaryTotal('LegalMonetaryTotal', document),
    lines(document),
  )
}

/** UN/EDIFACT 1229; of a line that was closed short UBL says nothing. */
const statusCodes: Readonly<Partial<Record<LineStatus, string>>> = { rejected: '7', cancelled: '2' }

function lines(document: IngestDocument): Part {
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
        item(document, line, { priced: true, instances: instances(line) }),
      ),
      quotedLine(line),
      group('OrderLineReference', basic('LineID', line.line)),
    ),
  )
}

function lineItem(document: IngestDocument, line: IngestLine, ...children: readonly Part[]): Element | undefined {
  return group('LineItem', withLineParticulars('LineItem', listed(...children), line, document))
}
