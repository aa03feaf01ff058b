import { atLeast, atMost, type Finding, median } from './harness/finding.ts'
import { startFlood } from './harness/flood.ts'
import { runLoad } from './harness/load.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { detailPath, listPath, requestsFor, sampleDocuments } from './harness/requests.ts'
import { startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

const connections = 16
const simultaneousPapers = 12
const paperAddress = '127.0.0.9'

/**
 * Measures what people who read lists notice of twelve others who download one PDF after another: lists alone and beside the
 * papers in turn, as many as the portal gives.
 */
export async function listsBesidePapers(data: MeasuredDatabase, { rounds, seconds }: Settings): Promise<Finding[]> {
  const documents = await sampleDocuments(data, 2_000)
  const portal = await startPortal(data)
  try {
    const requestsTo = async (path: (document: (typeof documents)[number]) => string) => {
      const targets = documents.map((document) => ({ accountId: document.accountId, path: path(document) }))
      return (await requestsFor(portal, targets)).portal
    }
    const lists = await requestsTo(({ type }) => listPath(type))
    const papers = await requestsTo((document) => `${detailPath(document)}/pdf`)
    const readLists = (duration = seconds) => runLoad(portal.port, lists, { connections, seconds: duration })
    await readLists()
    const throughput: number[] = []
    const slowest: number[] = []
    let more = ''
    let before = await readLists()
    for (let round = 0; round < rounds; round++) {
      const endPapers = startFlood(portal.port, paperAddress, { connections: simultaneousPapers, requests: papers })
      // The first second does not count: a process for papers starts.
      await readLists(1)
      const beside = await readLists()
      const answers = await endPapers()
      const after = await readLists()
      throughput.push(beside.perSecond / ((before.perSecond + after.perSecond) / 2))
      slowest.push(beside.p99 / ((before.p99 + after.p99) / 2))
      more = `lists ${before.perSecond.toFixed(0)}, ${beside.perSecond.toFixed(0)}, ${after.perSecond.toFixed(0)}/s, p99 ${before.p99.toFixed(1)}, ${beside.p99.toFixed(1)}, ${after.p99.toFixed(1)} ms; papers ${answers}`
      reportProgress(`beside papers: ${more}`)
      before = after
    }
    const what = `lists on ${connections} connections beside ${simultaneousPapers} papers at once`
    return [
      atLeast(`${what}: throughput against alone`, median(throughput), 0.7, more),
      atMost(`${what}: p99 against alone`, median(slowest), 2, ''),
    ]
  } finally {
    await portal.stop()
  }
}
