import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findBinaries } from '#database/embedded/binaries.ts'
import { writePrivateFile } from '#database/files.ts'
import { holdFolder } from '#database/lock.ts'
import { reachDatabase } from '#database/open-database.ts'
import { type FileManifest, type RowManifest, readManifest } from '#server/backup/manifest.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { restoreRowBackup, secretsFile } from '#server/backup/row-backup.ts'
import { argument, type Command, type Context, Failed } from '../command.ts'
import { extent } from './backup.ts'

/** Where a backup is restored to, and what is told of it. */
type RestoreContext = Pick<Context, 'out' | 'progress'> & {
  config: { DATA_DIR: string; DATABASE_URL?: string | undefined; TOKEN_SECRET?: readonly string[] | undefined }
}

const silentLog = { info: () => undefined, warn: () => undefined }

async function restoreFiles(context: RestoreContext, from: string, manifest: FileManifest): Promise<void> {
  const { DATA_DIR: dataDir, DATABASE_URL } = context.config
  if (DATABASE_URL !== undefined) {
    throw new Failed(
      'This backup was made of the embedded database, by its files. Restore it without DATABASE_URL, and move it then: npm run portal -- copy-to DATABASE_URL',
    )
  }
  // Holds the folder, so that nothing starts on a half-restored one.
  const lock = await holdFolder(dataDir, 'a restore')
  try {
    await restoreBackup({
      ...{ from, manifest, dataDir, owner: findBinaries().user },
      progress: (files, bytes) => context.progress(extent(files, bytes)),
    })
  } finally {
    lock.release()
  }
  if (manifest.damage && manifest.damage.length > 0) {
    context.out(
      `When the backup was made the database was damaged: ${manifest.damage.join('; ')}. Use an older backup if there is one.`,
    )
  }
  const count = manifest.files.length.toLocaleString('en')
  context.out(`${count} files of ${manifest.madeAt} are back in ${dataDir}. Start the portal with npm start.`)
}

async function restoreRows(context: RestoreContext, from: string, manifest: RowManifest): Promise<void> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, TOKEN_SECRET } = context.config
  const saved = (await readFile(join(from, secretsFile), 'utf8')).replace(/^TOKEN_SECRET=/, '').trim()
  await restoreRowBackup({
    ...{ from, manifest, dataDir, tokenSecret: TOKEN_SECRET?.[0] ?? saved.split(',')[0] ?? '' },
    open: () => reachDatabase({ dataDir, databaseUrl, log: silentLog, what: 'a restore', beside: false }),
    progress: (files, bytes) => context.progress(extent(files, bytes)),
  })
  const rows = manifest.tables.reduce((total, table) => total + Number(table.rows), 0).toLocaleString('en')
  context.out(`${rows} rows of ${manifest.madeAt} are back${databaseUrl === undefined ? ` in ${dataDir}` : ''}.`)
  if (databaseUrl === undefined && TOKEN_SECRET === undefined && /^[0-9a-f]{64}$/.test(saved)) {
    writePrivateFile(join(dataDir, 'token-secret'), saved)
    context.out('Start the portal with npm start.')
  } else if (TOKEN_SECRET?.join(',') === saved) context.out('Start the portal with npm start.')
  else
    context.out(`Set TOKEN_SECRET to what stands in ${join(from, secretsFile)}, and start the portal with npm start.`)
}

/** Restores a backup into the folder and database of the context's settings, and says what is to be done next. */
export async function restoreFrom(context: RestoreContext, from: string): Promise<void> {
  const manifest = await readManifest(from)
  if (manifest.format === 1) await restoreFiles(context, from, manifest)
  else await restoreRows(context, from, manifest)
}

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Puts a backup into DATA_DIR, and into DATABASE_URL where it is set; both must be empty. Checks every byte.',
  arguments: ['DIR'],
  run: (context, args) => restoreFrom(context, resolve(argument(args, 0))),
}
