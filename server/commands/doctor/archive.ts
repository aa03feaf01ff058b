import { archiveFacts, archiveOf } from '../backup/archive.ts'
import { localText } from '../backup/moments.ts'
import { archiveFolders } from '../backup/point-in-time.ts'
import type { DoctorContext } from './doctor-context.ts'
import type { Finding } from './waiting.ts'

/** Whether each change is archived, and between which moments the database can be restored to any. */
export async function checkArchive({ config, clock, open }: DoctorContext): Promise<Finding> {
  if (config.DATABASE_URL !== undefined) return ['ok', 'of your own PostgreSQL: see pgBackRest or the like.']
  const folders = await archiveFolders(config)
  const archive =
    folders &&
    archiveOf({
      config: { ...config, ARCHIVE_DIR: folders.folder, BACKUP_DIR: folders.backups },
      ...{ ownerUrl: (await open()).database.ownerUrl, clock },
    })
  if (!archive)
    return [
      'ok',
      'none: only what stands in a backup can be restored. With ARCHIVE_DIR any moment since the oldest backup can.',
    ]
  const { folder, from, until, fault } = await archiveFacts(archive, clock())
  const at = (instant: string) => localText(new Date(instant))
  const reach = reachText(from === null || until === null ? undefined : { from: at(from), until: at(until) })
  if (fault !== null)
    return ['bad', `${fault} Look whether ${folder} is there, has room and may be written to. ${reach}`]
  if (await archive.needsBackup())
    return ['look', `${reach} The newest changes in ${folder} go on from no backup; one is made within the hour.`]
  const minutes = until === null ? 0 : Math.floor((clock().getTime() - Date.parse(until)) / 60_000)
  return ['ok', `${reach} The newest change in ${folder} is ${minutes} minutes old.`]
}

/** What can be restored, between two moments in local time; undefined: nothing yet. */
function reachText(span: { from: string; until: string } | undefined): string {
  if (span === undefined) return 'No moment can be restored yet: the next backup begins it.'
  // Right after the first backup nothing that follows it has been archived.
  if (span.from === span.until)
    return `The backup of ${span.from} can be restored, and any later moment once its changes are archived, within five minutes.`
  return `Any moment from ${span.from} to ${span.until} can be restored.`
}
