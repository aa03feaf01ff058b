import type { FastifyInstance } from 'fastify'
import type { Log } from '#database/log.ts'
import { repeat } from '#database/repeat.ts'

/** What the system does of the archive of the log. */
type Shipping = {
  /** Archives what is finished; says why it cannot, null: it can. */
  ship: () => Promise<string | null>
  /** Gives up what cannot be archived when the disk is about to be full; says how much. */
  makeRoom: () => Promise<number>
}

const interval = 10_000

/** Archives the log of the embedded database while the app runs; one that cannot is tried again and again. */
export function archiveContinuously(app: FastifyInstance, { log }: { log: Log }, archive: Shipping): void {
  let failing = false
  const shipping = repeat({
    work: async () => {
      const fault = await archive.ship()
      if (fault !== null && !failing) log.warn(`Changes of the database are not archived for now: ${fault}`)
      if (fault === null && failing) log.info('Changes of the database are archived again.')
      failing = fault !== null
    },
    every: interval,
    log,
    failing: (reason) => `Changes of the database are not archived for now: ${reason}`,
    working: (seconds) => `Changes of the database are archived again, after ${seconds} s.`,
  })
  // By itself: a disk that does not answer holds the other up.
  const bounding = repeat({
    work: async () => {
      const given = await archive.makeRoom()
      if (given > 0)
        log.warn(
          `The disk is about to be full and the archive is away: ${given} segments of changes were given up. The next backup closes the gap.`,
        )
    },
    every: interval,
    log,
    failing: (reason) => `What waits for the archive cannot be bounded: ${reason}`,
    working: (seconds) => `What waits for the archive is bounded again, after ${seconds} s.`,
  })
  app.addHook('onReady', async () => void shipping.runNow())
  app.addHook('onClose', async () => void (await Promise.all([shipping.stop(), bounding.stop()])))
}
