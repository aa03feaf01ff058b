import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { type BackupFile, copyFile, isEmpty, isNotFound, makeFolder, walk } from './files.ts'
import { checkPages } from './pages.ts'
import { damagedTables, startCopy } from './queries.ts'

/** What a backup says of itself; it is written last, so that a backup without one is known to be cut short. */
export type Manifest = {
  format: 1
  madeAt: string
  postgres: string
  folders: string[]
  files: BackupFile[]
  /** What of the database was damaged when the backup was made, in words. */
  damage?: string[]
}

export const manifestFile = 'manifest.json'

const labelPath = 'postgres/backup_label'

export type BackupTask = {
  dataDir: string
  /** The owner's address of the running embedded PostgreSQL. */
  ownerUrl: string
  into: string
  clock: () => Date
  progress?: (files: number, bytes: number) => void
}

/** What a database makes anew when it starts, and what belongs to the running one alone. */
const rebuiltFiles =
  /^postgres\/(postmaster\.(pid|opts)|\.s\.PGSQL.*|backup_label.*|tablespace_map.*|(pg_wal|pg_replslot|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pg_dynshmem)\/.*|(.*\/)?pgsql_tmp.*|(.*\/)?pg_internal\.init.*)$/
/** What tells of running processes, not of data, and the folder of the demo company. */
const runtimeFiles =
  /^(demo(\/.*)?|portal\.lock|postgres\.json|postgres\.log.*|postgres\.new(\/.*)?|.*\.\d+\.[0-9a-f]{8})$/

/**
 * Copies a data folder while the database works: the database's files, the log that makes them whole, the secrets and
 * whatever else lies there. `into` must be empty or absent. Gives the manifest, which names what is damaged.
 */
export async function makeBackup(task: BackupTask): Promise<Manifest> {
  if (`${task.into}${sep}`.startsWith(`${task.dataDir}${sep}`)) {
    throw new RangeError(`The folder ${task.into} lies inside ${task.dataDir}. Name one outside, best on another disk.`)
  }
  if (!(await isEmpty(task.into))) {
    throw new RangeError(`The folder ${task.into} is not empty. Name one that is new, so that nothing is overwritten.`)
  }
  await makeFolder(task.into)
  const manifest: Manifest = { format: 1, madeAt: task.clock().toISOString(), postgres: '', folders: [], files: [] }
  let bytes = 0
  const backUpFile = async (path: string) => {
    const { size, sha256 } = await copyFile(join(task.dataDir, path), join(task.into, path))
    manifest.files.push({ path, size, sha256 })
    bytes += size
    task.progress?.(manifest.files.length, bytes)
  }

  const database = await startCopy(task.ownerUrl)
  try {
    manifest.postgres = database.version
    for await (const { path, kind } of walk(
      task.dataDir,
      (name) => rebuiltFiles.test(name) || runtimeFiles.test(name),
    )) {
      if (kind === 'folder') {
        await makeFolder(join(task.into, path))
        manifest.folders.push(path)
        continue
      }
      await backUpFile(path).catch((error: unknown) => {
        // A file that the database has dropped since is not missed: the log tells of it.
        if (!isNotFound(error)) throw error
      })
    }
    const { label, firstLog, lastLog } = await database.stop()
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
  // Where the copy came from: in the copy itself pages may be torn, which the log mends.
  const { damaged } = await checkPages(join(task.dataDir, 'postgres'))
  if (damaged.length > 0) manifest.damage = await damagedTables(task.ownerUrl, damaged)
  await writeFile(join(task.into, manifestFile), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true })
  return manifest
}
