import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { documentTypes } from '../contract/values.ts'
import { listPath, requestsFor, someDocuments, tokenOf } from './asked.ts'
import type { Data } from './data.ts'
import { atMost, type Finding, median } from './finding.ts'
import { fire } from './load.ts'
import { say } from './say.ts'
import { type Server, startPortal } from './servers.ts'
import type { Settings } from './settings.ts'

const streams = 1_000
/** A person may have twenty. */
const each = 20
const connections = 16
/** Accounts that change in a second, each with a transaction of its own. */
const changes = 20

/** What a thousand open pages cost, and what they do to the lists that others read meanwhile. */
export async function openStreams(data: Data, { rounds, seconds }: Settings): Promise<Finding[]> {
  const portal = await startPortal(data)
  const documents = await someDocuments(data, 1_000)
  const accounts = [...new Set(documents.map(({ accountId }) => accountId))]
  const wanted = documents.map(({ accountId }, place) => ({
    accountId,
    path: listPath(documentTypes[place % documentTypes.length] ?? 'orders'),
  }))
  const open: ClientRequest[] = []
  try {
    const p99 = async () => {
      const measured: number[] = []
      const requests = await requestsFor(portal, wanted)
      for (let round = 0; round < rounds; round++) {
        measured.push((await fire(portal.port, requests.portal, { connections, seconds })).p99)
      }
      return median(measured)
    }
    await p99()
    const alone = await p99()
    const before = await portal.usage('memory')
    open.push(...(await follow(portal, accounts)))
    const after = await portal.usage('memory')
    const beside = await p99()
    const stop = keepChanging(data, accounts)
    const busy = await p99()
    await stop()
    // What is kept after a collection: the size of the process still falls from the load before.
    const kilobytes = (after.heap - before.heap) / streams / 1_000
    const more = `list p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside them, ${busy.toFixed(1)} ms while ${changes} accounts a second change`
    say(`live: ${kilobytes.toFixed(1)} kB a stream; ${more}`)
    return [
      {
        what: `${streams} open pages: memory of each`,
        measured: `${kilobytes.toFixed(1)} kB`,
        promise: '≤ 50 kB',
        kept: kilobytes <= 50,
      },
      atMost(`list of 50 beside ${streams} open pages: p99 against none`, beside / alone, 1.5, more),
    ]
  } finally {
    for (const one of open) one.destroy()
    await portal.stop()
  }
}

async function follow(portal: Server, accounts: readonly string[]): Promise<ClientRequest[]> {
  const opened: ClientRequest[] = []
  let token = ''
  for (let at = 0; at < streams; at++) {
    if (at % each === 0) token = await tokenOf(accounts[(at / each) % accounts.length] ?? '', portal.port, randomUUID())
    const headers = { authorization: `Bearer ${token}` }
    const asked = request({ port: portal.port, host: '127.0.0.1', path: '/api/live', headers, agent: false })
    asked.on('error', () => undefined)
    asked.end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    if (answer.statusCode !== 200) throw new Error(`/api/live answered ${answer.statusCode}`)
    answer.on('error', () => undefined)
    answer.resume()
    opened.push(asked)
  }
  return opened
}

/** Changes accounts, one after the other, until it is told to stop. */
function keepChanging({ owner }: Data, accounts: readonly string[]): () => Promise<void> {
  let at = 0
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    last = owner.query(
      `insert into account_versions as v (account_id, version) values ($1, 1)
       on conflict (account_id) do update set version = v.version + 1`,
      [accounts[at++ % accounts.length]],
    )
  }, 1_000 / changes)
  return async () => {
    clearInterval(timer)
    await last
  }
}
