import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { InboxEntry, InboxRequest } from '#contract/console/inbox.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

const start = Date.parse('2026-03-10T09:00:00Z')
let now = start
const portal = await testPortal('2026-03-10T09:00:00Z')
const desk = consoleOf(portal, () => new Date(now))
const { owner: database } = portal.database
const pdf = Buffer.from('%PDF-1.7 drawing')

const order = (number: string, account: string, accountName: string): IngestDocument => ({
  ...{ type: 'orders', number, account, accountName, currency: 'EUR', issueDate: '2026-03-01' },
  lines: [{ line: '1', sku: 'BK-1', quantity: '2' }],
  salesperson: { name: 'Sam Sales', email: 'Sam@supplier.example' },
})

type Person = { cookie: string; id: string }
let customer: string
let support: Person
let sales: Person
let auditor: Person
beforeAll(async () => {
  await portal.ingest(
    order('O-1', 'A-1', 'Alpha Bikes'),
    order('O-2', 'A-1', 'Alpha Bikes'),
    order('O-9', 'B-1', 'Beta Boats'),
  )
  customer = await portal.signIn('ann@a.example', 'A-1', 'buyer')
  support = await desk.join('sue@supplier.example', 'support', 'Sue Support')
  sales = await desk.join('sam@supplier.example', 'sales', 'Sam Sales')
  auditor = await desk.join('ada@supplier.example', 'auditor', 'Ada Audit')
  await database.query(
    `insert into staff_accounts (account_id, staff_id, created_at) select account_id, $1, now() from accounts where number = 'A-1'`,
    [sales.id],
  )
  await portal.mails()
})

const tick = () => {
  now += 1000
  portal.setTime(new Date(now).toISOString())
}
/** The id of a question that a customer asks about an order. */
async function ask(number: string, note: string, token = customer): Promise<string> {
  tick()
  const body = { key: randomUUID(), note }
  const { body: request } = await portal.call('POST', `/documents/orders/${number}/ask`, { token, body })
  return String(request.id)
}
const list = async (person: Person, query = '') => {
  const { body, status } = await desk.call('GET', `/requests${query}`, { cookie: person.cookie })
  return { status, ...(body as { requests: InboxEntry[]; waiting: number; nextCursor: string | null }) }
}
const show = async (person: Person, id: string) =>
  (await desk.call('GET', `/requests/${id}`, { cookie: person.cookie })).body as InboxRequest
async function answer(person: Person, id: string, body: object) {
  const { changedAt } = await show(person, id)
  tick()
  const sent = { key: randomUUID(), seen: changedAt, ...body }
  return desk.call('POST', `/requests/${id}/answer`, { cookie: person.cookie, body: sent })
}

describe('A question of a customer', () => {
  test('is mailed to the salesperson by the name of the customer, with a link that leads to it in the console', async () => {
    const id = await ask('O-1', 'Where is it?')
    const [mail] = await portal.mails()
    expect(mail?.subject).toContain('Alpha Bikes (A-1)')
    expect(mail?.text).toContain(`https://portal.test/console/requests/${id}`)
    expect(await show(sales, id)).toMatchObject({ account: { name: 'Alpha Bikes' }, content: { note: 'Where is it?' } })
  })

  test('is mailed without a link to somebody who could not open it there', async () => {
    const beta = await portal.signIn('bob@b.example', 'B-1', 'buyer')
    await ask('O-9', 'Blue or green?', beta)
    const [mail] = await portal.mails()
    expect(mail?.text).toContain('Blue or green?')
    expect(mail?.text).not.toContain('/console/')
  })

  test('is answered under the name of who answers, with a file, and reaches the customer by mail and in the portal', async () => {
    const id = await ask('O-1', 'May we have the drawing?')
    await portal.mails()
    const { body } = await answer(support, id, { state: 'answered', text: 'Here it is.' })
    expect(body).toMatchObject({ state: 'answered', stateBy: 'Sue Support' })
    const message = body.messages.at(-1).id
    const file = { cookie: support.cookie, body: pdf }
    const path = `/requests/${id}/files?name=drawing.pdf&message=${message}&fileId=${randomUUID()}`
    expect((await desk.call('POST', path, file)).body).toMatchObject({
      name: 'drawing.pdf',
      mimeType: 'application/pdf',
    })
    const [mail] = await portal.mails()
    expect(mail?.text).toContain('Here it is.')
    const { body: read } = await portal.get('/documents/orders/O-1/requests', customer)
    expect((read as { messages: object[] }).messages.at(-1)).toMatchObject({
      ...{ side: 'supplier', by: 'Sue Support', text: 'Here it is.' },
      files: [{ name: 'drawing.pdf' }],
    })
    const shown = await show(support, id)
    const given = await desk.call('GET', `/requests/${id}/files/${shown.messages.at(-1)?.files[0]?.id}`, {
      cookie: sales.cookie,
    })
    expect(given.text).toBe(String(pdf))
  })

  test('that another has answered meanwhile is not answered before that was seen', async () => {
    const id = await ask('O-2', 'Can it come on Friday?')
    const seen = (await show(sales, id)).changedAt
    expect((await answer(support, id, { state: 'answered', text: 'Yes.' })).status).toBe(200)
    const late = { key: randomUUID(), state: 'answered', text: 'No.', seen }
    const refused = await desk.call('POST', `/requests/${id}/answer`, { cookie: sales.cookie, body: late })
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await show(sales, id)).messages.map(({ text }) => text)).toEqual(['Yes.'])
    // Having read it, they may add to it.
    expect((await answer(sales, id, { state: 'answered', text: 'In the morning.' })).status).toBe(200)
    expect((await show(sales, id)).messages.map(({ by }) => by)).toEqual(['Sue Support', 'Sam Sales'])
  })

  test('is answered by one of two who answer at the same moment', async () => {
    const id = await ask('O-2', 'And on Saturday?')
    const { changedAt: seen } = await show(sales, id)
    tick()
    const both = await Promise.all(
      [support, sales].map(({ cookie }) =>
        desk.call('POST', `/requests/${id}/answer`, {
          cookie,
          body: { key: randomUUID(), state: 'answered', text: 'No.', seen },
        }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('sent twice because the reply was lost, an answer is one', async () => {
    const id = await ask('O-2', 'Once?')
    const { changedAt: seen } = await show(support, id)
    const body = { key: randomUUID(), state: 'answered', text: 'Once.', seen }
    tick()
    for (let count = 0; count < 2; count++)
      expect((await desk.call('POST', `/requests/${id}/answer`, { cookie: support.cookie, body })).status).toBe(200)
    expect((await show(support, id)).messages).toHaveLength(1)
  })

  test('is closed and opened again', async () => {
    const id = await ask('O-1', 'Thanks!')
    expect((await answer(support, id, { state: 'closed' })).body).toMatchObject({ state: 'closed' })
    expect((await answer(support, id, { state: 'open' })).body).toMatchObject({ state: 'open' })
  })

  test('has notes that staff read and no customer does', async () => {
    const id = await ask('O-1', 'A discount?')
    const note = { id: randomUUID(), text: 'Zanzibar: ask the boss first.' }
    for (let count = 0; count < 2; count++)
      await desk.call('POST', `/requests/${id}/notes`, { cookie: sales.cookie, body: note })
    expect((await show(support, id)).notes).toMatchObject([{ by: 'Sam Sales', text: note.text }])
    for (const path of ['/documents/orders/O-1/requests', '/requests', '/documents/orders/O-1'])
      expect((await portal.get(path, customer)).text).not.toContain('Zanzibar')
    expect((await portal.mails()).some(({ text }) => text.includes('Zanzibar'))).toBe(false)
  })

  test('is looked after by one who may answer it, and by nobody else', async () => {
    const id = await ask('O-1', 'Who cares?')
    const assign = (staff: string | null) =>
      desk.call('PUT', `/requests/${id}/assignee`, { cookie: support.cookie, body: { staff } })
    expect((await assign(sales.id)).body).toMatchObject({ assignee: { name: 'Sam Sales' } })
    expect((await assign(auditor.id)).body).toMatchObject({ errors: [{ field: 'staff' }] })
    expect((await list(support, `?assignee=${sales.id}`)).requests.map((entry) => entry.id)).toEqual([id])
    expect((await assign(null)).body).toMatchObject({ assignee: null })
    expect((await list(support, '?assignee=none')).requests.map((entry) => entry.id)).toContain(id)
    const { staff } = (await desk.call('GET', '/assignees', { cookie: support.cookie })).body
    expect(staff.map(({ name }: { name: string }) => name)).toEqual(['Sam Sales', 'Sue Support'])
  })

  test('is looked after by one of two who take it at the same moment', async () => {
    for (let count = 0; count < 5; count++) {
      const id = await ask('O-1', 'Who is first?')
      const taken = await Promise.all(
        [sales, support].map(({ id: staff, cookie }) =>
          desk.call('PUT', `/requests/${id}/assignee`, { cookie, body: { staff } }),
        ),
      )
      expect(taken.map(({ status }) => status)).toEqual([200, 200])
      expect([sales.id, support.id]).toContain((await show(support, id)).assignee?.id)
    }
  })
})

describe('The queue', () => {
  test('has what waits for the supplier, the longest wait first, what waits for the customer, and what is done', async () => {
    const first = await ask('O-1', 'First?')
    const second = await ask('O-2', 'Second?')
    const { requests, waiting } = await list(support)
    const ids = requests.map(({ id }) => id)
    expect(ids.slice(-2)).toEqual([first, second])
    expect(waiting).toBe(requests.length)
    expect(requests.at(-1)).toMatchObject({
      ...{ kind: 'ask', type: 'orders', number: 'O-2', words: 'Second?', madeBy: 'ann@a.example' },
      account: { number: 'A-1', name: 'Alpha Bikes' },
    })
    await answer(support, first, { state: 'asked', text: 'Which one?' })
    await answer(support, second, { state: 'answered', text: 'This one.' })
    expect((await list(support, '?view=asked')).requests.map(({ id }) => id)).toEqual([first])
    expect((await list(support, '?view=done')).requests[0]).toMatchObject({ id: second, words: 'This one.' })
  })

  test('is narrowed by kind, customer and age, and read a page at a time', async () => {
    const idsOf = async (query: string) => (await list(support, query)).requests.map(({ id }) => id)
    expect(await idsOf('?kind=dispute')).toEqual([])
    expect((await list(support, '?account=BETA')).requests.map(({ account }) => account.number)).toEqual(['B-1'])
    expect((await list(support, '?account=b-1')).requests).toHaveLength(1)
    expect(await idsOf('?account=%25')).toEqual([])
    expect(await idsOf('?olderThan=1')).toEqual([])
    const all = await idsOf('')
    expect(all.length).toBeGreaterThan(3)
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(support, `?limit=2${cursor && `&cursor=${cursor}`}`)
      paged.push(...page.requests.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(paged).toEqual(all)
  })

  test('of a salesperson is that of their own customers: what belongs to others does not exist for them', async () => {
    expect((await list(sales)).requests.every(({ account }) => account.number === 'A-1')).toBe(true)
    expect((await list(sales)).waiting).toBe((await list(support, '?account=A-1')).requests.length)
    const [foreign] = (await list(support, '?account=B-1')).requests
    const id = foreign?.id ?? ''
    const calls = [
      ['GET', `/requests/${id}`],
      ['POST', `/requests/${id}/answer`, { key: randomUUID(), state: 'taken', seen: foreign?.changedAt }],
      ['POST', `/requests/${id}/notes`, { id: randomUUID(), text: 'x' }],
      ['PUT', `/requests/${id}/assignee`, { staff: null }],
      ['POST', `/requests/${id}/files?name=x&message=${id}&fileId=${id}`, pdf],
      ['GET', `/requests/${id}/files/${id}`],
    ] as const
    for (const [method, path, body] of calls)
      expect([
        path,
        (await desk.call(method, path, { cookie: sales.cookie, ...(body ? { body } : {}) })).status,
      ]).toEqual([path, 404])
  })

  test('is read by an auditor, who answers nothing', async () => {
    const [entry] = (await list(auditor)).requests
    expect((await answer(auditor, entry?.id ?? '', { state: 'taken' })).status).toBe(403)
  })

  test('leaves who did what in the audit log', async () => {
    const { rows } = await database.query<{ action: string }>(
      'select distinct action from audit_log where user_id = $1 order by action',
      [support.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['request_answered', 'request_assigned', 'staff_joined', 'staff_signed_in']),
    )
  })
})

describe('The queue as a file', () => {
  const csv = async (person: Person, query = '') => {
    const { status, text } = await desk.call('GET', `/requests/csv${query}`, { cookie: person.cookie })
    return { status, lines: text.slice(1).trimEnd().split('\r\n') }
  }

  test('has what its view and filters show, in the same order, and no formula', async () => {
    await ask('O-2', '=1+1')
    const { requests } = await list(support, '?view=waiting&kind=ask&limit=200')
    const { lines } = await csv(support, '?view=waiting&kind=ask')
    expect(lines[0]).toBe('Date,Customer number,Customer,Name,Kind,Document,Status,Looked after by,Due,Changed,Note')
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(requests.map(({ madeAt }) => madeAt))
    expect(lines.at(-1)).toContain(",'=1+1")
    expect(
      (await csv(support, '?view=waiting&account=B-1')).lines.slice(1).every((line) => line.includes(',B-1,')),
    ).toBe(true)
  })

  test('holds nothing of customers whom a salesperson does not look after, and is in the audit log', async () => {
    const { rows: before } = await database.query(`select from audit_log where action = 'file_downloaded'`)
    const all = (await csv(support)).lines.join('\n')
    const own = (await csv(sales)).lines.join('\n')
    expect(all).toContain(',B-1,')
    expect(own).toContain(',A-1,')
    expect(own).not.toContain(',B-1,')
    const { rows: after } = await database.query(`select from audit_log where action = 'file_downloaded'`)
    expect(after.length - before.length).toBe(2)
  })
})
