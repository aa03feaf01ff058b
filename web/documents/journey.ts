import type { TrackingEvent } from '../../contract/documents/endpoints.ts'

/** When something happened by the clock on the wall there: its calendar date, its time of day, its distance from UTC. */
export type PlaceTime = { day: string; time: string; offset: string | null }

const minute = 60_000

/** Minutes east of UTC of an offset such as +01:00; 0 when there is none. */
function minutesOf(offset: string | null): number {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(offset ?? '')
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}

/** The moment of an event as it was where it happened. Without an offset of its own it is told in UTC. */
export function placeTime({ occurredAt, offset }: Pick<TrackingEvent, 'occurredAt' | 'offset'>): PlaceTime {
  const there = new Date(Date.parse(occurredAt) + minutesOf(offset) * minute).toISOString()
  return { day: there.slice(0, 10), time: there.slice(11, 16), offset: offset === 'Z' ? null : offset }
}

export type Day = { day: string; events: TrackingEvent[] }

const byTime = (a: TrackingEvent, b: TrackingEvent) => Date.parse(b.occurredAt) - Date.parse(a.occurredAt)

/** Events by the day on which they happened there, latest first. */
export function byDay(events: readonly TrackingEvent[]): Day[] {
  const days = new Map<string, TrackingEvent[]>()
  for (const event of events.toSorted(byTime)) {
    const { day } = placeTime(event)
    const same = days.get(day)
    if (same) same.push(event)
    else days.set(day, [event])
  }
  return [...days].map(([day, own]) => ({ day, events: own }))
}

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
