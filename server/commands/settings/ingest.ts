import { watchDiskSpace } from '#database/disk-space.ts'
import { freeSpaceOf } from '#server/config.ts'
import { createElsewhere } from '#server/ingest/elsewhere/remote.ts'
import type { IngestDeps } from '#server/ingest/types.ts'
import type { Context } from '../command.ts'
import { regionsOf } from './regions.ts'

/** What a command needs to take documents in. */
export type CommandIngest = Required<Pick<IngestDeps, 'workPool' | 'clock' | 'newId' | 'hasRoom' | 'elsewhere'>>

/**
 * Runs what takes documents in by command, by the same settings as the server: not on a full disk, and on to the region
 * whose they are.
 */
export async function withIngest<Result>(
  { open, config, clock, newId, out }: Context,
  run: (ingest: CommandIngest) => Promise<Result>,
): Promise<Result> {
  const { pools } = await open()
  const regions = regionsOf(config, clock)
  // A PostgreSQL of the operator's has its own disk, and reports itself when that is full.
  const space =
    config.DATABASE_URL === undefined
      ? await watchDiskSpace({ folder: config.DATA_DIR, least: freeSpaceOf(config), log: { info: out, warn: out } })
      : undefined
  try {
    const elsewhere = regions && createElsewhere(regions)
    return await run({ workPool: pools.work, clock, newId, hasRoom: space?.hasRoom, elsewhere })
  } finally {
    await space?.stop()
  }
}
