import { resolve } from 'node:path'
import { findBinaries } from '#database/embedded/binaries.ts'
import { holdFolder } from '#database/lock.ts'
import { makeBackup } from '../backup/backup.ts'
import { restoreBackup } from '../backup/restore.ts'
import { argument, type Command, type Context, Failed } from './command.ts'

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024).toLocaleString('en')} MB`

function refuseExternalDatabase({ config }: Context, tool: string): void {
  if (config.DATABASE_URL === undefined) return
  throw new Failed(
    `DATABASE_URL names a PostgreSQL of your own: ${tool} its data with its own tools (pg_dump and pg_restore, pg_basebackup, or your provider's snapshots). Keep TOKEN_SECRET with them.`,
  )
}

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Copies the database, the secrets and all else of DATA_DIR into a new folder, while the portal runs.',
  arguments: ['DIR'],
  run: async (context, args) => {
    refuseExternalDatabase(context, 'back up')
    const into = resolve(argument(args, 0))
    const { database } = await context.open()
    const { files, damage = [] } = await makeBackup({
      dataDir: context.config.DATA_DIR,
      ownerUrl: database.ownerUrl,
      into,
      clock: context.clock,
      progress: (count, bytes) => context.progress(`${count.toLocaleString('en')} files, ${megabytes(bytes)}`),
    })
    const size = files.reduce((total, file) => total + file.size, 0)
    const extent = `${files.length.toLocaleString('en')} files, ${megabytes(size)} in ${into}`
    if (damage.length > 0) {
      throw new Failed(
        `The database is damaged, and so is this backup: ${damage.join('; ')} (${extent}). Keep your earlier backups: the newest without damage is the one to restore, on another disk, because this one is failing.`,
      )
    }
    context.out(`The backup is whole: ${extent}.`)
    context.out('It holds secrets and customers’ documents: keep it where only you can read it.')
  },
}

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Puts a backup into DATA_DIR, which must be empty, and checks every byte.',
  arguments: ['DIR'],
  run: async (context, args) => {
    refuseExternalDatabase(context, 'restore')
    const { DATA_DIR: dataDir } = context.config
    const from = resolve(argument(args, 0))
    // Holds the folder, so that nothing starts on a half-restored one.
    const lock = await holdFolder(dataDir, 'a restore')
    try {
      const {
        files,
        madeAt,
        damage = [],
      } = await restoreBackup({
        from,
        dataDir,
        owner: findBinaries().user,
        progress: (count, bytes) => context.progress(`${count.toLocaleString('en')} files, ${megabytes(bytes)}`),
      })
      const count = files.length.toLocaleString('en')
      if (damage.length > 0) {
        context.out(
          `When the backup was made the database was damaged: ${damage.join('; ')}. Use an older backup if there is one.`,
        )
      }
      context.out(`${count} files of ${madeAt} are back in ${dataDir}. Start the portal with npm start.`)
    } finally {
      lock.release()
    }
  },
}
