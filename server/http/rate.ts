/** Calls in a second over time, and in one burst after a rest. */
export type Rate = { perSecond: number; burst: number }

/** Whether one more call of this caller keeps the rate; if so it is counted. */
export type WithinRate = (id: string) => boolean

const sweepAt = 10_000

/** Counts calls by caller (a token bucket each). `now` in milliseconds. */
export function createRate({ perSecond, burst }: Rate, now: () => number = () => performance.now()): WithinRate {
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
      return true
    }
    bucket.left = Math.min(burst, bucket.left + ((time - bucket.at) / 1000) * perSecond)
    bucket.at = time
    if (bucket.left < 1) return false
    bucket.left--
    return true
  }
}
