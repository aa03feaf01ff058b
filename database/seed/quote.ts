import type { IngestDocument } from '#contract/ingest/documents.ts'
import { dateOf, utcInstant, workdayBefore } from './calendar.ts'
import { newDocument, type SeedContext } from './customer.ts'
import { addPrice, addTotals, type Basket, extraLines, goodsLine } from './lines.ts'
import type { Scenario } from './scenarios.ts'
import type { Timeline } from './timeline.ts'

const rejections = ['Price', 'Lead time too long', 'Project postponed', 'Ordered elsewhere']
const unpricedStatuses: ReadonlySet<string> = new Set(['requested', 'in_preparation'])

/** Returns the quote's status and the day since when it has it; a quote whose answer lies in the future is open. */
function stateOf(scenario: Scenario, timeline: Timeline, today: number): { status: string; since: number } {
  const outcome = scenario.quote
  const { quoted, answered, ordered } = timeline
  if (outcome === 'requested' || today - quoted <= 1) return { status: 'requested', since: quoted }
  if (outcome === 'in_preparation' || today - quoted <= 2) return { status: 'in_preparation', since: quoted + 1 }
  if (outcome === 'ordered' && ordered <= today) {
    // When the order was cancelled, the quote is accepted and can be ordered again.
    const cancelled = scenario.order === 'cancelled' && timeline.changed <= today && ordered < workdayBefore(today)
    return cancelled ? { status: 'accepted', since: timeline.changed } : { status: 'ordered', since: ordered }
  }
  if (outcome === 'ordered' && ordered - 2 <= today) return { status: 'accepted', since: ordered - 2 }
  if (outcome === 'open' || outcome === 'ordered' || answered > today) return { status: 'open', since: quoted + 2 }
  return { status: outcome, since: answered }
}

/** Returns the quote of a deal as it is today. */
export function makeQuote(
  context: SeedContext,
  scenario: Scenario,
  timeline: Timeline,
  basket: Basket,
): IngestDocument {
  const { customer, numbers, random, today } = context
  const { status, since } = stateOf(scenario, timeline, today)
  const document = newDocument(context, 'quotes', numbers.document('QT', timeline.quoted), timeline.quoted, since)
  document.status = status
  document.shipTo = customer.shipTo[0]
  document.paymentTerms = customer.paymentTerms
  document.deliveryTerms = customer.deliveryTerms
  if (customer.project) document.project = customer.project
  document.details = {
    enquiryNumber: `RFQ-${dateOf(timeline.quoted).slice(2, 4)}-${String(numbers.running()).padStart(5, '0')}`,
  }

  const priced = !unpricedStatuses.has(status)
  let net = 0
  document.lines = basket.lines.map((basketLine) => {
    const line = goodsLine(basketLine, basketLine.tenths, customer)
    if (priced) net += addPrice(line, basketLine, basketLine.tenths, customer)
    return line
  })
  if (!priced) return document

  document.lines.push(...extraLines(basket.extras, customer))
  addTotals(document, net, basket.extras.freight, customer)
  document.validUntil = dateOf(timeline.validUntil)
  document.details.revision = status === 'revision_requested' ? '2' : '1'
  document.details.sentAt = utcInstant(timeline.quoted + 2, 320)
  if (status === 'rejected') {
    document.details.rejectedAt = utcInstant(since, 325)
    document.details.rejectionReason = random.pick(rejections)
  }
  if (status === 'accepted' || status === 'ordered') {
    document.details.acceptedAt = utcInstant(since, 325)
    document.details.acceptedBy = customer.buyer.name
  }
  return document
}
