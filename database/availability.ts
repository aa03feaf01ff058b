import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './postmaster.ts'
import { Refusal } from './refusal.ts'

/** What the network says of a database that is not there, or not there any more. */
const networkErrorCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
])
/** SQLSTATE of a database that is starting, stopping, full of connections or short of room. */
const sqlStates = /^(08|53|57P0[1-5]|58030)/
const errorMessages = /^(Connection terminated|timeout e|Query read timeout|Client was closed)|No space left on device/

/** Whether the error, or what caused it, passes by itself once the database is reached again or has room again. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const syscall = 'syscall' in error ? error.syscall : undefined
  if (error instanceof pg.DatabaseError ? sqlStates.test(code) : networkErrorCodes.has(code)) return true
  // The socket of a database that is not running.
  if (code === 'ENOENT' && syscall === 'connect') return true
  return isFull(error) || errorMessages.test(error.message) || isUnavailable(error.cause)
}

/** Whether the disk has no room left for a file. */
function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

export type RetryOptions = {
  log: Log
  /** Ends the waiting: the error of the last attempt is raised. */
  signal: AbortSignal
  /** Milliseconds between two attempts, and between two words of it. */
  pause?: number
  reminder?: number
}

/**
 * Makes an attempt again and again until the database is reached and has room, and says so at first, now and then and in
 * the end. Gives what the attempt gives; raises what does not pass by itself.
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
      await sleep(pause, undefined, { signal }).catch(() => undefined)
    }
  }
}

const formatSeconds = (milliseconds: number) => `for ${Math.round(milliseconds / 1000)} s now`

function describeError(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return error instanceof Refusal ? reason : `The database does not answer (${reason}).`
}
