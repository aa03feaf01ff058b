import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl'

const megabyte = 1024 * 1024
const zipLimits = { entries: 2000, total: 500 * megabyte, entry: 20 * megabyte, ratio: 200 } as const

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
  const zip = await openZip(content)
  const entries = await listEntries(zip)
  for (const entry of entries) {
    const name = entryName(entry)
    if (name.endsWith('/') || /(^|\/)(__MACOSX\/|\.DS_Store$)/.test(name)) continue
    const problem = entryProblem(entry)
    yield problem ? { name, problem } : await extractEntry(zip, entry, name)
  }
}

async function openZip(content: Uint8Array): Promise<ZipFile> {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  try {
    return await fromBufferPromise(buffer, { lazyEntries: true, decodeStrings: false })
  } catch (error) {
    throw brokenZipError(error)
  }
}

function brokenZipError(error: unknown): ZipRefused {
  return new ZipRefused(`The ZIP cannot be read: ${error instanceof Error ? error.message : 'it is broken'}.`)
}

/** All entries, with their number and claimed sizes checked before anything is unpacked. */
async function listEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > zipLimits.entries) throw tooManyFilesError()
  const entries: Entry[] = []
  let total = 0
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry)
      total += entry.uncompressedSize
      if (entries.length > zipLimits.entries) throw tooManyFilesError()
      if (total > zipLimits.total) {
        throw new ZipRefused(`The ZIP unpacks to more than ${zipLimits.total / megabyte} MB. Send it in parts.`)
      }
    }
  } catch (error) {
    throw error instanceof ZipRefused ? error : brokenZipError(error)
  }
  return entries
}

function tooManyFilesError(): ZipRefused {
  return new ZipRefused(`The ZIP has more than ${zipLimits.entries} files. Send it in parts.`)
}

function entryName(entry: Entry): string {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
  return name
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .slice(0, 200)
}

function entryProblem(entry: Entry): string | undefined {
  if (entry.isEncrypted()) return 'The file is encrypted. Send it without a password.'
  if (!entry.canDecodeFileData()) return 'The file is compressed in a way that is not read. Use the ordinary "deflate".'
  if (entry.uncompressedSize > zipLimits.entry) return `The file is larger than ${zipLimits.entry / megabyte} MB.`
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
  if (entry.uncompressedSize > megabyte && ratio > zipLimits.ratio) {
    return `The file is compressed more than ${zipLimits.ratio} times, as no honest document is.`
  }
  return undefined
}

async function extractEntry(zip: ZipFile, entry: Entry, name: string): Promise<ZipEntry> {
  const chunks: Buffer[] = []
  try {
    // The stream fails by itself when it gives more or less than the entry claims, or when its check sum is wrong.
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  } catch (error) {
    return { name, problem: `The file cannot be unpacked: ${error instanceof Error ? error.message : 'it is broken'}.` }
  }
  const content = Buffer.concat(chunks)
  return isZip(content) ? { name, problem: 'A ZIP inside a ZIP is not opened. Send it by itself.' } : { name, content }
}
