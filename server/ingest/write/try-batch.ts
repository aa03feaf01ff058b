import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { PortalError, translatable } from '#contract/errors.ts'
import type { Problem } from '#server/formats/message.ts'
import type { PreparedDocument } from '../check/prepare.ts'
import { LostRace } from '../match/accounts.ts'
import { type RunningReport, reject, warn } from '../report.ts'
import type { IngestDeps, IngestOptions } from '../types.ts'
import { writeBatch } from './batch.ts'
import type { RawMessage } from './batch-queries.ts'
import type { BatchPlan } from './plan-batch.ts'

const compress = promisify(zstdCompress)
const fastCompression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const maxAttempts = 8

export type Batch = {
  documents: PreparedDocument[]
  raw: { line: number; content: Uint8Array }[]
}

type NewRawMessage = Omit<RawMessage, 'source' | 'receivedAt'>
/** A batch with its raw messages as they are stored. */
export type PackedBatch = { documents: readonly PreparedDocument[]; raw: readonly NewRawMessage[] }

/**
 * Writes a batch and adds its outcome to the report. A document that the database refuses is rejected alone. Throws
 * storage_full.
 */
export async function tryBatch(
  deps: IngestDeps,
  options: IngestOptions,
  { documents, raw }: PackedBatch,
  report: RunningReport,
): Promise<void> {
  // A long import may have begun while the disk had room.
  if (deps.hasRoom?.() === false) throw storageFullError()
  await tryDocuments(deps, options, documents, raw, report)
}

/** The error for a batch when the disk has no room; it may be sent again after 60 seconds. */
export function storageFullError(): PortalError {
  return new PortalError('storage_full', translatable('error.storageFull'), { retryAfter: 60 })
}

async function tryDocuments(
  deps: IngestDeps,
  options: IngestOptions,
  documents: readonly PreparedDocument[],
  raw: readonly NewRawMessage[],
  report: RunningReport,
): Promise<void> {
  try {
    addOutcomes(await withRetries(() => writeBatch(deps, options, documents, raw)), report)
  } catch (error) {
    const problem = contentProblem(error)
    if (!problem) throw error
    const [only] = documents
    if (documents.length === 1 && only) {
      reject(report, only.line, [problem])
      if (raw.length > 0) await writeBatch(deps, options, [], raw)
      return
    }
    const half = Math.ceil(documents.length / 2)
    await tryDocuments(deps, options, documents.slice(0, half), raw, report)
    await tryDocuments(deps, options, documents.slice(half), [], report)
  }
}

/** Repeats work, up to 8 attempts, after a serialisation failure, a deadlock or a lost race with another import. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isTemporary =
        error instanceof LostRace || ['40001', '40P01', '55P03'].includes(sqlState(error)) || lostNumber(error)
      if (!isTemporary || attempt === maxAttempts) throw error
      await setTimeout(attempt * 20)
    }
  }
}

/** Whether another import has just given the number to another account. */
function lostNumber(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'document_numbers_pkey'
}

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** The problem when the database refused the content (data and integrity errors); undefined for any other failure. */
function contentProblem(error: unknown): Problem | undefined {
  if (!/^(22|23|54)/.test(sqlState(error))) return undefined
  const reason = error instanceof Error ? error.message : ''
  return { path: '$', message: `The database could not take this document: ${reason}.` }
}

/** Adds the outcome of a batch to the report. */
export function addOutcomes(placement: BatchPlan, report: RunningReport): void {
  for (const [outcome, count] of placement.outcomes) report[outcome] += count
  for (const { line, problems } of placement.rejected) reject(report, line, problems)
  for (const { line, problems } of placement.warnings) warn(report, line, problems)
}

/**
 * Compresses the raw messages of a batch. NDJSON is stored in one piece per batch; other formats, which cannot be
 * concatenated, message by message.
 */
export async function packBatch(
  deps: IngestDeps,
  { source }: IngestOptions,
  { documents, raw }: Batch,
): Promise<PackedBatch> {
  const [first] = raw
  if (!first) return { documents, raw: [] }
  if (source !== 'ndjson') {
    const pack = ({ line, content }: Batch['raw'][number]) =>
      compressRaw(deps, 'application/octet-stream', line, content)
    return { documents, raw: await Promise.all(raw.map(pack)) }
  }
  const end = Buffer.from('\n')
  const joined = Buffer.concat(raw.flatMap(({ content }) => [content, end]))
  return { documents, raw: [await compressRaw(deps, 'application/x-ndjson', first.line, joined)] }
}

async function compressRaw(
  deps: IngestDeps,
  mediaType: string,
  firstLine: number,
  content: Uint8Array,
): Promise<NewRawMessage> {
  return { id: deps.newId(), mediaType, firstLine, content: await compress(content, fastCompression) }
}
