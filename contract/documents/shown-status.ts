import type { DocumentType } from '../values.ts'
import { definitions } from './types.ts'

/*
 * Statuses that depend on today's date are never stored: an open quote that is no longer valid is shown as expired, an
 * unpaid invoice past its due date as overdue, a shipment on its way without an event for 30 days as unknown. The
 * definitions say which; the database function shown_status has the same rules.
 */
const changesOf = (type: DocumentType): Readonly<Record<string, readonly string[]>> => definitions[type].byDate ?? {}

/** Returns the stored statuses of a type that today's date changes, and the status then shown; undefined when there is none. */
export function dateDependentStatus(type: DocumentType): { stored: readonly string[]; shown: string } | undefined {
  const [change] = Object.entries(changesOf(type))
  return change && { stored: change[1].filter((status) => status !== change[0]), shown: change[0] }
}

/** Returns the stored statuses that may be shown as `status`, and whether that depends on the date. */
export function storedStatusesFor(type: DocumentType, status: string): { stored: readonly string[]; byDate: boolean } {
  const sources = changesOf(type)
  const sourceStatuses = sources[status]
  if (sourceStatuses) return { stored: sourceStatuses, byDate: true }
  return { stored: [status], byDate: Object.values(sources).some((stored) => stored.includes(status)) }
}
