import { minimumFreeSpace, readDiskSpace } from '#database/disk-space.ts'
import { finishedLog } from '#database/embedded/embedded.ts'
import { type Archive, openArchive, readReaches } from '#server/backup/archive/archive.ts'
import { spansOf } from '#server/backup/archive/archived-spans.ts'
import { finishSegment } from '#server/backup/archive/log-queries.ts'
import { archiveFault, readArchiveState } from '#server/backup/archive/state.ts'
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

/** What an archive reaches without a gap up to now, and what is wrong with it. */
export async function archiveFacts(
  archive: Archive,
  now: Date,
): Promise<{ folder: string; from: string | null; until: string | null; fault: string | null }> {
  const state = await archive.state()
  const { folder, backups } = state
  try {
    const span = spansOf(await readReaches(folder, backups)).at(-1)
    const fault = archiveFault(state, now)?.text ?? null
    return { folder, from: span?.from ?? null, until: span?.until ?? null, fault }
  } catch (error) {
    // A folder that cannot be read is what is wrong.
    const fault = error instanceof Error ? error.message : String(error)
    return { folder, from: null, until: null, fault }
  }
}

/** Reads how far the archive of the settings has come, as the portal has noted it; undefined: there is none. */
export function archiveReader({
  ARCHIVE_DIR,
  DATA_DIR,
}: Config): (() => Promise<{ until: number | null; fails: boolean }>) | undefined {
  if (ARCHIVE_DIR === undefined) return undefined
  return async () => {
    const { until = null, fault = null } = (await readArchiveState(DATA_DIR)) ?? {}
    return { until: until === null ? null : Date.parse(until) / 1_000, fails: fault !== null }
  }
}
