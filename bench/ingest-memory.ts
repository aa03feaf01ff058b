import { setTimeout as sleep } from 'node:timers/promises'
import { generate } from '#database/seed/generate.ts'
import { atMost, type Finding, within } from './harness/finding.ts'
import { freshDatabase } from './harness/fresh-database.ts'
import { createIngestKey, ndjsonOf, sendNdjson } from './harness/http-import.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { type Server, startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

const mostMegabytes = 300

/** Sends one large NDJSON file over HTTP and measures the server's resident memory meanwhile. */
export async function ingestMemory(data: MeasuredDatabase, { megabytes }: Settings): Promise<Finding[]> {
  const fresh = await freshDatabase(data)
  const portal = await startPortal({ ...data, ...fresh })
  try {
    const key = await createIngestKey(fresh.pools)
    const before = (await portal.usage('cpu')).rss
    const samples: number[] = []
    let done = false
    const watching = watch(portal, samples, () => done)
    let bytes = 0
    const { report, seconds } = await sendNdjson(
      portal.port,
      key,
      fileOf(megabytes * 2 ** 20, (size) => {
        bytes += size
      }),
    ).finally(() => {
      done = true
    })
    await watching
    const half = Math.floor(samples.length / 2)
    const ratio = Math.max(...samples.slice(half)) / Math.max(...samples.slice(0, half))
    const mb = (count: number) => count / 2 ** 20
    const peak = mb(Math.max(...samples))
    const what = `import of ${Math.round(mb(bytes))} MB over HTTP`
    const more = `before ${Math.round(mb(before))} MB, ${report.received} documents in ${Math.round(seconds)} s`
    reportProgress(`${what}: resident at most ${Math.round(peak)} MB, second half ${ratio.toFixed(2)} × (${more})`)
    return [
      within(`${what}: resident memory of the server`, peak, mostMegabytes, more, 'MB'),
      atMost(`${what}: resident memory of the second half against the first`, ratio, 1.25, ''),
    ]
  } finally {
    await portal.stop()
    await fresh.drop()
  }
}

async function watch(portal: Server, samples: number[], isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    // Not `memory`: collecting garbage at each look would make the process smaller than it is.
    samples.push((await portal.usage('cpu')).rss)
    await sleep(250)
  }
}

function* fileOf(size: number, onLine: (bytes: number) => void): Generator<Buffer> {
  let bytes = 0
  for (const line of ndjsonOf(generate({ size: 'L', today: new Date().toISOString().slice(0, 10), seed: 5 }))) {
    bytes += line.length
    onLine(line.length)
    yield line
    if (bytes >= size) return
  }
}
