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

/** The day has passed and nothing came. */
const overdue = (days: number): Due => ({ text: t('due.goodsOverdue', { days }), tone: 'bad' })

/** It comes, or came, on another day than was promised. */
const afterPromise = (days: number): Due => ({ text: t('due.afterPromise', { days }), tone: 'warn' })

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
  return date < today ? overdue(daysBetween(date, today)) : near(date, today, 'muted')
}

const endedOrders = ['completed', 'cancelled', 'rejected']

function orderDue(order: Dated, today: string): Due | null {
  if (endedOrders.includes(order.status) || order.fulfilment === 'delivered') return null
  const expected = keyDateOf(order)
  if (expected === null) return null
  return expectedDue(expected, order.promisedDate, today)
}

/** What must be known about goods that are still to come: the expected day has passed, or lies behind the promise, or is near. */
function expectedDue(
  expected: string | null | undefined,
  promised: string | null | undefined,
  today: string,
): Due | null {
  if (!expected) return null
  if (expected < today) return overdue(daysBetween(expected, today))
  if (promised && expected > promised) return afterPromise(daysBetween(promised, expected))
  return near(expected, today, 'muted')
}

const endedShipments = ['delivered', 'returned', 'cancelled', 'lost_or_damaged']

function shipmentDue(shipment: Dated, today: string): Due | null {
  const { promisedDate, estimatedDate, deliveredDate } = shipment
  if (!deliveredDate && !endedShipments.includes(shipment.status))
    return expectedDue(estimatedDate ?? promisedDate, promisedDate, today)
  const isAfter = promisedDate && deliveredDate && deliveredDate > promisedDate
  return isAfter ? afterPromise(daysBetween(promisedDate, deliveredDate)) : null
}

function invoiceDue(invoice: Dated, today: string): Due | null {
  if (!['open', 'partially_paid', 'overdue'].includes(invoice.status) || !invoice.dueDate) return null
  const days = daysBetween(invoice.dueDate, today)
  if (days > 0) return { text: t('due.overdue', { days }), tone: 'bad' }
  return near(invoice.dueDate, today, 'warn')
}
