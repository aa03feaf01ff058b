import { randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#database/testing/database.ts'
import { portalProcesses, type RunningPortal } from '../testing/process.ts'
import { createMetrics } from './metrics.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'portal-metrics-'))
const { start, endAll } = portalProcesses(dataDir)
const database = await testDatabase()

let portal: RunningPortal
let metrics = ''
beforeAll(async () => {
  portal = await start({ METRICS_LISTEN: '0' })
  metrics = `http://127.0.0.1:${/Metrics for Prometheus are at port (\d+)/.exec(portal.output())?.[1]}`
}, 60_000)
afterAll(async () => {
  await endAll()
  rmSync(dataDir, { recursive: true, force: true })
})

const read = async () => {
  const reply = await fetch(`${metrics}/metrics`)
  expect(reply.status).toBe(200)
  return reply.text()
}
/** The value of one metric, written as Prometheus does; undefined when there is none. */
const valueIn = (text: string, metric: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${metric} `))
  return line === undefined ? undefined : Number(line.slice(metric.length))
}

test('an operator reads how many calls there were, how they ended and how long they took', async () => {
  for (const path of ['/api/portal', '/api/portal', '/api/documents/orders', '/api/made-up', '/made-up-page'])
    await fetch(`${portal.address}${path}`)
  const text = await read()
  const count = (labels: string) => valueIn(text, `portal_call_duration_seconds_count{${labels}}`)
  expect(count('endpoint="showPortal",method="GET",status="200"')).toBe(2)
  expect(count('endpoint="listDocuments",method="GET",status="401"')).toBe(1)
  expect(valueIn(text, 'portal_refused_calls_total{code="not_signed_in"}')).toBe(1)
  expect(valueIn(text, 'portal_calls_under_way{endpoint="showPortal"}')).toBe(0)
  // Whoever makes addresses up makes no figures of their own.
  expect(text).not.toContain('made-up')
})

test('an operator reads what the server and the database are busy with', async () => {
  const text = await read()
  expect(valueIn(text, 'portal_database_up')).toBe(1)
  expect(valueIn(text, 'portal_database_bytes')).toBeGreaterThan(1_000_000)
  expect(valueIn(text, 'portal_mails_waiting{state="tried"}')).toBe(0)
  expect(valueIn(text, 'portal_requests_waiting')).toBe(0)
  // There is no backup and no archive, and so nothing that could be old.
  expect(valueIn(text, 'portal_backup_last_success_timestamp_seconds')).toBeUndefined()
  expect(valueIn(text, 'portal_archive_covered_timestamp_seconds')).toBeUndefined()
  expect(valueIn(text, 'portal_archive_failing')).toBeUndefined()
  expect(valueIn(text, 'portal_refused_messages_waiting')).toBe(0)
  expect(valueIn(text, 'portal_pool_waiting{pool="viewer"}')).toBe(0)
  expect(valueIn(text, 'portal_lane_calls{lane="people",state="running"}')).toBe(0)
  expect(valueIn(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
})

test('the metrics are at their own port, and nothing else is', async () => {
  expect((await fetch(`${metrics}/`)).status).toBe(404)
  expect((await fetch(`${metrics}/metrics`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${portal.address}/metrics`, { headers: { accept: 'text/html' } })).status).toBe(404)
})

const deployed = (file: string) => readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')
/** By which the number of servers is chosen. */
const scaledBy = /metric: \{ name: (\w+) \}/.exec(deployed('kubernetes/autoscaling.yaml'))?.[1]

test('the number of servers follows a metric that Prometheus Adapter makes of one that is there', () =>
  expect(deployed('kubernetes/prometheus-adapter.yaml')).toContain(`name: { as: ${scaledBy} }`))

test.each([
  ['prometheus/alerts.yaml', 8],
  ['grafana/portal.json', 8],
  ['kubernetes/prometheus-adapter.yaml', 1],
] as const)('every metric that %s looks at is there', async (file, least) => {
  const served = new Set([...(await read()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const text = deployed(file)
  const named = [...text.matchAll(/\b(?:portal|nodejs|process)_\w+/g)].map(([name]) => name)
  expect(named.length).toBeGreaterThan(least)
  // What the adapter calls it is a name of its own.
  const absent = named.filter((name) => !served.has(name.replace(/_(bucket|count|sum)$/, '')) && name !== scaledBy)
  expect(absent).toEqual([])
})

test('how far changes are archived and whether that fails is there where they are archived', async () => {
  const archive: { until: number | null; fails: boolean } = { until: null, fails: true }
  const { read: readOwn } = createMetrics({
    ...{ version: '1', pools: {}, db: database.pools.server, readArchive: async () => archive },
  })
  const value = async (name: string) => valueIn((await readOwn()).text, `portal_archive_${name}`)
  expect(await value('failing')).toBe(1)
  expect(await value('covered_timestamp_seconds')).toBeUndefined()
  Object.assign(archive, { until: 1_795_000_000, fails: false })
  expect(await value('failing')).toBe(0)
  expect(await value('covered_timestamp_seconds')).toBe(1_795_000_000)
})

test('that backups fail is there although none was ever made, until one is', async () => {
  const { read: readOwn } = createMetrics({ version: '1', pools: {}, db: database.pools.server })
  const value = async (name: string) => valueIn((await readOwn()).text, `portal_backup_${name}`)
  const end = (fault: string | null) =>
    database.owner.query(
      `insert into system_runs (id, kind, started_at, seen_at, finished_at, fault) values ($1, 'backup', now(), now(), now(), $2)`,
      [randomUUIDv7(), fault],
    )
  expect(await value('failing')).toBeUndefined()
  await end('The folder /backups cannot be written.')
  expect(await value('failing')).toBe(1)
  expect(await value('last_success_timestamp_seconds')).toBeUndefined()
  await end(null)
  expect(await value('failing')).toBe(0)
  expect(await value('last_success_timestamp_seconds')).toBeGreaterThan(1_700_000_000)
})

test('how long files have failed to be moved to the object storage is there where there is one', async () => {
  const deps = { version: '1', pools: {}, db: database.pools.server }
  const failing = async (storageFailingFor?: () => number) => {
    const { text } = await createMetrics({ ...deps, storageFailingFor }).read()
    return valueIn(text, 'portal_object_storage_failing_seconds')
  }
  expect([await failing(), await failing(() => 0), await failing(() => 61_500)]).toEqual([undefined, 0, 61.5])
})
