import { setImmediate } from 'node:timers/promises'

/** Milliseconds that one search keeps the server to itself. */
const sliceMilliseconds = 0.5

/** The result for each item, in their order; other calls get their turn whenever a slice of time is over. */
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
