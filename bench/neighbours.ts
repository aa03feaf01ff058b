import { atMost, type Finding, none, percentile } from './harness/finding.ts'
import { type Flood, startFlood } from './harness/flood.ts'
import { createIngestKey } from './harness/http-import.ts'
import { requestOf } from './harness/load.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { deleteAccounts, ownAccounts } from './harness/own-accounts.ts'
import { reportProgress } from './harness/progress.ts'
import { type Answers, countOf, type NextRequest, runConstantRate } from './harness/request-loops.ts'
import {
  createMemberToken,
  type DocumentKey,
  detailPath,
  listPath,
  pickAccounts,
  requestsFor,
  sampleDocuments,
} from './harness/requests.ts'
import { startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

/** Calls of the customers per second: a portal in use, far from its limits. */
const perSecond = 60
/** One measurement has at least so many calls: of fewer, the slowest of a hundred is chance. */
const callsPerMeasurement = 600
/** What the account and the documents that the API key sends begin with. */
const mark = 'FLOOD'
const [floodAddress, customerAddress] = ['127.0.0.9', '127.0.0.2']

/**
 * Measures what customers notice of a caller who takes all the room they can get: a stranger, an API key, a member of
 * another account. Their lists and details are measured alone and beside each flood in turn; none of their calls may
 * fail.
 */
export async function neighbours(data: MeasuredDatabase, { rounds, seconds }: Settings): Promise<Finding[]> {
  const { largest } = await pickAccounts(data, 200)
  const documents = (await sampleDocuments(data, 2_000)).filter(({ accountId }) => accountId !== largest)
  const portal = await startPortal(data)
  const since = new Date()
  try {
    const targets = documents.map((document, index) => ({
      accountId: document.accountId,
      path: index % 3 === 0 ? detailPath(document) : listPath(document.type),
    }))
    let requests: readonly Buffer[] = []
    let next = 0
    const nextRequest: NextRequest = () => requests[next++ % requests.length] as Buffer
    const customers = (calls = Math.max(callsPerMeasurement, perSecond * seconds)) =>
      runConstantRate(portal.port, nextRequest, { perSecond, seconds: calls / perSecond, from: customerAddress })
    const times = (answers: Answers) => [...answers.values()].flat()
    const p99 = (milliseconds: readonly number[]) => percentile(milliseconds, 0.99)
    const failures = (answers: Answers) => times(answers).length - countOf(answers, 200)
    const signIn = async () => {
      requests = (await requestsFor(portal, targets)).portal
    }
    await signIn()
    // Right after a start of the portal the slowest calls are those of an empty cache.
    await customers(40 * perSecond)
    const findings: Finding[] = []
    for (const [name, createFlood] of Object.entries(floods)) {
      // Tokens are valid for a quarter of an hour.
      await signIn()
      const flood = await createFlood({ data, port: portal.port, account: largest })
      const alone = times(await customers())
      const beside: number[] = []
      const rows: string[] = []
      let failed = 0
      for (let round = 0; round < rounds; round++) {
        const endFlood = startFlood(portal.port, floodAddress, flood())
        // Answers of the first second do not count: a flood may begin with a burst.
        await runConstantRate(portal.port, nextRequest, { perSecond, seconds: 1, from: customerAddress })
        const answers = await customers()
        const crowd = await endFlood()
        const after = await customers()
        rows.push(
          `${p99(times(answers)).toFixed(1)} ms beside, ${p99(times(after)).toFixed(1)} ms after it; crowd ${crowd}`,
        )
        beside.push(...times(answers))
        alone.push(...times(after))
        failed += failures(answers) + failures(after)
      }
      // Over the calls of all rounds: the p99 of one round varies by a factor of two without any flood.
      const ratio = p99(beside) / p99(alone)
      const figures = `p99 of all calls ${p99(beside).toFixed(1)} ms beside, ${p99(alone).toFixed(1)} ms alone`
      reportProgress(`beside ${name}: ${ratio.toFixed(2)} ×, ${failed} failed; ${figures}; ${rows.join(' | ')}`)
      findings.push(atMost(`customers beside ${name}: p99 against alone`, ratio, 1.5, figures))
      findings.push(none(`customers beside ${name}: calls that failed`, failed, ''))
    }
    return findings
  } finally {
    await portal.stop()
    await deleteAccounts(data.owner, await ownAccounts(data.owner, mark), since)
  }
}

type FloodTarget = { data: MeasuredDatabase; port: number; account: string }

const unfinished = Buffer.from(
  'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
)

/** Each flood as a function that makes its requests anew for each round: an ERP never sends the same documents again. */
const floods: Record<string, (target: FloodTarget) => Promise<() => Flood>> = {
  'a stranger on 64 connections': async () => () => ({ connections: 64, requests: strangerRequests }),
  'a stranger with 300 unfinished requests': async () => () => ({
    ...{ connections: 300, requests: [unfinished], isUnfinished: true },
  }),
  'an API key on 16 connections': async ({ data }) => {
    const key = await createIngestKey(data.pools)
    return () => ({ connections: 16, requests: Array.from({ length: 1_000 }, () => importRequest(key)) })
  },
  'a member on 64 connections': memberFlood(64, (document) => [listPath(document.type), detailPath(document)]),
  'a member with 16 misspelt searches': memberFlood(16, () =>
    ['bearng', 'stainles', 'hexagn', 'galvanisd'].map((word) => `/api/search?q=${word}`),
  ),
  'a member with 60 papers': memberFlood(60, (document) => [`${detailPath(document)}/pdf`]),
  'a member with 8 files of whole lists': memberFlood(8, ({ type }) => [`/api/documents/${type}/export?format=csv`]),
}

/** Requests of one member of the account, for each of its documents. */
function memberFlood(connections: number, pathsOf: (document: DocumentKey) => string[]) {
  return async ({ data, port, account }: FloodTarget): Promise<() => Flood> => {
    const headers = { authorization: `Bearer ${await createMemberToken(data, account, port)}` }
    const documents = (await sampleDocuments(data, 5_000)).filter(({ accountId }) => accountId === account)
    const requests = documents.flatMap(pathsOf).map((path) => requestOf(path, headers))
    return () => ({ connections, requests })
  }
}

const strangerRequests = [
  requestOf('/api/portal', {}),
  requestOf('/api/documents/orders', {}),
  requestOf('/api/openapi.json', {}),
  post('/api/auth/login', {}, 'application/json', '{"email":"nobody@example.com","password":"a wrong password"}'),
]

let sent = 0

/** Twenty new orders. */
function importRequest(key: string): Buffer {
  const orders = Array.from({ length: 20 }, () =>
    JSON.stringify({
      type: 'orders',
      number: `${mark}-${process.pid}-${sent++}`,
      account: `${mark}-1`,
      lines: [{ line: '1', sku: 'A', name: 'A part', quantity: '1' }],
    }),
  )
  return post('/api/ingest/documents', { authorization: `Bearer ${key}` }, 'application/x-ndjson', orders.join('\n'))
}

function post(path: string, headers: Record<string, string>, type: string, body: string): Buffer {
  const lines = Object.entries({
    host: 'localhost',
    ...headers,
    'content-type': type,
    'content-length': Buffer.byteLength(body),
  })
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
}
