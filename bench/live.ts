import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { documentTypes } from '#contract/values.ts'
import { atMost, type Finding, median, within } from './harness/finding.ts'
import { runLoad } from './harness/load.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { createToken, listPath, requestsFor, sampleDocuments } from './harness/requests.ts'
import { type Server, startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

const streams = 2_000
/** Resident memory of the server that a stream may take, in kilobytes. */
const mostKilobytes = 40
/** The most streams that a person may have open. */
const streamsPerPerson = 20
const connections = 16
/** Accounts that change per second, each in a transaction of its own. */
const changesPerSecond = 20

/** Measures what two thousand open pages cost, and how they slow down the lists that others read meanwhile. */
export async function openStreams(data: MeasuredDatabase, { rounds, seconds }: Settings): Promise<Finding[]> {
  const portal = await startPortal(data)
  const documents = await sampleDocuments(data, 1_000)
  const accounts = [...new Set(documents.map(({ accountId }) => accountId))]
  const targets = documents.map(({ accountId }, index) => ({
    accountId,
    path: listPath(documentTypes[index % documentTypes.length] ?? 'orders'),
  }))
  const open: ClientRequest[] = []
  try {
    const p99 = async () => {
      const measured: number[] = []
      const requests = await requestsFor(portal, targets)
      for (let round = 0; round < rounds; round++) {
        measured.push((await runLoad(portal.port, requests.portal, { connections, seconds })).p99)
      }
      return median(measured)
    }
    // Before any load: what a load has taken from the system would be used for streams, and they would seem to cost
    // nothing.
    const before = await portal.usage('memory')
    open.push(...(await openLiveStreams(portal, accounts)))
    const after = await portal.usage('memory')
    for (const stream of open.splice(0)) stream.destroy()
    await p99()
    const alone = await p99()
    open.push(...(await openLiveStreams(portal, accounts)))
    const beside = await p99()
    const stop = keepChanging(data, accounts)
    const busy = await p99()
    await stop()
    const kilobytes = (after.rss - before.rss) / streams / 1_000
    const more = `list p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside them, ${busy.toFixed(1)} ms while ${changesPerSecond} accounts a second change`
    reportProgress(`live: ${kilobytes.toFixed(1)} kB a stream; ${more}`)
    return [
      within(
        `${streams} open pages: resident memory of each`,
        kilobytes,
        mostKilobytes,
        `of which the heap ${((after.heap - before.heap) / streams / 1_000).toFixed(1)} kB`,
        'kB',
      ),
      atMost(`list of 50 beside ${streams} open pages: p99 against none`, beside / alone, 1.5, more),
    ]
  } finally {
    for (const stream of open) stream.destroy()
    await portal.stop()
  }
}

async function openLiveStreams(portal: Server, accounts: readonly string[]): Promise<ClientRequest[]> {
  const opened: ClientRequest[] = []
  let token = ''
  for (let index = 0; index < streams; index++) {
    if (index % streamsPerPerson === 0)
      token = await createToken(accounts[(index / streamsPerPerson) % accounts.length] ?? '', portal.port, randomUUID())
    const headers = { authorization: `Bearer ${token}` }
    const liveRequest = request({ port: portal.port, host: '127.0.0.1', path: '/api/live', headers, agent: false })
    liveRequest.on('error', () => undefined)
    liveRequest.end()
    const [response] = (await once(liveRequest, 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) throw new Error(`/api/live answered ${response.statusCode}`)
    response.on('error', () => undefined)
    response.resume()
    opened.push(liveRequest)
  }
  return opened
}

/** Changes accounts, one after the other, until the returned function is called. */
function keepChanging({ owner }: MeasuredDatabase, accounts: readonly string[]): () => Promise<void> {
  let index = 0
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    last = owner.query(
      `insert into account_versions as v (account_id, version) values ($1, 1)
       on conflict (account_id) do update set version = v.version + 1`,
      [accounts[index++ % accounts.length]],
    )
  }, 1_000 / changesPerSecond)
  return async () => {
    clearInterval(timer)
    await last
  }
}
