import type { IngestDocument } from '#contract/ingest/documents.ts'
import { amountText, percentOf, quantityText } from './amounts.ts'
import { dateOf, workday } from './calendar.ts'
import { newDocument, type SeedContext } from './customer.ts'
import { addPrice, addTotals, type Extras, extraLines, goodsLine } from './lines.ts'
import type { PlacedOrder } from './order.ts'
import { bookPayment, type InvoiceBalance, writeBalance } from './payments.ts'
import type { Scenario } from './scenarios.ts'
import type { GeneratedShipment } from './shipment.ts'

/** An invoice with its amounts in minor units, for the payments and credit notes that follow. */
export type GeneratedInvoice = InvoiceBalance & { from: readonly GeneratedShipment[]; freight: number; issued: number }

const bank = 'DE86 0000 0000 4170 0000 00'

function newInvoice(
  context: SeedContext,
  number: string,
  issued: number,
  due: number,
  orders: readonly PlacedOrder[],
): IngestDocument {
  const { customer } = context
  const document = newDocument(context, 'invoices', number, issued, issued)
  const first = orders[0]?.document
  if (first?.customerReference) document.customerReference = first.customerReference
  if (first?.shipTo) document.shipTo = first.shipTo
  document.paymentTerms = customer.paymentTerms
  document.dueDate = dateOf(due)
  document.references = orders.map((order) => ({ type: 'orders', number: order.document.number }))
  document.details = { paymentReference: number, bankAccount: bank }
  return document
}

/**
 * Returns an invoice for shipments, or undefined while it lies in the future; an earlier prepayment is booked as a
 * payment.
 */
export function makeInvoice(
  context: SeedContext,
  scenario: Scenario,
  shipped: GeneratedShipment[],
  extras: Extras,
  deposit: GeneratedInvoice | undefined,
): GeneratedInvoice | undefined {
  const { customer, numbers, today } = context
  const issued = workday(Math.max(...shipped.map((shipment) => shipment.leaves)) + 1)
  if (issued > today) return undefined
  const due = issued + customer.paymentDays
  const number = numbers.document('IN', issued)
  const orders = [...new Set(shipped.flatMap((shipment) => shipment.sent.map((item) => item.order)))]
  const document = newInvoice(context, number, issued, due, orders)
  document.invoiceKind = '380'
  if (customer.paymentDays >= 30)
    document.details = { ...document.details, earlyPayment: `2 % (${dateOf(issued + 10)})` }
  for (const shipment of shipped) document.references?.push({ type: 'shipments', number: shipment.document.number })

  let net = 0
  const lines: NonNullable<IngestDocument['lines']> = []
  for (const shipment of shipped) {
    for (const { order, basketLine, tenths, line } of shipment.sent) {
      const invoiceLine = goodsLine(basketLine, tenths, customer)
      invoiceLine.line = String((lines.length + 1) * 10)
      net += addPrice(invoiceLine, basketLine, tenths, customer)
      invoiceLine.references = [
        { type: 'orders', number: order.document.number, line: basketLine.line },
        { type: 'shipments', number: shipment.document.number, line },
      ]
      lines.push(invoiceLine)
    }
  }
  lines.push(...extraLines(extras, customer))
  document.lines = lines
  const gross = addTotals(document, net, extras.freight, customer)
  const invoice: GeneratedInvoice = { document, gross, paid: 0, due, from: shipped, freight: extras.freight, issued }
  if (deposit)
    bookPayment(context, invoice, Math.min(deposit.paid, gross), issued, 'Prepayment', deposit.document.number)
  if (scenario.disputed && issued + 5 <= today)
    document.note = `Disputed by the customer on ${dateOf(workday(issued + 5))}: quantity of line ${lines[0]?.line} was short.`
  return invoice
}

/** Returns a prepayment invoice over 30 % of an order, paid within ten days; undefined before its date. */
export function makePrepayment(
  context: SeedContext,
  order: PlacedOrder,
  ordered: number,
): GeneratedInvoice | undefined {
  const { customer, numbers, today } = context
  const issued = workday(ordered + 1)
  if (issued > today) return undefined
  const number = numbers.document('PI', issued)
  const document = newInvoice(context, number, issued, issued + 10, [order])
  document.invoiceKind = '386'
  const share = Math.max(1, percentOf(order.base, 30))
  const count = order.basket.lines.length
  document.lines = [
    {
      line: '10',
      kind: 'item',
      name: 'Prepayment 30 %',
      description: `On order ${order.document.number} with ${count} ${count === 1 ? 'line' : 'lines'}`,
      quantity: quantityText(10),
      unit: 'C62',
      unitPrice: amountText(share, customer.currency),
      discountPercent: '0',
      taxRate: String(customer.taxRate),
      amount: amountText(share, customer.currency),
    },
  ]
  const gross = addTotals(document, share, 0, customer)
  const invoice: GeneratedInvoice = { document, gross, paid: 0, due: issued + 10, from: [], freight: 0, issued }
  const day = workday(issued + 7)
  if (day <= today)
    bookPayment(context, invoice, gross, day, 'Bank transfer', `TRX${String(numbers.running()).padStart(8, '0')}`)
  writeBalance(context, invoice)
  return invoice
}

/**
 * Returns a credit note for an invoice: for all of it, for returned goods, or for a wrong price; undefined while it
 * lies in the future.
 */
export function makeCreditNote(
  context: SeedContext,
  scenario: Scenario,
  invoice: GeneratedInvoice,
): GeneratedInvoice | undefined {
  const { customer, numbers, today } = context
  const issued = workday(invoice.issued + (scenario.credit === 'full' ? 16 : 24))
  if (issued > today) return undefined
  const sent = invoice.from.flatMap((shipment) => shipment.sent)
  const orders = [...new Set(sent.map((item) => item.order))]
  const number = numbers.document('CN', issued)
  const document = newInvoice(context, number, issued, issued, orders)
  document.invoiceKind = '381'
  document.references = [{ type: 'invoices', number: invoice.document.number }, ...(document.references ?? [])]
  document.note =
    scenario.credit === 'price'
      ? 'Price agreed in the frame contract was not applied.'
      : 'Goods returned or not delivered.'
  const credited = scenario.credit === 'full' ? sent : sent.slice(0, 1)
  let net = 0
  document.lines = credited.map(({ order, basketLine, tenths }, index) => {
    const creditedTenths = scenario.credit === 'goods' && tenths >= 20 ? Math.floor(tenths / 20) * 10 : tenths
    const priced =
      scenario.credit === 'price' ? { ...basketLine, price: Math.max(1, percentOf(basketLine.price, 8)) } : basketLine
    const line = goodsLine(priced, creditedTenths, customer)
    line.line = String((index + 1) * 10)
    net += addPrice(line, priced, creditedTenths, customer)
    line.references = [
      { type: 'invoices', number: invoice.document.number, line: invoice.document.lines?.[index]?.line ?? '' },
    ]
    // A price reduction takes no goods back; returned goods no longer count as invoiced on their order.
    if (scenario.credit !== 'price')
      line.references.push({ type: 'orders', number: order.document.number, line: basketLine.line })
    return line
  })
  const freight = scenario.credit === 'full' ? invoice.freight : 0
  for (const line of extraLines({ freight, text: undefined }, customer)) {
    document.lines.push({
      ...line,
      references: [{ type: 'invoices', number: invoice.document.number, line: line.line }],
    })
  }
  const gross = addTotals(document, net, freight, customer)
  const creditNote: GeneratedInvoice = { document, gross, paid: gross, due: issued, from: [], freight, issued }
  writeBalance(context, creditNote, 'settled')
  return creditNote
}
