import type { DocumentType } from '../values.ts'

/*
 * Three statuses depend on today's date and are never stored: an open quote whose validity has passed is shown as
 * expired, an unpaid invoice past its due date as overdue, a shipment under way without news for 30 days as unknown.
 * The database function shown_status says the same.
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

/** The stored statuses of a type that the calendar changes, and what they are shown as then; none for orders. */
export function dateDependentStatus(type: DocumentType): { stored: readonly string[]; shown: string } | undefined {
  const [change] = Object.entries(dateDependentStatuses[type])
  return change && { stored: change[1].filter((status) => status !== change[0]), shown: change[0] }
}

/** The stored statuses that may be shown as `status`, and whether the date decides. */
export function storedStatusesFor(type: DocumentType, status: string): { stored: readonly string[]; byDate: boolean } {
  const sources = dateDependentStatuses[type]
  const sourceStatuses = sources[status]
  if (sourceStatuses) return { stored: sourceStatuses, byDate: true }
  return { stored: [status], byDate: Object.values(sources).some((stored) => stored.includes(status)) }
}
