import { atMost, type Finding, median } from './harness/finding.ts'
import { runLoad } from './harness/load.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { detailPath, listPath, requestsFor, sampleDocuments } from './harness/requests.ts'
import { startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

const sliceSeconds = 10
/** Tokens are valid for ten minutes. */
const slicesPerToken = 48

type Sample = { minute: number; heap: number; rss: number; perSecond: number }

/** Reads lists, details and searches for some minutes: the server's memory must not grow. */
export async function soak(data: MeasuredDatabase, { minutes }: Settings): Promise<Finding[]> {
  const documents = await sampleDocuments(data, 1000)
  const targets = documents.flatMap((document) => [
    { accountId: document.accountId, path: listPath(document.type) },
    { accountId: document.accountId, path: detailPath(document) },
    { accountId: document.accountId, path: `/api/search?limit=8&q=${encodeURIComponent(document.number.slice(0, 6))}` },
  ])
  const portal = await startPortal(data)
  const samples: Sample[] = []
  try {
    let requests = (await requestsFor(portal, targets)).portal
    for (let turn = 1; turn * sliceSeconds <= minutes * 60; turn++) {
      if (turn % slicesPerToken === 0) requests = (await requestsFor(portal, targets)).portal
      const { perSecond } = await runLoad(portal.port, requests, { connections: 16, seconds: sliceSeconds })
      const { heap, rss } = await portal.usage('memory')
      samples.push({ minute: (turn * sliceSeconds) / 60, heap, rss, perSecond })
    }
  } finally {
    await portal.stop()
  }
  const warm = samples.slice(Math.floor(samples.length / 5))
  const quarter = Math.max(1, Math.floor(warm.length / 4))
  const medianOf = (part: readonly Sample[], name: keyof Sample) => median(part.map((sample) => sample[name]))
  const growth = (name: 'heap' | 'rss') => medianOf(warm.slice(-quarter), name) / medianOf(warm.slice(0, quarter), name)
  const mb = (count: number) => (count / 2 ** 20).toFixed(1)
  const more = (name: 'heap' | 'rss') =>
    `${mb(medianOf(warm.slice(0, quarter), name))} MB at first, ${mb(medianOf(warm.slice(-quarter), name))} MB at last, ${mb(slope(warm, name))} MB a minute, ${Math.round(medianOf(warm, 'perSecond'))} requests/s`
  const findings = [
    atMost(`${minutes} minutes of load: memory held, last quarter against first`, growth('heap'), 1.1, more('heap')),
    atMost(`${minutes} minutes of load: resident memory, last quarter against first`, growth('rss'), 1.1, more('rss')),
  ]
  for (const { what, more: figures } of findings) reportProgress(`${what}: ${figures}`)
  return findings
}

/** Bytes per minute, by least squares. */
function slope(samples: readonly Sample[], name: 'heap' | 'rss'): number {
  const mean = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length
  const minute = mean((sample) => sample.minute)
  const value = mean((sample) => sample[name])
  const spread = mean((sample) => (sample.minute - minute) ** 2)
  return spread === 0 ? 0 : mean((sample) => (sample.minute - minute) * (sample[name] - value)) / spread
}
