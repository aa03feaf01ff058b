import { randomUUIDv7 } from 'node:crypto'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connect, type Pools } from '#database/connect.ts'
import { type OpenDatabase, openDatabase } from '#database/open-database.ts'
import { generate, type Size, sizes } from '#database/seed/generate.ts'
import { multiplyAccounts } from '#database/seed/multiply.ts'
import { typeParsers } from '#database/type-parsers.ts'
import { ingestDocuments } from '#server/ingest/ingest.ts'
import { reportProgress } from './progress.ts'
import type { Settings } from './settings.ts'

/** The measured database: filled by the product's own generator and ingest, reached by the portal's own roles. */
export type MeasuredDatabase = {
  folder: string
  /** How many partitions each large table has; 0: none. */
  partitions: number
  ownerUrl: string
  urls: OpenDatabase['urls']
  pools: Pools
  /** Bypasses row-level security. */
  owner: pg.Pool
  /** May be called more than once. */
  close: () => Promise<void>
}

/** The secret that signs the tokens of the measured portal. */
export const tokenSecret = 'a secret that only benchmarks use and never a portal'

const log = { info: () => undefined, warn: reportProgress }

/**
 * Opens the database in `folder` (a temporary one when undefined) and fills it when it is new: with the documents of the
 * size, and with so many times its accounts.
 */
export async function openMeasuredDatabase({
  size,
  data: folder,
  times = 1,
  partitions = 0,
}: Pick<Settings, 'size'> & Partial<Pick<Settings, 'data' | 'times' | 'partitions'>>): Promise<MeasuredDatabase> {
  const name = `${size}${times === 1 ? '' : `x${times}`}${partitions === 0 ? '' : `-in-${partitions}`}`
  const dataDir = folder ? join(folder, name) : mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const database = await openDatabase({
    dataDir,
    databaseUrl: undefined,
    tokenSecret,
    partitions,
    log: log,
    what: 'a benchmark',
    beside: false,
  })
  const pools = connect(database.urls, { onLost: (error) => reportProgress(error.message) })
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2, types: typeParsers })
  owner.on('error', (error) => reportProgress(error.message))
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= Promise.all([pools.end(), owner.end()]).then(database.close)
    return closing
  }
  const filledMarker = join(dataDir, 'filled')
  try {
    if (!existsSync(filledMarker)) {
      await fill(database.urls.server, owner, size)
      if (times > 1) await multiply(database.ownerUrl, sizes[size].documents, times)
      writeFileSync(filledMarker, `${new Date().toISOString()}\n`)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { folder: dataDir, partitions, ownerUrl: database.ownerUrl, urls: database.urls, pools, owner, close }
}

async function fill(serverUrl: string, owner: pg.Pool, size: Size): Promise<void> {
  const started = performance.now()
  const { documents } = sizes[size]
  // This data can be made again, so commits need not wait for the disk.
  const options = '-c timezone=UTC -c datestyle=ISO -c synchronous_commit=off'
  const workPool = new pg.Pool({ connectionString: serverUrl, max: 2, pipeline: true, types: typeParsers, options })
  const report = await ingestDocuments(
    { workPool, clock: () => new Date(), newId: () => randomUUIDv7() },
    numberedDocuments(documents, size),
    { dryRun: false, source: 'ndjson' },
  ).finally(() => workPool.end())
  if (report.created !== documents) throw new Error(`The data could not be made: ${JSON.stringify(report)}`)
  await owner.query('vacuum (analyze)')
  await owner.query('checkpoint')
  reportProgress(`${documents} documents in ${Math.round((performance.now() - started) / 1000)} s`)
}

async function multiply(ownerUrl: string, documents: number, times: number): Promise<void> {
  const started = performance.now()
  await multiplyAccounts(ownerUrl, times, reportProgress)
  const seconds = (performance.now() - started) / 1000
  const copied = documents * (times - 1)
  reportProgress(`${copied} copies in ${Math.round(seconds)} s, ${Math.round(copied / seconds)} a second`)
}

function* numberedDocuments(documents: number, size: Size): Generator<{ line: number; document: unknown }> {
  let line = 0
  for (const document of generate({ size, today: new Date().toISOString().slice(0, 10) })) {
    line++
    if (line % 50_000 === 0) reportProgress(`filling: ${line} of ${documents} documents`)
    yield { line, document }
  }
}
