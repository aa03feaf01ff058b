import type { FastifyInstance } from 'fastify'
import { deleteEmptySums, deleteRawBefore } from './batch-queries.ts'
import type { IngestDeps } from './incoming.ts'

const day = 86_400_000
/** How long a message is kept as it came. */
const keptFor = 90 * day
const hour = 3_600_000

/** Forgets messages that came more than 90 days ago, and sums of which nothing is left. Gives how many messages. */
export async function forgetRaw(deps: Pick<IngestDeps, 'pool' | 'clock'>): Promise<number> {
  await deleteEmptySums(deps.pool)
  return deleteRawBefore(deps.pool, new Date(deps.clock().getTime() - keptFor).toISOString())
}

/** Forgets old messages each hour while the app runs; what cannot be done now is done an hour later. */
export function forgetRawHourly(app: FastifyInstance, deps: Pick<IngestDeps, 'pool' | 'clock'>): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setInterval(
      () => void forgetRaw(deps).catch((err: unknown) => app.log.warn({ err }, 'old messages stay')),
      hour,
    )
    timer.unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
