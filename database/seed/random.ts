/** Pseudo-random numbers that are the same on every machine for the same seed. */
export type Random = {
  /** Returns an integer from `low` to `high`, both included. */
  between(low: number, high: number): number
  /** Returns true in `percent` of 100 cases. */
  chance(percent: number): boolean
  pick<T>(list: readonly T[]): T
}

/** Returns a generator (mulberry32) for a seed; seeds that differ in one bit give unrelated sequences. */
export function randomFrom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    between,
    chance: (percent) => next() * 100 < percent,
    pick: (list) => {
      if (list.length === 0) throw new RangeError('Nothing to pick from: the list is empty')
      return list[between(0, list.length - 1)] as (typeof list)[number]
    },
  }
}
