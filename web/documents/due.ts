import { definitions } from '#contract/documents/types.ts'
import type { DocumentType } from '#contract/values.ts'
import { daysBetween, formatDate, formatRelative } from '../ui/format.ts'
import { t } from '../ui/text.ts'

export type DueHint = { text: string; tone: 'bad' | 'warn' | 'muted' }

/** The fields of a list row or a document's header that tell whether the document is late. */
export type DatedDocument = {
  type: DocumentType
  status: string
  validUntil?: string | null
  requestedDate?: string | null
  promisedDate?: string | null
  estimatedDate?: string | null
  deliveredDate?: string | null
  dueDate?: string | null
  disputed?: boolean | null
  promisedPayment?: string | null
  fulfilment?: string | null
}

/** The date by which a document's next step is expected: its answer, its arrival or its payment. */
export function keyDateOf(document: DatedDocument): string | null {
  switch (document.type) {
    case 'orders':
      return document.estimatedDate ?? document.promisedDate ?? document.requestedDate ?? null
    case 'shipments':
      return document.deliveredDate ?? document.estimatedDate ?? document.promisedDate ?? null
    default:
      return (document as Partial<Record<string, string | null>>)[definitions[document.type].keyDate] ?? null
  }
}

const soonHint = (date: string | null | undefined, today: string, tone: DueHint['tone']): DueHint | null => {
  const text = date ? formatRelative(date, today) : null
  return text === null ? null : { text, tone }
}

/** The expected day has passed without a delivery. */
const overdueHint = (days: number): DueHint => ({ text: t('due.goodsOverdue', { days }), tone: 'bad' })

/** It comes, or came, later than promised. */
const afterPromiseHint = (days: number): DueHint => ({ text: t('due.afterPromise', { days }), tone: 'warn' })

/** How late or how soon a document's key date is today; null when the date alone says enough. */
export function dueHint(document: DatedDocument, today: string): DueHint | null {
  switch (document.type) {
    case 'quotes':
      return document.status === 'open' ? soonHint(document.validUntil, today, 'warn') : null
    case 'orders':
      return orderDueHint(document, today)
    case 'shipments':
      return shipmentDueHint(document, today)
    case 'invoices':
      return invoiceDueHint(document, today)
    default:
      return null
  }
}

const endedOrders = ['completed', 'cancelled', 'rejected']

function orderDueHint(order: DatedDocument, today: string): DueHint | null {
  if (endedOrders.includes(order.status) || order.fulfilment === 'delivered') return null
  const expected = keyDateOf(order)
  if (expected === null) return null
  return goodsDueHint(expected, order.promisedDate, today)
}

/** The hint for goods that have not arrived yet: the expected day has passed, is later than promised, or is near. */
export function goodsDueHint(
  expected: string | null | undefined,
  promised: string | null | undefined,
  today: string,
): DueHint | null {
  if (!expected) return null
  if (expected < today) return overdueHint(daysBetween(expected, today))
  if (promised && expected > promised) return afterPromiseHint(daysBetween(promised, expected))
  return soonHint(expected, today, 'muted')
}

const endedShipments = ['delivered', 'returned', 'cancelled', 'lost_or_damaged']

function shipmentDueHint(shipment: DatedDocument, today: string): DueHint | null {
  const { promisedDate, estimatedDate, deliveredDate } = shipment
  if (!deliveredDate && !endedShipments.includes(shipment.status))
    return goodsDueHint(estimatedDate ?? promisedDate, promisedDate, today)
  const arrivedLate = promisedDate && deliveredDate && deliveredDate > promisedDate
  return arrivedLate ? afterPromiseHint(daysBetween(promisedDate, deliveredDate)) : null
}

function invoiceDueHint(invoice: DatedDocument, today: string): DueHint | null {
  if (invoice.disputed) return { text: t('due.disputed'), tone: 'warn' }
  if (!['open', 'partially_paid', 'overdue'].includes(invoice.status)) return null
  if (invoice.promisedPayment && invoice.promisedPayment >= today) return promiseHint(invoice.promisedPayment, today)
  if (!invoice.dueDate) return null
  const days = daysBetween(invoice.dueDate, today)
  if (days > 0) return { text: t('due.overdue', { days }), tone: 'bad' }
  return soonHint(invoice.dueDate, today, 'warn')
}

/** When payment was promised for: near days in words, others as a date. */
function promiseHint(day: string, today: string): DueHint {
  return { text: t('due.promisedPayment', { when: formatRelative(day, today) ?? formatDate(day) }), tone: 'muted' }
}
