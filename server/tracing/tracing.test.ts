import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { makeErpKey } from '../testing/erp-key.ts'
import { passphrase, testPortal } from '../testing/portal.ts'
import { endProcess, portalProcesses, type RunningPortal } from '../testing/process.ts'
import { type ExportedSpan, traceCollector } from '../testing/trace-collector.ts'
import { openTracing } from './open.ts'

const email = 'ann.of.purchasing@better.example'
const inProcess = await testPortal(new Date().toISOString())
const { database, ingest, signIn } = inProcess
const { owner, ownerUrl, tokenSecret } = database
const collector = await traceCollector()
const dataDir = mkdtempSync(join(tmpdir(), 'portal-traces-'))
const { start, endAll } = portalProcesses(dataDir)
/**
 * Prints when a part of OpenTelemetry is loaded. It is a module that Node runs in the portal's process before the portal:
 * nothing of this process sees what another one loads.
 */
const watch = `import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) => { if (name.startsWith('@opentelemetry/')) console.log('loaded ' + name); return next(name, context) } })`
const environment = {
  DATABASE_URL: ownerUrl,
  TOKEN_SECRET: tokenSecret,
  NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(watch)}"`,
}
const traced = {
  ...environment,
  OTEL_BSP_SCHEDULE_DELAY: '50',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
}

let portal: RunningPortal
let token = ''
let key = ''
beforeAll(async () => {
  await ingest({ type: 'orders', number: 'SO-77-4711', account: 'C-ACME-9', accountName: 'Better Bikes' })
  await signIn(email, 'C-ACME-9')
  key = await makeErpKey(inProcess)
  portal = await start(traced)
  const login = await call('/api/auth/login', { body: { email, password: passphrase } })
  token = (await login.json()) as string
}, 90_000)
afterAll(async () => {
  await endAll()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The trace of a caller, as a proxy names it. */
const newTrace = () => {
  const traceId = randomBytes(16).toString('hex')
  const spanId = randomBytes(8).toString('hex')
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } }
}
function call(
  path: string,
  { body, headers, from = portal }: { body?: object; headers?: Record<string, string>; from?: RunningPortal } = {},
) {
  const authorization: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
  return fetch(`${from.address}${path}`, {
    headers: { ...authorization, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
}
/** The spans of a trace, when the one of this name has come. */
async function spansOf(traceId: string, name: string): Promise<{ server: ExportedSpan; others: ExportedSpan[] }> {
  const received = () => collector.spans().filter((span) => span.traceId === traceId)
  await expect.poll(() => received().map((span) => span.name), { timeout: 15_000 }).toContain(name)
  const server = received().find((span) => span.name === name)
  if (!server) throw new Error('It has come, and is gone')
  return { server, others: received().filter((span) => span.spanId !== server.spanId) }
}
const listName = 'GET /api/documents/:type'

test('an operator sees one call in the trace of the proxy: the answer of the server, and its SQL', async () => {
  const { traceId, spanId, headers } = newTrace()
  const reply = await call('/api/documents/orders?q=4711', { headers })
  expect(reply.status).toBe(200)
  const { server, others } = await spansOf(traceId, listName)
  expect(server).toMatchObject({
    parentId: spanId,
    failed: false,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/documents/:type',
      'http.response.status_code': 200,
      'url.scheme': 'http',
      'portal.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  })
  expect(others.length).toBeGreaterThan(0)
  for (const { parentId, attributes } of others) {
    expect(parentId).toBe(server.spanId)
    expect(attributes).toMatchObject({ 'db.system.name': 'postgresql' })
  }
  const read = others.find(({ name }) => name.startsWith('begin read only, set, list:orders:'))
  expect(read?.attributes).toMatchObject({ 'db.client.connection.pool.name': 'viewer' })
  expect(read?.attributes['db.response.returned_rows']).toBeGreaterThan(0)
})

test('a call whose body is sent has its SQL in its trace, too', async () => {
  const { traceId, headers } = newTrace()
  await call('/api/auth/login', { body: { email, password: 'not their passphrase at all' }, headers })
  const { server, others } = await spansOf(traceId, 'POST /api/auth/login')
  expect(server.attributes).toMatchObject({ 'http.response.status_code': 400, 'error.type': 'wrong_credentials' })
  expect(server.failed).toBe(false)
  expect(others.filter(({ parentId }) => parentId === server.spanId).length).toBeGreaterThan(1)
})

test('a call that fails says so in its trace, and the log names the trace', async () => {
  const { traceId, headers } = newTrace()
  await owner.query('alter table saved_views rename to saved_views_away')
  const reply = await call('/api/views', { headers })
  await owner.query('alter table saved_views_away rename to saved_views')
  expect(reply.status).toBe(500)
  const { server, others } = await spansOf(traceId, 'GET /api/views')
  expect(server).toMatchObject({ failed: true, attributes: { 'http.response.status_code': 500 } })
  const failed = others.filter((span) => span.failed)
  expect(failed.map(({ attributes }) => attributes['db.response.status_code'])).toContain('42P01')
  const line = portal
    .output()
    .split('\n')
    .find((one) => one.includes('unexpected error'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ trace_id: traceId })
})

test('a job has a trace of its own', async () => {
  await owner.query(
    `insert into scheduled_tasks (account_id, task, due_at) select account_id, 'notify', now() from accounts`,
  )
  const jobs = () => collector.spans().filter(({ name }) => name === 'job notify')
  await expect.poll(jobs, { timeout: 20_000 }).toMatchObject([{ parentId: '', failed: false }])
  const inside = collector.spans().filter(({ parentId }) => parentId === jobs()[0]?.spanId)
  expect(inside.map(({ name }) => name)).toContain('notify lock account')
})

test('nothing that belongs to a customer leaves with a trace', async () => {
  const before = collector.spans().length
  const { traceId, headers } = newTrace()
  await call('/api/documents/orders?q=zahnkranz', { headers })
  await call('/api/search?q=zahnkranz', { headers })
  await call('/api/documents/orders/SO-77-4711', { headers })
  await call('/api/made-up/zahnkranz', { headers })
  await call('/orders/SO-77-4711?q=zahnkranz', { headers })
  const order = { type: 'orders', number: 'SO-88-4712', account: 'C-ACME-9' }
  const taken = await call('/api/ingest/documents', {
    body: order,
    headers: { ...headers, 'content-type': 'application/x-ndjson', authorization: `Bearer ${key}` },
  })
  expect(await taken.json()).toMatchObject({ created: 1 })
  await spansOf(traceId, 'POST /api/ingest/documents')
  await spansOf(traceId, 'GET /api/documents/:type/:number')
  expect(collector.spans().length).toBeGreaterThan(before + 10)
  const { rows } = await owner.query<{ id: string }>(
    'select account_id as id from accounts union all select id from users',
  )
  const ids = rows.flatMap(({ id }) => [id, id.replaceAll('-', '')])
  const sent = collector.bytes().toString('latin1').toLowerCase()
  expect(sent).toContain('/api/documents/:type/:number')
  const secrets = [email, 'better.example', 'zahnkranz', '4711', '4712', 'acme', 'better bikes', token, key, passphrase]
  expect([...secrets, ...ids].filter((text) => sent.includes(text.toLowerCase()))).toEqual([])
})

test('the collector gets the headers that the environment names', () => {
  expect(collector.headers()[0]).toMatchObject({
    authorization: 'Bearer of-the-collector',
    'content-type': 'application/x-protobuf',
  })
})

test('open pages have no trace, which would last as long as they do', async () => {
  const { traceId, headers } = newTrace()
  const stream = await call('/api/live', { headers })
  await stream.body?.cancel()
  await call('/api/portal', { headers })
  const { others } = await spansOf(traceId, 'GET /api/portal')
  expect(others.filter(({ name }) => name.includes('/live'))).toEqual([])
})

test('what is pending is exported when the server ends', { timeout: 60_000 }, async () => {
  const short = await start({ ...traced, OTEL_BSP_SCHEDULE_DELAY: '60000' })
  const { traceId, headers } = newTrace()
  await call('/api/portal', { headers, from: short })
  expect(await endProcess(short.child, 'SIGTERM')).toBe(0)
  expect(collector.spans().some((span) => span.traceId === traceId)).toBe(true)
  expect(short.output()).toContain('loaded @opentelemetry/sdk-trace')
})

test('without a collector nothing is loaded or exported', { timeout: 60_000 }, async () => {
  const plain = await start(environment)
  const { traceId, headers } = newTrace()
  expect((await call('/api/portal', { headers, from: plain })).status).toBe(200)
  expect(await endProcess(plain.child, 'SIGTERM')).toBe(0)
  expect(plain.output()).not.toContain('loaded @opentelemetry/')
  expect(collector.spans().filter((span) => span.traceId === traceId)).toEqual([])
})

test('an operator switches tracing off without taking the collector out', async () => {
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_SDK_DISABLED: 'true' })
  const silent = { info: () => undefined, warn: () => undefined }
  expect(await openTracing(config, { version: '1', log: silent })).toBeUndefined()
})

test('a share of the calls is traced where the operator wants no more', { timeout: 60_000 }, async () => {
  const sampled = await start({ ...traced, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' })
  const { traceId, headers } = newTrace()
  await call('/api/portal', { headers, from: sampled })
  await endProcess(sampled.child, 'SIGTERM')
  expect(collector.spans().filter((span) => span.traceId === traceId)).toEqual([])
})

test('a collector that refuses or never answers costs no call, and the log says it once', {
  timeout: 120_000,
}, async () => {
  const broken = await traceCollector()
  const beside = await start({
    ...environment,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    ...{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${broken.address}/v1/traces`, OTEL_EXPORTER_OTLP_TIMEOUT: '400' },
  })
  const lines = (text: string) => beside.output().split(text).length - 1
  const callUntil = (isOver: () => boolean) =>
    expect
      .poll(
        async () => {
          expect((await call('/api/documents/orders', { from: beside })).status).toBe(200)
          return isOver()
        },
        { timeout: 30_000, interval: 20 },
      )
      .toBe(true)
  for (const [times, state] of [
    [1, 'refusing'],
    [2, 'silent'],
  ] as const) {
    broken.become(state)
    const tries = broken.calls()
    await callUntil(() => broken.calls() > tries + 1)
    expect(lines('Traces are lost, nothing else')).toBe(times)
    broken.become('well')
    await callUntil(() => lines('Traces are exported again.') === times)
    expect(broken.spans().length).toBeGreaterThan(0)
  }
  // Nor does it hold up the end.
  broken.become('silent')
  await call('/api/documents/orders', { from: beside })
  expect(await endProcess(beside.child, 'SIGTERM')).toBe(0)
})
