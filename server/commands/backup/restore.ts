import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findBinaries } from '#database/embedded/binaries.ts'
import { writePrivateFile } from '#database/files.ts'
import { holdFolder, isHeld } from '#database/lock.ts'
import { reachDatabase } from '#database/open-database.ts'
import { type FileManifest, type RowManifest, readManifest } from '#server/backup/manifest.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { restoreRowBackup, secretsFile } from '#server/backup/row-backup.ts'
import type { Config } from '#server/config.ts'
import { type Command, type Context, Failed, optionalOption, UsageError } from '../command.ts'
import { extent } from './backup.ts'
import { localText, readMoment } from './moments.ts'
import { archiveFolders, archiveUpTo, findReach, restoreTo, segmentsText } from './point-in-time.ts'

/** Where a backup is restored to, and what is told of it. */
type RestoreContext = Pick<Context, 'out' | 'progress'> & {
  config: Pick<Config, 'DATA_DIR'> & Partial<Pick<Config, 'DATABASE_URL' | 'DATABASE_PARTITIONS' | 'TOKEN_SECRET'>>
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
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATABASE_PARTITIONS: partitions, TOKEN_SECRET } = context.config
  const saved = (await readFile(join(from, secretsFile), 'utf8')).replace(/^TOKEN_SECRET=/, '').trim()
  await restoreRowBackup({
    ...{ from, manifest, dataDir, partitions, tokenSecret: TOKEN_SECRET?.[0] ?? saved.split(',')[0] ?? '' },
    open: () => reachDatabase({ dataDir, databaseUrl, log: silentLog, what: 'a restore', beside: false }),
    progress: (files, bytes) => context.progress(extent(files, bytes)),
    warn: context.out,
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

/** Restores the embedded database into a folder as it was at a moment, and says what is to be done next. */
async function restoreToMoment(context: Context, moment: Date, dataDir: string): Promise<void> {
  const { config, out, progress } = context
  if (config.DATABASE_URL !== undefined)
    throw new Failed('--to is for the embedded database. Restore your own with what archives it, such as pgBackRest.')
  const folders = await archiveFolders(config)
  if (!folders)
    throw new Failed('Nothing is archived here. Set ARCHIVE_DIR, BACKUP_DIR and BACKUP_AT as the portal has them.')
  if (isHeld(config.DATA_DIR)) await archiveUpTo(context, folders, moment)
  const { base, segments } = await findReach(folders, moment)
  const from = join(folders.backups, base.backup)
  const manifest = await readManifest(from)
  if (manifest.format !== 1) throw new Failed(`${from} is no backup of an embedded database.`)
  // Holds the folder, so that nothing starts on a half-restored one.
  const lock = await holdFolder(dataDir, 'a restore')
  try {
    await restoreTo({
      ...{ from, manifest, dataDir, segments, archive: join(folders.folder, base.archive.name) },
      target: { time: moment },
      progress: (files, bytes) => progress(extent(files, bytes)),
    })
  } finally {
    lock.release()
  }
  out(
    `${dataDir} is as it was at ${localText(moment)} (${moment.toISOString()}): the backup ${base.backup} and ${segmentsText(segments)}. Other files, such as seller.json, are those of the backup.`,
  )
  out(`Look at it beside the portal: DATA_DIR=${dataDir} PORT=3100 DEMO=off npm start`)
}

export const restoreCommand: Command = {
  name: 'restore',
  summary:
    'Puts a backup into DATA_DIR, and into DATABASE_URL where it is set; both must be empty. Checks every byte. With --to the embedded database becomes as it was at a moment, from the newest backup before and the archive.',
  arguments: ['[DIR]'],
  options: { to: { type: 'string' }, into: { type: 'string' } },
  help: {
    to: 'The moment, by the clock of this machine unless it names a zone: 2026-11-26 14:05.',
    into: 'An empty or new folder in place of DATA_DIR; the portal goes on meanwhile.',
  },
  run: async (context, args) => {
    const [from, to, into] = [args.positionals[0], optionalOption(args, 'to'), optionalOption(args, 'into')]
    const dataDir = into === undefined ? context.config.DATA_DIR : resolve(into)
    if (to === undefined) {
      const config = into === undefined ? context.config : { ...context.config, DATA_DIR: dataDir }
      if (from === undefined) throw new UsageError('DIR is missing.')
      return restoreFrom({ ...context, config }, resolve(from))
    }
    if (from !== undefined) throw new UsageError('With --to no folder is named: the newest backup before is used.')
    await restoreToMoment(context, readMoment(to), dataDir)
  },
}
