import { definitions } from '#contract/documents/types.ts'
import { documentTypes } from '#contract/values.ts'
import { type Finding, median, percentile } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { authorizationHeaders, pickAccounts } from './harness/requests.ts'
import { startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

/** Milliseconds that are promised for the counts and the total of an account of 200,000 documents. */
const promisedMs = 10
const repetitions = 20

/**
 * The filters of the lists: none, a period, a word that very many documents contain, open and late documents, amounts,
 * and several at once.
 */
const filterQueries = [
  '',
  'period=last_30_days',
  'period=last_year',
  'q=bearing',
  'q=bearing&period=last_year',
  'q=bearing&sort=number',
  'open=true',
  'late=true',
  'over=5000',
  'over=5000&period=last_year',
  'period=this_year&open=true',
]

/** Only orders and shipments are late, and shipments have no amounts. */
const typesOf = (filterQuery: string) =>
  documentTypes.filter((type) =>
    filterQuery.includes('late')
      ? definitions[type].canBeLate
      : !filterQuery.includes('over') || definitions[type].priced,
  )

/** Measures the counts by status and the total of each list of the largest account, one request at a time. */
export async function countsAndTotals(data: MeasuredDatabase, _settings: Settings): Promise<Finding[]> {
  const { largest } = await pickAccounts(data, 200)
  const portal = await startPortal(data)
  const findings: Finding[] = []
  try {
    const nextPerson = await authorizationHeaders(largest, portal.port)
    for (const filterQuery of filterQueries) {
      const timings: { type: string; middle: number; slow: number }[] = []
      for (const type of typesOf(filterQuery)) {
        const times: number[] = []
        for (let turn = 0; turn < repetitions; turn++) {
          for (const path of [`/statuses?${filterQuery}`, `?limit=50&${filterQuery}`]) {
            const startedAt = performance.now()
            const reply = await fetch(`http://localhost:${portal.port}/api/documents/${type}${path}`, {
              headers: nextPerson(),
            })
            await reply.arrayBuffer()
            if (reply.status !== 200) throw new Error(`${type}${path} answered ${reply.status}`)
            if (turn > 1) times.push(performance.now() - startedAt)
          }
        }
        timings.push({ type, middle: median(times), slow: percentile(times, 0.95) })
      }
      const worst = timings.toSorted((a, b) => b.slow - a.slow)[0] ?? { type: '', slow: 0, middle: 0 }
      const what = `counts and total in the largest account, ${filterQuery === '' ? 'all' : filterQuery}`
      const more = timings
        .map(({ type, middle, slow }) => `${type} ${middle.toFixed(1)} / ${slow.toFixed(1)} ms`)
        .join(', ')
      findings.push({
        what,
        measured: `${worst.slow.toFixed(1)} ms`,
        promise: `≤ ${promisedMs} ms`,
        kept: worst.slow <= promisedMs,
        more: `median / 95 of 100: ${more}`,
      })
      reportProgress(`${what}: ${more}`)
    }
  } finally {
    await portal.stop()
  }
  return findings
}
