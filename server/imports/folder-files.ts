import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NamedFile } from '../formats/format.ts'

/*
 * The folder of one profile: files that wait in it, and two folders inside for those that were read. A file is moved by one
 * rename, after the report beside it is written.
 */

/** A file that waits, with what tells whether it is still being written. */
export type WaitingFile = NamedFile & { size: number; changedAt: number }

/** Whether a name is that of a file that somebody is still writing, or that programs make for themselves. */
export const isUnfinishedName = (name: string): boolean => unfinishedName.test(name)
const unfinishedName = /^[.~]|\.(tmp|temp|part|partial|filepart|crdownload|lock|swp|bak)$|~$/i

/** The files that wait in a folder, in the order of their names. */
export async function waitingFiles(folder: string): Promise<WaitingFile[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && !isUnfinishedName(entry.name)).map(({ name }) => name)
  const files: WaitingFile[] = []
  for (const name of names.sort()) {
    const path = join(folder, name)
    const stats = await stat(path).catch(absent)
    if (stats?.isFile()) files.push({ name, path, size: stats.size, changedAt: stats.mtimeMs })
  }
  return files
}

/** The folders inside a folder that may be those of profiles. */
export async function profileFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && /^[a-z0-9][a-z0-9-]*$/.test(entry.name))
    .map(({ name }) => name)
}

/** Files as they were when they were read, and what came of them; `stamp` keeps the names of moved files apart. */
export type HandledFiles = {
  files: readonly WaitingFile[]
  outcome: 'processed' | 'refused'
  stamp: string
  report: string
}

/**
 * Moves files that were read to `processed` or `refused`, with a report beside each; a file that was written anew since
 * then stays. Rejects when that cannot be done.
 */
export async function moveHandledFiles(folder: string, { files, outcome, stamp, report }: HandledFiles): Promise<void> {
  const target = join(folder, outcome)
  await mkdir(target, { recursive: true })
  for (const { name, path, size, changedAt } of files) {
    const kept = join(target, `${stamp} ${name}`)
    await writeFile(`${kept}.report.txt.tmp`, report)
    await rename(`${kept}.report.txt.tmp`, `${kept}.report.txt`)
    const now = await stat(path).catch(absent)
    if (now?.size === size && now.mtimeMs === changedAt) await rename(path, kept).catch(absent)
  }
}

/** A file that is gone was taken away by somebody, or put away by another server. Any other error is thrown. */
function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
