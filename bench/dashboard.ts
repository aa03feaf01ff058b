import { documentTypes } from '../contract/values.ts'
import { accountsOf, listPath, tokenOf } from './asked.ts'
import type { Data } from './data.ts'
import { atMost, type Finding, median } from './finding.ts'
import { say } from './say.ts'
import { startPortal } from './servers.ts'
import type { Settings } from './settings.ts'

const asked = 100

/**
 * The first page of the largest account beside single lists of it, one request at a time, in turn: as people ask for it,
 * and each time after one of the account's documents has changed, when nothing that was kept is true any more.
 */
export async function dashboardBesideList(data: Data, { rounds }: Settings): Promise<Finding[]> {
  const { largest } = await accountsOf(data, 200)
  const portal = await startPortal(data)
  try {
    const headers = { authorization: `Bearer ${await tokenOf(largest, portal.port)}` }
    const timed = async (paths: readonly string[], before?: () => Promise<unknown>) => {
      const took: number[] = []
      for (let turn = 0; turn < asked; turn++) {
        await before?.()
        const path = paths[turn % paths.length] as string
        const begun = performance.now()
        const reply = await fetch(`http://localhost:${portal.port}${path}`, { headers })
        await reply.arrayBuffer()
        if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
        took.push(performance.now() - begun)
      }
      return median(took)
    }
    const lists = documentTypes.map(listPath)
    const dashboard = ['/api/dashboard']
    const change = () =>
      data.owner.query(
        `insert into account_versions as v (account_id, version) values ($1, 1)
         on conflict (account_id) do update set version = v.version + 1`,
        [largest],
      )
    await timed([...lists, ...dashboard])
    const measured = { list: [] as number[], kept: [] as number[], changed: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      measured.list.push(await timed(lists))
      measured.kept.push(await timed(dashboard))
      measured.changed.push(await timed(dashboard, change))
    }
    const [list, kept, changed] = [median(measured.list), median(measured.kept), median(measured.changed)]
    const more = `list ${list.toFixed(2)} ms, dashboard ${kept.toFixed(2)} ms, after a change ${changed.toFixed(2)} ms`
    say(`dashboard: ${more}`)
    return [
      atMost('dashboard in the largest account: time against a list', kept / list, 2, more),
      {
        what: 'dashboard in the largest account after each change: time against a list',
        measured: `${(changed / list).toFixed(2)} ×`,
      },
    ]
  } finally {
    await portal.stop()
  }
}
