/**
 * Runs at most `maxRunning` pieces of work at a time and lets `maxWaiting` more wait; beyond that it throws
 * `queueFullError()`.
 */
export function createWorkQueue(maxRunning: number, maxWaiting: number, queueFullError: () => Error) {
  const waiters: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < maxRunning) {
      running += 1
      return
    }
    if (waiters.length >= maxWaiting) throw queueFullError()
    // The work that finishes hands over its place, so `running` stays as it is.
    await new Promise<void>((resolve) => waiters.push(resolve))
  }

  function leave(): void {
    const next = waiters.shift()
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
