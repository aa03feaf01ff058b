import { setImmediate } from 'node:timers/promises'

/** Milliseconds for which one search may block the event loop. */
const sliceMilliseconds = 0.5

/** The result of `map` for each item, in order; other calls get their turn after each slice of time. */
export async function mapInSlices<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  let sliceStart = performance.now()
  for (const item of items) {
    if (performance.now() - sliceStart > sliceMilliseconds) {
      await setImmediate()
      sliceStart = performance.now()
    }
    results.push(map(item))
  }
  return results
}
