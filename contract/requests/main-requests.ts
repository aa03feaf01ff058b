import type { DocumentType } from '../values.ts'
import type { DocumentRequestKind } from './rules.ts'

/* Which requests a document's page offers as buttons: what its state calls for, and nothing where it calls for nothing. */

/** What decides, besides the type: the shown status and, when there is one, the date of arrival. */
export type DocumentFacts = { status: string; arrivalDate: string | null; today: string }

type MainRequests = {
  statuses: readonly string[]
  /** The first is the main action. */
  kinds: readonly [DocumentRequestKind, ...DocumentRequestKind[]]
  /** Only on the day of arrival and later. */
  whenDue?: true
}

/** By type; the first entry whose condition holds counts. A status without one has no main action. */
const mainRequestsByType: Readonly<Partial<Record<DocumentType, readonly MainRequests[]>>> = {
  quotes: [{ statuses: ['open'], kinds: ['accept'] }],
  orders: [
    { statuses: ['on_hold'], kinds: ['answerHold'] },
    { statuses: ['completed'], kinds: ['reorder'] },
  ],
  shipments: [
    { statuses: ['delivery_failed'], kinds: ['instructDelivery', 'claim'] },
    { statuses: ['on_hold'], kinds: ['instructDelivery'] },
    { statuses: ['ready_for_pickup'], kinds: ['confirmReceipt', 'instructDelivery'] },
    { statuses: ['out_for_delivery'], kinds: ['confirmReceipt'] },
    { statuses: ['partially_delivered', 'delivered'], kinds: ['confirmReceipt', 'claim'] },
    { statuses: ['returned', 'lost_or_damaged'], kinds: ['claim'] },
    { statuses: ['unknown'], kinds: ['trace'] },
    // The goods may be there before the carrier says so.
    { statuses: ['picked_up', 'in_transit', 'customs'], kinds: ['confirmReceipt', 'trace'], whenDue: true },
  ],
  invoices: [{ statuses: ['overdue'], kinds: ['reportPayment'] }],
}

/**
 * The requests that the state of a document calls for, the main one first, of those that are available. `made` holds the
 * kinds that were made before and not taken back: a receipt is confirmed once.
 */
export function mainRequests(
  type: DocumentType,
  { status, arrivalDate, today }: DocumentFacts,
  available: readonly DocumentRequestKind[],
  made: readonly string[],
): DocumentRequestKind[] {
  const isDue = arrivalDate !== null && arrivalDate <= today
  const entry = mainRequestsByType[type]?.find(
    ({ statuses, whenDue }) => statuses.includes(status) && (isDue || whenDue === undefined),
  )
  return (entry?.kinds ?? []).filter(
    (kind) => available.includes(kind) && !(kind === 'confirmReceipt' && made.includes(kind)),
  )
}
