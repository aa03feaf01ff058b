import { createElsewhere } from '#server/ingest/elsewhere/remote.ts'
import type { IngestDeps } from '#server/ingest/types.ts'
import type { Context } from '../command.ts'
import { watchEmbeddedDisk } from './disk-space.ts'
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
  const space = await watchEmbeddedDisk(config, { info: out, warn: out })
  try {
    const elsewhere = regions && createElsewhere(regions)
    return await run({ workPool: pools.work, clock, newId, hasRoom: space?.hasRoom, elsewhere })
  } finally {
    await space?.stop()
  }
}
