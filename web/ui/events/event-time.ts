import { formatDate, formatTime, localDate } from '../format.ts'
import { timeZone } from '../locale.ts'

/** A moment with the UTC offset of the place where it happened, such as +01:00. */
export type TimedEvent = { occurredAt: string; offset: string | null }
/** The local time of an event: calendar date, time of day and UTC offset where it happened. */
export type EventLocalTime = { day: string; time: string; offset: string | null }
/** The events of one local calendar date. */
export type EventDay<E extends TimedEvent> = { day: string; events: E[] }

const minute = 60_000

/** Minutes east of UTC for an offset such as +01:00; 0 for null or an invalid one. */
function offsetMinutes(offset: string | null): number {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(offset ?? '')
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}

/** The local time of an event where it happened; in UTC when it has no offset. */
export function eventLocalTime({ occurredAt, offset }: TimedEvent): EventLocalTime {
  const localIso = new Date(Date.parse(occurredAt) + offsetMinutes(offset) * minute).toISOString()
  return { day: localIso.slice(0, 10), time: localIso.slice(11, 16), offset: offset === 'Z' ? null : offset }
}

/** Sorts events, latest first. */
export const latestFirst = (a: TimedEvent, b: TimedEvent) => Date.parse(b.occurredAt) - Date.parse(a.occurredAt)

/** Groups events by the local date on which they happened, latest first. */
export function groupByDay<E extends TimedEvent>(events: readonly E[]): EventDay<E>[] {
  const days = new Map<string, E[]>()
  for (const event of events.toSorted(latestFirst)) {
    const { day } = eventLocalTime(event)
    const dayEvents = days.get(day)
    if (dayEvents) dayEvents.push(event)
    else days.set(day, [event])
  }
  return [...days].map(([day, dayEvents]) => ({ day, events: dayEvents }))
}

const readerClock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone })

/** The moment in the viewer's own time zone; null where that is the same as the local time. */
export function readersTime(event: TimedEvent): string | null {
  const { day, time } = eventLocalTime(event)
  const moment = new Date(event.occurredAt)
  if (localDate(moment) !== day) return formatDate(event.occurredAt)
  return readerClock.format(moment) === time ? null : formatTime(event.occurredAt)
}

/** "+1" for +01:00, "+5:30" for +05:30, nothing for UTC itself. */
export function offsetText(offset: string | null): string {
  const [, sign, hours, minutes] = /^([+-])0?(\d+):?(\d\d)$/.exec(offset ?? '') ?? []
  if (!hours) return ''
  if (hours === '0' && minutes === '00') return ''
  return `${sign === '-' ? '−' : '+'}${hours}${minutes === '00' ? '' : `:${minutes}`}`
}
