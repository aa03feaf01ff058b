import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readArchiveState } from './archive/state.ts'
import { copyFile, isNotFound, makeBackupFolder, makeFolder, walk } from './files.ts'
import { type FileManifest, writeManifest } from './manifest.ts'
import { checkPages } from './pages.ts'
import { damagedTables, startCopy } from './queries.ts'

const labelPath = 'postgres/backup_label'

export type BackupTask = {
  dataDir: string
  /** The URL of the running embedded PostgreSQL for its owner role. */
  ownerUrl: string
  into: string
  clock: () => Date
  progress?: (files: number, bytes: number) => void
}

/** Files that PostgreSQL makes again when it starts, or that only the running server needs. */
const rebuiltFiles =
  /^postgres\/(postmaster\.(pid|opts)|\.s\.PGSQL.*|backup_label.*|tablespace_map.*|(pg_wal|pg_replslot|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pg_dynshmem|finished_log)\/.*|(.*\/)?pgsql_tmp.*|(.*\/)?pg_internal\.init.*)$/
/** Files about running processes, not data, and the folder of the demo company. */
const runtimeFiles =
  /^(demo(\/.*)?|portal\.lock|archive\.json|postgres\.json|postgres\.log.*|postgres\.new(\/.*)?|.*\.\d+\.[0-9a-f]{8})$/

/**
 * Whether a path in the data folder belongs to neither the database nor a running process: a backup of rows and a move of
 * the portal take it along.
 */
export const isBesideDatabase = (path: string): boolean => !/^postgres/.test(path) && !runtimeFiles.test(path)

/**
 * Copies a data folder while the database runs: the database's files, the write-ahead log that makes them consistent,
 * the secrets and all other files. `into` must be empty or absent. Returns the manifest, which names what is damaged.
 */
export async function makeBackup(task: BackupTask): Promise<FileManifest> {
  await makeBackupFolder(task.into, task.dataDir)
  const manifest: FileManifest = { format: 1, madeAt: task.clock().toISOString(), postgres: '', folders: [], files: [] }
  let bytes = 0
  const backUpFile = async (path: string) => {
    const { size, sha256 } = await copyFile(join(task.dataDir, path), join(task.into, path))
    manifest.files.push({ path, size, sha256 })
    bytes += size
    task.progress?.(manifest.files.length, bytes)
  }

  const archive = await readArchiveState(task.dataDir)
  const database = await startCopy(task.ownerUrl)
  try {
    manifest.postgres = database.version
    const skip = (path: string) => rebuiltFiles.test(path) || runtimeFiles.test(path)
    for await (const { path, kind } of walk(task.dataDir, { skip, into: task.into })) {
      if (kind === 'folder') {
        await makeFolder(join(task.into, path))
        manifest.folders.push(path)
        continue
      }
      await backUpFile(path).catch((error: unknown) => {
        // The database has dropped the file meanwhile; the log records that.
        if (!isNotFound(error)) throw error
      })
    }
    const { label, firstLog, lastLog } = await database.stop()
    if (archive) manifest.archive = { name: archive.name, firstLog, lastLog, from: task.clock().toISOString() }
    await writeFile(join(task.into, labelPath), label, { mode: 0o600, flush: true })
    const sha256 = createHash('sha256').update(label).digest('hex')
    manifest.files.push({ path: labelPath, size: Buffer.byteLength(label), sha256 })
    const logs = await readdir(join(task.dataDir, 'postgres/pg_wal'))
    for (const name of logs.sort()) {
      if (/^[0-9A-F]{24}$/.test(name) && name >= firstLog && name <= lastLog)
        await backUpFile(`postgres/pg_wal/${name}`)
    }
  } finally {
    await database.end()
  }
  // Checks the source: pages in the copy may be torn, which the log repairs.
  const { damaged } = await checkPages(join(task.dataDir, 'postgres'))
  if (damaged.length > 0) manifest.damage = await damagedTables(task.ownerUrl, damaged)
  await writeManifest(task.into, manifest)
  return manifest
}
