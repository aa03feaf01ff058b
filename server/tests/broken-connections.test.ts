import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testLink } from '#database/testing/database.ts'
import type { BreakMode, PlannedBreak } from '#database/testing/link.ts'
import { isLong } from '#database/testing/long-form.ts'
import { createKey } from '../ingest/keys.ts'
import { createJobs, type JobHandler } from '../jobs/jobs.ts'
import { testPortal } from '../testing/portal.ts'

/*
 * The connection to the database breaks at every message that a call sends, one after the other: terminated by the
 * database, or reset by the network after the message went through. The portal goes on, reports the fault, and the same
 * call works when it is repeated.
 */

const link = await testLink()
const portal = await testPortal('2026-03-10T09:00:00Z', { link })
const { owner, pools, urls } = portal.database
const clock = () => new Date('2026-03-10T09:00:00Z')
const breakKinds: BreakMode[] = ['terminated', 'reset']
let key = ''
let token = ''

/** Errors without a listener: each would end the portal's process. */
const fatal: unknown[] = []
const recordFatal = (error: unknown) => void fatal.push(error)
process.on('uncaughtExceptionMonitor', recordFatal)
afterAll(() => void process.off('uncaughtExceptionMonitor', recordFatal))
afterEach(() => expect(fatal.splice(0)).toEqual([]))

beforeAll(async () => {
  const deps = { db: pools.server, clock, newId: () => randomUUIDv7(), random: randomBytes }
  key = await createKey(deps, { name: 'ERP', scope: 'ingest' })
  token = await portal.signIn('ann@a.example', 'C-1').catch(async () => {
    await portal.ingest(document('orders', 'FIRST'))
    return portal.signIn('ann@a.example', 'C-1')
  })
})

const document = (type: 'orders' | 'shipments' | 'invoices', number: string) => ({
  type,
  number,
  account: 'C-1',
  lines: [
    { line: '1', sku: 'GK-77', name: 'Gaskets', quantity: '5' },
    { line: '2', sku: 'GK-78', name: 'Bolts', quantity: '7' },
  ],
})

type Reply = { status: number; body: Record<string, unknown> }
type Body = { type: string; content: string }

async function post(path: string, { type, content }: Body, bearer = key): Promise<Reply> {
  const headers = { 'content-type': type, authorization: `Bearer ${bearer}` }
  const reply = await portal.app.inject({ method: 'POST', url: `/api${path}`, headers, payload: content })
  return { status: reply.statusCode, body: reply.json() }
}

async function read(path: string): Promise<Reply> {
  const { status, text } = await portal.get(path, token).catch((error: Error) => {
    expect(error.message).toBe('response destroyed before completion')
    return { status: cutOffStatus, text: '' }
  })
  return { status, body: { text } }
}

/**
 * Repeats the call, its connection breaking one message later each time, until it gets through unbroken; returns how
 * often that was. Each message is broken in one way, or in both with FAULTS=all.
 */
async function atEachMessage(poolName: string, how: BreakMode, call: (nth: number) => Promise<Reply>): Promise<number> {
  const step = process.env.FAULTS === 'all' ? 1 : 2
  let calls = 0
  for (let message = how === 'reset' ? 1 : step; message <= 80; message += step) {
    calls++
    const plan = link.breakAt({ pool: `portal ${poolName}`, message, how })
    const { status } = await call(message)
    plan.cancel()
    expect([200, 503, cutOffStatus]).toContain(status)
    expect((await call(message)).status, `the same call again, after a break at message ${message}`).toBe(200)
    if (!plan.happened()) return calls
  }
  throw new Error('The call never got through')
}

/** A file whose sending broke off has no proper end: no client takes it for complete. */
const cutOffStatus = 0

const ndjson = (nth: string) => ({
  type: 'application/x-ndjson',
  content: (['orders', 'shipments', 'invoices'] as const)
    .map((type) => JSON.stringify(document(type, `${type}-${nth}`)))
    .join('\n'),
})
const ubl = (nth: string) => ({
  type: 'application/xml',
  content: readFileSync(join(import.meta.dirname, '../formats/ubl/fixtures/order.xml'), 'utf8')
    .replaceAll('PO-4711', `PO-${nth}`)
    .replaceAll('SO-100', `SO-${nth}`),
})
const epcis = (nth: string) => ({
  type: 'application/ld+json',
  content: JSON.stringify({
    type: 'EPCISDocument',
    schemaVersion: '2.0',
    epcisBody: {
      eventList: [
        {
          ...{ type: 'ObjectEvent', action: 'OBSERVE', bizStep: 'departing', eventTimeZoneOffset: '+00:00' },
          ...{ eventTime: '2026-03-09T10:00:00Z', epcList: [`urn:epc:id:sscc:0401234.5${nth.padStart(9, '0')}`] },
          bizTransactionList: [{ type: 'desadv', bizTransaction: 'urn:epc:id:gdti:shipments-target' }],
        },
      ],
    },
  }),
})
const epcNumber = (how: BreakMode, nth: number) => `${how === 'reset' ? 1 : 2}${String(nth).padStart(3, '0')}`

const storedLines = async (pattern: string) =>
  (
    await owner.query<{ number: string; lines: number }>(
      `select d.type || ' ' || d.number as number, count(l.line)::int as lines from documents d
left join document_lines l on l.account_id = d.account_id and l.document_id = d.id where d.number like $1 group by 1 order by 1`,
      [pattern],
    )
  ).rows

describe.each(isLong ? breakKinds : breakKinds.slice(0, 1))('a connection that is %s', (how) => {
  test('during an import of documents loses and doubles nothing', async () => {
    const calls = await atEachMessage('work', how, (nth) => post('/ingest/documents', ndjson(`${how}-${nth}`)))
    expect(calls).toBeGreaterThan(3)
    const stored = await storedLines(`%-${how}-%`)
    expect(stored).toHaveLength(3 * calls)
    expect(new Set(stored.map((row) => row.lines))).toEqual(new Set([2]))
  })

  test('during a dry run leaves nothing behind', async () => {
    const calls = await atEachMessage('work', how, (nth) =>
      post('/ingest/documents?dryRun=true', ndjson(`dry-${how}-${nth}`)),
    )
    expect(calls).toBeGreaterThan(1)
    expect(await storedLines(`%-dry-${how}-%`)).toEqual([])
  })

  test('during an import of UBL loses and doubles nothing', { tags: 'long' }, async () => {
    const calls = await atEachMessage('work', how, (nth) => post('/ingest/ubl?account=C-1', ubl(`${how}-${nth}`)))
    expect(calls).toBeGreaterThan(5)
    expect(await storedLines(`SO-${how}-%`)).toHaveLength(calls)
  })

  test('while EPCIS events are taken, or tried, loses and doubles none', async () => {
    const events = async () => Number((await owner.query('select from epcis_events')).rowCount)
    const before = await events()
    const calls = await atEachMessage('work', how, (nth) => post('/epcis/capture', epcis(epcNumber(how, nth))))
    expect(calls).toBeGreaterThan(1)
    await atEachMessage('work', how, (nth) => post('/epcis/capture?dryRun=true', epcis(`9${epcNumber(how, nth)}`)))
    expect(await events()).toBe(before + calls)
  })

  test('while a paper is put beside a document keeps it once', async () => {
    const path = (nth: number) =>
      `/ingest/attachments/orders/FIRST?account=C-1&name=${how}-${nth}.pdf&mimeType=application%2Fpdf`
    const calls = await atEachMessage('work', how, (nth) =>
      post(path(nth), { type: 'application/octet-stream', content: '%PDF-1.7' }),
    )
    const { rows } = await owner.query('select from attachments where name like $1', [`${how}-%`])
    expect(rows).toHaveLength(calls)
  })

  test.each([
    ['a list', '/documents/orders'],
    ['a document', '/documents/orders/FIRST'],
    ['an export', '/documents/orders/export?format=csv'],
    ['a search', '/search?q=gaskets'],
    ['the dashboard', '/dashboard'],
  ])('while %s is read harms no later reader', async (_what, path) => {
    for (const poolName of ['viewer', 'server']) await atEachMessage(poolName, how, () => read(path))
    expect((await read(path)).status).toBe(200)
  })

  test('while somebody signs in lets them sign in a moment later', async () => {
    const body = { email: 'ann@a.example', password: portal.passphrase }
    const calls = await atEachMessage('server', how, async () => {
      const reply = await portal.app.inject({ method: 'POST', url: '/api/auth/login', body })
      return { status: reply.statusCode, body: {} }
    })
    expect(calls).toBeGreaterThan(1)
  })
})

test('a connection that breaks while a job is done has it done once', { tags: 'long' }, async () => {
  await owner.query('create table done (job uuid); grant insert on done to portal_server')
  const worker = createJobs({
    jobsPool: pools.jobs,
    url: urls.server,
    log: { info: () => undefined, warn: () => undefined },
  })
  const idle: JobHandler = async () => undefined
  const plans: PlannedBreak[] = []
  const broken = new Set<string>()
  const notify: JobHandler = async ({ id }, client) => {
    // Each job is broken at another of the messages that follow: its own statement, those of pg-boss, its commit.
    if (!broken.has(id)) {
      broken.add(id)
      const how = broken.size % 2 === 0 ? 'terminated' : 'reset'
      plans.push(link.breakAt({ pool: 'portal jobs', message: broken.size, how }))
    }
    await client.query('insert into done values ($1)', [id])
  }
  const remaining = async (states: string) =>
    (await owner.query(`select from jobs.job where state in (${states})`)).rowCount
  await worker.start({ remind: idle, digest: idle, push: idle, notify }, async () => undefined)
  for (const nth of [1, 2, 3, 4]) {
    await worker.send(owner, [{ name: 'notify', data: {} }])
    await expect.poll(() => plans[nth - 1]?.happened(), { timeout: 10_000 }).toBe(true)
    const retried = async () => {
      await owner.query(`update jobs.job set start_after = now() where state = 'retry'`)
      return remaining(`'created', 'retry', 'active'`)
    }
    await expect.poll(retried, { timeout: 15_000 }).toBe(0)
  }
  await worker.stop()
  const { rows } = await owner.query<{ times: number }>('select count(*)::int as times from done group by job')
  expect(rows.map(({ times }) => times)).toEqual([1, 1, 1, 1])
})

test('a page that is open hears of changes again after every kind of break', async () => {
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`
  const abort = new AbortController()
  let received = ''
  const follow = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(`${address}/api/live`, { headers, signal: abort.signal })
    for await (const text of (reply.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()))
      received += text
  }
  // Where the server ends the stream a page opens it again, as here.
  const reading = (async () => {
    while (!abort.signal.aborted) await follow()
  })().catch(() => undefined)
  await expect.poll(() => received).toContain('hello')
  for (const [nth, breakConnection] of [async () => link.reset(), terminateAll, async () => link.reset()].entries()) {
    received = ''
    await breakConnection()
    const change = () => portal.ingest(document('orders', `LIVE-${nth}`)).then(() => true)
    await expect.poll(() => change().catch(() => false), { timeout: 20_000 }).toBe(true)
    const stored = received.length
    // A stream that is opened after the change begins with hello, and the page reads everything anew.
    const isHeard = () => received.includes('changed') || received.slice(stored).includes('hello')
    await expect.poll(isHeard, { timeout: 10_000 }).toBe(true)
  }
  abort.abort()
  await reading
})

test('while the database cannot be reached the portal says so, and it heals by itself', async () => {
  link.become('refusing')
  link.reset()
  expect((await read('/documents/orders')).status).toBe(503)
  expect((await post('/ingest/documents', ndjson('away'))).status).toBe(503)
  link.become('well')
  expect((await read('/documents/orders')).status).toBe(200)
  expect((await post('/ingest/documents', ndjson('away'))).status).toBe(200)
})

async function terminateAll(): Promise<void> {
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'portal %'`,
  )
}
