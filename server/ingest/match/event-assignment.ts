import type { PoolClient } from 'pg'
import {
  clearDeliveredDates,
  deleteAssignments,
  type EventAssignment,
  type EventMatch,
  insertAssignments,
  readAssignments,
  readMatches,
  type ShipmentId,
  updatePackages,
  updateReceiptCodes,
} from './event-queries.ts'

const shipmentKey = ({ accountId, documentId }: ShipmentId) => `${accountId}\n${documentId}`

/**
 * Assigns events to the shipments that their keys match, and removes them from those that no longer match
 * unambiguously. Returns the shipments that this changed, whose status must be derived anew. `written` has the ids of
 * shipments that this batch has just written: their delivery dates come from the message and are not cleared.
 */
export async function assignEvents(
  client: PoolClient,
  events: readonly string[],
  newId: () => string,
  written: ReadonlySet<string> = new Set(),
): Promise<ShipmentId[]> {
  if (events.length === 0) return []
  const byEvent = Map.groupBy(await readMatches(client, events), (match) => match.eventId)
  const assignments = events.flatMap((eventId) =>
    shipmentsOf(byEvent.get(eventId) ?? []).map(({ accountId, documentId }) => ({ eventId, accountId, documentId })),
  )
  const current = await readAssignments(client, events)
  const added = difference(assignments, current)
  const removed = difference(current, assignments)
  const touched = distinctShipments([...added, ...removed])
  const others = touched.filter(({ documentId }) => !written.has(documentId))
  if (others.length > 0) await clearDeliveredDates(client, others)
  if (removed.length > 0) await deleteAssignments(client, removed)
  if (added.length > 0) await insertAssignments(client, added, newId)
  // Existing assignments too: a shipment may have been sent again with other packages.
  if (assignments.length > 0) await updatePackages(client, assignments)
  const affected = distinctShipments([...assignments, ...removed])
  if (affected.length > 0) await updateReceiptCodes(client, affected)
  return touched
}

const distinctShipments = (assignments: readonly EventAssignment[]): ShipmentId[] => [
  ...new Map(assignments.map((assignment) => [shipmentKey(assignment), assignment])).values(),
]

function difference(assignments: readonly EventAssignment[], others: readonly EventAssignment[]): EventAssignment[] {
  const otherKeys = new Set(others.map((assignment) => `${assignment.eventId}\n${shipmentKey(assignment)}`))
  return assignments.filter((assignment) => !otherKeys.has(`${assignment.eventId}\n${shipmentKey(assignment)}`))
}

/**
 * The shipments that an event belongs to: by the operator's assignment, otherwise by its despatch advice, its packages
 * or its units. Packages and units also decide when a number is ambiguous (two customers may have it). Empty while any
 * match stays ambiguous: then the event waits.
 */
function shipmentsOf(matches: readonly EventMatch[]): ShipmentId[] {
  for (const tier of ['given:', 'despatch:', 'package:', 'unit:', 'serial:']) {
    const tierMatches = matches.filter((match) => match.key.startsWith(tier))
    if (tierMatches.length === 0) continue
    const goodsShipments = new Set(matches.filter((match) => !match.key.startsWith('despatch:')).map(shipmentKey))
    const shipments = new Map<string, ShipmentId>()
    for (const candidates of Map.groupBy(tierMatches, (match) => match.key).values()) {
      const remaining =
        candidates.length > 1 ? candidates.filter((match) => goodsShipments.has(shipmentKey(match))) : candidates
      const [only] = remaining
      if (!only || remaining.length > 1) return []
      shipments.set(shipmentKey(only), { accountId: only.accountId, documentId: only.documentId })
    }
    return [...shipments.values()]
  }
  return []
}
