import { isUnavailable } from './availability.ts'
import type { Log } from './log.ts'

/**
 * What `work` returns when another server is doing it: such a run shows nothing about this server, neither a failure nor
 * that it works again.
 */
export const leftToAnother = Symbol('left to another server')

export type RepeatOptions = {
  work: () => Promise<unknown>
  /** Milliseconds between two runs. */
  every: number
  /** Milliseconds until a failed run is tried again; doubled with each further failure. Default: as `every`. */
  retryAfter?: number
  /** The longest pause after failures, in milliseconds. Default: ten seconds, or `every` when that is longer. */
  longestPause?: number
  log: Log
  /** The line for the log when the work starts to fail. */
  failing: (reason: string) => string
  /** The line when it works again, after so many seconds. */
  working: (seconds: number) => string
}

export type Repetition = {
  /** Runs the work now; while a run is under way, once more after it. Never rejects: failures are logged. */
  runNow: () => Promise<void>
  /** Milliseconds since the work started to fail; 0 while it works. */
  failingFor: () => number
  /** Ends the repetition; waits for the run that is under way. */
  stop: () => Promise<void>
}

/**
 * Runs work again and again until it is stopped, never twice at a time. When it fails, the pauses grow; the log has one
 * line when it starts to fail and one when it works again.
 */
export function repeat(options: RepeatOptions): Repetition {
  const { work, every, log } = options
  const { retryAfter = every, longestPause = Math.max(every, 10_000) } = options
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let stopped = false
  let failures = 0
  let failingSince: number | undefined

  async function runOnce(): Promise<void> {
    try {
      if ((await work()) === leftToAnother) return
      if (failingSince !== undefined && !stopped) {
        log.info(options.working(Math.max(1, Math.round((performance.now() - failingSince) / 1_000))))
      }
      failures = 0
      failingSince = undefined
    } catch (error) {
      failures += 1
      // What is cut off by the end of the program is no failure.
      if (failingSince === undefined && !stopped) log.warn(options.failing(reasonOf(error)))
      failingSince ??= performance.now()
    }
  }

  async function run(): Promise<void> {
    do {
      again = false
      await runOnce()
    } while (again && !stopped)
  }

  function runNow(): Promise<void> {
    if (running !== undefined) {
      again = true
      return running
    }
    if (stopped) return Promise.resolve()
    clearTimeout(timer)
    running = run().finally(() => {
      running = undefined
      schedule()
    })
    return running
  }

  function schedule(): void {
    if (stopped) return
    const pause = failures === 0 ? every : Math.min(longestPause, retryAfter * 2 ** (failures - 1))
    timer = setTimeout(() => void runNow(), pause)
    timer.unref()
  }
  schedule()

  return {
    runNow,
    failingFor: () => (failingSince === undefined ? 0 : performance.now() - failingSince),
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** A database that is away is said in a line; any other error is a fault of the program and needs its stack. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!isUnavailable(error)) return error.stack ?? error.message
  // Node reports a refused connection to several addresses without a message.
  return error.message || ('code' in error ? String(error.code) : error.name)
}
