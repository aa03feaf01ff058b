import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, manifestFile } from './backup.ts'
import { copyFile, type FileOwner, ignoredNames, isEmpty, isNotFound, makeFolder } from './files.ts'

export type RestoreTask = {
  from: string
  dataDir: string
  /** The user that runs PostgreSQL, when it is not the user of this process. */
  owner: FileOwner
  progress?: (files: number, bytes: number) => void
}

/**
 * Copies a backup into an empty data folder and checks every byte. Throws RangeError, and leaves the folder empty, when
 * the folder is not empty or the backup is incomplete or damaged.
 */
export async function restoreBackup(task: RestoreTask): Promise<Manifest> {
  if (!(await isEmpty(task.dataDir))) {
    throw new RangeError(`The data folder ${task.dataDir} is not empty. Move it away, or set DATA_DIR to a new folder.`)
  }
  const manifest = await readManifest(task.from)
  await makeFolder(task.dataDir)
  try {
    await restoreFiles(task, manifest)
  } catch (error) {
    for (const name of await readdir(task.dataDir)) {
      if (!ignoredNames.includes(name)) await rm(join(task.dataDir, name), { recursive: true, force: true })
    }
    throw error
  }
  return manifest
}

async function restoreFiles({ from, dataDir, owner, progress }: RestoreTask, manifest: Manifest): Promise<void> {
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

/** Refuses a path that leads out of the folder. */
export function safePath(path: string): string {
  if (path.startsWith('/') || path.split('/').some((part) => part === '..' || part === '')) {
    throw new RangeError(`The backup is damaged: it names the file "${path}". Use another backup.`)
  }
  return path
}

/** The manifest of a backup. Throws RangeError when it has none that can be read. */
export async function readManifest(from: string): Promise<Manifest> {
  const content = await readFile(join(from, manifestFile), 'utf8').catch((error: unknown) => {
    if (!isNotFound(error)) throw error
    throw new RangeError(`${from} is no whole backup: it has no ${manifestFile}. Use another backup.`)
  })
  try {
    const manifest = JSON.parse(content) as Manifest
    if (manifest.format === 1 && Array.isArray(manifest.files) && Array.isArray(manifest.folders)) return manifest
  } catch {
    // The error below covers this case.
  }
  throw new RangeError(`${join(from, manifestFile)} cannot be read. Use another backup.`)
}
