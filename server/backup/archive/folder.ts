import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { isNotFound, replaceFile } from '../files.ts'
import { type ArchivedLog, isSegment } from './archived-spans.ts'
import { writeOwner } from './owner.ts'

/*
 * The folder of archives: in it a folder for each, named by when it began, with the segments of the log and a file that
 * says until when they hold everything.
 */

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const archiveName = /^\d{8}-\d{6}-[0-9a-f]{8}$/
const ending = '.zst'
const coveredFile = 'covered.json'
/** Milliseconds after which a file that was half written was broken off. */
const brokenOffAfter = 3_600_000

/** A segment that is archived already has other contents: another database writes into the same archive. */
export class OtherDatabase extends Error {
  override name = 'OtherDatabase'
}

/** The name of an archive that begins now. */
export const newArchiveName = (now: Date): string =>
  `${now
    .toISOString()
    .replace(/[-:]|\..*/g, '')
    .replace('T', '-')}-${randomBytes(4).toString('hex')}`

/** Makes the folder of an archive, which belongs to the folder of backups with this id, when that is known. */
export async function makeArchive(folder: string, name: string, owner: string | undefined): Promise<void> {
  await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
  if (owner !== undefined) await writeOwner(join(folder, name), owner)
  await writeCovered(join(folder, name), {})
}

/** The archives in a folder, the oldest first. */
export async function listArchives(folder: string): Promise<ArchivedLog[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isNotFound(error)) return []
    throw error
  })
  const logs = names.filter((name) => archiveName.test(name)).sort()
  return (await Promise.all(logs.map((name) => readArchive(folder, name)))).filter((log) => log !== undefined)
}

/** One archive; undefined when there is none of this name. */
export async function readArchive(folder: string, name: string): Promise<ArchivedLog | undefined> {
  try {
    const files = await readdir(join(folder, name))
    const segments = files.flatMap((file) => {
      const segment = file.slice(0, -ending.length)
      return file.endsWith(ending) && isSegment(segment) ? [segment] : []
    })
    return { name, segments: segments.sort(), covered: await readCovered(join(folder, name)) }
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

async function readCovered(archive: string): Promise<Record<string, string>> {
  const text = await readFile(join(archive, coveredFile), 'utf8').catch((error: unknown) => {
    if (isNotFound(error)) return '{}'
    throw error
  })
  return JSON.parse(text) as Record<string, string>
}

/** Notes until when all that was committed is in which segments. */
export async function writeCovered(archive: string, covered: Readonly<Record<string, string>>): Promise<void> {
  await replaceFile(join(archive, coveredFile), `${JSON.stringify(covered)}\n`)
}

/**
 * Archives a segment: compressed, under another name until it is whole and on the disk. One that is there already is not
 * written again. Throws OtherDatabase when that has other contents.
 */
export async function archiveSegment(content: Buffer, archive: string, segment: string): Promise<void> {
  const target = join(archive, segment + ending)
  const existing = await readSegment(archive, segment).catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })
  if (existing?.equals(content)) return
  if (existing) throw new OtherDatabase(`${target} is of another database.`)
  const packed = await compress(content, { params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const draft = `${target}.${randomBytes(4).toString('hex')}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(packed)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, target)
  } catch (error) {
    // Why it could not be written counts, not that it could not be deleted either.
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
  await flushFolder(archive)
}

/** The contents of an archived segment; fails when they are not what was archived. */
export async function readSegment(archive: string, segment: string): Promise<Buffer> {
  return decompress(await readFile(join(archive, segment + ending)))
}

/** Deletes segments, and what was half written long ago. */
export async function deleteSegments(archive: string, segments: readonly string[], now: Date): Promise<void> {
  for (const segment of segments) await rm(join(archive, segment + ending), { force: true })
  const covered = await readCovered(archive)
  const kept = Object.entries(covered).filter(([segment]) => !segments.includes(segment))
  if (kept.length < Object.keys(covered).length) await writeCovered(archive, Object.fromEntries(kept))
  for (const file of await readdir(archive)) {
    if (!/\.[0-9a-f]{8}$/.test(file)) continue
    const { mtimeMs } = await stat(join(archive, file))
    if (mtimeMs < now.getTime() - brokenOffAfter) await rm(join(archive, file), { force: true })
  }
}

/** Deletes a whole archive. */
export async function deleteArchive(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { recursive: true })
}

/** A new name is on the disk only when its folder is; Windows has no such call and flushes names itself. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
