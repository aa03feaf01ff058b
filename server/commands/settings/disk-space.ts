import { type DiskSpaceWatch, watchDiskSpace } from '#database/disk-space.ts'
import type { Log } from '#database/log.ts'
import { type Config, freeSpaceOf } from '#server/config.ts'

/**
 * Watches the disk of the data folder, on which the embedded database lies. Undefined for a PostgreSQL of the operator's:
 * that has its own disk, and reports itself when it is full.
 */
export async function watchEmbeddedDisk(config: Config, log: Log): Promise<DiskSpaceWatch | undefined> {
  if (config.DATABASE_URL !== undefined) return undefined
  return watchDiskSpace({ folder: config.DATA_DIR, least: freeSpaceOf(config), log })
}
