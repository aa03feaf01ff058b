import type { DocumentType } from '../values.ts'

/*
 * Three statuses depend on today's date and are never stored: an open quote that is no longer valid is shown as
 * expired, an unpaid invoice past its due date as overdue, a shipment on its way without an event for 30 days as
 * unknown. The database function shown_status has the same rules.
 */
const movingStatuses = [
  'picked_up',
  'in_transit',
  'customs',
  'on_hold',
  'ready_for_pickup',
  'out_for_delivery',
  'delivery_failed',
] as const

const dateDependentStatuses: Readonly<Record<DocumentType, Readonly<Record<string, readonly string[]>>>> = {
  quotes: { expired: ['open'] },
  orders: {},
  shipments: { unknown: ['unknown', ...movingStatuses] },
  invoices: { overdue: ['open', 'partially_paid'] },
}

/** Returns the stored statuses of a type that today's date changes, and the status then shown; undefined for orders. */
export function dateDependentStatus(type: DocumentType): { stored: readonly string[]; shown: string } | undefined {
  const [change] = Object.entries(dateDependentStatuses[type])
  return change && { stored: change[1].filter((status) => status !== change[0]), shown: change[0] }
}

/** Returns the stored statuses that may be shown as `status`, and whether that depends on the date. */
export function storedStatusesFor(type: DocumentType, status: string): { stored: readonly string[]; byDate: boolean } {
  const sources = dateDependentStatuses[type]
  const sourceStatuses = sources[status]
  if (sourceStatuses) return { stored: sourceStatuses, byDate: true }
  return { stored: [status], byDate: Object.values(sources).some((stored) => stored.includes(status)) }
}
