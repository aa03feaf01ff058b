import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { InboxEntry, InboxRequest } from '#contract/console/inbox.ts'
import type { Today } from '#contract/console/today.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* What customers wrote and a member of staff has not read yet. */
let now = Date.parse('2026-03-10T09:00:00Z')
const portal = await testPortal('2026-03-10T09:00:00Z')
const desk = consoleOf(portal, () => new Date(now))

const order = (number: string, account: string): IngestDocument => ({
  ...{ type: 'orders', number, account, currency: 'EUR', issueDate: '2026-03-01' },
  lines: [{ line: '1', sku: 'BK-1', quantity: '2' }],
})

type Person = { cookie: string; id: string }
let support: Person
let sales: Person
let auditor: Person
beforeAll(async () => {
  await portal.ingest(order('O-1', 'A-1'), order('O-9', 'B-1'))
  support = await desk.join('sue@supplier.example', 'support', 'Sue Support')
  sales = await desk.join('sam@supplier.example', 'sales', 'Sam Sales')
  auditor = await desk.join('ada@supplier.example', 'auditor', 'Ada Audit')
  await portal.database.owner.query(
    `insert into staff_accounts (account_id, staff_id, created_at) select account_id, $1, now() from accounts where number = 'A-1'`,
    [sales.id],
  )
})

const tick = (milliseconds = 1000) => {
  now += milliseconds
  portal.setTime(new Date(now).toISOString())
}
/** The customer signs in anew each time: the clock goes on. */
async function write(path: string, body: object, number = 'O-1') {
  tick()
  const token = await portal.signIn(`${number}@a.example`, number === 'O-9' ? 'B-1' : 'A-1', 'buyer')
  const { body: written } = await portal.call('POST', `/documents/orders/${number}/${path}`, {
    token,
    body: { key: randomUUID(), ...body },
  })
  return String(written.id)
}
const ask = (note: string, number?: string) => write('ask', { note }, number)
const show = async (person: Person, id: string) =>
  (await desk.call('GET', `/requests/${id}`, { cookie: person.cookie })).body as InboxRequest
const list = async (person: Person, query: string) =>
  (await desk.call('GET', `/requests${query}`, { cookie: person.cookie })).body as {
    requests: InboxEntry[]
    unread: number
  }
const unreadOf = async (person: Person) =>
  (await list(person, '?view=unread')).requests.map(({ id, unreadSince }) => [id, unreadSince])
const today = async (person: Person) => (await desk.call('GET', '/today', { cookie: person.cookie })).body as Today
const read = async (person: Person, id: string, until?: string) =>
  desk.call('PUT', `/requests/${id}/read`, {
    cookie: person.cookie,
    body: { until: until ?? (await show(person, id)).changedAt },
  })
async function answer(person: Person, id: string, body: object) {
  const { changedAt } = await show(person, id)
  tick()
  const sent = { key: randomUUID(), seen: changedAt, ...body }
  return desk.call('POST', `/requests/${id}/answer`, { cookie: person.cookie, body: sent })
}
const instant = () => new Date(now).toISOString().replace('.000', '')

test('what a customer asks and adds is unread by each member of staff for themselves, from its first words on', async () => {
  const id = await ask('Where is it?')
  const since = instant()
  expect(await unreadOf(support)).toEqual([[id, since]])
  expect(await unreadOf(sales)).toEqual([[id, since]])
  expect((await today(support)).unread).toEqual({ count: 1, oldestAt: since })
  expect((await today(support)).requests).toMatchObject({ first: [{ id, unread: true }] })
  expect((await read(support, id)).status).toBe(200)
  expect(await unreadOf(support)).toEqual([])
  expect((await list(support, '')).requests).toMatchObject([{ id, unreadSince: null }])
  expect((await today(support)).unread).toMatchObject({ count: 0 })
  expect((await today(support)).requests).toMatchObject({ first: [{ id, unread: false }] })
  expect(await unreadOf(sales)).toEqual([[id, since]])
  await write('messages', { text: 'It is urgent.' })
  const added = instant()
  await write('messages', { text: 'Really.' })
  expect(await unreadOf(support)).toEqual([[id, added]])
  expect(await show(support, id)).toMatchObject({ unreadSince: added })
  expect((await list(support, '')).unread).toBe(1)
})

test('words that came while a request was read stay unread', async () => {
  const id = (await list(support, '?view=unread')).requests[0]?.id ?? ''
  const { changedAt } = await show(support, id)
  await write('messages', { text: 'One more thing.' })
  const since = instant()
  await read(support, id, changedAt)
  expect(await unreadOf(support)).toEqual([[id, since]])
  // What is read stays read, and nobody reads ahead.
  await read(support, id, '2026-01-01T00:00:00Z')
  expect(await unreadOf(support)).toEqual([[id, since]])
  await read(support, id, '2099-01-01T00:00:00Z')
  expect(await unreadOf(support)).toEqual([])
  await write('messages', { text: 'And another.' })
  expect(await unreadOf(support)).toEqual([[id, instant()]])
})

test('of what waits for nobody here only words after the last answer are unread, and nothing after 30 days', async () => {
  const id = (await list(support, '?view=unread')).requests[0]?.id ?? ''
  for (const state of ['asked', 'answered']) {
    await answer(sales, id, { state, text: 'Tomorrow.' })
    expect([await unreadOf(support), await unreadOf(sales)], state).toEqual([[], []])
  }
  await write('messages', { text: 'Thank you!', request: id })
  expect((await unreadOf(support)).map(([one]) => one)).toEqual([id])
  expect((await unreadOf(sales)).map(([one]) => one)).toEqual([id])
  await portal.database.owner.query('update staff_sessions set seen_at = $1, expires_at = $2', [
    new Date(now + 31 * 86_400_000),
    new Date(now + 32 * 86_400_000),
  ])
  tick(31 * 86_400_000)
  expect([await unreadOf(support), (await today(support)).unread?.count]).toEqual([[], 0])
})

test('salespeople count their own customers, and whoever reads requests may mark them', async () => {
  const id = await ask('Blue or green?', 'O-9')
  expect(await unreadOf(sales)).toEqual([])
  expect((await today(sales)).unread).toMatchObject({ count: 0 })
  expect((await read(sales, id, instant())).status).toBe(404)
  expect((await unreadOf(auditor)).map(([one]) => one)).toEqual([id])
  expect((await read(auditor, id)).status).toBe(200)
  expect(await unreadOf(auditor)).toEqual([])
})
