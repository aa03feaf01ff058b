import { basename } from 'node:path'
import type { RunReport } from './runs.ts'

export type BackupMaker = {
  /** Makes one. Returns what is damaged in the database, in words. */
  make: (into: string, report: RunReport) => Promise<readonly string[]>
  /** Deletes what is of no use after the backup of that name has failed. */
  deleteFailed: (name: string) => Promise<void>
}

const ofDamaged = 'The database is damaged, and so is this backup: '

/** Whether a backup failed because the database is damaged: another one would be as damaged. */
export const isOfDamaged = (fault: string): boolean => fault.startsWith(ofDamaged)

/** Makes a backup. Throws when it fails or the database is damaged; then what is of no use is deleted: the disk may be full. */
export async function makeBackup({ make, deleteFailed }: BackupMaker, into: string, report: RunReport): Promise<void> {
  try {
    const damage = await make(into, report)
    if (damage.length > 0) throw new Error(`${ofDamaged}${damage.join('; ')}`)
  } catch (error) {
    // Why the backup failed counts, not that what it left could not be deleted either.
    await deleteFailed(basename(into)).catch(() => undefined)
    throw error
  }
}
