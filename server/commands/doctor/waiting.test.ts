import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { readConfig } from '#server/config.ts'
import { createKey } from '#server/ingest/keys.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { testPortal, tokenSecret } from '#server/testing/portal.ts'
import type { Context } from '../command.ts'
import { checkDisk } from './doctor.ts'
import { checkBalances, checkPromises } from './promises.ts'
import { checkReplies } from './replies.ts'
import { checkJobs, checkMails, checkProxy, checkRefused, checkRequests, checkSources } from './waiting.ts'

const clock = () => new Date()
const portal = await testPortal(clock().toISOString())
const { owner, pools, urls } = portal.database
const contextOf = (environment: Record<string, string> = {}): Context => ({
  config: readConfig(environment),
  open: async () => ({ database: { urls } as never, pools }),
  secrets: () => [tokenSecret],
  out: () => undefined,
  progress: () => undefined,
  ifInterrupted: () => () => undefined,
  input: async () => '',
  clock,
  newId: () => randomUUIDv7(),
  random: randomBytes,
  interactive: false,
})
const context = contextOf()

test('where nothing is wrong, doctor says so', async () => {
  const findings = await Promise.all(
    [checkMails, checkJobs, checkRequests, checkRefused, checkSources, checkProxy].map((check) => check(context)),
  )
  expect(findings.map(([verdict]) => verdict)).toEqual(Array.from({ length: 6 }, () => 'ok'))
})

test('doctor asks for room on the disk of the embedded database, and for none beside a PostgreSQL of one’s own', async () => {
  const settings = { FREE_SPACE: '10000000', DATA_DIR: tmpdir() }
  expect(await checkDisk(contextOf(settings))).toEqual(['bad', expect.stringContaining('make room now')])
  const own = { DATABASE_URL: 'postgres://db.example.com/portal', TOKEN_SECRET: tokenSecret }
  const finding = ['ok', expect.stringContaining('that of your own PostgreSQL')]
  expect(await checkDisk(contextOf({ ...settings, ...own }))).toEqual(finding)
  expect(await checkDisk(contextOf({ ...own, DATA_DIR: join(tmpdir(), 'portal-that-has-no-folder') }))).toEqual(finding)
})

test('doctor tells of documents that were refused, and why the last was', async () => {
  const key = await createKey(
    { db: pools.server, clock, newId: () => randomUUIDv7(), random: randomBytes },
    { name: 'ERP', scope: 'ingest' },
  )
  const send = (query: string, payload: string) =>
    portal.app.inject({
      method: 'POST',
      url: `/api/ingest/documents${query}`,
      headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${key}` },
      payload,
    })
  await send('?dryRun=true', '{"type":"orders"}')
  expect((await checkRefused(context))[0]).toBe('ok')
  const bad = '{"type":"orders","number":"SO-9"}'
  expect(
    (await send('', `${bad}\n${JSON.stringify({ type: 'orders', number: 'SO-1', account: 'C-1' })}\n${bad}`)).json(),
  ).toMatchObject({ rejected: 2, created: 1 })
  await send('', bad)
  const [verdict, text] = await checkRefused(context)
  expect(verdict).toBe('look')
  // The same line refused again is one message.
  expect(text).toMatch(/^1 refused message waits, the last of \S+Z \(\$.*account/)
  await owner.query(`update refused_messages set settled_at = now(), outcome = 'came_right'`)
  expect(await checkRefused(context)).toEqual([
    'ok',
    '3 documents were refused in the last 7 days, and all are settled.',
  ])
})

test('doctor tells of orders that have ended and promise goods that nothing brings', async () => {
  const lines = [{ line: '1', sku: 'BK-1', quantity: '10' }]
  const order = (number: string, status: string) =>
    ({ type: 'orders', number, account: 'C-1', status, lines }) satisfies IngestDocument
  const shipment = (number: string, of: string, status: string, quantity: string) =>
    ({
      ...{ type: 'shipments', number, account: 'C-1', status, references: [{ type: 'orders', number: of }] },
      lines: [{ line: '1', sku: 'BK-1', quantity, references: [{ type: 'orders', number: of, line: '1' }] }],
    }) satisfies IngestDocument
  await portal.ingest(
    ...[order('P-1', 'completed'), order('P-2', 'cancelled'), order('P-3', 'rejected'), order('P-4', 'completed')],
    ...[order('P-5', 'confirmed'), shipment('S-1', 'P-1', 'delivered', '8'), shipment('S-4', 'P-4', 'in_transit', '6')],
  )
  expect(await checkPromises(context)).toEqual([
    'ok',
    '4 orders have ended and promise nothing; 6 units of theirs are on their way in shipments.',
  ])
  await owner.query(
    `update ordered_lines set open = 2 where order_id = (select id from documents where number = 'P-1')`,
  )
  expect(await checkPromises(context)).toEqual(['bad', expect.stringMatching(/^2 units .* such as of P-1/)])
  await owner.query(
    `update ordered_lines set open = 0 where order_id = (select id from documents where number = 'P-1')`,
  )
  await owner.query(`delete from document_links where to_number = 'P-4'`)
  expect(await checkPromises(context)).toEqual(['bad', expect.stringMatching(/6 are on their way .* such as of P-4/)])
})

test('doctor tells of balances that are as before an upgrade, until the portal has gone through them', async () => {
  expect((await checkBalances(context))[0]).toBe('ok')
  await owner.query(`insert into accounts_to_settle (account_id) select account_id from accounts where number = 'C-1'`)
  expect(await checkBalances(context)).toEqual(['look', expect.stringMatching(/^those of 1 account are as before/)])
  await portal.serve()
  await expect.poll(async () => (await checkBalances(context))[0]).toBe('ok')
})

test('doctor tells of mails that do not leave, with what the mail server said', async () => {
  await owner.query(
    `insert into mails (id, kind, recipient, created_at, attempts, next_attempt_at, given_up_at, last_error) values
($1, 'reset', 'a@a.example', now(), 3, now(), null, '421 try later'), ($2, 'reset', 'b@a.example', now() - interval '1 hour', 1, null, now(), '550 unknown')`,
    [randomUUID(), randomUUID()],
  )
  expect(await checkMails(context)).toEqual([
    'look',
    '1 mail was tried in vain and is tried again, 1 mail was given up in the last 7 days (421 try later): npm run portal -- mail list',
  ])
})

test('doctor tells of jobs that were given up', async () => {
  const jobs = createJobs({
    jobsPool: pools.jobs,
    url: urls.server,
    log: { info: () => undefined, warn: () => undefined },
  })
  await jobs.send(owner, [{ name: 'notify', data: {} }])
  await owner.query('update jobs.job set retry_count = retry_limit')
  const idle = async () => undefined
  const failing = async () => Promise.reject(new Error('It is bad'))
  await jobs.start({ remind: idle, digest: idle, push: idle, notify: failing }, idle)
  await expect
    .poll(() => checkJobs(context), { timeout: 15_000 })
    .toEqual(['look', '1 job was given up: npm run portal -- jobs list'])
  await jobs.stop()
})

test('doctor tells of customers who wait for an answer', async () => {
  const token = await portal.signIn('ann@a.example', 'C-1')
  const made = await portal.call('POST', '/documents/orders/SO-1/ask', {
    token,
    body: { key: randomUUID(), note: 'When?' },
  })
  expect(made.status).toBe(200)
  expect((await checkRequests(context))[0]).toBe('ok')
  await owner.query(`update requests set made_at = now() - interval '3 days'`)
  const [verdict, text] = await checkRequests(context)
  expect([verdict, text]).toEqual([
    'look',
    expect.stringMatching(/^1 request of a customer waits for more than two days, the oldest since \S+Z: /),
  ])
})

test('doctor tells of a proxy that the settings do not name', async () => {
  await portal.app.inject({ url: '/api/portal', headers: { 'x-forwarded-for': '203.0.113.9' } })
  await expect
    .poll(() => checkProxy(context))
    .toEqual(['look', expect.stringMatching(/^127\.0\.0\.1 passes requests on .*Set TRUST_PROXY=127\.0\.0\.1/)])
  expect((await checkProxy(contextOf({ TRUST_PROXY: '127.0.0.1' })))[0]).toBe('ok')
})

test('the operator hears of a mailbox that cannot be read, and how many replies were taken', async () => {
  expect(await checkReplies(context)).toEqual(['ok', 'by mail are not read: REPLY_ADDRESS is not set.'])
  await owner.query(
    "insert into received_mails (key, received_at, outcome, request_id) values ('\\x01', $2, 'taken', $1), ('\\x02', $2, 'refused', $1)",
    [randomUUID(), clock()],
  )
  const settings = { REPLY_ADDRESS: 'reply@portal.example', REPLY_MAILBOX: 'imap://reply:secret@127.0.0.1:1/INBOX' }
  const [verdict, text] = await checkReplies(contextOf(settings))
  expect(verdict).toBe('bad')
  expect(text).toMatch(
    /cannot be read \(.*ECONNREFUSED.*\): replies wait there\. 1 by mail were taken in the last 7 days and 1 refused/,
  )
  expect((await checkReplies(contextOf({ REPLY_ADDRESS: 'reply@portal.example', REPLY_LISTEN: '2525' })))[0]).toBe('ok')
})
