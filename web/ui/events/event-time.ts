import { formatDate, localDate } from '../format.ts'
import { timeZone } from '../locale.ts'
import { t } from '../text.ts'

/** A moment with the UTC offset of the place where it happened, such as +01:00. */
export type TimedEvent = { occurredAt: string; offset: string | null }
/** The local time of an event: calendar date, time of day and UTC offset where it happened. */
export type EventLocalTime = { day: string; time: string; offset: string | null }
/** The events of one calendar date of the viewer. */
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

/** Groups events by the calendar date on which they happened for the viewer, latest first. */
export function groupByDay<E extends TimedEvent>(events: readonly E[]): EventDay<E>[] {
  const days = Map.groupBy(events.toSorted(latestFirst), ({ occurredAt }) => localDate(new Date(occurredAt)))
  return [...days].map(([day, dayEvents]) => ({ day, events: dayEvents }))
}

const viewerClock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone })

/**
 * "11:30 UTC+1", what the clocks said where it happened, with the date where that is another one; null where they agree with
 * the viewer's, and where nobody said what they showed.
 */
export function timeOnSite(event: TimedEvent): string | null {
  if (event.offset === null) return null
  const { day, time, offset } = eventLocalTime(event)
  const moment = new Date(event.occurredAt)
  const isSameDay = localDate(moment) === day
  if (isSameDay && viewerClock.format(moment) === time) return null
  const text = isSameDay ? time : t('date.clock', { date: formatDate(day), time })
  return `${text} ${t('events.utc')}${offsetText(offset)}`
}

/** "+1" for +01:00, "+5:30" for +05:30, nothing for UTC itself. */
function offsetText(offset: string | null): string {
  const [, sign, hours, minutes] = /^([+-])0?(\d+):?(\d\d)$/.exec(offset ?? '') ?? []
  if (!hours) return ''
  if (hours === '0' && minutes === '00') return ''
  return `${sign === '-' ? '−' : '+'}${hours}${minutes === '00' ? '' : `:${minutes}`}`
}
