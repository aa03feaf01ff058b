import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from '#database/embedded/binaries.ts'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { readReaches } from '#server/backup/archive/archive.ts'
import { type Reach, reachFor, spansOf } from '#server/backup/archive/archived-spans.ts'
import { readSegment } from '#server/backup/archive/folder.ts'
import { readArchiveState } from '#server/backup/archive/state.ts'
import { emptyFolder } from '#server/backup/files.ts'
import type { FileManifest } from '#server/backup/manifest.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import type { Config } from '#server/config.ts'
import { type Context, Failed } from '../command.ts'
import { archiveOf } from './archive.ts'
import { localText } from './moments.ts'

/* Restoring the embedded database as it was at a moment: a backup from before, and the log since. */

const silentLog = { info: () => undefined, warn: () => undefined }

/** Where a backup and the log that goes on from it are restored to, and up to where. */
type PointInTime = {
  from: string
  manifest: FileManifest
  archive: string
  segments: readonly string[]
  dataDir: string
  target: { time: Date } | { restorePoint: string }
  progress: (files: number, bytes: number) => void
}

/** The folders of archive and backups: as the portal of the data folder has them, else as the settings say. */
export async function archiveFolders(
  config: Pick<Config, 'ARCHIVE_DIR' | 'BACKUP_DIR' | 'DATA_DIR'>,
): Promise<{ folder: string; backups: string } | undefined> {
  const state = await readArchiveState(config.DATA_DIR)
  const [folder, backups] = [state?.folder ?? config.ARCHIVE_DIR, state?.backups ?? config.BACKUP_DIR]
  return folder === undefined || backups === undefined ? undefined : { folder, backups }
}

/** Has what the portal that runs has written up to a moment archived at once, as far as that can be. */
export async function archiveUpTo(
  { config, clock, open }: Pick<Context, 'config' | 'clock' | 'open'>,
  { folder, backups }: { folder: string; backups: string },
  moment: Date,
): Promise<void> {
  const { database } = await open()
  const archive = archiveOf({
    ...{ ownerUrl: database.ownerUrl, clock },
    config: { ...config, ARCHIVE_DIR: folder, BACKUP_DIR: backups },
  })
  const isCovered = async () => ((await archive?.state())?.until ?? '') >= moment.toISOString()
  // PostgreSQL hands a segment over a moment after it has ended.
  for (let tries = 0; tries < 20 && moment <= clock() && !(await isCovered()); tries++) {
    if ((await archive?.ship({ now: true })) !== null) return
    await sleep(250)
  }
}

/** The backup and the log for a moment. Throws Failed, with what can be restored, when none reach it. */
export async function findReach({ folder, backups }: { folder: string; backups: string }, to: Date): Promise<Reach> {
  const all = await readReaches(folder, backups)
  const reach = reachFor(to.toISOString(), all)
  if (reach) return reach
  const spans = spansOf(all).map((span) => `from ${spanText(span.from)} to ${spanText(span.until)}`)
  throw new Failed(
    spans.length === 0
      ? `Nothing can be restored to a moment: no backup in ${backups} has an archive in ${folder}.`
      : `${localText(to)} cannot be restored; what can is any moment ${spans.join(', and ')}.`,
  )
}

/** How many segments there are, in words. */
export const segmentsText = ({ length }: readonly string[]): string =>
  length === 1 ? '1 segment of changes' : `${length} segments of changes`

const spanText = (instant: string) => localText(new Date(instant))

/**
 * Restores a backup into an empty data folder and has PostgreSQL recover it up to the target. Leaves the folder empty when
 * it cannot.
 */
export async function restoreTo(task: PointInTime): Promise<void> {
  const { from, manifest, archive, segments, dataDir, target, progress } = task
  const { user: owner } = findBinaries()
  await restoreBackup({ from, manifest, dataDir, owner, progress })
  try {
    const files = segments.map((name) => ({ path: `pg_wal/${name}`, read: () => readSegment(archive, name) }))
    const signal = { path: 'recovery.signal', read: async () => Buffer.alloc(0) }
    for (const { path, read } of [...files, signal]) {
      const file = join(dataDir, 'postgres', path)
      await writeFile(file, await read(), { mode: 0o600, flush: true })
      if (owner) await chown(file, owner.uid, owner.gid)
    }
    await recover(
      dataDir,
      'time' in target
        ? { recovery_target_time: postgresText(target.time) }
        : { recovery_target_name: target.restorePoint },
    )
  } catch (error) {
    await emptyFolder(dataDir)
    throw error
  }
}

/** A moment as PostgreSQL reads it in a setting, where it knows no Z. */
const postgresText = (moment: Date) => moment.toISOString().replace('T', ' ').replace('Z', '+00')

async function recover(dataDir: string, target: Record<string, string>): Promise<void> {
  const start = async (settings: Record<string, string>) => {
    const database = await startEmbedded({
      ...{ dataDir, log: silentLog, archives: false },
      settings: {
        // All that is needed lies in pg_wal; PostgreSQL insists on a command that brings more, and this one never does.
        restore_command: 'exit 1',
        recovery_target_timeline: 'current',
        recovery_target_action: 'promote',
        hot_standby: 'off',
        ...settings,
      },
    })
    await database.stop()
  }
  try {
    await start(target)
  } catch (error) {
    // Nothing was committed between the target and the end of the log: the end is the target.
    const isPast = error instanceof Error && error.message.includes('recovery ended before configured recovery target')
    if (!isPast || target.recovery_target_time === undefined) throw error
    await start({})
  }
}
