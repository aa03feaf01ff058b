import { resolve } from 'node:path'
import { makeBackup } from '#server/backup/backup.ts'
import type { FileManifest, RowManifest } from '#server/backup/manifest.ts'
import { makeRowBackup } from '#server/backup/row-backup.ts'
import type { Config } from '#server/config.ts'
import { portalVersion } from '#server/version.ts'
import { argument, type Command, Failed } from '../command.ts'

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024).toLocaleString('en')} MB`

/** Files and their size in words. */
export const extent = (files: number, bytes: number): string =>
  `${files.toLocaleString('en')} files, ${megabytes(bytes)}`

type BackupTask = {
  config: Config
  ownerUrl: string
  into: string
  secrets: () => readonly string[]
  clock: () => Date
  progress: (line: string) => void
}

/** Backs up the embedded database by its files, and a PostgreSQL of one's own by its rows. */
export function backUp({ config, secrets, progress, ...task }: BackupTask): Promise<FileManifest | RowManifest> {
  const common = {
    ...{ ...task, dataDir: config.DATA_DIR },
    progress: (files: number, bytes: number) => progress(extent(files, bytes)),
  }
  return config.DATABASE_URL === undefined
    ? makeBackup(common)
    : makeRowBackup({ ...common, secrets: secrets(), version: portalVersion })
}

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Copies the database, the secrets and all else of DATA_DIR into a new folder, while the portal runs.',
  arguments: ['DIR'],
  run: async (context, args) => {
    const into = resolve(argument(args, 0))
    const { database } = await context.open()
    const { config, secrets, clock, progress } = context
    const manifest = await backUp({ config, ownerUrl: database.ownerUrl, into, secrets, clock, progress })
    const { files, damage = [] } = manifest
    const size = files.reduce((total, file) => total + file.size, 0)
    const where = `${extent(files.length, size)} in ${into}`
    if (damage.length > 0) {
      throw new Failed(
        `The database is damaged, and so is this backup: ${damage.join('; ')} (${where}). Keep your earlier backups: the newest without damage is the one to restore, on another disk, because this one is failing.`,
      )
    }
    context.out(`The backup is whole: ${where}.`)
    context.out('It holds secrets and customers’ documents: keep it where only you can read it.')
  },
}
