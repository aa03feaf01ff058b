import type { AnswerFacts } from '#contract/answers/rules.ts'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { compare } from '#contract/money.ts'
import { isPromiseMoved } from '#contract/requests/acts.ts'
import { eventLocalTime } from '#web/ui/events/event-time.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { keyDateOf } from '../due.ts'
import { toDatedDocument } from '../header.ts'
import { goodsLines, hasCancelledQuantity, openLines } from '../lines/stages.ts'
import { latestActualEvent } from '../shipment/journey.ts'

/** The facts of a document that decide what its page says first. */
export function answerFacts(detail: DocumentDetail, today: string): AnswerFacts {
  const { type, status, header } = detail
  const acted = detail.act !== null
  const goods = goodsLines(detail.lines)
  return {
    status,
    today,
    date: decisiveDay(detail),
    acted,
    promiseMoved: !acted && isPromiseMoved(type, textOrNull(header.promisedDate), textOrNull(header.estimatedDate)),
    nothingOpen: type === 'orders' ? goods.length > 0 && openLines(goods).length === 0 : isZero(header.open),
    delivered: header.fulfilment === 'delivered',
    short: type === 'orders' && goods.some(hasCancelledQuantity),
    creditNote: header.invoiceKind === '381',
    disputed: disputedExtent(header),
    promisedPayment: textOrNull(header.promisedPayment),
    lastReport: lastReport(detail),
  }
}

/** Of what is over the day on which it was, or null: the day for which it was expected says nothing of that. */
function decisiveDay(detail: DocumentDetail): string | null {
  const { type, status, header } = detail
  if (status === 'paid') return lastPayment(detail)
  if (type === 'shipments' && status === 'delivered') return textOrNull(header.deliveredDate)
  return keyDateOf(toDatedDocument(detail))
}

function lastPayment({ payments }: DocumentDetail): string | null {
  const dates = payments.map(({ date }) => date).filter((date) => date !== null)
  return dates.toSorted().at(-1) ?? null
}

function lastReport({ events }: DocumentDetail): string | null {
  const latest = latestActualEvent(events)
  return latest ? eventLocalTime(latest).day : null
}

function isZero(value: unknown): boolean {
  const amount = textOrNull(value)
  return amount !== null && compare(amount, '0') <= 0
}

function disputedExtent(header: DocumentDetail['header']): AnswerFacts['disputed'] {
  if (header.disputed !== true) return 'no'
  const [disputed, open] = [textOrNull(header.disputedAmount), textOrNull(header.open)]
  return disputed === null || open === null || compare(disputed, open) >= 0 ? 'wholly' : 'partly'
}
