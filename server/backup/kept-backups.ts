import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchivePosition } from './archive/archived-spans.ts'
import { isNotFound } from './files.ts'
import { readManifest, safePath } from './manifest.ts'

/** A backup in the folder of backups; without a moment when it is not whole. */
export type KeptBackup = {
  name: string
  madeAt: string | null
  bytes: number | null
  damage: string[]
  /** The archive of the log that goes on from it. */
  archive?: ArchivePosition | undefined
}

const nameOfBackup = /^\d{8}-\d{6}$/
const mostListed = 200

/** The name of a backup that begins at a moment (UTC). */
export const backupName = (now: Date): string =>
  now
    .toISOString()
    .replace(/[-:]|\..*/g, '')
    .replace('T', '-')

/** The backups in a folder, the newest first. */
export async function listBackups(folder: string): Promise<KeptBackup[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    // It is made with the first backup.
    if (isNotFound(error)) return []
    throw error
  })
  const newest = names
    .filter((name) => nameOfBackup.test(name))
    .sort()
    .reverse()
    .slice(0, mostListed)
  return Promise.all(newest.map((name) => describe(folder, name)))
}

/** Milliseconds after which a backup that is not whole was broken off, however slow its disk. */
const brokenOffAfter = 24 * 3_600_000

/**
 * Deletes backups that are older than the newest so many whole ones without damage, and those that were broken off more
 * than a day ago. Returns the names of what was deleted.
 */
export async function keepNewestBackups(folder: string, count: number, now: Date): Promise<string[]> {
  const all = await listBackups(folder)
  const whole = all.filter(({ madeAt, damage }) => madeAt !== null && damage.length === 0)
  const oldest = whole[count - 1]?.name
  const superfluous = all.filter(
    (backup) => (oldest !== undefined && backup.name < oldest) || wasBrokenOff(backup, now),
  )
  for (const { name } of superfluous) await rm(join(folder, name), { recursive: true })
  return superfluous.map(({ name }) => name)
}

/**
 * Deletes what is of no use after a backup has failed: what there is of it, those that were broken off more than a day ago,
 * and all but the newest of a damaged database. Nothing that is whole and not damaged is deleted.
 */
export async function deleteFailedBackups(folder: string, failed: string, now: Date): Promise<void> {
  const all = await listBackups(folder)
  const newestDamaged = all.find(({ damage }) => damage.length > 0)
  const useless = all.filter(
    (backup) =>
      (backup.name === failed && backup.madeAt === null) ||
      wasBrokenOff(backup, now) ||
      (backup.damage.length > 0 && backup !== newestDamaged),
  )
  for (const { name } of useless) await rm(join(folder, name), { recursive: true })
}

const wasBrokenOff = ({ name, madeAt }: KeptBackup, now: Date) =>
  madeAt === null && name < backupName(new Date(now.getTime() - brokenOffAfter))

async function describe(folder: string, name: string): Promise<KeptBackup> {
  try {
    const { madeAt, files, damage = [], archive } = await readManifest(join(folder, name))
    return { name, madeAt, bytes: files.reduce((total, { size }) => total + size, 0), damage, archive }
  } catch (error) {
    if (error instanceof RangeError) return { name, madeAt: null, bytes: null, damage: [] }
    throw error
  }
}

/**
 * Compares each file of a backup with what was saved; returns the number of files. Throws RangeError, naming the file, when
 * one is missing or is not what was saved.
 */
export async function verifyBackup(from: string, progress: (files: number, bytes: number) => void): Promise<number> {
  const { files } = await readManifest(from)
  let bytes = 0
  for (const [count, { path, size, sha256 }] of files.entries()) {
    const found = await hashOf(join(from, safePath(path))).catch((error: unknown) => {
      throw isNotFound(error)
        ? new RangeError(`The backup is not whole: ${path} is missing. Use another backup.`)
        : error
    })
    if (found.size !== size || found.sha256 !== sha256)
      throw new RangeError(`The backup is damaged: ${path} is not what was saved. Use another backup.`)
    bytes += size
    progress(count + 1, bytes)
  }
  return files.length
}

async function hashOf(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}
