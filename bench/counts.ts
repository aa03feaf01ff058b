import { documentTypes } from '../contract/values.ts'
import { accountsOf, peopleOf } from './asked.ts'
import type { Data } from './data.ts'
import { type Finding, median, percentile } from './finding.ts'
import { say } from './say.ts'
import { startPortal } from './servers.ts'
import type { Settings } from './settings.ts'

/** Milliseconds that are promised for the counts and the total of an account of 200,000 documents. */
const promised = 25
const asked = 20

/** What a list is narrowed by: nothing, a period, a word that very many documents hold, what is open, and several at once. */
const narrowings = [
  '',
  'period=last_30_days',
  'period=last_year',
  'q=bearing',
  'q=bearing&period=last_year',
  'open=true',
  'period=this_year&open=true',
]

/** The counts by status and the total of each list of the largest account, one request at a time. */
export async function countsAndTotals(data: Data, _settings: Settings): Promise<Finding[]> {
  const { largest } = await accountsOf(data, 200)
  const portal = await startPortal(data)
  const findings: Finding[] = []
  try {
    const nextPerson = await peopleOf(largest, portal.port)
    for (const narrowing of narrowings) {
      const took: { type: string; middle: number; slow: number }[] = []
      for (const type of documentTypes) {
        const times: number[] = []
        for (let turn = 0; turn < asked; turn++) {
          for (const path of [`/statuses?${narrowing}`, `?limit=50&${narrowing}`]) {
            const begun = performance.now()
            const reply = await fetch(`http://localhost:${portal.port}/api/documents/${type}${path}`, {
              headers: nextPerson(),
            })
            await reply.arrayBuffer()
            if (reply.status !== 200) throw new Error(`${type}${path} answered ${reply.status}`)
            if (turn > 1) times.push(performance.now() - begun)
          }
        }
        took.push({ type, middle: median(times), slow: percentile(times, 0.95) })
      }
      const worst = took.toSorted((a, b) => b.slow - a.slow)[0] ?? { type: '', slow: 0, middle: 0 }
      const what = `counts and total in the largest account, ${narrowing === '' ? 'all' : narrowing}`
      const more = took
        .map(({ type, middle, slow }) => `${type} ${middle.toFixed(1)} / ${slow.toFixed(1)} ms`)
        .join(', ')
      findings.push({
        what,
        measured: `${worst.slow.toFixed(1)} ms`,
        promise: `≤ ${promised} ms`,
        kept: worst.slow <= promised,
        more: `median / 95 of 100: ${more}`,
      })
      say(`${what}: ${more}`)
    }
  } finally {
    await portal.stop()
  }
  return findings
}
