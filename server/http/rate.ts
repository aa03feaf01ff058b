/** Calls in a second over time, and in one burst after a rest. */
export type Rate = { perSecond: number; burst: number }

/**
 * Counts one more call of this caller, and gives the milliseconds until it is its turn: 0 within the rate. Undefined when
 * so many wait already that it would be longer than `mostWait`; that call is not counted.
 */
export type Turn = (id: string) => number | undefined

const sweepAt = 10_000

/** Counts calls by caller (a token bucket each). Times in milliseconds. */
export function createRate(
  { perSecond, burst }: Rate,
  mostWait: number,
  now: () => number = () => performance.now(),
): Turn {
  const buckets = new Map<string, { left: number; at: number }>()
  let swept = now()

  /** A bucket that is full again says no more than none. */
  const sweep = (time: number) => {
    swept = time
    for (const [id, { left, at }] of buckets) {
      if (left + ((time - at) / 1000) * perSecond >= burst) buckets.delete(id)
    }
  }

  return (id) => {
    const time = now()
    const bucket = buckets.get(id)
    if (!bucket) {
      if (buckets.size >= sweepAt && time - swept > 1_000) sweep(time)
      buckets.set(id, { left: burst - 1, at: time })
      return 0
    }
    bucket.left = Math.min(burst, bucket.left + ((time - bucket.at) / 1000) * perSecond)
    bucket.at = time
    // What is owed is paid by waiting.
    const wait = bucket.left < 1 ? ((1 - bucket.left) / perSecond) * 1000 : 0
    if (wait > mostWait) return undefined
    bucket.left--
    return wait
  }
}
