import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { InboxEntry, InboxRequest } from '#contract/console/inbox.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* Requests that staff put off, and how long customers wait for an answer. */
let now = Date.parse('2026-03-10T09:00:00Z')
const portal = await testPortal('2026-03-10T09:00:00Z')
const desk = consoleOf(portal, () => new Date(now))
const { owner: database } = portal.database

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
  await database.query(
    `insert into staff_accounts (account_id, staff_id, created_at) select account_id, $1, now() from accounts where number = 'A-1'`,
    [sales.id],
  )
})

const tick = () => {
  now += 1000
  portal.setTime(new Date(now).toISOString())
}
/** Customers sign in anew each time: the clock goes on. */
const ann = () => portal.signIn('ann@a.example', 'A-1', 'buyer')
const bob = () => portal.signIn('bob@b.example', 'B-1', 'buyer')
async function ask(number: string, note: string): Promise<string> {
  tick()
  const token = await (number === 'O-9' ? bob() : ann())
  const body = { key: randomUUID(), note }
  return String((await portal.call('POST', `/documents/orders/${number}/ask`, { token, body })).body.id)
}
const list = async (person: Person, query = '') =>
  (await desk.call('GET', `/requests${query}`, { cookie: person.cookie })).body as {
    requests: InboxEntry[]
    waiting: number
  }
const show = async (person: Person, id: string) =>
  (await desk.call('GET', `/requests/${id}`, { cookie: person.cookie })).body as InboxRequest
async function answer(person: Person, id: string, body: object) {
  const { changedAt } = await show(person, id)
  tick()
  const sent = { key: randomUUID(), seen: changedAt, ...body }
  return desk.call('POST', `/requests/${id}/answer`, { cookie: person.cookie, body: sent })
}

describe('A request that is put off', () => {
  const day = 86_400_000
  const snooze = (person: Person, id: string, until: number | null) =>
    desk.call('PUT', `/requests/${id}/snooze`, {
      cookie: person.cookie,
      body: { until: until === null ? null : new Date(until).toISOString() },
    })
  const idsIn = async (view: string) => (await list(support, `?view=${view}`)).requests.map(({ id }) => id)

  test('leaves the queue and the first page, and is back by itself on its day', async () => {
    const id = await ask('O-1', 'Next season?')
    const { waiting } = await list(support)
    const until = now + 3_600_000
    expect((await snooze(support, id, until)).body).toMatchObject({ snoozedUntil: '2026-03-10T10:00:01Z' })
    expect(await idsIn('waiting')).not.toContain(id)
    expect((await list(support)).waiting).toBe(waiting - 1)
    expect(await idsIn('snoozed')).toEqual([id])
    const today = async () => (await desk.call('GET', '/today', { cookie: support.cookie })).body.requests
    expect((await today()).count).toBe(waiting - 1)
    now = until
    tick()
    expect(await idsIn('snoozed')).toEqual([])
    expect(await idsIn('waiting')).toContain(id)
    expect((await today()).count).toBe(waiting)
    expect(await show(support, id)).toMatchObject({ snoozedUntil: null })
  })

  test('is back as soon as the customer writes', async () => {
    const id = await ask('O-1', 'And the year after?')
    await snooze(sales, id, now + day)
    expect(await idsIn('waiting')).not.toContain(id)
    tick()
    const body = { key: randomUUID(), text: 'It is urgent now.' }
    expect((await portal.call('POST', '/documents/orders/O-1/messages', { token: await ann(), body })).status).toBe(200)
    expect(await idsIn('waiting')).toContain(id)
  })

  test('is taken back by hand; the audit log says who did either, with what was before', async () => {
    const id = await ask('O-1', 'Later?')
    await snooze(support, id, now + day)
    expect((await snooze(support, id, null)).body).toMatchObject({ snoozedUntil: null })
    expect(await idsIn('waiting')).toContain(id)
    const { rows } = await database.query(
      `select user_id as by, details -> 'before' as before, details -> 'after' as after from audit_log
        where action = 'request_snoozed' and details ->> 'request' = $1 order by at, id`,
      [id],
    )
    expect(rows).toEqual([
      { by: support.id, before: null, after: new Date(now + day).toISOString() },
      { by: support.id, before: new Date(now + day).toISOString(), after: null },
    ])
  })

  test('waits for the supplier, is put off for a year at most, by who may answer it', async () => {
    const id = await ask('O-1', 'Never?')
    expect((await snooze(auditor, id, now + day)).status).toBe(403)
    for (const until of [now - 1, now + 367 * day])
      expect((await snooze(support, id, until)).body).toMatchObject({ errors: [{ field: 'until' }] })
    await answer(support, id, { state: 'answered', text: 'No.' })
    expect((await snooze(support, id, now + day)).status).toBe(409)
    expect((await snooze(sales, await ask('O-9', 'Mine?'), now + day)).status).toBe(404)
  })
})

describe('The time to answer', () => {
  test('is the median of the first answers of a month, by kind, of the accounts that are one’s own', async () => {
    now += 40 * 86_400_000
    const lasting = [new Date(now), new Date(now + 86_400_000)]
    await database.query('update staff_sessions set seen_at = $1, expires_at = $2', lasting)
    tick()
    const times = async (person: Person) => (await desk.call('GET', '/answerTimes', { cookie: person.cookie })).body
    expect(await times(support)).toEqual({ all: null, kinds: [], promise: null })
    const answerAfter = async (seconds: number, number = 'O-1') => {
      const id = await ask(number, `After ${seconds}?`)
      now += (seconds - 1) * 1000
      await answer(support, id, { state: 'answered', text: 'Yes.' })
      await answer(support, id, { state: 'answered', text: 'Once more.' })
    }
    await answerAfter(60)
    await answerAfter(600)
    await answerAfter(900)
    expect(await times(sales)).toEqual({
      all: { count: 3, median: 600 },
      kinds: [{ kind: 'ask', count: 3, median: 600 }],
      promise: null,
    })
    await answerAfter(1000, 'O-9')
    expect(await times(support)).toMatchObject({ all: { count: 4, median: 750 } })
    expect(await times(sales)).toMatchObject({ all: { count: 3 } })
  })
})
