import type { IngestDocument } from '../../contract/ingest.ts'
import { dateOf, workdayBefore } from './calendar.ts'
import { type Desk, newDocument } from './customer.ts'
import { addPrice, addTotals, type Basket, extraLines, goodsLine } from './lines.ts'
import type { Plot } from './plots.ts'
import type { Timeline } from './timeline.ts'

/** An order with what was wanted in it, for the shipments and invoices that follow. */
export type Placed = { document: IngestDocument; basket: Basket /** Net and charges in minor units. */; base: number }

const holds = ['Waiting for the customer’s drawing approval', 'Credit limit reached', 'Export licence is pending']
const delays = [
  'casting delivered late by our foundry',
  'test bench out of service',
  'sea freight of a component delayed',
]

function statusOf(plot: Plot, time: Timeline, today: number): string {
  if (time.ordered >= workdayBefore(today)) return 'received'
  // Nothing waits for ever: what is held too long is given up.
  if (plot.order === 'on_hold') return today - time.ordered > 60 ? 'cancelled' : 'on_hold'
  if (plot.order !== 'ships') return time.changed <= today ? plot.order : 'confirmed'
  const first = time.journeys[0]
  const last = time.journeys.at(-1)
  if (!first || !last || first.leaves > today) return 'confirmed'
  return last.arrives + 1 < today ? 'completed' : 'in_progress'
}

/** The order of a deal as it stands today, with references to its quote if there is one. */
export function makeOrder(desk: Desk, plot: Plot, time: Timeline, basket: Basket, quote: string | undefined): Placed {
  const { customer, numbers, random, today } = desk
  const { ordered, promised, estimated } = time
  const status = statusOf(plot, time, today)
  const lastDay = time.journeys.at(-1)?.arrives ?? ordered
  const document = newDocument(
    desk,
    'orders',
    numbers.document('SO', ordered),
    ordered,
    status === 'completed' ? lastDay : ordered,
  )
  desk.orders += 1
  document.status = status
  document.customerReference = customer.purchaseOrder(desk.orders, ordered)
  document.shipTo = random.pick(customer.shipTo)
  document.paymentTerms = customer.paymentTerms
  document.deliveryTerms = customer.deliveryTerms
  if (customer.project) document.project = customer.project
  document.requestedDate = dateOf(time.requested)
  document.details = { placedBy: customer.buyer.name }
  const confirmed = status !== 'received' && status !== 'rejected'
  const moved = confirmed && estimated !== promised && time.changed <= today
  if (confirmed) {
    document.promisedDate = dateOf(promised)
    document.estimatedDate = dateOf(moved ? estimated : promised)
  }
  if (moved) document.note = `Delivery moved from ${dateOf(promised)} to ${dateOf(estimated)}: ${random.pick(delays)}.`
  if (status === 'on_hold') document.holdReason = random.pick(holds)
  if (quote) document.references = [{ type: 'quotes', number: quote }]

  let net = 0
  document.lines = basket.wanted.map((wanted, place) => {
    const line = goodsLine(wanted, wanted.tenths, customer)
    net += addPrice(line, wanted, wanted.tenths, customer)
    line.requestedDate = dateOf(time.requested)
    if (confirmed) {
      line.promisedDate = dateOf(promised)
      // Of a back-order only the first line waits.
      line.estimatedDate = dateOf(moved && (!plot.backorder || place === 0) ? estimated : promised)
    }
    if (quote) line.references = [{ type: 'quotes', number: quote, line: wanted.line }]
    return line
  })
  document.lines.push(...extraLines(basket.extras, customer))
  addTotals(document, net, basket.extras.freight, customer)
  return { document, basket, base: net + basket.extras.freight }
}
