import type { IngestDocument } from '../../contract/ingest.ts'
import { dateOf, utcInstant, workdayBefore } from './calendar.ts'
import { type Desk, newDocument } from './customer.ts'
import { addPrice, addTotals, type Basket, extraLines, goodsLine } from './lines.ts'
import type { Plot } from './plots.ts'
import type { Timeline } from './timeline.ts'

const rejections = ['Price', 'Lead time too long', 'Project postponed', 'Ordered elsewhere']
const unpriced: ReadonlySet<string> = new Set(['requested', 'in_preparation'])

/** How far the quote has come, and since when: an answer that lies ahead leaves it open. */
function stateOf(plot: Plot, time: Timeline, today: number): { status: string; since: number } {
  const fate = plot.quote
  const { quoted, answered, ordered } = time
  if (fate === 'requested' || today - quoted <= 1) return { status: 'requested', since: quoted }
  if (fate === 'in_preparation' || today - quoted <= 2) return { status: 'in_preparation', since: quoted + 1 }
  if (fate === 'ordered' && ordered <= today) {
    // What was ordered and then cancelled is accepted, and can be ordered again.
    const cancelled = plot.order === 'cancelled' && time.changed <= today && ordered < workdayBefore(today)
    return cancelled ? { status: 'accepted', since: time.changed } : { status: 'ordered', since: ordered }
  }
  if (fate === 'ordered' && ordered - 2 <= today) return { status: 'accepted', since: ordered - 2 }
  if (fate === 'open' || fate === 'ordered' || answered > today) return { status: 'open', since: quoted + 2 }
  return { status: fate, since: answered }
}

/** The quote of a deal as it stands today. */
export function makeQuote(desk: Desk, plot: Plot, time: Timeline, basket: Basket): IngestDocument {
  const { customer, numbers, random, today } = desk
  const { status, since } = stateOf(plot, time, today)
  const document = newDocument(desk, 'quotes', numbers.document('QT', time.quoted), time.quoted, since)
  document.status = status
  document.shipTo = customer.shipTo[0]
  document.paymentTerms = customer.paymentTerms
  document.deliveryTerms = customer.deliveryTerms
  if (customer.project) document.project = customer.project
  document.details = {
    enquiryNumber: `RFQ-${dateOf(time.quoted).slice(2, 4)}-${String(numbers.running()).padStart(5, '0')}`,
  }

  const priced = !unpriced.has(status)
  let net = 0
  document.lines = basket.wanted.map((wanted) => {
    const line = goodsLine(wanted, wanted.tenths, customer)
    if (priced) net += addPrice(line, wanted, wanted.tenths, customer)
    return line
  })
  if (!priced) return document

  document.lines.push(...extraLines(basket.extras, customer))
  addTotals(document, net, basket.extras.freight, customer)
  document.validUntil = dateOf(time.validUntil)
  document.details.revision = status === 'revision_requested' ? '2' : '1'
  document.details.sentAt = utcInstant(time.quoted + 2, 320)
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
