import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { ApiKey } from '#contract/console/keys.ts'
import type { StaffRole } from '#contract/console/staff.ts'
import type { Today } from '#contract/console/today.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

const start = '2026-03-10T09:00:00Z'
let now = Date.parse(start)
const portal = await testPortal(start)
const desk = consoleOf(portal, () => new Date(now))
const { owner: database } = portal.database
const people = new Map<StaffRole, { cookie: string; id: string; secret: string }>()
const cookieOf = (role: StaffRole) => people.get(role)?.cookie ?? ''
const today = async (role: StaffRole) => (await desk.call('GET', '/today', { cookie: cookieOf(role) })).body as Today
const pass = (milliseconds: number) => {
  now += milliseconds
  portal.setTime(new Date(now).toISOString())
}

beforeAll(async () => {
  for (const role of ['owner', 'integration', 'support', 'sales', 'content', 'auditor'] as const)
    people.set(role, await desk.join(`${role}@supplier.example`, role))
})

test('where nothing waits, the first page says so', async () => {
  const { requests, refused, quarantine, silent, mails, jobs, registrations } = await today('owner')
  for (const pile of [requests, refused, quarantine, mails, jobs, registrations]) expect(pile?.count).toBe(0)
  expect(silent?.sources).toEqual([])
})

test('it tells what waits and since when, and who is there', async () => {
  const order = { type: 'orders', currency: 'EUR', issueDate: '2026-03-01' } as const
  await portal.ingest(
    { ...order, number: 'O-A', account: 'A-1', accountName: 'Alpha Bikes' },
    { ...order, number: 'O-B', account: 'B-1', accountName: 'Beta Boats' },
  )
  for (const [email, account, number] of [
    ['ann@a.example', 'A-1', 'O-A'],
    ['bob@b.example', 'B-1', 'O-B'],
  ] as const) {
    const token = await portal.signIn(email, account, 'buyer')
    pass(1000)
    const body = { key: randomUUID(), note: 'When?' }
    await portal.call('POST', `/documents/orders/${number}/ask`, { token, body })
  }
  await database.query(
    `insert into staff_accounts (account_id, staff_id, created_at) select account_id, $1, now() from accounts where number = 'B-1'`,
    [people.get('sales')?.id],
  )
  await database.query(
    `insert into registrations (id, email, name, customer_number, document_number, created_at) values ($1, 'r@r.example', 'R', 'C', 'D', $2)`,
    [randomUUIDv7(), start],
  )
  const seen = await today('owner')
  expect(seen.requests).toMatchObject({ count: 2, first: [{ account: 'Alpha Bikes' }, { account: 'Beta Boats' }] })
  expect(seen.registrations).toMatchObject({ count: 1, oldestAt: start })
  expect(seen.people).toMatchObject({ online: 2, lately: 2 })
  pass(3_600_000)
  expect((await today('owner')).people).toMatchObject({ online: 0, lately: 2 })
})

test('each role sees what is theirs, and salespeople the requests of their own customers', async () => {
  const shown = async (role: StaffRole) =>
    Object.entries(await today(role))
      .filter(([name, value]) => name !== 'now' && value !== null)
      .map(([name]) => name)
  expect(await shown('owner')).toHaveLength(11)
  expect(await shown('content')).toEqual([])
  expect(await shown('sales')).toEqual(['requests', 'unread', 'undelivered'])
  expect((await today('sales')).requests).toMatchObject({ count: 1, first: [{ account: 'Beta Boats' }] })
  expect(await shown('integration')).toEqual(expect.arrayContaining(['refused', 'silent', 'speaking', 'jobs']))
  expect(await shown('integration')).not.toContain('registrations')
})

test('a key is made, rotated and revoked by who may, and the audit names them', async () => {
  const cookie = cookieOf('integration')
  const body = { name: 'ERP', scopes: ['ingest:write'] }
  for (const role of ['support', 'sales', 'content', 'auditor'] as const)
    expect((await desk.call('POST', '/keys', { cookie: cookieOf(role), body })).status).toBe(403)
  expect((await desk.prove(cookie, people.get('integration')?.secret ?? '')).status).toBe(200)
  const made = await desk.call('POST', '/keys', { cookie, body })
  const send = async (secret: string) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' }
    const payload = JSON.stringify({ type: 'orders', number: 'K-1', account: 'A-1' })
    return (await portal.app.inject({ method: 'POST', url: '/api/ingest/documents', headers, payload })).statusCode
  }
  const old = String(made.body.secret)
  expect(await send(old)).toBe(200)
  const list = async () => (await desk.call('GET', '/keys', { cookie })).body as { keys: ApiKey[] }
  const [key] = (await list()).keys
  expect(key).toMatchObject({ name: 'ERP', createdBy: 'integration@supplier.example', scopes: ['ingest:write'] })
  expect(JSON.stringify(await list())).not.toContain(old)
  const rotated = await desk.call('POST', `/keys/${key?.id}/rotate`, { cookie, body: { overlap: 1 } })
  const fresh = String(rotated.body.secret)
  expect([await send(old), await send(fresh)]).toEqual([200, 200])
  pass(3_600_001)
  expect([await send(old), await send(fresh)]).toEqual([401, 200])
  expect((await list()).keys).toMatchObject([{ id: key?.id, formerUntil: null }])
  const revoke = (name: string) => desk.call('POST', `/keys/${key?.id}/revoke`, { cookie, body: { name } })
  expect((await revoke('Erp')).status).toBe(400)
  expect((await revoke('ERP')).status).toBe(200)
  expect(await send(fresh)).toBe(401)
  const { rows } = await database.query<{ action: string }>(
    'select action from audit_log where key_id = $1 and user_id = $2 order by at, id',
    [key?.id, people.get('integration')?.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['key_created', 'key_rotated', 'key_revoked'])
})

test('a source that is silent is missed however many others speak', async () => {
  await database.query(
    `with keys as (insert into api_keys (id, name, scope, hash)
       select gen_random_uuid(), 'Key ' || n, 'ingest:write', decode(md5('key ' || n), 'hex') from generate_series(0, 120) n returning id, name)
     insert into intake_sources (id, last_at, silent_since)
       select id, $1::timestamptz - case when name = 'Key 0' then interval '3 days' else interval '1 minute' end,
         case when name = 'Key 0' then $1::timestamptz - interval '3 days' end from keys`,
    [new Date(now)],
  )
  const { cookie } = await desk.join('night@supplier.example', 'integration')
  const { silent } = (await desk.call('GET', '/today', { cookie })).body as Today
  expect(silent?.sources.map(({ name }) => name)).toEqual(['Key 0'])
  const { sources } = (await desk.call('GET', '/intake/sources', { cookie })).body as { sources: { name: string }[] }
  expect(sources[0]?.name).toBe('Key 0')
})
