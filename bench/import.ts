import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { generate } from '../database/seed/generate.ts'
import { ingestDocuments } from '../server/ingest/ingest.ts'
import { readNdjson } from '../server/ingest/ndjson.ts'
import { type Copied, copyIn, copyOut, slices } from './copy.ts'
import type { Data } from './data.ts'
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
  const copies = [await copySeconds(data, copied)]
  const imports: number[] = []
  for (let round = 0; round < rounds; round++) {
    imports.push(await inFresh(data, (fresh) => importAll(fresh, file, documents)))
    copies.push(await copySeconds(data, copied))
  }
  const ratio = median(
    imports.map((took, round) => ((copies[round] as number) + (copies[round + 1] as number)) / 2 / took),
  )
  const single = await inFresh(data, (fresh) => importSingly(fresh, Math.min(rowByRow, documents)))
  const rate = (seconds: number) => `${Math.round(documents / seconds)} documents/s`
  const finding = atLeast(
    'import against COPY of the same rows',
    ratio,
    0.4,
    `import ${rate(median(imports))}, COPY ${rate(median(copies))}, one document a call ${Math.round(single)} documents/s; ${documents} documents, ${Math.round(file.length / 2 ** 20)} MB`,
  )
  say(`import: ${finding.measured} (${finding.more})`)
  return [finding]
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

function copySeconds(data: Data, copied: readonly Copied[]): Promise<number> {
  return inFresh(data, (fresh) => copyIn(fresh.ownerUrl, copied))
}

function depsOf({ pools }: FreshDatabase) {
  return { pool: pools.work, clock: () => new Date(), newId: () => randomUUIDv7() }
}

/** Gives the seconds. */
async function importAll(fresh: FreshDatabase, file: Buffer, documents: number): Promise<number> {
  const begun = performance.now()
  const report = await ingestDocuments(depsOf(fresh), readNdjson(Readable.from(slices(file))), {
    dryRun: false,
    source: 'ndjson',
  })
  const took = (performance.now() - begun) / 1000
  if (report.created !== documents) throw new Error(`The import took ${report.created} of ${documents} documents`)
  return took
}

/** Gives documents a second. */
async function importSingly(fresh: FreshDatabase, count: number): Promise<number> {
  const begun = performance.now()
  for (const document of wanted(count)) {
    await ingestDocuments(depsOf(fresh), [{ line: 1, document }], { dryRun: false, source: 'ndjson' })
  }
  return count / ((performance.now() - begun) / 1000)
}

function ndjson(count: number): Buffer {
  return Buffer.concat([...wanted(count)].map((document) => Buffer.from(`${JSON.stringify(document)}\n`)))
}

/** Of the stories of 2,000 customers, the latest part would be missing; the order is that of an ERP's first delivery. */
function wanted(count: number) {
  return generate({ size: count > 50_000 ? 'L' : 'M', today: new Date().toISOString().slice(0, 10), seed: 7 }).take(
    count,
  )
}
