import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isNotFound, replaceFile } from '../files.ts'

/** What a portal notes of its archive in its data folder, for commands beside it. */
export type ArchiveState = {
  name: string
  /** The folder of archives, and that of the backups from which they go on. */
  folder: string
  backups: string
  /** Until when everything is archived; null: nothing is yet. */
  until: string | null
  /** The last segment that was given up; null: none was. */
  gap: string | null
  /** Since when it fails, and why; null: it does not. */
  fault: { since: string; text: string } | null
}

/** The file of a data folder in which the state stands; it is no data, and a backup of the folder has none. */
const archiveStateFile = 'archive.json'

/** The state of the archive of a data folder; undefined when it has none. */
export async function readArchiveState(dataDir: string): Promise<ArchiveState | undefined> {
  const text = await readFile(join(dataDir, archiveStateFile), 'utf8').catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })
  return text === undefined ? undefined : (JSON.parse(text) as ArchiveState)
}

/** Notes the state of the archive of a data folder. */
export async function writeArchiveState(dataDir: string, state: ArchiveState): Promise<void> {
  await replaceFile(join(dataDir, archiveStateFile), `${JSON.stringify(state)}\n`)
}

/** Minutes after which an archive that holds nothing newer is late. */
const lateAfter = 15
const minute = 60_000

/** What is wrong with an archive: why it fails, or that nothing newer has come into it; undefined: nothing. */
export function archiveFault(
  { until, fault }: Pick<ArchiveState, 'until' | 'fault'>,
  now: Date,
): NonNullable<ArchiveState['fault']> | undefined {
  if (fault) return fault
  if (until === null || now.getTime() - Date.parse(until) <= lateAfter * minute) return undefined
  return { since: until, text: `Nothing newer than ${until} is archived.` }
}
