import { deleteRefusedBefore } from '../refused/keep-queries.ts'
import type { IngestDeps } from '../types.ts'
import { deleteEmptySums, deleteRawMessagesBefore } from '../write/batch-queries.ts'

/**
 * Deletes raw messages that were received before a moment, what was refused before it, and empty sums. Returns how many
 * raw messages.
 */
export async function deleteOldRawMessages({ workPool }: Pick<IngestDeps, 'workPool'>, before: Date): Promise<number> {
  await deleteEmptySums(workPool)
  const instant = before.toISOString()
  await deleteRefusedBefore(workPool, instant)
  return deleteRawMessagesBefore(workPool, instant)
}
