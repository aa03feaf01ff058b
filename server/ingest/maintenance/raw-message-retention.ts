import type { FastifyInstance } from 'fastify'
import { repeat } from '#database/repeat.ts'
import type { IngestDeps } from '../types.ts'
import { deleteEmptySums, deleteRawMessagesBefore } from '../write/batch-queries.ts'

const day = 86_400_000
/** How long raw messages are kept, in milliseconds. */
const retention = 90 * day
const minute = 60_000
const hour = 60 * minute

/** Deletes raw messages that were received more than 90 days ago, and empty sums. Returns how many messages. */
export async function deleteOldRawMessages(deps: Pick<IngestDeps, 'workPool' | 'clock'>): Promise<number> {
  await deleteEmptySums(deps.workPool)
  return deleteRawMessagesBefore(deps.workPool, new Date(deps.clock().getTime() - retention).toISOString())
}

/** Deletes old raw messages every hour while the app runs. */
export function deleteOldRawMessagesHourly(app: FastifyInstance, deps: Pick<IngestDeps, 'workPool' | 'clock'>): void {
  const deletions = repeat({
    work: () => deleteOldRawMessages(deps),
    every: hour,
    retryAfter: minute,
    log: app.log,
    failing: (reason) => `Old messages of the ERP stay for now: ${reason}`,
    working: (seconds) => `Old messages of the ERP are deleted again, after ${seconds} s.`,
  })
  app.addHook('onClose', deletions.stop)
}
