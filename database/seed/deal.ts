import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { SeedContext } from './customer.ts'
import { type GeneratedInvoice, makeCreditNote, makeInvoice, makePrepayment } from './invoice.ts'
import { type Basket, drawBasket } from './lines.ts'
import { makeOrder, type PlacedOrder } from './order.ts'
import { collectPayments } from './payments.ts'
import { makeQuote } from './quote.ts'
import type { Scenario } from './scenarios.ts'
import { type GeneratedShipment, makeShipment, splitIntoShipments } from './shipment.ts'
import { createTimeline, type Timeline } from './timeline.ts'

/** Number prefix of quotes from an earlier ERP: orders still refer to them, but none of them ever arrives. */
export const legacyQuotes = 'ANG/2019/'

/** Returns the documents of one deal up to today, in the order in which they were created. */
export function generateDeal(
  context: SeedContext,
  scenario: Scenario,
  start: number,
  fromDelivery = false,
): IngestDocument[] {
  const { today } = context
  const timeline = createTimeline(context, scenario, start, fromDelivery)
  const basket = drawBasket(context)
  const documents: IngestDocument[] = []
  let quote: string | undefined
  if (scenario.quote === 'legacy') {
    quote = `${legacyQuotes}${String(context.numbers.running()).padStart(5, '0')}`
  } else if (scenario.quote !== 'none') {
    const quoteDocument = makeQuote(context, scenario, timeline, basket)
    documents.push(quoteDocument)
    quote = quoteDocument.number
  }
  if (scenario.orders === 0 || timeline.ordered > today) return documents

  const orders: PlacedOrder[] = []
  for (let count = 0; count < scenario.orders; count++) {
    const placed = makeOrder(
      context,
      scenario,
      timeline,
      count === 0 ? basket : drawBasket(context),
      count === 0 ? quote : undefined,
    )
    orders.push(placed)
    documents.push(placed.document)
  }
  if (scenario.order === 'ships') documents.push(...fulfil(context, scenario, timeline, orders))
  return documents
}

function fulfil(
  context: SeedContext,
  scenario: Scenario,
  timeline: Timeline,
  orders: readonly PlacedOrder[],
): IngestDocument[] {
  const documents: IngestDocument[] = []
  const first = orders[0]
  const deposit = scenario.billing === 'prepaid' && first ? makePrepayment(context, first, timeline.ordered) : undefined
  if (deposit) documents.push(deposit.document)
  const parts = splitIntoShipments(orders, scenario)
  const shipped: GeneratedShipment[] = []
  parts.forEach((packed, part) => {
    const shipment = makeShipment(context, scenario, timeline, part, packed)
    if (shipment) shipped.push(shipment)
  })
  documents.push(...shipped.map((shipment) => shipment.document))

  const shipmentGroups =
    scenario.billing === 'once'
      ? shipped.length === parts.length
        ? [shipped]
        : []
      : shipped.map((shipment) => [shipment])
  for (const [index, group] of shipmentGroups.entries()) {
    // Freight is charged once, on the first invoice.
    const invoice = makeInvoice(
      context,
      scenario,
      group,
      index === 0 ? extrasOf(orders) : { freight: 0, text: undefined },
      index === 0 ? deposit : undefined,
    )
    if (invoice) documents.push(invoice.document, ...afterInvoice(context, scenario, invoice, index === 0))
  }
  return documents
}

/** Collects the payments of an invoice; returns its credit note if the scenario has one. */
function afterInvoice(
  context: SeedContext,
  scenario: Scenario,
  invoice: GeneratedInvoice,
  isFirst: boolean,
): IngestDocument[] {
  const credit = scenario.credit !== 'none' && isFirst ? makeCreditNote(context, scenario, invoice) : undefined
  collectPayments(
    context,
    scenario,
    invoice,
    credit && { amount: credit.gross, day: credit.issued, number: credit.document.number },
  )
  return credit ? [credit.document] : []
}

function extrasOf(orders: readonly PlacedOrder[]): Basket['extras'] {
  return {
    freight: orders.reduce((total, order) => total + order.basket.extras.freight, 0),
    text: orders[0]?.basket.extras.text,
  }
}
