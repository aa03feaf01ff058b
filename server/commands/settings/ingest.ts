import { watchDiskSpace } from '#database/disk-space.ts'
import { freeSpaceOf } from '#server/config.ts'
import { createElsewhere } from '#server/ingest/elsewhere/remote.ts'
import type { IngestDeps } from '#server/ingest/types.ts'
import type { Context } from '../command.ts'
import { regionsOf } from './regions.ts'

/** What a command needs to take documents in. */
export type CommandIngest = Required<Pick<IngestDeps, 'workPool' | 'clock' | 'newId' | 'hasRoom' | 'elsewhere'>>

/**
 * Runs a command that stores documents, with the server's settings: not on a full disk, and with documents of other
 * regions sent there.
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
