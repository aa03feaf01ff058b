import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { generate } from '#database/seed/generate.ts'
import { readNdjson } from '#server/formats/ndjson/read.ts'
import { ingestDocuments } from '#server/ingest/ingest.ts'
import { copyIn, copyOut, slices } from './harness/copy.ts'
import { databaseCpu } from './harness/database-cpu.ts'
import { atLeast, type Finding, median } from './harness/finding.ts'
import { type FreshDatabase, freshDatabase } from './harness/fresh-database.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import type { Settings } from './harness/settings.ts'

const singleImports = 400

/**
 * Compares the whole import (check, upsert, links, derived states, search rows, the raw message) with COPY of the rows
 * that it makes, into the same tables with the same indexes, keys and triggers, each time in an empty database.
 */
export async function importBesideCopy(data: MeasuredDatabase, { documents, rounds }: Settings): Promise<Finding[]> {
  const file = ndjson(documents)
  const copied = await withFreshDatabase(data, async (fresh) => {
    await importAll(fresh, file, documents)
    return copyOut(fresh.ownerUrl)
  })
  const copyOnce = () => withFreshDatabase(data, (fresh) => measureTime(data, () => copyIn(fresh.ownerUrl, copied)))
  const copies = [await copyOnce()]
  const imports: Timing[] = []
  for (let round = 0; round < rounds; round++) {
    imports.push(await withFreshDatabase(data, (fresh) => measureTime(data, () => importAll(fresh, file, documents))))
    copies.push(await copyOnce())
  }
  const ratio = median(
    imports.map(({ seconds }, round) => {
      const [before, after] = [copies[round] as Timing, copies[round + 1] as Timing]
      return (before.seconds + after.seconds) / 2 / seconds
    }),
  )
  const single = Math.min(singleImports, documents)
  const oneByOne = await withFreshDatabase(data, (fresh) => measureTime(data, () => importSingly(fresh, single)))
  const rate = (runs: readonly Timing[]) => {
    const perDocument = (pick: (one: Timing) => number) => Math.round((median(runs.map(pick)) * 1e6) / documents)
    const perSecond = Math.round(documents / median(runs.map(({ seconds }) => seconds)))
    return `${perSecond} documents/s, CPU each ${perDocument(({ own }) => own)} µs + PostgreSQL ${perDocument(({ database }) => database)} µs`
  }
  const finding = atLeast(
    'import against COPY of the same rows',
    ratio,
    0.4,
    `import ${rate(imports)}; COPY ${rate(copies)}; one document a call ${Math.round(single / oneByOne.seconds)} documents/s; ${documents} documents, ${Math.round(file.length / 2 ** 20)} MB`,
  )
  reportProgress(`import: ${finding.measured} (${finding.more})`)
  return [finding]
}

/** Seconds by the clock, of this process's processor time, and of PostgreSQL's. */
type Timing = { seconds: number; own: number; database: number }

async function measureTime(data: MeasuredDatabase, work: () => Promise<unknown>): Promise<Timing> {
  const [startedAt, own, database] = [performance.now(), process.cpuUsage(), databaseCpu(data)]
  await work()
  const { user, system } = process.cpuUsage(own)
  return {
    seconds: (performance.now() - startedAt) / 1000,
    own: (user + system) / 1e6,
    database: (databaseCpu(data) - database) / 1e6,
  }
}

async function withFreshDatabase<T>(data: MeasuredDatabase, work: (fresh: FreshDatabase) => Promise<T>): Promise<T> {
  const fresh = await freshDatabase(data)
  try {
    await data.owner.query('checkpoint')
    return await work(fresh)
  } finally {
    await fresh.drop()
  }
}

function depsOf({ pools }: FreshDatabase) {
  return { pool: pools.work, clock: () => new Date(), newId: () => randomUUIDv7() }
}

async function importAll(fresh: FreshDatabase, file: Buffer, documents: number): Promise<void> {
  const report = await ingestDocuments(depsOf(fresh), readNdjson(Readable.from(slices(file))), {
    dryRun: false,
    source: 'ndjson',
  })
  if (report.created !== documents) throw new Error(`The import took ${report.created} of ${documents} documents`)
}

async function importSingly(fresh: FreshDatabase, count: number): Promise<void> {
  for (const document of demoDocuments(count)) {
    await ingestDocuments(depsOf(fresh), [{ line: 1, document }], { dryRun: false, source: 'ndjson' })
  }
}

function ndjson(count: number): Buffer {
  return Buffer.concat([...demoDocuments(count)].map((document) => Buffer.from(`${JSON.stringify(document)}\n`)))
}

/** The first documents of the demo, in the order in which an ERP would have sent them over the years. */
function demoDocuments(count: number) {
  return generate({ size: count > 50_000 ? 'L' : 'M', today: new Date().toISOString().slice(0, 10), seed: 7 }).take(
    count,
  )
}
