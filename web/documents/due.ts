import type { DocumentType } from '../../contract/values.ts'
import { daysBetween, formatRelative } from '../ui/format.ts'
import { t } from '../ui/text.ts'

export type Due = { text: string; tone: 'bad' | 'warn' | 'muted' }

/** What of a document tells whether it is late: a list's row or a detail's header. */
export type Dated = {
  type: DocumentType
  status: string
  validUntil?: string | null
  requestedDate?: string | null
  promisedDate?: string | null
  estimatedDate?: string | null
  deliveredDate?: string | null
  late?: boolean | null
  dueDate?: string | null
  fulfilment?: string | null
}

/** The date by which something is expected of a document: its answer, its arrival, its payment. */
export function keyDateOf(document: Dated): string | null {
  switch (document.type) {
    case 'quotes':
      return document.validUntil ?? null
    case 'orders':
      return document.estimatedDate ?? document.promisedDate ?? document.requestedDate ?? null
    case 'shipments':
      return document.deliveredDate ?? document.estimatedDate ?? document.promisedDate ?? null
    case 'invoices':
      return document.dueDate ?? null
  }
}

const near = (date: string | null | undefined, today: string, tone: Due['tone']): Due | null => {
  const text = date ? formatRelative(date, today) : null
  return text === null ? null : { text, tone }
}

const late = (days: number): Due => ({ text: t('due.late', { days }), tone: 'bad' })

/** What a person must know about a document's key date today: how late, how soon; null when the date says it all. */
export function dueOf(document: Dated, today: string): Due | null {
  switch (document.type) {
    case 'quotes':
      return document.status === 'open' ? near(document.validUntil, today, 'warn') : null
    case 'orders':
      return orderDue(document, today)
    case 'shipments':
      return shipmentDue(document, today)
    case 'invoices':
      return invoiceDue(document, today)
  }
}

/** What must be known about the date of something that is still to come. */
export function lineDue(date: string, today: string): Due | null {
  return date < today ? late(daysBetween(date, today)) : near(date, today, 'muted')
}

const endedOrders = ['completed', 'cancelled', 'rejected']

function orderDue(order: Dated, today: string): Due | null {
  if (endedOrders.includes(order.status) || order.fulfilment === 'delivered') return null
  const expected = keyDateOf(order)
  if (expected === null) return null
  const { promisedDate } = order
  const latest = promisedDate && expected < today ? today : expected
  if (promisedDate && latest > promisedDate) return late(daysBetween(promisedDate, latest))
  if (expected < today) return late(daysBetween(expected, today))
  return near(expected, today, 'muted')
}

const endedShipments = ['delivered', 'returned', 'cancelled', 'lost_or_damaged']

function shipmentDue(shipment: Dated, today: string): Due | null {
  const { promisedDate, estimatedDate, deliveredDate } = shipment
  if (deliveredDate || endedShipments.includes(shipment.status)) {
    if (!shipment.late) return null
    return promisedDate && deliveredDate && deliveredDate > promisedDate
      ? late(daysBetween(promisedDate, deliveredDate))
      : { text: t('due.isLate'), tone: 'bad' }
  }
  const expected = estimatedDate ?? promisedDate
  if (expected && expected < today) return late(daysBetween(promisedDate ?? expected, today))
  if (promisedDate && estimatedDate && estimatedDate > promisedDate)
    return late(daysBetween(promisedDate, estimatedDate))
  if (shipment.late) return { text: t('due.isLate'), tone: 'bad' }
  return near(expected, today, 'muted')
}

function invoiceDue(invoice: Dated, today: string): Due | null {
  if (!['open', 'partially_paid', 'overdue'].includes(invoice.status) || !invoice.dueDate) return null
  const days = daysBetween(invoice.dueDate, today)
  if (days > 0) return { text: t('due.overdue', { days }), tone: 'bad' }
  return near(invoice.dueDate, today, 'warn')
}
