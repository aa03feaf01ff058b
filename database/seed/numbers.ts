import { dateOf } from './calendar.ts'

/** The supplier's number ranges, which run across all customers, as in an ERP. */
export type Numbers = {
  /** Returns the next number of a kind in the month of a day, such as SO-2611-0042. */
  document(kind: 'QT' | 'SO' | 'DN' | 'IN' | 'CN' | 'PI', day: number): string
  /** Returns the next number for a package, serial, lot or tracking number. */
  running(): number
}

/** Returns new counters. */
export function newNumbers(): Numbers {
  const counters = new Map<string, number>()
  let last = 0
  return {
    document: (kind, day) => {
      const date = dateOf(day)
      const series = `${kind}-${date.slice(2, 4)}${date.slice(5, 7)}`
      const count = (counters.get(series) ?? 0) + 1
      counters.set(series, count)
      return `${series}-${String(count).padStart(4, '0')}`
    },
    running: () => {
      last += 1
      return last
    },
  }
}
