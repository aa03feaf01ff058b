import { atMidnight } from '#web/ui/format.ts'

// Here and not by `periodRange`, which would come with the first page of every list.

const dayMs = 86_400_000
const dayAt = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

/** The week of a day, from Monday to Sunday. */
export function weekOf(day: string): { from: string; to: string } {
  const at = atMidnight(day) / dayMs
  // Day 0 was a Thursday.
  const monday = at - ((((at + 3) % 7) + 7) % 7)
  return { from: dayAt(monday), to: dayAt(monday + 6) }
}

/** The Monday so many weeks after another, or before it. */
export function weekAfter(monday: string, weeks: number): string {
  return dayAt(atMidnight(monday) / dayMs + 7 * weeks)
}
