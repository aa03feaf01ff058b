import { setTimeout as sleep } from 'node:timers/promises'

/** How a server leaves without a failed call: it says that it is not ready any more, serves on, and then ends. */
export type Drain = {
  /** Whether the server is about to end: whoever distributes calls must send it no new ones. */
  isDraining: () => boolean
  /** Begins, and resolves when the time to serve on is over or `cut` is called. */
  begin: (seconds: number) => Promise<void>
  /** Ends the time to serve on, because nobody is left who could send calls elsewhere. */
  cut: () => void
}

/** Makes the drain of one server; it begins once. */
export function createDrain(): Drain {
  const cut = new AbortController()
  let isDraining = false
  return {
    isDraining: () => isDraining,
    begin: async (seconds) => {
      isDraining = true
      // Rejects only when it is cut, which is no failure.
      await sleep(seconds * 1_000, undefined, { signal: cut.signal }).catch(() => undefined)
    },
    cut: () => cut.abort(),
  }
}
