import type { IngestDocument } from '../../contract/ingest.ts'
import type { Desk } from './customer.ts'
import { type Billed, makeCreditNote, makeInvoice, makePrepayment } from './invoice.ts'
import { type Basket, drawBasket } from './lines.ts'
import { makeOrder, type Placed } from './order.ts'
import { collect } from './payments.ts'
import type { Plot } from './plots.ts'
import { makeQuote } from './quote.ts'
import { makeShipment, type Shipped, shareOut } from './shipment.ts'
import { layOut, type Timeline } from './timeline.ts'

/** The quotes of the ERP before this one: orders still name them, and none of them ever arrives. */
export const legacyQuotes = 'ANG/2019/'

/** Tells one deal up to today: its documents in the order in which they came to be. */
export function tellDeal(desk: Desk, plot: Plot, start: number, fromDelivery = false): IngestDocument[] {
  const { today } = desk
  const time = layOut(desk, plot, start, fromDelivery)
  const basket = drawBasket(desk)
  const documents: IngestDocument[] = []
  let quote: string | undefined
  if (plot.quote === 'legacy') {
    quote = `${legacyQuotes}${String(desk.numbers.running()).padStart(5, '0')}`
  } else if (plot.quote !== 'none') {
    const made = makeQuote(desk, plot, time, basket)
    documents.push(made)
    quote = made.number
  }
  if (plot.orders === 0 || time.ordered > today) return documents

  const orders: Placed[] = []
  for (let count = 0; count < plot.orders; count++) {
    const placed = makeOrder(desk, plot, time, count === 0 ? basket : drawBasket(desk), count === 0 ? quote : undefined)
    orders.push(placed)
    documents.push(placed.document)
  }
  if (plot.order === 'ships') documents.push(...fulfil(desk, plot, time, orders))
  return documents
}

function fulfil(desk: Desk, plot: Plot, time: Timeline, orders: readonly Placed[]): IngestDocument[] {
  const documents: IngestDocument[] = []
  const first = orders[0]
  const deposit = plot.billing === 'prepaid' && first ? makePrepayment(desk, first, time.ordered) : undefined
  if (deposit) documents.push(deposit.document)
  const parts = shareOut(orders, plot)
  const shipped: Shipped[] = []
  parts.forEach((packed, part) => {
    const shipment = makeShipment(desk, plot, time, part, packed)
    if (shipment) shipped.push(shipment)
  })
  documents.push(...shipped.map((shipment) => shipment.document))

  const bills =
    plot.billing === 'once' ? (shipped.length === parts.length ? [shipped] : []) : shipped.map((one) => [one])
  for (const [place, bill] of bills.entries()) {
    // Freight is charged once, with the first invoice.
    const invoice = makeInvoice(
      desk,
      plot,
      bill,
      place === 0 ? extrasOf(orders) : { freight: 0, text: undefined },
      place === 0 ? deposit : undefined,
    )
    if (invoice) documents.push(invoice.document, ...afterInvoice(desk, plot, invoice, place === 0))
  }
  return documents
}

/** What follows an invoice: a credit note when the plot wants one, and the money. */
function afterInvoice(desk: Desk, plot: Plot, invoice: Billed, isFirst: boolean): IngestDocument[] {
  const credit = plot.credit !== 'none' && isFirst ? makeCreditNote(desk, plot, invoice) : undefined
  collect(desk, plot, invoice, credit && { amount: credit.gross, day: credit.issued, number: credit.document.number })
  return credit ? [credit.document] : []
}

function extrasOf(orders: readonly Placed[]): Basket['extras'] {
  return {
    freight: orders.reduce((total, order) => total + order.basket.extras.freight, 0),
    text: orders[0]?.basket.extras.text,
  }
}
