import { isUnavailable } from '#database/availability.ts'
import type { Log } from '#database/log.ts'
import { Refusal } from '#database/refusal.ts'
import { createDrain } from './drain.ts'
import { createLifetime, type Lifetime } from './lifetime.ts'

/** What a server knows of its own end. */
export type Running = Pick<Lifetime, 'onEnd'> & {
  /** Aborted when the server is told to end. */
  signal: AbortSignal
  isDraining: () => boolean
  /** Says that everything is served, and for how many seconds it is served on when a service manager ends it. */
  serving: (drainSeconds: number) => void
}

const maxShutdownMs = 9_500
/** The exit code of a crash: run.mjs starts the portal again after it, but not after a refusal (1). */
const crashExitCode = 70

/**
 * Starts a server and ends it in order when it is told to, when its start refuses, or when it is broken. `report` gets
 * what is no sentence for the operator, with its stack.
 */
export function runServer(
  start: (running: Running) => Promise<void>,
  { log, report }: { log: Log; report: (error: unknown) => void },
): void {
  const lifetime = createLifetime(report)
  const ending = new AbortController()
  const drain = createDrain()
  let drainSeconds = 0

  const refuse = async (error: unknown): Promise<void> => {
    if (ending.signal.aborted && isUnavailable(error)) return
    // Errors that the operator can mend become one sentence; any other is a bug and is logged with its stack.
    const isRefusal = error instanceof Refusal
    if (isRefusal) log.warn(error.message)
    else report(error)
    await stop(isRefusal ? 1 : crashExitCode)
  }
  const stop = async (code: number): Promise<void> => {
    drain.cut()
    process.exitCode ??= code
    ending.abort()
    setTimeout(() => process.exit(), maxShutdownMs).unref()
    // A start that is under way finishes first: only it knows what it has opened.
    if (code === 0) await starting
    await lifetime.end()
    process.exit()
  }
  const drainAndStop = async (): Promise<void> => {
    if (drain.isDraining()) return
    if (drainSeconds > 0) log.info(`Ends in ${drainSeconds} s: serves until then, and /api/health/ready answers 503`)
    await drain.begin(drainSeconds)
    await stop(0)
  }

  // A service manager sends SIGTERM, and may let a server serve on; a person at the terminal waits for the end.
  process.on('SIGTERM', () => void drainAndStop())
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  // The channel to run.mjs breaks when that is killed; the portal then ends too, because nothing else could stop it.
  if (process.channel) process.on('disconnect', () => void stop(0))
  process.on('unhandledRejection', report)
  process.on('uncaughtException', (error) => {
    report(error)
    // A broken connection is gone and its calls have failed already; everything else is intact.
    if (!isUnavailable(error)) void stop(crashExitCode)
  })

  const serving = (seconds: number) => {
    drainSeconds = seconds
    process.send?.('serving')
  }
  const { isDraining } = drain
  const starting = start({ onEnd: lifetime.onEnd, signal: ending.signal, isDraining, serving }).catch(refuse)
}
