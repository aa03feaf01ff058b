import { nextTimeAt, wallClock } from '../values/time-zone.ts'

/** Within how many hours answers can be promised; on Saturdays and Sundays none pass. */
export const promisedHours = { least: 1, most: 240 } as const

const hourMs = 3_600_000
/** Whether a day (YYYY-MM-DD) is a Saturday or Sunday. */
const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/**
 * By when an answer was promised that somebody waits for since a moment: so many hours later, not counting Saturdays and
 * Sundays of the time zone.
 */
export function answerDue(since: Date, hours: number, timeZone: string): Date {
  let at = since
  for (let left = hours * hourMs; ; ) {
    const midnight = nextTimeAt(timeZone, 0, at)
    const passes = isWeekend(wallClock(timeZone, at).day) ? 0 : midnight.getTime() - at.getTime()
    if (left <= passes) return new Date(at.getTime() + left)
    left -= passes
    at = midnight
  }
}
