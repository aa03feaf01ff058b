import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { readNdjson } from '../formats/ndjson/read.ts'
import { captureEpcis } from './epcis.ts'
import { ingestDocuments } from './ingest.ts'
import { type IngestDeps, type Numbering, supplierNumbering } from './types.ts'
import { ingestUbl } from './ubl-intake.ts'

export type ImportOptions = {
  dryRun: boolean
  /** The account of the UBL documents, whatever they say themselves. */
  account?: string
  /** Which system assigned the numbers. */
  numbering?: Numbering
  /**
   * Receives how many bytes of a file of `size` bytes are read; for XML, ZIP and EPCIS only at the start and the end.
   */
  onProgress?: (path: string, read: number, size: number) => void
}

/** The outcome of one file: its report, or a sentence that says why it could not be read. */
export type ImportResult = { path: string } & ({ report: IngestReport } | { refusal: string })

const lineFormats = new Set(['.ndjson', '.jsonl', '.json'])
const wholeFileFormats = new Set(['.xml', '.zip', '.jsonld'])

/**
 * Imports files, one after the other, as the API would: NDJSON by its lines, UBL as XML or in a ZIP, EPCIS as JSON-LD.
 */
export async function importFiles(
  deps: IngestDeps,
  paths: readonly string[],
  options: ImportOptions,
): Promise<ImportResult[]> {
  const results: ImportResult[] = []
  for (const path of paths) results.push({ path, ...(await importFile(deps, path, options)) })
  return results
}

async function importFile(
  deps: IngestDeps,
  path: string,
  { dryRun, account, onProgress, numbering = supplierNumbering }: ImportOptions,
): Promise<{ report: IngestReport } | { refusal: string }> {
  const extension = extname(path).toLowerCase()
  if (!lineFormats.has(extension) && !wholeFileFormats.has(extension)) {
    return {
      refusal: `${basename(path)} is not a file that can be imported: it must end in .ndjson, .jsonl, .json, .jsonld, .xml or .zip.`,
    }
  }
  const size = await sizeOf(path)
  if (typeof size === 'string') return { refusal: size }
  const isEpcis = extension === '.jsonld' || (extension === '.json' && (await looksLikeEpcis(path)))
  if (wholeFileFormats.has(extension) || isEpcis) {
    onProgress?.(path, 0, size)
    const content = await readFile(path)
    const report = isEpcis
      ? await captureEpcis(deps, { content, dryRun })
      : await ingestUbl(deps, { content, name: basename(path), dryRun, numbering, ...(account ? { account } : {}) })
    onProgress?.(path, size, size)
    return { report }
  }
  const chunks = withProgress(createReadStream(path, { highWaterMark: 256 * 1024 }), (read) =>
    onProgress?.(path, read, size),
  )
  return { report: await ingestDocuments(deps, readNdjson(chunks), { dryRun, source: 'ndjson', numbering }) }
}

async function sizeOf(path: string): Promise<number | string> {
  try {
    const stats = await stat(path)
    return stats.isFile() ? stats.size : `${path} is not a file.`
  } catch (error) {
    const reason =
      error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'it does not exist' : String(error)
    return `${path} cannot be read: ${reason}.`
  }
}

/** A .json file holds either lines of documents or one EPCIS document, which says so near its beginning. */
async function looksLikeEpcis(path: string): Promise<boolean> {
  const chunks = createReadStream(path, { end: 8191, encoding: 'utf8' })
  let head = ''
  for await (const chunk of chunks) head += String(chunk)
  return /"(type|isA)"\s*:\s*"EPCIS(Query)?Document"/.test(head)
}

async function* withProgress(
  chunks: AsyncIterable<Uint8Array>,
  onRead: (read: number) => void,
): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of chunks) {
    read += chunk.length
    onRead(read)
    yield chunk
  }
}
