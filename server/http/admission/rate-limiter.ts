/** Calls per second on average, and in one burst after a pause. */
export type Rate = { perSecond: number; burst: number }

/**
 * Counts one more call of this caller and returns the milliseconds until its turn: 0 within the rate. Undefined when
 * the wait would be longer than `mostWait`; that call is not counted.
 */
export type CountCall = (id: string) => number | undefined

const sweepAt = 10_000

/** Counts calls by caller (a token bucket each). Times in milliseconds. */
export function createRateLimiter(
  { perSecond, burst }: Rate,
  mostWait: number,
  now: () => number = () => performance.now(),
): CountCall {
  const buckets = new Map<string, { tokens: number; updatedAt: number }>()
  let swept = now()

  /** Deletes full buckets, which mean the same as none. */
  const sweep = (time: number) => {
    swept = time
    for (const [id, { tokens, updatedAt }] of buckets) {
      if (tokens + ((time - updatedAt) / 1000) * perSecond >= burst) buckets.delete(id)
    }
  }

  return (id) => {
    const time = now()
    const bucket = buckets.get(id)
    if (!bucket) {
      if (buckets.size >= sweepAt && time - swept > 1_000) sweep(time)
      buckets.set(id, { tokens: burst - 1, updatedAt: time })
      return 0
    }
    bucket.tokens = Math.min(burst, bucket.tokens + ((time - bucket.updatedAt) / 1000) * perSecond)
    bucket.updatedAt = time
    // A missing token is made up for by waiting.
    const wait = bucket.tokens < 1 ? ((1 - bucket.tokens) / perSecond) * 1000 : 0
    if (wait > mostWait) return undefined
    bucket.tokens--
    return wait
  }
}
