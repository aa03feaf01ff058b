import { beforeAll, describe, expect, test } from 'vitest'
import type { CountedThing, Insight } from '#contract/console/insight.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* How customers use the portal, as the console tells it. */
const start = '2026-03-10T09:00:00Z'
const portal = await testPortal(start)
const desk = consoleOf(portal, () => new Date(start))
const { owner: database } = portal.database

const cookies: Record<string, string> = {}
const people: string[] = []
beforeAll(async () => {
  for (const role of ['owner', 'content', 'support', 'sales', 'auditor', 'integration'] as const)
    cookies[role] = (await desk.join(`${role}@supplier.example`, role)).cookie
  await portal.ingest(
    ...['A-1', 'B-1'].map((account) => ({
      ...({ type: 'orders', currency: 'EUR', issueDate: '2026-03-01' } as const),
      ...{ number: `O-${account}`, account, accountName: `Customer ${account}` },
    })),
  )
  for (const name of ['ada', 'bea', 'cleo', 'dora']) people.push(await portal.signIn(`${name}@a.example`, 'A-1'))
})

const insight = async (cookie = cookies.content) =>
  (await desk.call('GET', '/insight?days=7', { cookie })).body as Insight
const totalOf = ({ counts }: Insight, thing: CountedThing) => counts.find(({ what }) => what === thing)?.total
const search = (token: string | undefined, text: string) => portal.get(`/search?q=${encodeURIComponent(text)}`, token)
const wordsOf = async () => (await insight()).vain.map(({ word }) => word)

describe('What people open and take along', () => {
  test('is counted by kind and day, once for each person and thing in half an hour', async () => {
    const [ada, bea] = people
    for (const token of [ada, ada, bea]) await portal.get('/documents/orders/O-A-1', token)
    await portal.get('/documents/orders/O-A-1/pdf', ada)
    const shown = await insight()
    expect(totalOf(shown, 'open.orders')).toBe(2)
    expect(totalOf(shown, 'download.papers')).toBe(1)
    expect(shown.counts.find(({ what }) => what === 'open.orders')?.days).toEqual([0, 0, 0, 0, 0, 0, 2])
  })

  test('leaves out what was refused and what nobody may see', async () => {
    const before = totalOf(await insight(), 'open.orders')
    await portal.get('/documents/orders/O-B-1', people[0])
    await portal.get('/documents/orders/O-A-1')
    expect(totalOf(await insight(), 'open.orders')).toBe(before)
  })

  test('is stored without anybody’s name, and by the day alone', async () => {
    const { rows } = await database.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'daily_counts'::regclass and attnum > 0 order by attnum`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['day', 'what', 'count'])
  })

  test('is kept for 400 days', async () => {
    await database.query(`insert into daily_counts (day, what, count) values ('2024-01-01', 'open.orders', 9)`)
    const other = await portal.serve()
    await other.close()
    const { rows } = await database.query(`select from daily_counts where day < '2025-01-01'`)
    expect(rows).toEqual([])
  })
})

describe('A search in vain', () => {
  test('tells its word once three people have searched for it, and not before', async () => {
    for (const token of people.slice(0, 2)) await search(token, 'flugzeug')
    await search(people[0], 'flugzeug')
    expect(await wordsOf()).toEqual([])
    const { rows } = await database.query<{ text: string }>('select t::text as text from vain_searches t')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('flugzeug')
    await search(people[2], 'Flugzeug')
    expect(await wordsOf()).toEqual(['flugzeug'])
    const told = await database.query('select searchers from vain_searches')
    expect(told.rows).toEqual([{ searchers: [] }])
  })

  test('never tells a name, a number or an address, however many search for it', async () => {
    for (const token of people) for (const text of ['dora', '4711', 'x@y.example']) await search(token, text)
    expect(await wordsOf()).not.toEqual(expect.arrayContaining(['dora']))
    expect((await wordsOf()).join(' ')).not.toMatch(/4711|@/)
  })

  test('is counted, and one that found something is not', async () => {
    const before = await insight()
    await search(people[0], 'O-A-1')
    await search(people[0], 'zeppelin')
    const after = await insight()
    expect(totalOf(after, 'search.all')).toBe((totalOf(before, 'search.all') ?? 0) + 2)
    expect(totalOf(after, 'search.vain')).toBe((totalOf(before, 'search.vain') ?? 0) + 1)
  })
})

describe('Adoption', () => {
  test('counts who was invited, has been there and was there this week, of all and of each customer', async () => {
    const { adoption } = await insight()
    expect(adoption).toMatchObject({ invited: 4, signedIn: 4, weekly: 4 })
    const { body } = await desk.call('GET', '/insight/customers', { cookie: cookies.support })
    expect(body.customers).toMatchObject([
      { number: 'A-1', name: 'Customer A-1', invited: 4, signedIn: 4, weekly: 4 },
      { number: 'B-1', invited: 0, signedIn: 0, weekly: 0 },
    ])
  })

  test('goes on from page to page without leaving a customer out', async () => {
    const first = await desk.call('GET', '/insight/customers?limit=1', { cookie: cookies.support })
    const cursor = encodeURIComponent(first.body.nextCursor)
    const second = await desk.call('GET', `/insight/customers?limit=1&cursor=${cursor}`, { cookie: cookies.support })
    const numbers = [...first.body.customers, ...second.body.customers].map(({ number }) => number)
    expect([numbers, second.body.nextCursor]).toEqual([['A-1', 'B-1'], null])
  })

  test('names no customer to who may see none', async () => {
    expect((await desk.call('GET', '/insight/customers', { cookie: cookies.content })).body.customers).toEqual([])
  })
})

describe('Time to answer and calls spared', () => {
  test('are reckoned from requests and from figures that can be set', async () => {
    const { calls } = await insight()
    expect(calls).toMatchObject({ calls: 0, figures: { opensPerCall: 20 } })
    const figures = { opensPerCall: 1, downloadsPerCall: 1, requestsPerCall: 1, minutesPerCall: 30 }
    const put = (cookie?: string, body: object = figures) => desk.call('PUT', '/insight/figures', { cookie, body })
    expect((await put(cookies.support)).status).toBe(403)
    expect((await put(cookies.content, { ...figures, opensPerCall: 0 })).status).toBe(400)
    expect((await put(cookies.content)).status).toBe(200)
    // Two orders opened and one PDF, at half an hour each.
    expect((await insight()).calls).toEqual({ figures, calls: 3, hours: 1 })
  })

  test('measure a request until its first answer', async () => {
    const asked = await portal.call('POST', '/documents/orders/O-A-1/ask', {
      token: people[0],
      body: { key: '018f0000-0000-7000-8000-000000000001', note: 'When?' },
    })
    expect(asked.status).toBe(200)
    expect((await insight()).answers).toEqual({ answered: 0, waiting: 1, median: null, most: null })
    await database.query(`update requests set made_at = $1::timestamptz - interval '5 hours'`, [start])
    const { body } = await desk.call('GET', '/requests', { cookie: cookies.support })
    const { id, changedAt } = body.requests[0]
    const answer = {
      key: '018f0000-0000-7000-8000-000000000002',
      state: 'answered',
      text: 'Tomorrow.',
      seen: changedAt,
    }
    const answered = await desk.call('POST', `/requests/${id}/answer`, { cookie: cookies.support, body: answer })
    expect(answered.status).toBe(200)
    expect((await insight()).answers).toMatchObject({ answered: 1, waiting: 0, median: 5 })
  })

  test('count nothing as waiting that waits for nobody at the supplier’s', async () => {
    const [ada, bea] = people
    const { rows } = await database.query<{ id: string }>(`select id from users where email = 'bea@a.example'`)
    await portal.ingest({ type: 'quotes', number: 'Q-1', account: 'A-1', status: 'open', validUntil: '2026-04-30' })
    const key = (last: number) => `018f0000-0000-7000-8000-00000000000${last}`
    // Approval is asked of a colleague.
    const approval = { key: key(3), approvers: rows.map(({ id }) => id) }
    const forApproval = await portal.call('POST', '/documents/quotes/Q-1/askApproval', { token: ada, body: approval })
    expect(forApproval.status, forApproval.text).toBe(200)
    // Who has asked closes what was taken up, before it is answered.
    const question = { key: key(4), note: 'When?' }
    const asked = await portal.call<{ id: string }>('POST', '/documents/orders/O-A-1/ask', {
      token: bea,
      body: question,
    })
    expect((await insight()).answers.waiting).toBe(1)
    const cookie = cookies.support
    const path = `/requests/${asked.body.id}`
    const { changedAt: seen } = (await desk.call('GET', path, { cookie })).body
    const takeUp = { cookie, body: { key: key(5), state: 'taken', seen } }
    expect((await desk.call('POST', `${path}/answer`, takeUp)).status).toBe(200)
    expect((await portal.call('POST', `${path}/close`, { token: bea })).status).toBe(200)
    expect((await insight()).answers).toMatchObject({ answered: 1, waiting: 0 })
  })

  test('go by the days of the supplier’s calendar, also while UTC has another date', async () => {
    const zone = process.env.TZ
    process.env.TZ = 'Europe/Berlin'
    const askAt = (at: string) => database.query('update requests set made_at = $1', [at])
    try {
      const daysOf = async (at: string) => {
        await askAt(at)
        const { text } = await desk.call('GET', '/insight/csv/answers?days=7', { cookie: cookies.content })
        return { answered: (await insight()).answers.answered, days: text.match(/\d{4}-\d\d-\d\d/g) }
      }
      expect(await daysOf('2026-03-08T23:30:00Z')).toEqual({ answered: 1, days: ['2026-03-09'] })
      expect(await daysOf('2026-03-03T23:30:00Z')).toEqual({ answered: 1, days: ['2026-03-04'] })
      expect(await daysOf('2026-03-03T22:30:00Z')).toEqual({ answered: 0, days: null })
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
      await askAt(start)
    }
  })
})

describe('The files', () => {
  test('hold each part with headings in the reader’s language, for those who may see it', async () => {
    const file = (part: string, cookie?: string) => desk.call('GET', `/insight/csv/${part}?days=7`, { cookie })
    expect((await file('customers', cookies.auditor)).text).toMatch(/^\uFEFFNumber,Customer.*\r?\nA-1,/)
    expect((await file('counts', cookies.content)).text.trim().split('\n')).toHaveLength(8)
    expect((await file('searches', cookies.content)).text).toContain('flugzeug,')
    expect((await file('answers', cookies.content)).text).toContain('2026-03-')
    for (const role of ['sales', 'integration']) expect((await file('counts', cookies[role])).status).toBe(403)
  })
})
