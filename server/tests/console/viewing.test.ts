import { beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, isOpenToViewing } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { readAudit } from '#server/audit/read-audit.ts'
import { createOwned, numbersOf, type Owned } from '#server/testing/owned.ts'
import { testPortal } from '#server/testing/portal.ts'
import { probes, sendProbe } from '#server/testing/probes.ts'
import { consoleOf, fromOwnPage } from '#server/testing/staff.ts'

/* A member of the supplier's staff sees the portal as one of its people sees it, and changes nothing. */
const start = '2026-03-10T09:00:00Z'
const portal = await testPortal(start)
let now = new Date(start)
const setTime = (instant: string) => {
  now = new Date(instant)
  portal.setTime(instant)
}
const desk = consoleOf(portal, () => now)
const { owner: database, pools } = portal.database
const [mark, other] = ['Zanzibar', 'Elsewhere']

const documents = (account: string, name: string): IngestDocument[] => {
  const common = { account, accountName: `Account ${name}`, currency: 'EUR', issueDate: '2026-03-01' }
  const lines = [{ line: '1', sku: `SKU-${name}`, name: `Wheel ${name}`, quantity: '1', amount: '10.00' }]
  return [
    { ...common, type: 'quotes', number: `Q-${name}`, lines },
    { ...common, type: 'orders', number: `O-${name}`, lines },
    { ...common, type: 'shipments', number: `S-${name}`, lines },
    {
      ...common,
      type: 'invoices',
      number: `I-${name}`,
      lines,
      totals: { gross: '10.00' },
      attachments: [
        { name: `${name}.txt`, mimeType: 'text/plain', contentBase64: Buffer.from(name).toString('base64') },
      ],
    },
  ]
}

let owned: Owned
let support: { cookie: string; id: string; secret: string }
let sales: typeof support
let owner: typeof support
let ann: string
const accountId = async (number: string) =>
  (await database.query<{ id: string }>('select account_id as id from accounts where number = $1', [number])).rows[0]
    ?.id
const give = async (staffId: string, number: string) =>
  database.query('insert into staff_accounts (account_id, staff_id, created_at) values ($1, $2, now())', [
    await accountId(number),
    staffId,
  ])

const begin = (cookie: string, body: object) => desk.call('POST', '/viewings', { cookie, body })
/** Begins to as Ann. */
const view = async ({ cookie }: { cookie: string } = support) => {
  const { status, body } = await begin(cookie, { person: ann, account: 'A-1', reason: 'She asks where her order is' })
  expect(status).toBe(200)
  return body as { id: string; token: string; until: string; person: string; account: object }
}

beforeAll(async () => {
  const report = await portal.ingest(...documents('A-1', mark), ...documents('B-1', other))
  expect(report.errors).toEqual([])
  owned = await createOwned(portal, await portal.signIn('ann@a.example', 'A-1'), mark)
  await portal.signIn('eve@b.example', 'B-1')
  support = await desk.join('support@supplier.example', 'support', 'Sue Support')
  sales = await desk.join('sales@supplier.example', 'sales', 'Sam Sales')
  owner = await desk.join('owner@supplier.example', 'owner', 'Olga Owner')
  const { rows } = await database.query<{ id: string }>(`select id from users where email = 'ann@a.example'`)
  ann = rows[0]?.id ?? ''
})

const ofPeople = endpoints.filter(({ access }) => access === 'viewer')
const absentId = '018f0000-0000-7000-8000-00000000ffff'
const urlOf = ({ path }: Endpoint) =>
  `/api${path
    .replace(':type', 'orders')
    .replace(':number', numbersOf(mark).orders)
    .replace(':method', 'totp')
    .replace(/:\w+/g, absentId)}`
const send = (endpoint: Endpoint, token: string, more: object = {}) =>
  portal.app.inject({
    method: endpoint.method,
    url: urlOf(endpoint),
    headers: { ...fromOwnPage, authorization: `Bearer ${token}` },
    ...(endpoint.method === 'GET' ? {} : { body: {} }),
    ...more,
  })

/** What every table holds, but the audit log and what is counted of calls. */
async function contents(): Promise<Record<string, string>> {
  // What was counted up to now is written by this; otherwise that may happen between two looks.
  expect((await desk.call('GET', '/insight', { cookie: owner.cookie })).status).toBe(200)
  const { rows } = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
     and tablename not in ('audit_log', 'throttle_buckets', 'staff_sessions') order by tablename`,
  )
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: all } = await database.query<{ hash: string }>(
      `select md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as hash from ${name} t`,
    )
    found[name] = all[0]?.hash ?? ''
  }
  return found
}

describe('Who sees the portal as somebody sees it', () => {
  let token: string
  beforeAll(async () => {
    token = (await view()).token
  })

  test.each(ofPeople.filter((endpoint) => !isOpenToViewing(endpoint)).map(({ name }) => name))(
    'cannot call %s, and reads why',
    async (name) => {
      const endpoint = ofPeople.find((one) => one.name === name) as Endpoint
      const reply = await send(endpoint, token)
      expect(reply.statusCode).toBe(403)
      expect(reply.json()).toMatchObject({
        code: 'not_allowed',
        message: 'You see the portal as somebody else sees it: nothing can be changed here.',
      })
    },
  )

  test('changes nothing by what they may call, wherever they look: notices stay unread, nobody was here', async () => {
    const before = await contents()
    for (const [name, requests] of Object.entries(probes)) {
      const endpoint = ofPeople.find((one) => one.name === name) as Endpoint
      if (!isOpenToViewing(endpoint)) continue
      for (const probe of requests(owned)) {
        const reply = await sendProbe(portal, endpoint.method, probe, token)
        expect([probe.url, [401, 403, 500].includes(reply.statusCode)]).toEqual([probe.url, false])
      }
    }
    expect(await contents()).toEqual(before)
    expect((await portal.get('/notifications', owned.token)).body).toMatchObject([
      { id: owned.notice, viewed: false, clicked: false },
    ])
    expect((await portal.get('/profile/sessions', owned.token)).body).toMatchObject({ sessions: [{ current: true }] })
  })

  test('sees what the person sees, and nothing of another account', async () => {
    for (const path of ['/profile', '/documents/orders', `/documents/invoices/I-${mark}`, '/profile/company/members'])
      expect((await portal.get(path, token)).body).toEqual((await portal.get(path, owned.token)).body)
    for (const [type, number] of Object.entries(numbersOf(other)))
      expect((await portal.get(`/documents/${type}/${number}`, token)).status).toBe(404)
    expect(JSON.stringify((await portal.get(`/search?text=${other}`, token)).body)).not.toContain(`O-${other}`)
  })

  test('reads nothing of the other accounts of the person, which may be no customers of theirs', async () => {
    await give(sales.id, 'A-1')
    await database.query(
      `insert into memberships (account_id, user_id, role, created_at) values ($1, $2, 'admin', now())`,
      [await accountId('B-1'), ann],
    )
    const { token: ofSales } = await view(sales)
    const seen = await portal.get('/profile', ofSales)
    expect(seen.body).toMatchObject({ accounts: [{ number: 'A-1', name: `Account ${mark}`, current: true }] })
    expect(seen.text).not.toContain('B-1')
    expect(seen.text).not.toContain(other)
    expect((await portal.get('/profile', owned.token)).body).toMatchObject({
      accounts: [{ number: 'A-1' }, { number: 'B-1', name: `Account ${other}` }],
    })
    await database.query('delete from memberships where account_id = $1 and user_id = $2', [
      await accountId('B-1'),
      ann,
    ])
    await database.query('delete from staff_accounts')
    // Their tokens have ended with the membership.
    owned = { ...owned, token: await portal.login('ann@a.example') }
  })

  test.each(endpoints.filter(({ access }) => access === 'staff' || access === 'ingest').map(({ name }) => name))(
    'opens nothing of %s with what opens the portal to them',
    async (name) => {
      const endpoint = endpoints.find((one) => one.name === name) as Endpoint
      expect((await send(endpoint, token)).statusCode).toBe(401)
      expect((await send(endpoint, token, { cookies: { console: token } })).statusCode).toBe(401)
      expect((await send(endpoint, token, { cookies: { console: token.replace('viewing.', '') } })).statusCode).toBe(
        401,
      )
    },
  )

  test('is recorded as who downloads, not the person', async () => {
    for (const path of [`/documents/orders/O-${mark}/ubl`, '/documents/orders/export?format=csv'])
      expect((await portal.get(path, token)).status).toBe(200)
    const entries = await readAudit(pools.server, { user: 'support@supplier.example' })
    for (const action of ['file_downloaded', 'list_exported'])
      expect(entries.filter((entry) => entry.action === action)).toContainEqual(
        expect.objectContaining({ user: null, staff: 'support@supplier.example', account: 'A-1' }),
      )
    const own = await readAudit(pools.server, { user: 'ann@a.example' })
    expect(own.filter(({ action }) => /download|export/.test(action))).toEqual([])
  })
})

describe('A viewing', () => {
  test('needs a reason, a person of that account, and a role for it', async () => {
    for (const reason of [undefined, '', '   '])
      expect((await begin(support.cookie, { person: ann, account: 'A-1', reason })).status).toBe(400)
    expect((await begin(support.cookie, { person: ann, account: 'B-1', reason: 'Why not' })).status).toBe(404)
    const auditor = await desk.join('auditor@supplier.example', 'auditor')
    expect((await begin(auditor.cookie, { person: ann, account: 'A-1', reason: 'Why not' })).status).toBe(403)
  })

  test('finds people by words of their name, e-mail and customer, those one may see', async () => {
    const find = async (cookie: string, query: string) =>
      (await desk.call('GET', `/viewings/people?${query}`, { cookie })).body.people.map(
        ({ email, account }: { email: string; account: { number: string } }) => `${email} ${account.number}`,
      )
    expect(await find(support.cookie, 'text=ANN%20zanzibar')).toEqual(['ann@a.example A-1'])
    expect(await find(support.cookie, `person=${ann}`)).toEqual(['ann@a.example A-1'])
    expect(await find(support.cookie, 'text=example')).toEqual(['ann@a.example A-1', 'eve@b.example B-1'])
    expect(await find(support.cookie, 'text=100%25_')).toEqual([])
    expect(await find(support.cookie, '')).toEqual([])
    expect(await find(sales.cookie, 'text=example')).toEqual([])
    expect(await find(sales.cookie, `person=${ann}`)).toEqual([])
  })

  test('is in the audit log of the supplier, and is shown to the admins of the account with its reason', async () => {
    const { id } = await view()
    expect((await desk.call('DELETE', `/viewings/${id}`, { cookie: support.cookie })).status).toBe(200)
    const entries = await readAudit(pools.server, { account: 'A-1' })
    expect(entries.filter(({ details }) => details.viewing === id)).toMatchObject([
      { action: 'viewing_started', staff: 'support@supplier.example', details: { person: ann } },
      { action: 'viewing_ended', staff: 'support@supplier.example' },
    ])
    const { viewings } = (await portal.get('/profile/company/viewings', owned.token)).body as { viewings: object[] }
    expect(viewings[0]).toMatchObject({ id, by: 'Sue Support', reason: 'She asks where her order is' })
    const first = (await portal.get('/profile/company/viewings?limit=1', owned.token)).body as { nextCursor: string }
    const rest = await portal.get(`/profile/company/viewings?limit=100&cursor=${first.nextCursor}`, owned.token)
    expect((rest.body as { viewings: object[] }).viewings).toEqual(viewings.slice(1))
    const buyer = await portal.signIn('bob@a.example', 'A-1', 'buyer')
    expect((await portal.get('/profile/company/viewings', buyer)).status).toBe(404)
  })

  test('ends after half an hour', async () => {
    const { token, until } = await view()
    expect(until).toBe('2026-03-10T09:30:00.000Z')
    setTime('2026-03-10T09:29:59Z')
    expect((await portal.get('/profile', token)).status).toBe(200)
    setTime('2026-03-10T09:30:00Z')
    expect((await portal.get('/profile', token)).status).toBe(401)
    setTime(start)
  })

  test('is ended by whoever began it, and by nobody else', async () => {
    const { id, token } = await view()
    await give(sales.id, 'A-1')
    expect((await desk.call('DELETE', `/viewings/${id}`, { cookie: sales.cookie })).status).toBe(404)
    expect((await portal.get('/profile', token)).status).toBe(200)
    expect((await desk.call('DELETE', `/viewings/${id}`, { cookie: support.cookie })).status).toBe(200)
    expect((await portal.get('/profile', token)).status).toBe(401)
    await database.query('delete from staff_accounts')
  })

  test.each([
    ['the member of staff is disabled', 'update staff set disabled_at = now() where email = $1'],
    ['their role allows it no more', `update staff set role = 'auditor' where email = $1`],
    [
      'they are signed out of the console',
      'update staff_sessions set ended_at = now() where staff_id = (select id from staff where email = $1)',
    ],
    ['the account is no longer theirs', `delete from staff_accounts where $1 <> ''`],
    [
      'the person leaves the account',
      `delete from memberships where $1 <> '' and user_id = (select id from users where email = 'ann@a.example')`,
    ],
    ['the person is disabled', `update users set disabled_at = now() where $1 <> '' and email = 'ann@a.example'`],
  ])('ends with the next call when %s', async (_, change) => {
    const email = `${_.replaceAll(/\W/g, '')}@supplier.example`
    const who = await desk.join(email, 'sales')
    await give(who.id, 'A-1')
    const { token } = await view(who)
    expect((await portal.get('/profile', token)).status).toBe(200)
    await database.query(change, [email])
    expect((await portal.get('/profile', token)).status).toBe(401)
    await database.query(`update users set disabled_at = null where email = 'ann@a.example'`)
    await database.query(
      `insert into memberships (account_id, user_id, role, created_at) values ($1, $2, 'admin', now()) on conflict do nothing`,
      [await accountId('A-1'), ann],
    )
    await database.query('delete from staff_accounts')
  })

  test('into an account that has just left the salesperson does not begin', async () => {
    await give(sales.id, 'A-1')
    const { token } = await view(sales)
    await database.query('delete from staff_accounts where staff_id = $1', [sales.id])
    expect((await begin(sales.cookie, { person: ann, account: 'A-1', reason: 'They call' })).status).toBe(404)
    expect((await portal.get('/documents/orders', token)).status).toBe(401)
  })

  test('works from where the console is reached, and nowhere else', async () => {
    const { database: db, ...there } = await testPortal(start, { console: { on: true, networks: ['127.0.0.1'] } })
    await there.ingest(...documents('A-1', mark))
    await there.signIn('ann@a.example', 'A-1')
    const { rows } = await db.owner.query<{ person: string }>('select id as person from users')
    const deskThere = consoleOf({ database: db, ...there }, () => now)
    const { cookie } = await deskThere.join('support@supplier.example', 'support')
    const body = { ...rows[0], account: 'A-1', reason: 'She asks where her order is' }
    const { token } = (await deskThere.call('POST', '/viewings', { cookie, body })).body
    const from = async (remoteAddress: string) =>
      (await there.app.inject({ url: '/api/profile', headers: { authorization: `Bearer ${token}` }, remoteAddress }))
        .statusCode
    expect(await from('127.0.0.1')).toBe(200)
    expect(await from('10.0.0.1')).toBe(401)
  })
})
