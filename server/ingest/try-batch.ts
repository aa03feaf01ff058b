import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { IngestReport } from '../../contract/ingest.ts'
import { LostRace, refuseCase } from './accounts.ts'
import { accountsByFoldedNumber, findAccounts } from './accounts-queries.ts'
import { writeBatch } from './batch.ts'
import { findStored, type RawMessage } from './batch-queries.ts'
import type { IngestDeps, IngestOptions, Problem } from './incoming.ts'
import { keyOf, type Placement, place } from './place.ts'
import type { Prepared } from './prepare.ts'
import { reject } from './report.ts'

const compress = promisify(zstdCompress)
const quick = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const attempts = 8

export type Batch = {
  documents: Prepared[]
  raw: { line: number; content: Uint8Array }[]
}

type Raw = Omit<RawMessage, 'source' | 'receivedAt'>

/** Writes a batch and adds what came of it to the report. A document that the database refuses is rejected alone. */
export async function tryBatch(
  deps: IngestDeps,
  options: IngestOptions,
  batch: Batch,
  report: IngestReport,
): Promise<void> {
  const raw = await rawMessages(deps, options, batch)
  await tryDocuments(deps, options, batch.documents, raw, report)
}

async function tryDocuments(
  deps: IngestDeps,
  options: IngestOptions,
  documents: readonly Prepared[],
  raw: readonly Raw[],
  report: IngestReport,
): Promise<void> {
  try {
    account(await withRetries(() => writeBatch(deps, options, documents, raw)), report)
  } catch (error) {
    const problem = refusedByContent(error)
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

/** Serialisation failures and deadlocks pass when tried again; so does a race for a new account. */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const passes = error instanceof LostRace || ['40001', '40P01', '55P03'].includes(sqlState(error))
      if (!passes || attempt === attempts) throw error
      await setTimeout(attempt * 20)
    }
  }
}

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** A sentence when the database refused the content (data and integrity errors), undefined when it could not work at all. */
function refusedByContent(error: unknown): Problem | undefined {
  if (!/^(22|23|54)/.test(sqlState(error))) return undefined
  const said = error instanceof Error ? error.message : ''
  return { path: '$', message: `The database could not take this document: ${said}.` }
}

function account(placement: Placement, report: IngestReport): void {
  for (const [outcome, count] of placement.outcomes) report[outcome] += count
  for (const { line, problem } of placement.rejected) reject(report, line, [problem])
}

/** NDJSON is kept in one piece a batch; other formats, which cannot be put together, message by message. */
async function rawMessages(deps: IngestDeps, options: IngestOptions, { raw }: Batch): Promise<Raw[]> {
  const [first] = raw
  if (!first) return []
  if (options.source !== 'ndjson') {
    return Promise.all(raw.map(({ line, content }) => compressed(deps, 'application/xml', line, content)))
  }
  const end = Buffer.from('\n')
  const whole = Buffer.concat(raw.flatMap(({ content }) => [content, end]))
  return [await compressed(deps, 'application/x-ndjson', first.line, whole)]
}

async function compressed(deps: IngestDeps, mediaType: string, firstLine: number, content: Uint8Array): Promise<Raw> {
  return { id: deps.newId(), mediaType, firstLine, content: await compress(content, quick) }
}

/** What a dry run remembers from batch to batch, since it leaves no trace in the database. */
export type Rehearsal = {
  seen: Map<string, { id: string; hash: Buffer; modifiedAt: number | undefined }>
  accounts: Map<string, string>
}

/** Says what a batch would come to, by reading alone: nothing is locked, nothing is written. */
export async function rehearse(
  deps: IngestDeps,
  batch: Batch,
  rehearsal: Rehearsal,
  report: IngestReport,
): Promise<void> {
  const client = await deps.pool.connect()
  try {
    const numbers = [...new Set(batch.documents.map((one) => one.account))]
    const known = new Map((await findAccounts(client, numbers)).map((one) => [one.number, one]))
    const missing = numbers.filter((number) => !known.has(number))
    const refused = new Map<string, Problem>()
    if (missing.length > 0) {
      const earlier = [...rehearsal.accounts.values()].flatMap((number) =>
        missing.filter((asked) => asked !== number).map((asked) => ({ asked, number })),
      )
      const sameCase = earlier.filter(({ asked, number }) => asked.toLowerCase() === number.toLowerCase())
      refuseCase(missing, [...(await accountsByFoldedNumber(client, missing)), ...sameCase], refused)
    }
    for (const number of missing) {
      if (refused.has(number)) continue
      rehearsal.accounts.set(number, number)
      known.set(number, { id: `new ${number}`, searchKey: 0, number, name: number })
    }
    const keys = batch.documents.flatMap(({ account: number, type, number: document }) => {
      const found = known.get(number)
      return found && !found.id.startsWith('new ') ? [{ accountId: found.id, type, number: document }] : []
    })
    for (const one of await findStored(client, keys)) {
      const key = keyOf(one.accountId, one.type, one.number)
      if (!rehearsal.seen.has(key)) rehearsal.seen.set(key, one)
    }
    account(place(batch.documents, known, rehearsal.seen, deps.newId), report)
    for (const { line, account: number } of batch.documents) {
      const problem = refused.get(number)
      if (problem) reject(report, line, [problem])
    }
  } finally {
    client.release()
  }
}
