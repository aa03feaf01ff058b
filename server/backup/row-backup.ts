import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isBesideDatabase } from './backup.ts'
import {
  type BackupFile,
  copyFile,
  emptyFolder,
  isEmpty,
  isNotFound,
  makeBackupFolder,
  makeFolder,
  walk,
} from './files.ts'
import { verifyBackup } from './kept-backups.ts'
import { type RowManifest, safePath, writeManifest } from './manifest.ts'
import { loadRows, saveRows } from './row-queries.ts'

export type RowBackupTask = {
  dataDir: string
  ownerUrl: string
  /** The operator's secrets, the current one first. */
  secrets: readonly string[]
  version: string
  into: string
  clock: () => Date
  progress?: (files: number, bytes: number) => void
}

/** Where the secrets are kept in a backup: TOKEN_SECRET as it is set. */
export const secretsFile = 'secrets.env'
const dataFolder = 'data'

/**
 * Saves the rows of a database, the secrets and all else in the data folder, while the portal runs. `into` must be empty
 * or absent. Returns the manifest.
 */
export async function makeRowBackup(task: RowBackupTask): Promise<RowManifest> {
  const { into, dataDir } = task
  await makeBackupFolder(into, dataDir)
  await makeFolder(join(into, 'rows'))
  const madeAt = task.clock().toISOString()
  const files: BackupFile[] = []
  const folders: string[] = []
  const saved = (file: BackupFile) => {
    files.push(file)
    task.progress?.(files.length, sizeOf(files))
  }
  const rows = await saveRows(task.ownerUrl, into, saved)
  for await (const { path, kind } of walk(dataDir, { skip: (name) => !isBesideDatabase(name), into })) {
    const to = `${dataFolder}/${path}`
    if (kind === 'folder') {
      await makeFolder(join(into, to))
      folders.push(to)
      continue
    }
    const copied = await copyFile(join(dataDir, path), join(into, to)).catch((error: unknown) => {
      // It was deleted meanwhile.
      if (isNotFound(error)) return undefined
      throw error
    })
    if (copied) saved({ path: to, ...copied })
  }
  const secrets = `TOKEN_SECRET=${task.secrets.join(',')}\n`
  await writeFile(join(into, secretsFile), secrets, { mode: 0o600, flush: true })
  const sha256 = createHash('sha256').update(secrets).digest('hex')
  saved({ path: secretsFile, size: Buffer.byteLength(secrets), sha256 })
  const manifest: RowManifest = { format: 2, madeAt, version: task.version, ...rows, folders, files }
  await writeManifest(into, manifest)
  return manifest
}

const sizeOf = (files: readonly BackupFile[]) => files.reduce((total, { size }) => total + size, 0)

export type RowRestoreTask = {
  from: string
  manifest: RowManifest
  dataDir: string
  /** Opens the empty database; called once the data folder is known to be empty. */
  open: () => Promise<{ ownerUrl: string; close: () => Promise<void> }>
  tokenSecret: string
  /** How many partitions each large table has; unset: none. */
  partitions?: number | undefined
  progress?: (files: number, bytes: number) => void
  /** Hears of what failed and leaves everything restored. */
  warn: (line: string) => void
}

/**
 * Puts saved rows into an empty database and the files into an empty data folder, and checks every byte and every row.
 * Throws RangeError or Refusal, and leaves both empty, when one is not empty or the backup is incomplete or damaged.
 */
export async function restoreRowBackup(task: RowRestoreTask): Promise<void> {
  const { from, manifest, dataDir, progress } = task
  const beside = manifest.files.filter(({ path }) => path.startsWith(`${dataFolder}/`))
  if (!(await isEmpty(dataDir))) {
    throw new RangeError(`The data folder ${dataDir} is not empty. Move it away, or set DATA_DIR to a new folder.`)
  }
  await verifyBackup(from, () => undefined)
  await makeFolder(dataDir)
  let [count, bytes] = [0, 0]
  const restored = (size: number) => {
    bytes += size
    progress?.(++count, bytes)
  }
  try {
    const { ownerUrl, close } = await task.open()
    try {
      // The files first: a database that is filled is not emptied again.
      for (const path of manifest.folders) await makeFolder(join(dataDir, inside(path)))
      for (const file of beside) {
        await copyFile(join(from, file.path), join(dataDir, inside(file.path)))
        restored(file.size)
      }
      await loadRows({ ...task, ownerUrl, loaded: restored })
    } finally {
      await close()
    }
  } catch (error) {
    await emptyFolder(dataDir)
    throw error
  }
}

const inside = (path: string) => safePath(path).slice(dataFolder.length + 1)
