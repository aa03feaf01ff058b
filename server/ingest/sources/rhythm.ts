/*
 * When a source that used to speak is silent for too long, by its own rhythm. Hours are whole numbers that grow by one
 * with each hour on the clock of the supplier's office.
 */

const hoursOfWeek = 168
/** How many weeks are looked back on. */
export const rhythmWeeks = 6
/** A rhythm is known after so many weeks. */
const leastWeeks = 2
/** How many of the longest silences are no rule: holidays and outages. */
const exceptions = 2
/** So many expected hours beyond what is usual are a silence. */
const patience = 2

/** The hour of an instant on the clock of the server, which is the supplier's. */
export function localHour(instant: Date): number {
  const wall = Date.UTC(instant.getFullYear(), instant.getMonth(), instant.getDate(), instant.getHours())
  return Math.floor(wall / 3_600_000)
}

/**
 * Whether a source is silent for longer than its rhythm explains. `spoken` are the hours in which it spoke, ascending;
 * `now` is the hour that runs.
 *
 * Expected are the hours of the week in which, or next to which, it spoke in at least half of the weeks. An expected hour
 * is missed when the source spoke neither in it nor next to it. It is silent when it has missed two expected hours more
 * than in any silence before, the two longest left out.
 */
export function isSilent(spoken: readonly number[], now: number): boolean {
  const first = spoken[0]
  const last = spoken.at(-1)
  if (first === undefined || last === undefined) return false
  // Weeks after the last message say nothing of the rhythm before it.
  const weeks = Math.min(rhythmWeeks, Math.floor((last - first) / hoursOfWeek) + 1)
  if (last - first < (leastWeeks - 1) * hoursOfWeek || weeks < leastWeeks) return false
  const expected = expectedHours(spoken, weeks)
  const silences = spoken
    .slice(1)
    .map((hour, index) => missedBetween(expected, spoken[index] ?? hour, hour))
    .sort((a, b) => b - a)
  return missedBetween(expected, last, now) >= (silences[exceptions] ?? 0) + patience
}

/** Hours of the week in or next to which a source speaks in at least half of the weeks, and in two of them. */
function expectedHours(spoken: readonly number[], weeks: number): ReadonlySet<number> {
  const weeksOf = new Map<number, Set<number>>()
  for (const hour of spoken) {
    for (const near of [hour - 1, hour, hour + 1]) {
      const seen = weeksOf.get(ofWeek(near)) ?? new Set()
      weeksOf.set(ofWeek(near), seen.add(Math.floor(hour / hoursOfWeek)))
    }
  }
  const least = Math.max(leastWeeks, weeks / 2)
  return new Set([...weeksOf].filter(([, seen]) => seen.size >= least).map(([hour]) => hour))
}

const ofWeek = (hour: number) => ((hour % hoursOfWeek) + hoursOfWeek) % hoursOfWeek

/** How many expected hours between two hours were missed; those next to either are not. */
function missedBetween(expected: ReadonlySet<number>, from: number, to: number): number {
  let missed = 0
  for (let hour = from + 2; hour <= to - 2; hour++) if (expected.has(ofWeek(hour))) missed++
  return missed
}
