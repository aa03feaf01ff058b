/* Days and times of day in a time zone. Time zone names are those of the IANA database; see isTimeZone. */
const minuteMs = 60_000
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    const twoDigits = '2-digit'
    const parts = {
      year: 'numeric',
      month: twoDigits,
      day: twoDigits,
      hour: twoDigits,
      minute: twoDigits,
      hourCycle: 'h23',
    } as const
    formatter = new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/** Returns the local day (YYYY-MM-DD) and the minutes since local midnight. */
export function wallClock(timeZone: string, at: Date): { day: string; minutes: number } {
  const [day = '', time = ''] = formatterFor(timeZone).format(at).split(' ')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { day, minutes: hours * 60 + minutes }
}

/**
 * Returns the next moment after `after` at which the local time is so many minutes past midnight; a time that the clock
 * skips comes a little later.
 */
export function nextTimeAt(timeZone: string, minutes: number, after: Date): Date {
  const today = Date.parse(`${wallClock(timeZone, after).day}T00:00:00Z`)
  for (let days = 0; ; days++) {
    const localTarget = today + days * 1440 * minuteMs + minutes * minuteMs
    const firstGuess = localTarget - offsetAt(timeZone, localTarget)
    // Uses the offset at the first guess, in case that lies on the other side of a clock change.
    const at = new Date(localTarget - offsetAt(timeZone, firstGuess))
    if (at.getTime() > after.getTime()) return at
  }
}

/** Returns the milliseconds by which local time is ahead of UTC. */
function offsetAt(timeZone: string, at: number): number {
  const { day, minutes } = wallClock(timeZone, new Date(at))
  return Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs - Math.floor(at / minuteMs) * minuteMs
}

/** Returns the calendar day `days` days later, YYYY-MM-DD. */
export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 1440 * minuteMs).toISOString().slice(0, 10)
}
