import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { Format } from '../formats/format.ts'
import { formats } from '../formats/formats.ts'
import { takeIn } from './intake.ts'
import { type IngestDeps, type Numbering, supplierNumbering } from './types.ts'

export type ImportOptions = {
  dryRun: boolean
  /** The account of messages that name their buyer, whatever they say. */
  account?: string
  /** Which system assigned the numbers. */
  numbering?: Numbering
  /**
   * Receives how many bytes of a file of `size` bytes are read; of a file that is read whole only at the start and the end.
   */
  onProgress?: (path: string, read: number, size: number) => void
}

/** The outcome of one file: its report, or a sentence that says why it could not be read. */
export type ImportResult = { path: string } & ({ report: IngestReport } | { refusal: string })

/** Imports files, one after the other, as the API would, each in the format of its extension. */
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
  const candidates = formats.filter(({ extensions }) => extensions.includes(extension))
  if (candidates.length === 0)
    return { refusal: `${basename(path)} is not a file that can be imported: ${extensionRule()}` }
  const size = await sizeOf(path)
  if (typeof size === 'string') return { refusal: size }
  const format = await formatOf(path, candidates)
  const options = { dryRun, numbering, ...(account ? { account } : {}) }
  if (format.gives === 'documents') {
    const chunks = withProgress(createReadStream(path, { highWaterMark: 256 * 1024 }), (read) =>
      onProgress?.(path, read, size),
    )
    return { report: await takeIn(deps, format.name, chunks, options) }
  }
  onProgress?.(path, 0, size)
  const report = await takeIn(deps, format.name, await readFile(path), options)
  onProgress?.(path, size, size)
  return { report }
}

function extensionRule(): string {
  const extensions = [...new Set(formats.flatMap((format) => format.extensions))]
  return `it must end in ${extensions.slice(0, -1).join(', ')} or ${extensions.at(-1)}.`
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

/** The one of these formats that recognises how the file begins, otherwise the first. */
async function formatOf(path: string, [first, ...others]: readonly Format[]): Promise<Format> {
  if (!first) throw new RangeError('A file has at least one format')
  if (others.length === 0) return first
  const chunks = createReadStream(path, { end: 8191, encoding: 'utf8' })
  let head = ''
  for await (const chunk of chunks) head += String(chunk)
  return [first, ...others].find((format) => format.recognises?.(head)) ?? first
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
