import type { FastifyInstance } from 'fastify'
import { repeat } from '#database/repeat.ts'

type UpgradeWork = {
  /** Does what is left. Returns how much that was; 0 when nothing was left. */
  work: () => Promise<number>
  /** The line for the log when it has done something. */
  done: (count: number) => string
  /** The line when it starts to fail. */
  failing: (reason: string) => string
  /** The line when it works again, after so many seconds. */
  working: (seconds: number) => string
}

const minute = 60_000
const hour = 60 * minute

/** Does what an upgrade has left to do when the app is ready, and what is left of it after a failure. */
export function runAfterUpgrade(app: FastifyInstance, { work, done, failing, working }: UpgradeWork): void {
  const runs = repeat({
    work: async () => {
      const count = await work()
      if (count > 0) app.log.info(done(count))
    },
    every: hour,
    retryAfter: minute,
    log: app.log,
    failing,
    working,
  })
  // Not awaited: the portal can be used meanwhile.
  app.addHook('onReady', async () => void runs.runNow())
  app.addHook('onClose', runs.stop)
}
