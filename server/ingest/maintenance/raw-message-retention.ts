import type { FastifyInstance } from 'fastify'
import { repeat } from '#database/repeat.ts'
import { deleteRefusedBefore } from '../refused/keep-queries.ts'
import type { IngestDeps } from '../types.ts'
import { deleteEmptySums, deleteRawMessagesBefore } from '../write/batch-queries.ts'

const day = 86_400_000
/** How long raw messages are kept, in milliseconds. */
const retention = 90 * day
const minute = 60_000
const hour = 60 * minute

/**
 * Deletes raw messages that were received more than 90 days ago, what was refused before that, and empty sums. Returns how
 * many raw messages.
 */
export async function deleteOldRawMessages(deps: Pick<IngestDeps, 'workPool' | 'clock'>): Promise<number> {
  await deleteEmptySums(deps.workPool)
  const before = new Date(deps.clock().getTime() - retention).toISOString()
  await deleteRefusedBefore(deps.workPool, before)
  return deleteRawMessagesBefore(deps.workPool, before)
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
