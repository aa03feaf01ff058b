import { createWriteStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, fromBufferPromise, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import type { NamedFile } from '../format.ts'

const megabyte = 1024 * 1024
const mostEntries = 2000

/** Sizes in bytes, unpacked; a file larger than 1 MB may be compressed as many times as `ratio`. */
type ZipLimits = { total: number; entry: number; ratio: number }
/** Of documents, which are held in memory. */
const documentLimits: ZipLimits = { total: 500 * megabyte, entry: 20 * megabyte, ratio: 200 }
/** Of files that are unpacked to the disk. Lists repeat themselves, and blanks fill their columns. */
const fileLimits: ZipLimits = { total: 1024 * megabyte, entry: 512 * megabyte, ratio: 500 }

export type ZipEntry = { name: string; content: Uint8Array } | { name: string; problem: string }

/** The archive cannot be read at all; `message` is a sentence for the operator. */
export class ZipRefused extends Error {}

/** Whether the bytes begin like a ZIP file, an empty one included. */
export function isZip(content: Uint8Array): boolean {
  const [p, k, three, four] = content
  return p === 0x50 && k === 0x4b && ((three === 3 && four === 4) || (three === 5 && four === 6))
}

/**
 * The files of a ZIP, one at a time, without folders and what macOS adds. Names are only reported, never used as paths.
 * Throws ZipRefused when it is broken or larger than allowed; a single bad entry becomes a problem.
 */
export async function* readZip(content: Uint8Array): AsyncGenerator<ZipEntry> {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const zip = await opened(fromBufferPromise(buffer, { lazyEntries: true, decodeStrings: false }))
  for (const { name, entry } of await listFiles(zip, documentLimits)) {
    const problem = entryProblem(entry, documentLimits)
    yield problem ? { name, problem } : await extractEntry(zip, entry, name)
  }
}

/**
 * Unpacks the files of a ZIP on the disk, as `target` and a number behind it. What is in them is not looked at: a workbook
 * is a ZIP as well. Throws ZipRefused when one of them cannot be unpacked or is larger than allowed.
 */
export async function unpackZip(path: string, target: string): Promise<NamedFile[]> {
  const zip = await opened(openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false }))
  try {
    const files: NamedFile[] = []
    for (const { name, entry } of await listFiles(zip, fileLimits)) {
      const problem = entryProblem(entry, fileLimits)
      if (problem) throw new ZipRefused(`${name}: ${problem}`)
      const file = { name: basename(name), path: `${target}-${files.length}` }
      await pipeline(contentOf(zip, entry, `${name}: `), createWriteStream(file.path, { mode: 0o600 }))
      files.push(file)
    }
    return files
  } finally {
    zip.close()
  }
}

async function opened(zip: Promise<ZipFile>): Promise<ZipFile> {
  try {
    return await zip
  } catch (error) {
    throw brokenZipError(error)
  }
}

function brokenZipError(error: unknown): ZipRefused {
  return new ZipRefused(`The ZIP cannot be read: ${error instanceof Error ? error.message : 'it is broken'}.`)
}

/** The files, without folders and what macOS adds. */
async function listFiles(zip: ZipFile, limits: ZipLimits): Promise<{ name: string; entry: Entry }[]> {
  const entries = await listEntries(zip, limits)
  return entries
    .map((entry) => ({ name: entryName(entry), entry }))
    .filter(({ name }) => !(name.endsWith('/') || /(^|\/)(__MACOSX\/|\.DS_Store$)/.test(name)))
}

/** All entries, with their number and claimed sizes checked before anything is unpacked. */
async function listEntries(zip: ZipFile, limits: ZipLimits): Promise<Entry[]> {
  if (zip.entryCount > mostEntries) throw tooManyFilesError()
  const entries: Entry[] = []
  let total = 0
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry)
      total += entry.uncompressedSize
      if (entries.length > mostEntries) throw tooManyFilesError()
      if (total > limits.total) {
        throw new ZipRefused(`The ZIP unpacks to more than ${limits.total / megabyte} MB. Send it in parts.`)
      }
    }
  } catch (error) {
    throw error instanceof ZipRefused ? error : brokenZipError(error)
  }
  return entries
}

function tooManyFilesError(): ZipRefused {
  return new ZipRefused(`The ZIP has more than ${mostEntries} files. Send it in parts.`)
}

function entryName(entry: Entry): string {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
  return name
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .slice(0, 200)
}

function entryProblem(entry: Entry, limits: ZipLimits): string | undefined {
  if (entry.isEncrypted()) return 'The file is encrypted. Send it without a password.'
  if (!entry.canDecodeFileData()) return 'The file is compressed in a way that is not read. Use the ordinary "deflate".'
  if (entry.uncompressedSize > limits.entry) return `The file is larger than ${limits.entry / megabyte} MB.`
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
  if (entry.uncompressedSize > megabyte && ratio > limits.ratio) {
    return `The file is compressed more than ${limits.ratio} times, as no honest document is.`
  }
  return undefined
}

/** What a file holds, in pieces. Throws ZipRefused, which begins with `prefix`. */
async function* contentOf(zip: ZipFile, entry: Entry, prefix = ''): AsyncGenerator<Buffer> {
  try {
    // The stream fails by itself when it gives more or less than the entry claims, or when its check sum is wrong.
    for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it is broken'
    throw new ZipRefused(`${prefix}The file cannot be unpacked: ${reason}.`)
  }
}

async function extractEntry(zip: ZipFile, entry: Entry, name: string): Promise<ZipEntry> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of contentOf(zip, entry)) chunks.push(chunk)
  } catch (error) {
    if (!(error instanceof ZipRefused)) throw error
    return { name, problem: error.message }
  }
  const content = Buffer.concat(chunks)
  return isZip(content) ? { name, problem: 'A ZIP inside a ZIP is not opened. Send it by itself.' } : { name, content }
}
