import { minimumFreeSpace, readDiskSpace } from '#database/disk-space.ts'
import { finishedLog } from '#database/embedded/embedded.ts'
import { type Archive, openArchive } from '#server/backup/archive/archive.ts'
import { finishSegment } from '#server/backup/archive/log-queries.ts'
import { type Config, freeSpaceOf } from '#server/config.ts'

type Deps = { config: Config; ownerUrl: string; clock: () => Date }

/** The archive of the embedded database as the settings have it; undefined: there is none. */
export function archiveOf({ config, ownerUrl, clock }: Deps): Archive | undefined {
  const { ARCHIVE_DIR: folder, BACKUP_DIR: backups, DATA_DIR: dataDir } = config
  if (folder === undefined || backups === undefined) return undefined
  return openArchive({
    ...{ dataDir, folder, backups, clock, finished: finishedLog(dataDir) },
    finishSegment: () => finishSegment(ownerUrl),
    // As early as `doctor` says that room should be made: below the bound itself nothing new would be taken.
    isShort: async () => {
      const space = await readDiskSpace(dataDir)
      return space.free < 2 * minimumFreeSpace(space, freeSpaceOf(config))
    },
  })
}
