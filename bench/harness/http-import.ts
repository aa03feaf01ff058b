import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { IngestDocument, IngestReport } from '#contract/ingest/documents.ts'
import type { Pools } from '#database/connect.ts'
import { createKey } from '#server/ingest/keys.ts'

/** An API key with which an ERP sends documents. */
export function createIngestKey(pools: Pools): Promise<string> {
  const deps = { db: pools.server, clock: () => new Date(), newId: () => randomUUIDv7(), random: randomBytes }
  return createKey(deps, { name: 'bench', scope: 'ingest' })
}

/** Documents as NDJSON, made as they are sent. */
export function* ndjsonOf(documents: Iterable<IngestDocument>): Generator<Buffer> {
  for (const document of documents) yield Buffer.from(`${JSON.stringify(document)}\n`)
}

/** Sends NDJSON in one call, as an ERP does. Throws when a document is refused. */
export async function sendNdjson(
  port: number,
  key: string,
  lines: Iterable<Buffer>,
): Promise<{ report: IngestReport; seconds: number }> {
  const startedAt = performance.now()
  const sending = request({
    port,
    method: 'POST',
    path: '/api/ingest/documents',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
  })
  const response = new Promise<Readable & { statusCode?: number }>((done, fail) => {
    sending.on('response', done)
    sending.on('error', fail)
  })
  await pipeline(Readable.from(lines, { objectMode: false }), sending)
  const reply = await response
  const report = (await json(reply)) as IngestReport
  if (reply.statusCode !== 200 || report.rejected > 0)
    throw new Error(`The import was answered ${reply.statusCode}: ${JSON.stringify(report).slice(0, 1000)}`)
  return { report, seconds: (performance.now() - startedAt) / 1000 }
}
