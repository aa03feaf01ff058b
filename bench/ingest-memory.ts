import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { generate } from '#database/seed/generate.ts'
import { createKey } from '#server/ingest/keys.ts'
import { atMost, type Finding } from './harness/finding.ts'
import { freshDatabase } from './harness/fresh-database.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { type Server, startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'
import type { Usage } from './harness/usage.ts'

/** Sends one large NDJSON file over HTTP and measures the server's memory meanwhile. */
export async function ingestMemory(data: MeasuredDatabase, { megabytes }: Settings): Promise<Finding[]> {
  const fresh = await freshDatabase(data)
  const portal = await startPortal({ ...data, ...fresh })
  try {
    const deps = { pool: fresh.pools.server, clock: () => new Date(), newId: () => randomUUIDv7(), random: randomBytes }
    const key = await createKey(deps, { name: 'bench', scope: 'ingest' })
    const before = await portal.usage('memory')
    const samples: Usage[] = []
    let done = false
    const watching = watch(portal, samples, () => done)
    const { report, bytes, seconds } = await send(portal.port, key, megabytes * 2 ** 20).finally(() => {
      done = true
    })
    await watching
    if (report.rejected > 0) throw new Error(`${report.rejected} documents were rejected`)
    const half = samples.length / 2
    const peak = (part: readonly Usage[], metric: 'heap' | 'rss') => Math.max(...part.map((sample) => sample[metric]))
    const ratio = peak(samples.slice(half), 'heap') / peak(samples.slice(0, half), 'heap')
    const mb = (count: number) => `${Math.round(count / 2 ** 20)} MB`
    const finding = atMost(
      `import of ${mb(bytes)} over HTTP: memory of the second half against the first`,
      ratio,
      1.25,
      `held at most ${mb(peak(samples, 'heap'))} (before ${mb(before.heap)}), resident at most ${mb(peak(samples, 'rss'))} (before ${mb(before.rss)}), ${report.received} documents in ${Math.round(seconds)} s`,
    )
    reportProgress(`memory: ${finding.measured} (${finding.more})`)
    return [finding]
  } finally {
    await portal.stop()
    await fresh.drop()
  }
}

async function watch(portal: Server, samples: Usage[], isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    samples.push(await portal.usage('memory'))
    await sleep(250)
  }
}

async function send(port: number, key: string, size: number) {
  let bytes = 0
  function* lines() {
    for (const document of generate({ size: 'L', today: new Date().toISOString().slice(0, 10), seed: 5 })) {
      const line = Buffer.from(`${JSON.stringify(document)}\n`)
      bytes += line.length
      yield line
      if (bytes >= size) return
    }
  }
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
  await pipeline(Readable.from(lines(), { objectMode: false }), sending)
  const reply = await response
  const report = (await json(reply)) as IngestReport
  if (reply.statusCode !== 200)
    throw new Error(`The import was answered ${reply.statusCode}: ${JSON.stringify(report)}`)
  return { report, bytes, seconds: (performance.now() - startedAt) / 1000 }
}
