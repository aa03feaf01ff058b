import type { FastifyInstance } from 'fastify'
import { deleteEmptySums, deleteRawMessagesBefore } from './batch-queries.ts'
import type { IngestDeps } from './ingest-types.ts'

const day = 86_400_000
/** How long raw messages are kept, in milliseconds. */
const retention = 90 * day
const hour = 3_600_000

/** Deletes raw messages that were received more than 90 days ago, and empty sums. Returns how many messages. */
export async function deleteOldRawMessages(deps: Pick<IngestDeps, 'pool' | 'clock'>): Promise<number> {
  await deleteEmptySums(deps.pool)
  return deleteRawMessagesBefore(deps.pool, new Date(deps.clock().getTime() - retention).toISOString())
}

/** Deletes old raw messages every hour while the app runs; after a failure it tries again an hour later. */
export function deleteOldRawMessagesHourly(app: FastifyInstance, deps: Pick<IngestDeps, 'pool' | 'clock'>): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setInterval(
      () => void deleteOldRawMessages(deps).catch((err: unknown) => app.log.warn({ err }, 'old messages stay')),
      hour,
    )
    timer.unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
