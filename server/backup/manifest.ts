import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchivePosition } from './archive/archived-spans.ts'
import { type BackupFile, isNotFound } from './files.ts'

/** What every backup says of itself. */
type Manifest = {
  madeAt: string
  postgres: string
  folders: string[]
  files: BackupFile[]
  /** What is damaged in the database that was backed up, in words. */
  damage?: string[]
  /** Where it stands in the archive of the log, when there is one: with that it can be restored to any later moment. */
  archive?: ArchivePosition
}

/** A copy of the embedded database's files, with the log that makes them consistent. */
export type FileManifest = Manifest & { format: 1 }

export type SavedTable = { name: string; columns: string; rows: string; sum: string; path: string }

/** The rows of a database as COPY writes them, a file a table. */
export type RowManifest = Manifest & {
  format: 2
  /** The portal's version, and its migrations with the hash of each. */
  version: string
  migrations: string[]
  tables: SavedTable[]
  sequences: { name: string; lastValue: string; isCalled: boolean }[]
}

const manifestFile = 'manifest.json'

/** Writes the manifest, which is the last that is written: a backup without one is incomplete. */
export async function writeManifest(into: string, manifest: FileManifest | RowManifest): Promise<void> {
  await writeFile(join(into, manifestFile), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true })
}

/** The manifest of a backup. Throws RangeError when it has none that can be read. */
export async function readManifest(from: string): Promise<FileManifest | RowManifest> {
  const content = await readFile(join(from, manifestFile), 'utf8').catch((error: unknown) => {
    if (!isNotFound(error)) throw error
    throw new RangeError(`${from} is no whole backup: it has no ${manifestFile}. Use another backup.`)
  })
  try {
    const manifest = JSON.parse(content) as FileManifest | RowManifest
    const isWhole = Array.isArray(manifest.files) && Array.isArray(manifest.folders)
    if (isWhole && (manifest.format === 1 || (manifest.format === 2 && Array.isArray(manifest.tables)))) return manifest
  } catch {
    // The error below covers this case.
  }
  throw new RangeError(`${join(from, manifestFile)} cannot be read. Use another backup.`)
}

/** Refuses a path that leads out of the folder. */
export function safePath(path: string): string {
  if (path.startsWith('/') || path.split('/').some((part) => part === '..' || part === '')) {
    throw new RangeError(`The backup is damaged: it names the file "${path}". Use another backup.`)
  }
  return path
}
