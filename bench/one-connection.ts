import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Pool } from 'pg'
import { openPool } from '#database/connect.ts'
import { typeParsers } from '#database/type-parsers.ts'
import { showDocument } from '#server/documents/detail/detail.ts'
import { listPage } from '#server/documents/list/list.ts'
import { ingestDocuments } from '#server/ingest/ingest.ts'
import { viewerOf } from '#server/testing/statement-plans.ts'
import { type Finding, median } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { deleteAccounts } from './harness/own-accounts.ts'
import { reportProgress } from './harness/progress.ts'

const calls = 400
const documents = 200
const warmUp = 20

/**
 * What a page and a single document take on one connection, one call after the other, and how much memory PostgreSQL
 * holds for it: the cost of a layout of the tables, such as partitions, which no larger data hides.
 */
export async function oneConnection(data: MeasuredDatabase): Promise<Finding[]> {
  const today = new Date().toISOString().slice(0, 10)
  const { rows } = await data.owner.query<{ id: string; number: string }>(
    `select account_id as id, number from documents where type = 'orders' order by list_date desc offset 100 limit 1`,
  )
  const { id = '', number = '' } = rows[0] ?? {}
  const viewer = viewerOf(id)
  const findings: Finding[] = []
  const readOrder = (viewerPool: Pool) => showDocument(viewerPool, viewer, 'orders', number, today)
  const viewerPool = openOne(data.urls.viewer, false)
  try {
    const list = await timeOf(calls, () => listPage(viewerPool, viewer, 'orders', {}, today))
    const detail = await timeOf(calls, () => readOrder(viewerPool))
    const planned = await timeWithNewPlans(data, readOrder)
    findings.push(
      { what: 'one connection: a list with its total', measured: `${list.toFixed(2)} ms` },
      { what: 'one connection: an order', measured: `${detail.toFixed(2)} ms` },
      { what: 'one connection: an order, planned anew for each call', measured: `${planned.toFixed(2)} ms` },
      { what: 'one connection: memory of PostgreSQL after both', measured: await memoryOf(viewerPool) },
    )
  } finally {
    await viewerPool.end()
  }
  findings.push({
    what: 'one connection: one document a call',
    measured: `${(await timeOfImport(data)).toFixed(1)} ms`,
  })
  for (const { what, measured } of findings) reportProgress(`${what}: ${measured}`)
  return findings
}

/** The median of a page whose statements are planned anew for each call. */
async function timeWithNewPlans(data: MeasuredDatabase, read: (viewerPool: Pool) => Promise<unknown>): Promise<number> {
  const viewerPool = openOne(data.urls.viewer, false, '-c plan_cache_mode=force_custom_plan')
  try {
    return await timeOf(calls, () => read(viewerPool))
  } finally {
    await viewerPool.end()
  }
}

/** The median of an import of one document with two lines, of an account that is deleted afterwards. */
async function timeOfImport(data: MeasuredDatabase): Promise<number> {
  const since = new Date()
  const account = `ONE-${since.getTime()}`
  const workPool = openOne(data.urls.server, true)
  const deps = { workPool, clock: () => new Date(), newId: () => randomUUIDv7() }
  let count = 0
  try {
    return await timeOf(documents, async () => {
      const lines = ['1', '2'].map((line) => ({ line, sku: `BK-${line}`, name: 'Bike', quantity: line }))
      const header = { type: 'orders', number: `${account}-${count++}`, account, status: 'confirmed' }
      const document = { ...header, issueDate: since.toISOString().slice(0, 10), currency: 'EUR', lines }
      await ingestDocuments(deps, [{ line: 1, document }], { dryRun: false, source: 'ndjson' })
    })
  } finally {
    await workPool.end()
    const own = await data.owner.query<{ id: string }>('select account_id as id from accounts where number = $1', [
      account,
    ])
    await deleteAccounts(
      data.owner,
      own.rows.map(({ id }) => id),
      since,
    )
  }
}

/** As the pools of the portal are: those that write send a statement before the one before is answered. */
const openOne = (connectionString: string, pipeline: boolean, options = '') =>
  openPool({ connectionString, max: 1, types: typeParsers, pipeline, options }, () => undefined)

/** The median of so many calls in milliseconds, after some that are not counted. */
async function timeOf(count: number, call: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let index = -warmUp; index < count; index++) {
    const begun = performance.now()
    await call()
    if (index >= 0) times.push(performance.now() - begun)
  }
  return median(times)
}

/** What the process of the pool's connection holds for itself; only Linux says so. */
async function memoryOf(viewerPool: Pool): Promise<string> {
  const { rows } = await viewerPool.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (process.platform !== 'linux') return 'unknown'
  const kilobytes = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8'))?.[1]
  return `${(Number(kilobytes) / 1024).toFixed(1)} MB`
}
