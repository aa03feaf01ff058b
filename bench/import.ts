import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { generate } from '../database/seed/generate.ts'
import { ingestDocuments } from '../server/ingest/ingest.ts'
import { readNdjson } from '../server/ingest/ndjson.ts'
import { copyIn, copyOut, slices } from './copy.ts'
import type { Data } from './data.ts'
import { databaseCpu } from './database-cpu.ts'
import { atLeast, type Finding, median } from './finding.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'
import { say } from './say.ts'
import type { Settings } from './settings.ts'

const rowByRow = 400

/**
 * The whole import (check, upsert, links, derived states, search rows, the raw message) beside COPY of the rows that it
 * made, into the same tables with the same indexes, keys and triggers, each time into an empty database.
 */
export async function importBesideCopy(data: Data, { documents, rounds }: Settings): Promise<Finding[]> {
  const file = ndjson(documents)
  const copied = await inFresh(data, async (fresh) => {
    await importAll(fresh, file, documents)
    return copyOut(fresh.ownerUrl)
  })
  const copyOnce = () => inFresh(data, (fresh) => timed(data, () => copyIn(fresh.ownerUrl, copied)))
  const copies = [await copyOnce()]
  const imports: Took[] = []
  for (let round = 0; round < rounds; round++) {
    imports.push(await inFresh(data, (fresh) => timed(data, () => importAll(fresh, file, documents))))
    copies.push(await copyOnce())
  }
  const ratio = median(
    imports.map(({ seconds }, round) => {
      const [before, after] = [copies[round] as Took, copies[round + 1] as Took]
      return (before.seconds + after.seconds) / 2 / seconds
    }),
  )
  const single = Math.min(rowByRow, documents)
  const singly = await inFresh(data, (fresh) => timed(data, () => importSingly(fresh, single)))
  const rate = (runs: readonly Took[]) => {
    const each = (of: (one: Took) => number) => Math.round((median(runs.map(of)) * 1e6) / documents)
    const perSecond = Math.round(documents / median(runs.map(({ seconds }) => seconds)))
    return `${perSecond} documents/s, CPU each ${each(({ own }) => own)} µs + PostgreSQL ${each(({ database }) => database)} µs`
  }
  const finding = atLeast(
    'import against COPY of the same rows',
    ratio,
    0.4,
    `import ${rate(imports)}; COPY ${rate(copies)}; one document a call ${Math.round(single / singly.seconds)} documents/s; ${documents} documents, ${Math.round(file.length / 2 ** 20)} MB`,
  )
  say(`import: ${finding.measured} (${finding.more})`)
  return [finding]
}

/** Seconds: by the clock, of this process's processor time and of PostgreSQL's. */
type Took = { seconds: number; own: number; database: number }

async function timed(data: Data, work: () => Promise<unknown>): Promise<Took> {
  const [begun, own, database] = [performance.now(), process.cpuUsage(), databaseCpu(data)]
  await work()
  const { user, system } = process.cpuUsage(own)
  return {
    seconds: (performance.now() - begun) / 1000,
    own: (user + system) / 1e6,
    database: (databaseCpu(data) - database) / 1e6,
  }
}

async function inFresh<T>(data: Data, work: (fresh: FreshDatabase) => Promise<T>): Promise<T> {
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
  for (const document of wanted(count)) {
    await ingestDocuments(depsOf(fresh), [{ line: 1, document }], { dryRun: false, source: 'ndjson' })
  }
}

function ndjson(count: number): Buffer {
  return Buffer.concat([...wanted(count)].map((document) => Buffer.from(`${JSON.stringify(document)}\n`)))
}

/** The first of the demo's documents, in the order in which an ERP would have sent them over the years. */
function wanted(count: number) {
  return generate({ size: count > 50_000 ? 'L' : 'M', today: new Date().toISOString().slice(0, 10), seed: 7 }).take(
    count,
  )
}
