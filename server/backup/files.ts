import { createHash, randomBytes } from 'node:crypto'
import { chown, mkdir, open, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'

/** A file of a backup: its path in the backup with slashes, its size in bytes and its hash. */
export type BackupFile = { path: string; size: number; sha256: string }

/** Files that are no data of their folder: the lock of a running process, and the folder of the demo company. */
const ignoredNames: readonly string[] = ['portal.lock', 'demo']

export type FileOwner = { uid: number; gid: number } | undefined

/** Whether an error says that a file does not exist, or no longer. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/**
 * The files and folders of a data folder that are copied `into` another, as relative paths with slashes, and what its links
 * lead to as if it stood in their place; links inside the database are left out. A folder that `skip` matches is left out with
 * its contents. Throws RangeError for a link that leads to nothing, or to a folder around it or around `into`.
 */
export async function* walk(
  root: string,
  { skip, into }: { skip: (path: string) => boolean; into: string },
): AsyncGenerator<{ path: string; kind: 'file' | 'folder' }> {
  yield* walkBelow(root, skip, '', [root, into])
}

/** `within` are the folders to none of which a link may lead back, because the walk would never end. */
async function* walkBelow(
  root: string,
  skip: (path: string) => boolean,
  below: string,
  within: readonly string[],
): AsyncGenerator<{ path: string; kind: 'file' | 'folder' }> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch((error: unknown) => {
    // A database drops folders while they are copied.
    if (isNotFound(error)) return []
    throw error
  })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (skip(path)) continue
    const isLink = entry.isSymbolicLink() && !path.startsWith('postgres/')
    const target = isLink ? await followLink(join(root, path), within) : undefined
    const stats = target?.stats ?? entry
    if (stats.isDirectory()) {
      yield { path, kind: 'folder' }
      yield* walkBelow(root, skip, path, target ? [...within, target.path] : within)
    } else if (stats.isFile()) {
      yield { path, kind: 'file' }
    }
  }
}

/** What a link leads to. Throws RangeError when that is nothing, or a folder around one of these. */
async function followLink(link: string, within: readonly string[]) {
  const path = await realpath(link).catch((error: unknown) => {
    const leadsNowhere = isNotFound(error) || (error instanceof Error && 'code' in error && error.code === 'ELOOP')
    if (!leadsNowhere) throw error
    throw new RangeError(`${link} is a link that leads to nothing. Put back what it led to, or delete the link.`, {
      cause: error,
    })
  })
  for (const folder of within) {
    if (startsWithFolder(await realpath(folder), path))
      throw new RangeError(`${link} is a link to a folder around it or around the backup. Delete the link.`)
  }
  return { path, stats: await stat(path) }
}

const startsWithFolder = (path: string, folder: string) =>
  `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)

/**
 * Copies a file in pieces, readable by its owner alone, and flushes it to the disk unless `flush` is false. Returns the
 * size and hash of what was written.
 */
export async function copyFile(
  from: string,
  to: string,
  { owner, flush = true }: { owner?: FileOwner; flush?: boolean } = {},
): Promise<{ size: number; sha256: string }> {
  const source = await open(from, 'r')
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const target = await open(to, 'wx', 0o600)
    try {
      const hash = createHash('sha256')
      const buffer = Buffer.allocUnsafe(256 * 1024)
      let size = 0
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, buffer.length)
        if (bytesRead === 0) break
        const chunk = buffer.subarray(0, bytesRead)
        hash.update(chunk)
        await target.writeFile(chunk)
        size += bytesRead
      }
      if (owner) await target.chown(owner.uid, owner.gid)
      if (flush) await target.sync()
      return { size, sha256: hash.digest('hex') }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Writes a file that only its owner may read, in place of what is there, completely or not at all. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, content, { mode: 0o600, flush: true })
    await rename(draft, path)
  } catch (error) {
    // Why it could not be written counts, not that it could not be deleted either.
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Makes the folder of a new backup. Throws RangeError when it holds something or lies in what is backed up. */
export async function makeBackupFolder(into: string, dataDir: string): Promise<void> {
  if (startsWithFolder(into, dataDir)) {
    throw new RangeError(`The folder ${into} lies inside ${dataDir}. Name one outside, best on another disk.`)
  }
  if (!(await isEmpty(into))) {
    throw new RangeError(`The folder ${into} is not empty. Name one that is new, so that nothing is overwritten.`)
  }
  await makeFolder(into)
}

/** Makes a folder that only its owner can enter. */
export async function makeFolder(path: string, owner?: FileOwner): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (owner) await chown(path, owner.uid, owner.gid)
}

/** Deletes the data in a folder. */
export async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!ignoredNames.includes(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Whether a folder is absent or holds no data. */
export async function isEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).every((name) => ignoredNames.includes(name))
  } catch (error) {
    if (isNotFound(error)) return true
    throw error
  }
}
