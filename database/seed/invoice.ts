import type { IngestDocument } from '../../contract/ingest.ts'
import { amountText, percentOf, quantityText } from './amounts.ts'
import { dateOf, workday } from './calendar.ts'
import { type Desk, newDocument } from './customer.ts'
import { addPrice, addTotals, type Extras, extraLines, goodsLine } from './lines.ts'
import type { Placed } from './order.ts'
import { type Account, book, settle } from './payments.ts'
import type { Plot } from './plots.ts'
import type { Shipped } from './shipment.ts'

/** An invoice with its amounts in minor units, for the payments and credit notes that follow. */
export type Billed = Account & { from: readonly Shipped[]; freight: number; issued: number }

const bank = 'DE00 0000 0000 4170 0000 00'

function newInvoice(
  desk: Desk,
  number: string,
  issued: number,
  due: number,
  orders: readonly Placed[],
): IngestDocument {
  const { customer } = desk
  const document = newDocument(desk, 'invoices', number, issued, issued)
  const first = orders[0]?.document
  if (first?.customerReference) document.customerReference = first.customerReference
  if (first?.shipTo) document.shipTo = first.shipTo
  document.paymentTerms = customer.paymentTerms
  document.dueDate = dateOf(due)
  document.references = orders.map((order) => ({ type: 'orders', number: order.document.number }))
  document.details = { paymentReference: number, bankAccount: bank }
  return document
}

/** An invoice for shipments; a deposit that was asked for before is taken off as a payment. */
export function makeInvoice(
  desk: Desk,
  plot: Plot,
  shipped: Shipped[],
  extras: Extras,
  deposit: Billed | undefined,
): Billed | undefined {
  const { customer, numbers, today } = desk
  const issued = workday(Math.max(...shipped.map((shipment) => shipment.leaves)) + 1)
  if (issued > today) return undefined
  const due = issued + customer.paymentDays
  const number = numbers.document('IN', issued)
  const orders = [...new Set(shipped.flatMap((shipment) => shipment.sent.map((item) => item.order)))]
  const document = newInvoice(desk, number, issued, due, orders)
  document.invoiceKind = '380'
  for (const shipment of shipped) document.references?.push({ type: 'shipments', number: shipment.document.number })

  let net = 0
  const lines: NonNullable<IngestDocument['lines']> = []
  for (const shipment of shipped) {
    for (const { order, wanted, tenths, line } of shipment.sent) {
      const made = goodsLine(wanted, tenths, customer)
      made.line = String((lines.length + 1) * 10)
      net += addPrice(made, wanted, tenths, customer)
      made.references = [
        { type: 'orders', number: order.document.number, line: wanted.line },
        { type: 'shipments', number: shipment.document.number, line },
      ]
      lines.push(made)
    }
  }
  lines.push(...extraLines(extras, customer))
  document.lines = lines
  const gross = addTotals(document, net, extras.freight, customer)
  const billed: Billed = { document, gross, paid: 0, due, from: shipped, freight: extras.freight, issued }
  if (deposit) book(desk, billed, Math.min(deposit.paid, gross), issued, 'Prepayment', deposit.document.number)
  if (plot.disputed && issued + 5 <= today)
    document.note = `Disputed by the customer on ${dateOf(workday(issued + 5))}: quantity of line ${lines[0]?.line} was short.`
  return billed
}

/** A prepayment invoice over 30 % of an order, paid within ten days. */
export function makePrepayment(desk: Desk, order: Placed, ordered: number): Billed | undefined {
  const { customer, numbers, today } = desk
  const issued = workday(ordered + 1)
  if (issued > today) return undefined
  const number = numbers.document('PI', issued)
  const document = newInvoice(desk, number, issued, issued + 10, [order])
  document.invoiceKind = '386'
  const share = Math.max(1, percentOf(order.base, 30))
  const count = order.basket.wanted.length
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
  const billed: Billed = { document, gross, paid: 0, due: issued + 10, from: [], freight: 0, issued }
  const day = workday(issued + 7)
  if (day <= today) book(desk, billed, gross, day, 'Bank transfer', `TRX${String(numbers.running()).padStart(8, '0')}`)
  settle(desk, billed)
  return billed
}

/** A credit note to an invoice: all of it, some goods that came back, or a price that was wrong. */
export function makeCreditNote(desk: Desk, plot: Plot, invoice: Billed): Billed | undefined {
  const { customer, numbers, today } = desk
  const issued = workday(invoice.issued + (plot.credit === 'full' ? 16 : 24))
  if (issued > today) return undefined
  const sent = invoice.from.flatMap((shipment) => shipment.sent)
  const orders = [...new Set(sent.map((item) => item.order))]
  const number = numbers.document('CN', issued)
  const document = newInvoice(desk, number, issued, issued, orders)
  document.invoiceKind = '381'
  document.references = [{ type: 'invoices', number: invoice.document.number }, ...(document.references ?? [])]
  document.note =
    plot.credit === 'price' ? 'Price agreed in the frame contract was not applied.' : 'Goods returned or not delivered.'
  const credited = plot.credit === 'full' ? sent : sent.slice(0, 1)
  let net = 0
  document.lines = credited.map(({ order, wanted, tenths }, place) => {
    const half = plot.credit === 'goods' && tenths >= 20 ? Math.floor(tenths / 20) * 10 : tenths
    const priced = plot.credit === 'price' ? { ...wanted, price: Math.max(1, percentOf(wanted.price, 8)) } : wanted
    const line = goodsLine(priced, half, customer)
    line.line = String((place + 1) * 10)
    net += addPrice(line, priced, half, customer)
    line.references = [
      { type: 'invoices', number: invoice.document.number, line: invoice.document.lines?.[place]?.line ?? '' },
    ]
    // A lower price takes nothing back; goods that came back are no longer invoiced on their order.
    if (plot.credit !== 'price')
      line.references.push({ type: 'orders', number: order.document.number, line: wanted.line })
    return line
  })
  const freight = plot.credit === 'full' ? invoice.freight : 0
  for (const line of extraLines({ freight, text: undefined }, customer)) {
    document.lines.push({
      ...line,
      references: [{ type: 'invoices', number: invoice.document.number, line: line.line }],
    })
  }
  const gross = addTotals(document, net, freight, customer)
  const billed: Billed = { document, gross, paid: gross, due: issued, from: [], freight, issued }
  settle(desk, billed, 'settled')
  return billed
}
