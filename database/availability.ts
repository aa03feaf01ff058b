import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './log.ts'
import { Refusal } from './refusal.ts'

/** Network errors when the database cannot be reached or the connection breaks. */
const networkErrorCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
])
/** SQLSTATEs of a database that is starting, stopping, out of connections or disk space, or that may only be read now. */
const sqlStates = /^(08|53|57P0[1-5]|58030|25006)/
const errorMessages =
  /^(Connection terminated|No primary answers|timeout e|Query read timeout|Client was closed|Client has encountered a connection error)|No space left on device/

/**
 * Whether the error, or its cause, goes away by itself once the database can be reached again or has disk space again.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const syscall = 'syscall' in error ? error.syscall : undefined
  if (error instanceof pg.DatabaseError ? sqlStates.test(code) : networkErrorCodes.has(code)) return true
  // The socket of a database that is not running, and of one with too many connections waiting.
  if ((code === 'ENOENT' || code === 'EAGAIN') && syscall === 'connect') return true
  return isFull(error) || errorMessages.test(error.message) || isUnavailable(error.cause)
}

/** Whether the disk has no space left for a file. */
function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

export type RetryOptions = {
  log: Log
  /** Stops the waiting: the error of the last attempt is thrown. */
  signal: AbortSignal
  /** Milliseconds between two attempts, and between two log lines about them. */
  pause?: number
  reminder?: number
}

/**
 * Repeats an attempt until the database can be reached and has disk space; logs at the start, now and then, and at the
 * end. Returns the attempt's result; throws errors that do not go away by themselves.
 */
export async function retryUntilAvailable<T>(
  attempt: () => Promise<T>,
  { log, signal, pause = 1_000, reminder = 30_000 }: RetryOptions,
): Promise<T> {
  const startedAt = performance.now()
  let loggedAt: number | undefined
  for (;;) {
    try {
      const result = await attempt()
      if (loggedAt !== undefined) log.info('The start goes on.')
      return result
    } catch (error) {
      if (signal.aborted || !isUnavailable(error)) throw error
      const now = performance.now()
      if (loggedAt === undefined || now - loggedAt >= reminder) {
        loggedAt = now
        log.warn(
          `${describeError(error)} ${now - startedAt < reminder ? 'Waiting' : `Still waiting, ${formatSeconds(now - startedAt)}`}; the start goes on by itself.`,
        )
      }
      // The waiting was stopped: the next attempt is the last.
      await sleep(pause, undefined, { signal }).catch(() => undefined)
    }
  }
}

const formatSeconds = (milliseconds: number) => `for ${Math.round(milliseconds / 1000)} s now`

function describeError(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return error instanceof Refusal ? reason : `The database does not answer (${reason}).`
}
