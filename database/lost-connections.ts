import type { Log } from './log.ts'

/** One line covers all connections that are lost within this time, in milliseconds. */
const gatherDelay = 1_000

/** Logs connections that break while nobody uses them, many of them in one line. */
export function createLossLog(log: Log): { lost: (error: Error) => void; stop: () => void } {
  let errors: Error[] = []
  let timer: NodeJS.Timeout | undefined

  function write(): void {
    const count = errors.length === 1 ? 'A database connection was' : `${errors.length} database connections were`
    log.warn(`${count} lost: ${errors[0]?.message}`)
    errors = []
    timer = undefined
  }

  return {
    lost: (error) => {
      errors.push(error)
      timer ??= setTimeout(write, gatherDelay).unref()
    },
    stop: () => clearTimeout(timer),
  }
}
