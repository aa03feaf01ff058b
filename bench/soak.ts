import { detailPath, listPath, requestsFor, someDocuments } from './asked.ts'
import type { Data } from './data.ts'
import { atMost, type Finding, median } from './finding.ts'
import { fire } from './load.ts'
import { say } from './say.ts'
import { startPortal } from './servers.ts'
import type { Settings } from './settings.ts'

const slice = 10
/** Tokens live ten minutes. */
const slicesPerToken = 48

type Sample = { minute: number; heap: number; rss: number; perSecond: number }

/** Lists, details and searches for minutes on end: what the server holds must not grow. */
export async function soak(data: Data, { minutes }: Settings): Promise<Finding[]> {
  const documents = await someDocuments(data, 1000)
  const wanted = documents.flatMap((document) => [
    { accountId: document.accountId, path: listPath(document.type) },
    { accountId: document.accountId, path: detailPath(document) },
    { accountId: document.accountId, path: `/api/search?limit=8&q=${encodeURIComponent(document.number.slice(0, 6))}` },
  ])
  const portal = await startPortal(data)
  const samples: Sample[] = []
  try {
    let requests = (await requestsFor(portal, wanted)).portal
    for (let turn = 1; turn * slice <= minutes * 60; turn++) {
      if (turn % slicesPerToken === 0) requests = (await requestsFor(portal, wanted)).portal
      const { perSecond } = await fire(portal.port, requests, { connections: 16, seconds: slice })
      const { heap, rss } = await portal.usage('memory')
      samples.push({ minute: (turn * slice) / 60, heap, rss, perSecond })
    }
  } finally {
    await portal.stop()
  }
  const warm = samples.slice(Math.floor(samples.length / 5))
  const quarter = Math.max(1, Math.floor(warm.length / 4))
  const of = (some: readonly Sample[], name: keyof Sample) => median(some.map((one) => one[name]))
  const growth = (name: 'heap' | 'rss') => of(warm.slice(-quarter), name) / of(warm.slice(0, quarter), name)
  const mb = (count: number) => (count / 2 ** 20).toFixed(1)
  const more = (name: 'heap' | 'rss') =>
    `${mb(of(warm.slice(0, quarter), name))} MB at first, ${mb(of(warm.slice(-quarter), name))} MB at last, ${mb(slope(warm, name))} MB a minute, ${Math.round(of(warm, 'perSecond'))} requests/s`
  const findings = [
    atMost(`${minutes} minutes of load: memory held, last quarter against first`, growth('heap'), 1.1, more('heap')),
    atMost(`${minutes} minutes of load: resident memory, last quarter against first`, growth('rss'), 1.1, more('rss')),
  ]
  for (const { what, more: figures } of findings) say(`${what}: ${figures}`)
  return findings
}

/** Bytes a minute, by least squares. */
function slope(samples: readonly Sample[], name: 'heap' | 'rss'): number {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length
  const minute = mean((one) => one.minute)
  const value = mean((one) => one[name])
  const spread = mean((one) => (one.minute - minute) ** 2)
  return spread === 0 ? 0 : mean((one) => (one.minute - minute) * (one[name] - value)) / spread
}
