import { createElsewhere } from '#server/ingest/elsewhere/remote.ts'
import type { IngestDeps } from '#server/ingest/types.ts'
import type { Context } from '../command.ts'
import { watchEmbeddedDisk } from './disk-space.ts'
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
  const space = await watchEmbeddedDisk(config, { info: out, warn: out })
  try {
    const elsewhere = regions && createElsewhere(regions)
    return await run({ workPool: pools.work, clock, newId, hasRoom: space?.hasRoom, elsewhere })
  } finally {
    await space?.stop()
  }
}
