import type { DocumentDetail, TrackingEvent } from '#contract/documents/endpoints.ts'
import { finalShipmentStatuses } from '#contract/documents/milestones.ts'
import { latestFirst } from '#web/ui/events/event-time.ts'
import { locationName } from './location-name.ts'

/** Splits events into those ahead (planned or estimated, later than any actual one) and the others. */
export function splitJourney(events: readonly TrackingEvent[]): { ahead: TrackingEvent[]; past: TrackingEvent[] } {
  const latest = latestActualEvent(events)
  const latestTime = latest ? Date.parse(latest.occurredAt) : Number.NEGATIVE_INFINITY
  const isAhead = (event: TrackingEvent) =>
    event.classifier !== 'actual' && !event.retracted && Date.parse(event.occurredAt) > latestTime
  return { ahead: events.filter(isAhead), past: events.filter((event) => !isAhead(event)) }
}

/**
 * The events that still apply: once a shipment has reached a final status, events planned or estimated for later are
 * left out.
 */
export function relevantEvents({
  events,
  status,
}: Pick<DocumentDetail, 'events' | 'status'>): readonly TrackingEvent[] {
  const latest = latestActualEvent(events)
  if (!latest || !endStatuses.has(status)) return events
  const endTime = Date.parse(latest.occurredAt)
  return events.filter(({ classifier, occurredAt }) => classifier === 'actual' || Date.parse(occurredAt) <= endTime)
}
const endStatuses: ReadonlySet<string> = new Set(finalShipmentStatuses)

/** The latest actual event that was not retracted. */
export function latestActualEvent(events: readonly TrackingEvent[]): TrackingEvent | undefined {
  return events.filter((event) => event.classifier === 'actual' && !event.retracted).toSorted(latestFirst)[0]
}

/** Where goods are: at a place, or between the place that they left and the next known one. */
export type Whereabouts = { at: string } | { from: string; to: string | null }

/** The event codes which mean that the goods left the place. */
const departures: ReadonlySet<string> = new Set(['despatched', 'in_transit'])

/** Where a shipment is by its latest event; null when that names no place. */
export function whereaboutsOf({ events, shipTo }: Pick<DocumentDetail, 'events' | 'shipTo'>): Whereabouts | null {
  const latest = latestActualEvent(events)
  const locationText = latest ? locationName(latest.place) : null
  if (!latest || locationText === null) return null
  if (!departures.has(latest.code)) return { at: locationText }
  const from = latest.place.name ?? latest.place.city ?? locationText
  const stops = splitJourney(events)
    .ahead.toSorted(latestFirst)
    .map(({ place: { name, city } }) => name ?? city)
  const to = stops.findLast((stop) => stop !== null && stop !== from) ?? shipTo?.city ?? null
  return { from, to: to === from ? null : to }
}
