import type { TrackingEvent } from '../../contract/documents/endpoints.ts'
import { byTime } from '../ui/place-time.ts'

/** What lies ahead (planned or estimated, nothing actual after it) and what has happened. */
export function splitJourney(events: readonly TrackingEvent[]): { ahead: TrackingEvent[]; past: TrackingEvent[] } {
  const latest = latestActual(events)
  const since = latest ? Date.parse(latest.occurredAt) : Number.NEGATIVE_INFINITY
  const isAhead = (event: TrackingEvent) =>
    event.classifier !== 'actual' && !event.retracted && Date.parse(event.occurredAt) > since
  return { ahead: events.filter(isAhead), past: events.filter((event) => !isAhead(event)) }
}

/** The last thing that really happened and was not taken back. */
export function latestActual(events: readonly TrackingEvent[]): TrackingEvent | undefined {
  return events.filter((event) => event.classifier === 'actual' && !event.retracted).toSorted(byTime)[0]
}
