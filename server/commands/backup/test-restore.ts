import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openSnapshot, type Snapshot } from '#database/copy/snapshot.ts'
import type { TableSum } from '#database/copy/tables.ts'
import { readOrCreateSecret } from '#database/files.ts'
import { type OpenDatabase, openDatabase } from '#database/open-database.ts'
import { markRestorePoint } from '#server/backup/archive/log-queries.ts'
import { listBackups } from '#server/backup/kept-backups.ts'
import { readManifest } from '#server/backup/manifest.ts'
import { type Command, type Context, Failed, optionalOption, table } from '../command.ts'
import { archiveFolders, archiveUpTo, findReach, restoreTo, segmentsText } from './point-in-time.ts'
import { restoreFrom } from './restore.ts'
import { readThroughPortal } from './side-portal.ts'

const silentLog = { info: () => undefined, warn: () => undefined }

type Sums = Map<string, TableSum>

/** The rows of each table and a sum over their contents. */
async function sumsOf(snapshot: Snapshot, progress: (line: string) => void): Promise<Sums> {
  const sums: Sums = new Map()
  for (const one of snapshot.tables) {
    progress(`reading ${one.name}`)
    sums.set(one.name, await snapshot.sum(one))
  }
  return sums
}

async function sumsIn(ownerUrl: string, progress: (line: string) => void): Promise<Sums> {
  const snapshot = await openSnapshot(ownerUrl)
  try {
    return await sumsOf(snapshot, progress)
  } finally {
    await snapshot.end()
  }
}

/** The tables that differ, as lines of a table; with `counted` those alone whose numbers of rows do. */
function differences(restored: Sums, own: Sums, { counted }: { counted: boolean }): string[] {
  const names = [...new Set([...restored.keys(), ...own.keys()])].sort()
  return names.flatMap((name) => {
    const [before, now] = [restored.get(name), own.get(name)]
    if (before?.rows === now?.rows && (counted || before?.sum === now?.sum)) return []
    const [from, to] = [before, now].map((side) => Number(side?.rows ?? 0).toLocaleString('en'))
    const isSame = from === to
    return [`  ${name}: ${from}, now ${to}${isSame ? ', with other contents' : ''}`]
  })
}

export const testRestoreCommand: Command = {
  name: 'test-restore',
  summary:
    'Restores a backup into a folder of its own, starts its database and the portal with this version, reads every row and some documents, compares with the portal, and deletes it again. Without DIR the newest backup, with all that is archived since. Nothing of the portal is changed.',
  arguments: ['[DIR]'],
  options: { in: { type: 'string' } },
  help: { in: 'The folder in which room is made for it meanwhile; unset: that for temporary files.' },
  run: async (context, args) => {
    const named = args.positionals[0]
    const folder = await mkdtemp(join(resolve(optionalOption(args, 'in') ?? tmpdir()), 'portal-restored-'))
    const remove = () => rm(folder, { recursive: true, force: true })
    const removed = context.ifInterrupted(remove)
    try {
      const dataDir = join(folder, 'data')
      if (named === undefined) await rehearse(context, dataDir)
      else await tryBackup(context, resolve(named), dataDir)
    } finally {
      removed()
      await remove()
    }
  },
}

/** Restores a backup and says what the portal holds more or less by now. */
async function tryBackup(context: Context, from: string, dataDir: string): Promise<void> {
  const started = context.clock().getTime()
  const manifest = await readManifest(from)
  const restore = (notes: string[]) =>
    restoreFrom({ config: { DATA_DIR: dataDir }, out: (line) => notes.push(line), progress: context.progress }, from)
  await withRestored(context, dataDir, restore, async (restored) => {
    if (manifest.format === 2) {
      const saved: Sums = new Map(manifest.tables.map(({ name, rows, sum }) => [name, { rows, sum }]))
      // Restoring has held their sums against what was saved; migrations may have changed them since.
      refuseDifferences(differences(restored.sums, saved, { counted: true }), 'was saved')
    }
    say(context, restored.sums, started)
    await readDocuments(context, restored)
    const { database } = await context.open()
    const own = await countsIn(database.ownerUrl, context.progress)
    const lines = differences(restored.sums, own, { counted: true })
    context.out(lines.length === 0 ? 'It holds as many as the portal.' : 'What the portal holds more or less by now:')
    for (const line of lines) context.out(line)
  })
}

/** Restores the newest backup, with what is archived up to this moment, and compares each row with the portal's. */
async function rehearse(context: Context, dataDir: string): Promise<void> {
  const folders = await archiveFolders(context.config)
  if (!folders) return tryBackup(context, await newestBackup(context), dataDir)
  const started = context.clock().getTime()
  const { database } = await context.open()
  const { own, point, at } = await readAtRestorePoint(context, database.ownerUrl)
  await archiveUpTo(context, folders, at)
  const { base, segments } = await findReach(folders, at)
  const from = join(folders.backups, base.backup)
  const manifest = await readManifest(from)
  if (manifest.format !== 1) throw new Failed(`${from} is no backup of an embedded database.`)
  const restore = () =>
    restoreTo({
      ...{ from, manifest, dataDir, segments, archive: join(folders.folder, base.archive.name) },
      target: { restorePoint: point },
      progress: (files) => context.progress(`${files} files`),
    })
  await withRestored(context, dataDir, restore, async (restored) => {
    context.out(`Restored: the backup ${base.backup} and ${segmentsText(segments)}.`)
    for (const line of comparison(own, restored.sums)) context.out(line)
    refuseDifferences(differences(restored.sums, own, { counted: false }), 'the portal holds')
    say(context, restored.sums, started)
    context.out('Every table holds the same as the portal did.')
    await readDocuments(context, restored)
  })
}

/** The tables that are not empty on both sides, as lines with their rows. */
function comparison(own: Sums, restored: Sums): string[] {
  return table([
    ['table', 'rows', 'restored', 'contents'],
    ...[...own]
      .filter(([name, { rows }]) => rows !== '0' || restored.get(name)?.rows !== '0')
      .map(([name, { rows, sum }]) => {
        const other = restored.get(name)
        return [name, rows, other?.rows ?? 'none', other?.rows === rows && other.sum === sum ? 'the same' : 'different']
      }),
  ])
}

function refuseDifferences(lines: readonly string[], what: string): void {
  if (lines.length === 0) return
  throw new Failed(`What was restored is not what ${what}: use another backup, and see doctor.\n${lines.join('\n')}`)
}

function say({ clock, out }: Context, restored: Sums, started: number): void {
  const seconds = Math.max(1, Math.round((clock().getTime() - started) / 1_000))
  const rows = [...restored.values()].reduce((total, sum) => total + Number(sum.rows), 0).toLocaleString('en')
  out(`The backup can be restored: ${rows} rows in ${restored.size} tables were read, after ${seconds} s.`)
}

/** Reads some documents of the restored portal over HTTP, as members of their customers. */
async function readDocuments(context: Context, { database, dataDir, secrets }: Restored): Promise<void> {
  const { read, unshown } = await readThroughPortal(database, { dataDir, secrets })
  if (unshown.length > 0) {
    const lines = unshown.map(({ document, reason }) => `  ${document}: ${reason}`)
    throw new Failed(`The restored portal does not show what it holds:\n${lines.join('\n')}`)
  }
  context.out(
    read === 0
      ? 'The restored portal starts; it has no documents with a customer’s member who could read them.'
      : `The restored portal starts, and shows ${read} documents as its database has them.`,
  )
}

async function countsIn(ownerUrl: string, progress: (line: string) => void): Promise<Sums> {
  const snapshot = await openSnapshot(ownerUrl)
  try {
    const counts: Sums = new Map()
    for (const one of snapshot.tables) {
      progress(`counting ${one.name}`)
      counts.set(one.name, { rows: await snapshot.count(one), sum: '' })
    }
    return counts
  } finally {
    await snapshot.end()
  }
}

const mostTries = 200

/**
 * Reads every row of the portal exactly as it is at a point of its log, while it goes on: the point is marked anew until
 * nothing has been committed between the snapshot that is read and the mark.
 */
async function readAtRestorePoint(
  { clock, newId, progress }: Context,
  ownerUrl: string,
): Promise<{ own: Sums; point: string; at: Date }> {
  for (let tries = 0; tries < mostTries; tries++) {
    const snapshot = await openSnapshot(ownerUrl)
    try {
      const point = `rehearsal ${newId()}`
      const seen = await snapshot.transactions()
      if ((await markRestorePoint(ownerUrl, point)) !== seen) continue
      const at = clock()
      return { own: await sumsOf(snapshot, progress), point, at }
    } finally {
      await snapshot.end()
    }
  }
  throw new Failed('The portal has too much to do to be compared with what is restored. Try again when it is quieter.')
}

async function newestBackup({ config }: Context): Promise<string> {
  const { BACKUP_DIR: folder } = config
  if (folder === undefined) throw new Failed('Name the folder of a backup, or set BACKUP_DIR as the portal has it.')
  const newest = (await listBackups(folder)).find(({ madeAt, damage }) => madeAt !== null && damage.length === 0)
  if (!newest) throw new Failed(`There is no whole backup in ${folder}.`)
  return join(folder, newest.name)
}

/** What was restored: its rows, its database that runs, and the secrets that lie beside it. */
type Restored = { sums: Sums; database: OpenDatabase; dataDir: string; secrets: readonly string[] }

/** Has a backup restored, starts its database, migrates it to this version, reads every row, and has it looked at. */
async function withRestored(
  context: Context,
  dataDir: string,
  restore: (notes: string[]) => Promise<void>,
  look: (restored: Restored) => Promise<void>,
): Promise<void> {
  const notes: string[] = []
  let restored: Restored | undefined
  try {
    // Into a database of its own, with the secrets that the backup holds.
    await restore(notes)
    const secret = readOrCreateSecret(dataDir, 'token-secret')
    const database = await openDatabase({
      ...{ dataDir, databaseUrl: undefined, tokenSecret: secret, log: silentLog },
      ...{ what: 'a test of a backup', beside: false, archives: false },
    })
    restored = { sums: new Map(), database, dataDir, secrets: [secret] }
    restored.sums = await sumsIn(database.ownerUrl, context.progress)
  } catch (error) {
    await restored?.database.close()
    // What a restore says of a damaged backup names the file and the mend already.
    if (error instanceof RangeError || error instanceof Failed) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new Failed(`The backup cannot be restored: ${[...notes, reason].join(' ')} Use another backup.`)
  }
  try {
    await look(restored)
  } finally {
    await restored.database.close()
  }
}
