import { join } from 'node:path'
import { copyFile, emptyFolder, type FileOwner, isEmpty, isNotFound, makeFolder } from './files.ts'
import { type FileManifest, safePath } from './manifest.ts'

export type RestoreTask = {
  from: string
  manifest: FileManifest
  dataDir: string
  /** The user that runs PostgreSQL, when it is not the user of this process. */
  owner: FileOwner
  progress?: (files: number, bytes: number) => void
}

/**
 * Copies a backup into an empty data folder and checks every byte. Throws RangeError, and leaves the folder empty, when
 * the folder is not empty or the backup is incomplete or damaged.
 */
export async function restoreBackup(task: RestoreTask): Promise<void> {
  if (!(await isEmpty(task.dataDir))) {
    throw new RangeError(`The data folder ${task.dataDir} is not empty. Move it away, or set DATA_DIR to a new folder.`)
  }
  await makeFolder(task.dataDir)
  try {
    await restoreFiles(task)
  } catch (error) {
    await emptyFolder(task.dataDir)
    throw error
  }
}

async function restoreFiles({ from, manifest, dataDir, owner, progress }: RestoreTask): Promise<void> {
  const ownerOf = (path: string) => (/^postgres(\/|$)/.test(path) ? owner : undefined)
  for (const path of manifest.folders) await makeFolder(join(dataDir, safePath(path)), ownerOf(path))
  let bytes = 0
  for (const [count, { path, size, sha256 }] of manifest.files.entries()) {
    // PostgreSQL flushes all of its files before it recovers from a backup.
    const options = { owner: ownerOf(path), flush: !path.startsWith('postgres/') }
    const written = await copyFile(join(from, safePath(path)), join(dataDir, path), options).catch((error: unknown) => {
      throw isNotFound(error)
        ? new RangeError(`The backup is not whole: ${path} is missing. Use another backup.`)
        : error
    })
    if (written.size !== size || written.sha256 !== sha256) {
      throw new RangeError(`The backup is damaged: ${path} is not what was saved. Use another backup.`)
    }
    bytes += size
    progress?.(count + 1, bytes)
  }
}
