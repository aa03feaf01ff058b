import { documentTypes } from '#contract/values.ts'
import { databaseCpu } from './harness/database-cpu.ts'
import { documentWriter } from './harness/document-writer.ts'
import { atMost, type Finding, percentile, within } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { plansOf } from './harness/plans.ts'
import { reportProgress } from './harness/progress.ts'
import { authorizationHeaders, type DocumentKey, detailPath, listPath, pickAccounts } from './harness/requests.ts'
import { startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'
import { typedInputs } from './harness/typed-inputs.ts'

const turns = 60
const warmUpTurns = 30
/** Requests of which PostgreSQL's processor time is measured: it is counted in hundredths of a second. */
const countedRequests = 400
/** Not every number's beginnings one after the other, but some of all. */
const stride = 37

/**
 * `most`: how many times as long as in the small account it may take in the largest one. `databaseMs`: PostgreSQL's
 * processor time for one request in the largest account.
 */
type Screen = {
  name: string
  most?: number
  /** Whether the slowest must keep that, too. */
  slowest?: true
  databaseMs?: number
  paths: readonly string[]
  afterChange?: true
}

const eachType = (path: string) => documentTypes.map((type) => `/api/documents/${type}${path}`)
const narrowed = ['period=last_year', 'over=1000', 'period=last_year&over=500&under=5000', 'period=last_30_days']
const texts = ['q=bearing', 'q=bearing&period=last_year', 'q=stainless']
/** Shipments have no amounts. */
const hasAmounts = (query: string) => /(over|under)=/.test(query)
const combine = (queries: readonly string[], path: string) =>
  queries.flatMap((query) =>
    eachType(`${path}${query}`).filter((address) => !(hasAmounts(query) && address.includes('/shipments'))),
  )

async function screensOf(data: MeasuredDatabase, accountId: string): Promise<Screen[]> {
  const { rows: documents } = await data.owner.query<DocumentKey>(
    `select account_id as "accountId", type, number from documents where account_id = $1 order by hashtext(number) limit 200`,
    [accountId],
  )
  const { rows: items } = await data.owner.query<{ sku: string }>(
    'select sku from items where account_id = $1 order by hashtext(sku) limit 40',
    [accountId],
  )
  const typed = await typedInputs(data, accountId)
  return [
    { name: 'list with its total', most: 1.5, paths: documentTypes.map(listPath) },
    { name: 'detail', most: 1.5, paths: documents.map(detailPath) },
    { name: 'counts by status', most: 1.5, databaseMs: 1, paths: eachType('/statuses') },
    {
      name: 'counts by status under dates and amounts',
      most: 1.5,
      databaseMs: 1,
      paths: combine(narrowed, '/statuses?'),
    },
    { name: 'list under dates and amounts', databaseMs: 8, paths: combine([...narrowed, 'open=true'], '?limit=50&') },
    { name: 'list narrowed by a text', databaseMs: 8, paths: combine(texts, '?limit=50&') },
    { name: 'counts by status narrowed by a text', databaseMs: 8, paths: combine(texts, '/statuses?') },
    {
      name: 'search as you type',
      most: 3,
      slowest: true,
      paths: typed.map((text) => `/api/search?limit=8&suggest=true&q=${encodeURIComponent(text)}`),
    },
    { name: 'dashboard', most: 1.5, paths: ['/api/dashboard'] },
    { name: 'dashboard right after a change of every type', most: 1.5, paths: ['/api/dashboard'], afterChange: true },
    { name: 'what is on its way', most: 1.5, paths: ['/api/items'] },
    { name: 'an article', most: 1.5, paths: items.map(({ sku }) => `/api/items/${encodeURIComponent(sku)}`) },
  ]
}

type Account = {
  request: (path: string) => Promise<number>
  change: (turn: number) => Promise<unknown>
  screens: Screen[]
}

/**
 * Measures the same pages in the largest account and in one of 200 documents, one request at a time, in turn; then
 * PostgreSQL's processor time in the largest one, and how it runs the statements there.
 */
export async function growth(data: MeasuredDatabase, { rounds }: Settings): Promise<Finding[]> {
  const { largest, small } = await pickAccounts(data, 200)
  const portal = await startPortal(data)
  try {
    const accountOf = async (accountId: string): Promise<Account> => {
      const nextPerson = await authorizationHeaders(accountId, portal.port)
      const write = await documentWriter(data, accountId)
      return {
        screens: await screensOf(data, accountId),
        change: (turn) => write(documentTypes, turn),
        request: async (path) => {
          const startedAt = performance.now()
          const reply = await fetch(`http://localhost:${portal.port}${path}`, { headers: nextPerson() })
          await reply.arrayBuffer()
          if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
          return performance.now() - startedAt
        },
      }
    }
    const accounts = [await accountOf(small), await accountOf(largest)] as const
    const times = await timesOf(accounts, turns * rounds)
    const findings = accounts[1].screens.flatMap((screen) => growthFindings(screen, times))
    for (const screen of accounts[1].screens) {
      if (screen.databaseMs === undefined) continue
      const milliseconds = await databaseTime(data, accounts[1], screen)
      const what = `${screen.name} in the largest account: processor time of PostgreSQL`
      findings.push(within(what, milliseconds, screen.databaseMs, ''))
      reportProgress(`${what}: ${milliseconds.toFixed(2)} ms`)
    }
    for (const plan of await plansOf(data, largest)) reportProgress(plan)
    return findings
  } finally {
    await portal.stop()
  }
}

const pathAt = (paths: readonly string[], turn: number) => paths[(turn * stride) % paths.length] ?? ''

type Times = ReadonlyMap<string, readonly [small: number[], large: number[]]>

async function timesOf(accounts: readonly [small: Account, large: Account], measuredTurns: number): Promise<Times> {
  const times = new Map(accounts[0].screens.map(({ name }) => [name, [[], []] as [number[], number[]]]))
  for (let turn = -warmUpTurns; turn < measuredTurns; turn++) {
    for (const [index, { screens, request, change }] of accounts.entries()) {
      for (const { name, paths, afterChange } of screens) {
        if (afterChange) await change(turn + warmUpTurns)
        const time = await request(pathAt(paths, turn + warmUpTurns))
        if (turn >= 0) times.get(name)?.[index]?.push(time)
      }
    }
  }
  return times
}

function growthFindings({ name, most, slowest }: Screen, times: Times): Finding[] {
  const [small, large] = times.get(name) ?? [[], []]
  const ratioAt = (share: number) => percentile(large, share) / percentile(small, share)
  const figures = (share: number) =>
    `largest account ${percentile(large, share).toFixed(2)} ms, account of 200 ${percentile(small, share).toFixed(2)} ms`
  const what = `${name}: time in the largest account against one of 200 documents`
  reportProgress(`${name}: ${ratioAt(0.5).toFixed(2)} × (${figures(0.5)})`)
  if (most === undefined) return [{ what, measured: `${ratioAt(0.5).toFixed(2)} ×`, more: figures(0.5) }]
  const middle = atMost(what, ratioAt(0.5), most, figures(0.5))
  if (!slowest) return [middle]
  return [middle, atMost(`${what}, the slowest of twenty`, ratioAt(0.95), most, figures(0.95))]
}

async function databaseTime(data: MeasuredDatabase, { request }: Account, { paths }: Screen): Promise<number> {
  const before = databaseCpu(data)
  for (let turn = 0; turn < countedRequests; turn++) await request(pathAt(paths, turn))
  return (databaseCpu(data) - before) / countedRequests / 1000
}
