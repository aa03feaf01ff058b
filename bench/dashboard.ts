import { type DocumentType, documentTypes } from '#contract/values.ts'
import { documentWriter } from './harness/document-writer.ts'
import { atMost, type Finding, median } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { authorizationHeaders, listPath, pickAccounts } from './harness/requests.ts'
import { startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

const turns = 100
/** Turns before the first that counts. */
const warmUpTurns = 40

/** The times of one turn, in milliseconds. */
type Timing = { type: DocumentType } & Record<'list' | 'kept' | 'listAfter' | 'changed' | 'all', number>
const milliseconds = (time: number) => `${time.toFixed(2)} ms`

/**
 * Measures the dashboard of the largest account beside single lists of it, one request at a time, in turn: as it is,
 * and right after a document of each type in turn was written, when the database has to compute it again.
 */
export async function dashboardBesideList(data: MeasuredDatabase, { rounds }: Settings): Promise<Finding[]> {
  const { largest } = await pickAccounts(data, 200)
  const portal = await startPortal(data)
  try {
    const nextPerson = await authorizationHeaders(largest, portal.port)
    const timeRequest = async (path: string) => {
      const startedAt = performance.now()
      const reply = await fetch(`http://localhost:${portal.port}${path}`, { headers: nextPerson() })
      await reply.arrayBuffer()
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
      return performance.now() - startedAt
    }
    const write = await documentWriter(data, largest)
    const dashboard = '/api/dashboard'
    const timings: Timing[] = []
    for (let turn = -warmUpTurns; turn < turns * rounds; turn++) {
      const type = documentTypes[turn & 3] as DocumentType
      const list = await timeRequest(listPath(type))
      const kept = await timeRequest(dashboard)
      await write([type], turn + warmUpTurns)
      const listAfter = await timeRequest(listPath(type))
      await write([type], turn + warmUpTurns)
      const changed = await timeRequest(dashboard)
      await write(documentTypes, turn + warmUpTurns)
      const all = await timeRequest(dashboard)
      if (turn >= 0) timings.push({ type, list, kept, listAfter, changed, all })
    }
    const middle = (pick: (one: Timing) => number, type?: DocumentType) =>
      median(timings.filter((timing) => type === undefined || timing.type === type).map(pick))
    const list = middle((timing) => timing.list)
    const kept = middle((timing) => timing.kept)
    const listAfter = middle((timing) => timing.listAfter)
    const changed = middle((timing) => timing.changed)
    const all = middle((timing) => timing.all)
    const each = documentTypes.map((type) => `${type} ${milliseconds(middle((timing) => timing.changed, type))}`)
    const more = `list ${milliseconds(list)}, dashboard ${milliseconds(kept)}`
    const afterwards = `list ${milliseconds(listAfter)}, dashboard ${milliseconds(changed)} (${each.join(', ')})`
    reportProgress(`dashboard: ${more}; right after a change: ${afterwards}; of every type: ${milliseconds(all)}`)
    const against = (what: string, time: number, figures: string) =>
      atMost(`${what}: time against a list`, time / list, 1.5, figures)
    return [
      against('dashboard in the largest account', kept, more),
      against('dashboard right after each change', changed, afterwards),
      against('dashboard right after a change of every type', all, milliseconds(all)),
    ]
  } finally {
    await portal.stop()
  }
}
