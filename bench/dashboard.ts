import { type DocumentType, documentTypes } from '../contract/values.ts'
import { accountsOf, listPath, peopleOf } from './asked.ts'
import type { Data } from './data.ts'
import { atMost, type Finding, median } from './finding.ts'
import { say } from './say.ts'
import { startPortal } from './servers.ts'
import type { Settings } from './settings.ts'

const turns = 100
/** As many before the first that counts. */
const warming = 40

/** What one turn took, in milliseconds. */
type Took = { type: DocumentType } & Record<'list' | 'kept' | 'listAfter' | 'changed' | 'all', number>
const milliseconds = (time: number) => `${time.toFixed(2)} ms`

/**
 * The first page of the largest account beside single lists of it, one request at a time, in turn: as people ask for it,
 * and right after one of the account's documents was written, of each type in turn, when the database has that to do as well.
 */
export async function dashboardBesideList(data: Data, { rounds }: Settings): Promise<Finding[]> {
  const { largest } = await accountsOf(data, 200)
  const portal = await startPortal(data)
  try {
    const nextPerson = await peopleOf(largest, portal.port)
    const ask = async (path: string) => {
      const begun = performance.now()
      const reply = await fetch(`http://localhost:${portal.port}${path}`, { headers: nextPerson() })
      await reply.arrayBuffer()
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
      return performance.now() - begun
    }
    const newest = await newestOf(data, largest)
    const write = (types: readonly DocumentType[], turn: number) =>
      data.owner.query('update documents set ingested_at = now() where account_id = $1 and id = any ($2::uuid[])', [
        largest,
        types.map((type) => newest[type][turn % newest[type].length]),
      ])
    const dashboard = '/api/dashboard'
    const took: Took[] = []
    for (let turn = -warming; turn < turns * rounds; turn++) {
      const type = documentTypes[turn & 3] as DocumentType
      const list = await ask(listPath(type))
      const kept = await ask(dashboard)
      await write([type], turn + warming)
      const listAfter = await ask(listPath(type))
      await write([type], turn + warming)
      const changed = await ask(dashboard)
      await write(documentTypes, turn + warming)
      const all = await ask(dashboard)
      if (turn >= 0) took.push({ type, list, kept, listAfter, changed, all })
    }
    const middle = (of: (one: Took) => number, type?: DocumentType) =>
      median(took.filter((one) => type === undefined || one.type === type).map(of))
    const list = middle((one) => one.list)
    const kept = middle((one) => one.kept)
    const listAfter = middle((one) => one.listAfter)
    const changed = middle((one) => one.changed)
    const all = middle((one) => one.all)
    const each = documentTypes.map((type) => `${type} ${milliseconds(middle((one) => one.changed, type))}`)
    const more = `list ${milliseconds(list)}, dashboard ${milliseconds(kept)}`
    const afterwards = `list ${milliseconds(listAfter)}, dashboard ${milliseconds(changed)} (${each.join(', ')})`
    say(`dashboard: ${more}; right after a change: ${afterwards}; of every type: ${milliseconds(all)}`)
    return [
      atMost('dashboard in the largest account: time against a list', kept / list, 2, more),
      atMost('dashboard right after each change: time against a list', changed / listAfter, 2, afterwards),
      {
        what: 'dashboard right after a change of every type: time against a list',
        measured: `${(all / listAfter).toFixed(2)} ×`,
        more: milliseconds(all),
      },
    ]
  } finally {
    await portal.stop()
  }
}

/** Some of the newest documents of each type, by their ids. */
async function newestOf({ owner }: Data, accountId: string): Promise<Record<DocumentType, string[]>> {
  const some = async (type: DocumentType) => {
    const { rows } = await owner.query<{ id: string }>(
      'select id from documents where account_id = $1 and type = $2 order by list_date desc, id desc limit 50',
      [accountId, type],
    )
    return [type, rows.map(({ id }) => id)] as const
  }
  return Object.fromEntries(await Promise.all(documentTypes.map(some))) as Record<DocumentType, string[]>
}
