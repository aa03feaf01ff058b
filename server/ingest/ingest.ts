import { setImmediate } from 'node:timers/promises'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { Incoming } from '../formats/message.ts'
import { type CheckOptions, checkDocument } from './check/check.ts'
import { prepare } from './check/prepare.ts'
import { createHoldings } from './match/holdings.ts'
import type { KeepRefused } from './refused/keep.ts'
import { emptyReport, type Refusal, type RunningReport, reject, sortEntries, warn } from './report.ts'
import type { IngestDeps, IngestOptions } from './types.ts'
import { type DryRunState, dryRunBatch } from './write/dry-run.ts'
import { type Batch, type PackedBatch, packBatch, tryBatch } from './write/try-batch.ts'

export type { Incoming, IngestDeps, IngestOptions }

/** Measured: larger batches are no faster, smaller ones lose time to round trips. */
const maxBatchDocuments = 500
const maxBatchBytes = 4 * 1024 * 1024
/** After this many documents, other requests and the batch that is being written get their turn. */
const yieldEvery = 8

/**
 * Takes documents in: checks each, writes the valid ones in batches while the next batch is read, and returns a report
 * on all. An invalid document does not stop the others; `keepRefused` keeps it. At most two batches are in memory at any time. Throws only when
 * the database cannot be reached or the disk is full; what was reported as taken before that is stored.
 */
export async function ingestDocuments(
  deps: IngestDeps,
  incoming: AsyncIterable<Incoming> | Iterable<Incoming>,
  options: IngestOptions,
  keepRefused?: KeepRefused,
): Promise<IngestReport> {
  const report: RunningReport = keepRefused ? { ...emptyReport(), refusals: [] } : emptyReport()
  const holdings = createHoldings(new Map(), [], [])
  const dryRunState: DryRunState = { holdings, readKeys: new Set(), accounts: new Map() }
  const keep = async (batch: Batch) => {
    if (keepRefused && report.refusals && report.refusals.length > 0)
      await keepRefused(report.refusals.splice(0).map((refusal) => withMessage(refusal, batch)))
  }
  const write = async (batch: PackedBatch, unpacked: Batch) => {
    const endTurn = await deps.takeTurn?.()
    try {
      if (options.dryRun) await dryRunBatch(deps, options, batch.documents, dryRunState, report)
      else await tryBatch(deps, options, batch, report)
      await keep(unpacked)
    } finally {
      endTurn?.()
    }
  }
  // Only NDJSON has partial messages and states when a document changed; an invoice in XML may have a later date.
  const checkOptions = (): CheckOptions =>
    options.source === 'ndjson' ? { now: deps.clock().getTime(), parts: options.parts ? 'always' : 'if so' } : {}
  let writing: Promise<unknown> = Promise.resolve()
  let batch: Batch = { documents: [], raw: [] }
  let size = 0
  const flush = async () => {
    // Compressed while the batch before is being written: the database would wait for it afterwards.
    const [failure, packed] = await Promise.all([
      writing,
      options.dryRun ? { ...batch, raw: [] } : packBatch(deps, options, batch),
    ])
    if (failure) throw failure
    if (batch.documents.length > 0 || batch.raw.length > 0) writing = failureOf(write(packed, batch))
    batch = { documents: [], raw: [] }
    size = 0
  }
  for await (const message of incoming) {
    size += addMessage(message, batch, report, checkOptions())
    if (
      batch.documents.length >= maxBatchDocuments ||
      batch.raw.length >= 2 * maxBatchDocuments ||
      size >= maxBatchBytes
    )
      await flush()
    else if (report.received % yieldEvery === 0) await setImmediate()
  }
  await flush()
  await flush()
  await keep(batch)
  const { refusals: _, ...finished } = report
  return sortEntries(finished)
}

/** A refusal with the message that it is of; one that was refused before it came into a batch has it already. */
function withMessage(refusal: Refusal, { raw, documents }: Batch): Refusal {
  if (refusal.raw) return refusal
  const { line } = refusal
  const about = documents.find((document) => document.line === line)
  return { ...refusal, raw: raw.find((message) => message.line === line)?.content, about }
}

/** Resolves to the error instead of rejecting, so that it waits until it is looked at. */
function failureOf(work: Promise<void>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error ?? new Error('The batch could not be written'),
  )
}

/** Checks one message and adds it to the batch. Returns its size in bytes. */
function addMessage(message: Incoming, batch: Batch, report: RunningReport, checkOptions: CheckOptions): number {
  report.received++
  if (message.raw) batch.raw.push({ line: message.line, content: message.raw })
  const original = 'problem' in message ? undefined : message.original
  const size = (message.raw?.length ?? 2000) + (original?.content.length ?? 0)
  if ('problem' in message) {
    reject(report, message.line, [message.problem], { raw: message.raw, about: message.document })
    return size
  }
  const checked = checkDocument(message.document, checkOptions)
  if ('problems' in checked) {
    reject(report, message.line, checked.problems, { raw: message.raw, about: message.document })
    return size
  }
  warn(report, message.line, checked.warnings)
  const prepared = prepare(checked.document, message.line, size, checked.part)
  batch.documents.push(original ? { ...prepared, original } : prepared)
  return size
}
