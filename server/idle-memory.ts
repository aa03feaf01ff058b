import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'

/** What jobs and mails leave behind is collected, too, once the process has grown by so much. */
const growth = 1.1

/**
 * Gives the memory that the start or a busy time has left behind back to the system, once nobody has called for `quietTime`
 * milliseconds: by itself V8 keeps it until it needs to allocate more. Collecting takes a tenth of a second, in which nothing
 * else happens.
 */
export function releaseMemoryWhenQuiet(app: FastifyInstance, quietTime = 30_000): void {
  let lastCall = performance.now()
  /** The bytes that the process held after the last collection; undefined once somebody has called since. */
  let held: number | undefined
  app.addHook('onRequest', (_request, _reply, done) => {
    lastCall = performance.now()
    held = undefined
    done()
  })
  const timer = setInterval(() => {
    if (performance.now() - lastCall < quietTime) return
    if (held !== undefined && process.memoryUsage.rss() < held * growth) return
    collectAll()
    held = process.memoryUsage.rss()
  }, quietTime / 3).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
  // This kind also shrinks the young generation, which grows to 128 MB.
  collect({ type: 'major', flavor: 'last-resort' })
}
