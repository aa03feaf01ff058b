import { documentTypes } from '#contract/values.ts'
import { atMost, type Finding, median } from './harness/finding.ts'
import { type LoadResult, runLoad } from './harness/load.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { plansOf } from './harness/plans.ts'
import { reportProgress } from './harness/progress.ts'
import { listPath, pickAccounts, requestsFor } from './harness/requests.ts'
import { startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

/** Screens that are promised to cost the same in both accounts. */
const screens = [
  { name: 'list with its total', addresses: documentTypes.map(listPath) },
  { name: 'counts by status', addresses: documentTypes.map((type) => `/api/documents/${type}/statuses`) },
  {
    name: 'counts by status of the last year',
    addresses: documentTypes.map((type) => `/api/documents/${type}/statuses?period=last_year`),
  },
]
const promisedRatio = 1.5

/**
 * Measures the same screens in the largest account and in one with 200 documents, in turn; then reports the query plans
 * of the largest one.
 */
export async function accountSize(data: MeasuredDatabase, { rounds, seconds }: Settings): Promise<Finding[]> {
  const { largest, small } = await pickAccounts(data, 200)
  const portal = await startPortal(data)
  const findings: Finding[] = []
  try {
    for (const { name, addresses } of screens) {
      const requestsOf = async (accountId: string) =>
        (
          await requestsFor(
            portal,
            addresses.map((path) => ({ accountId, path })),
          )
        ).portal
      const requests = { large: await requestsOf(largest), small: await requestsOf(small) }
      const load = { connections: 8, seconds }
      await runLoad(portal.port, requests.large, load)
      const smalls = [await runLoad(portal.port, requests.small, load)]
      const larges: LoadResult[] = []
      for (let round = 0; round < rounds; round++) {
        larges.push(await runLoad(portal.port, requests.large, load))
        smalls.push(await runLoad(portal.port, requests.small, load))
      }
      const ratio = median(
        larges.map((run, round) => {
          const [before, after] = [smalls[round] as LoadResult, smalls[round + 1] as LoadResult]
          return (before.perSecond + after.perSecond) / 2 / run.perSecond
        }),
      )
      const rate = (runs: readonly LoadResult[]) => `${Math.round(median(runs.map((run) => run.perSecond)))}/s`
      const more = `largest account ${rate(larges)}, account of 200 ${rate(smalls)}`
      const what = `${name}: time in the largest account against one of 200 documents`
      findings.push(atMost(what, ratio, promisedRatio, more))
      reportProgress(`${name}: ${ratio.toFixed(2)} × (${more})`)
    }
  } finally {
    await portal.stop()
  }
  for (const plan of await plansOf(data, largest)) reportProgress(plan)
  return findings
}
