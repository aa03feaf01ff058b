import { documentTypes } from '../contract/values.ts'
import { accountsOf, listPath, requestsFor } from './asked.ts'
import type { Data } from './data.ts'
import { atMost, type Finding, median } from './finding.ts'
import { fire, type Outcome } from './load.ts'
import { plansOf } from './plans.ts'
import { say } from './say.ts'
import { startPortal } from './servers.ts'
import type { Settings } from './settings.ts'

/** The list is promised to cost the same; what today's date decides is counted row by row, up to a limit, and only told. */
const screens = [
  { name: 'list with its total', addresses: documentTypes.map(listPath), most: 1.5 },
  {
    name: 'counts by status',
    addresses: documentTypes.map((type) => `/api/documents/${type}/statuses`),
    most: undefined,
  },
]

/** The same screens in the largest account and in one with 200 documents, in turn; then how the largest one's are planned. */
export async function accountSize(data: Data, { rounds, seconds }: Settings): Promise<Finding[]> {
  const { largest, small } = await accountsOf(data, 200)
  const portal = await startPortal(data)
  const findings: Finding[] = []
  try {
    for (const { name, addresses, most } of screens) {
      const ask = async (accountId: string) =>
        (
          await requestsFor(
            portal,
            addresses.map((path) => ({ accountId, path })),
          )
        ).portal
      const requests = { large: await ask(largest), small: await ask(small) }
      const load = { connections: 8, seconds }
      await fire(portal.port, requests.large, load)
      const smalls = [await fire(portal.port, requests.small, load)]
      const larges: Outcome[] = []
      for (let round = 0; round < rounds; round++) {
        larges.push(await fire(portal.port, requests.large, load))
        smalls.push(await fire(portal.port, requests.small, load))
      }
      const ratio = median(
        larges.map((one, round) => {
          const [before, after] = [smalls[round] as Outcome, smalls[round + 1] as Outcome]
          return (before.perSecond + after.perSecond) / 2 / one.perSecond
        }),
      )
      const rate = (runs: readonly Outcome[]) => `${Math.round(median(runs.map((one) => one.perSecond)))}/s`
      const more = `largest account ${rate(larges)}, account of 200 ${rate(smalls)}`
      const what = `${name}: time in the largest account against one of 200 documents`
      findings.push(
        most === undefined ? { what, measured: `${ratio.toFixed(2)} ×`, more } : atMost(what, ratio, most, more),
      )
      say(`${name}: ${ratio.toFixed(2)} × (${more})`)
    }
  } finally {
    await portal.stop()
  }
  for (const plan of await plansOf(data, largest)) say(plan)
  return findings
}
