import type { IngestDocument } from '#contract/ingest/documents.ts'
import { dateOf, workdayBefore } from './calendar.ts'
import { newDocument, type SeedContext } from './customer.ts'
import { addPrice, addTotals, type Basket, extraLines, goodsLine } from './lines.ts'
import type { Scenario } from './scenarios.ts'
import type { Timeline } from './timeline.ts'

/** An order with its basket, for the shipments and invoices that follow. */
export type PlacedOrder = {
  document: IngestDocument
  basket: Basket
  /** Net and charges in minor units. */
  base: number
}

const holdReasons = ['Waiting for the customer’s drawing approval', 'Credit limit reached', 'Export licence is pending']
const delayReasons = [
  'casting delivered late by our foundry',
  'test bench out of service',
  'sea freight of a component delayed',
]

function statusOf(scenario: Scenario, timeline: Timeline, today: number): string {
  if (timeline.ordered >= workdayBefore(today)) return 'received'
  // An order is not held for ever: after 60 days it is cancelled.
  if (scenario.order === 'on_hold') return today - timeline.ordered > 60 ? 'cancelled' : 'on_hold'
  if (scenario.order !== 'ships') return timeline.changed <= today ? scenario.order : 'confirmed'
  const first = timeline.journeys[0]
  const last = timeline.journeys.at(-1)
  if (!first || !last || first.leaves > today) return 'confirmed'
  return last.arrives + 1 < today ? 'completed' : 'in_progress'
}

/** Returns the order of a deal as it is today, with references to its quote if there is one. */
export function makeOrder(
  context: SeedContext,
  scenario: Scenario,
  timeline: Timeline,
  basket: Basket,
  quote: string | undefined,
): PlacedOrder {
  const { customer, numbers, random, today } = context
  const { ordered, promised, estimated } = timeline
  const status = statusOf(scenario, timeline, today)
  const lastDay = timeline.journeys.at(-1)?.arrives ?? ordered
  const document = newDocument(
    context,
    'orders',
    numbers.document('SO', ordered),
    ordered,
    status === 'completed' ? lastDay : ordered,
  )
  context.orders += 1
  document.status = status
  document.customerReference = customer.purchaseOrder(context.orders, ordered)
  document.shipTo = random.pick(customer.shipTo)
  document.paymentTerms = customer.paymentTerms
  document.deliveryTerms = customer.deliveryTerms
  if (customer.project) document.project = customer.project
  document.requestedDate = dateOf(timeline.requested)
  document.details = { placedBy: customer.buyer.name }
  const confirmed = status !== 'received' && status !== 'rejected'
  const moved = confirmed && estimated !== promised && timeline.changed <= today
  if (confirmed) {
    document.promisedDate = dateOf(promised)
    document.estimatedDate = dateOf(moved ? estimated : promised)
  }
  if (moved)
    document.note = `Delivery moved from ${dateOf(promised)} to ${dateOf(estimated)}: ${random.pick(delayReasons)}.`
  if (status === 'on_hold') document.holdReason = random.pick(holdReasons)
  if (quote) document.references = [{ type: 'quotes', number: quote }]

  let net = 0
  document.lines = basket.lines.map((basketLine, index) => {
    const line = goodsLine(basketLine, basketLine.tenths, customer)
    net += addPrice(line, basketLine, basketLine.tenths, customer)
    line.requestedDate = dateOf(timeline.requested)
    if (confirmed) {
      line.promisedDate = dateOf(promised)
      // In a back-order only the first line is delayed.
      line.estimatedDate = dateOf(moved && (!scenario.backorder || index === 0) ? estimated : promised)
    }
    if (quote) line.references = [{ type: 'quotes', number: quote, line: basketLine.line }]
    return line
  })
  document.lines.push(...extraLines(basket.extras, customer))
  addTotals(document, net, basket.extras.freight, customer)
  return { document, basket, base: net + basket.extras.freight }
}
