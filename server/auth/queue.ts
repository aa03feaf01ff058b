/** Runs at most `atOnce` pieces of work at a time and lets `waiting` more wait; beyond that, `full()` is thrown. */
export function createQueue(atOnce: number, waiting: number, full: () => Error) {
  const line: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (line.length >= waiting) throw full()
    // Whoever leaves hands over the place, so `running` stays as it is.
    await new Promise<void>((resolve) => line.push(resolve))
  }

  function leave(): void {
    const next = line.shift()
    if (next) next()
    else running -= 1
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
