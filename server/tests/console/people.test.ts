import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerEvents } from '#contract/console/customer-events.ts'
import type { Customer } from '#contract/console/customers.ts'
import type { InvitationRow } from '#contract/console/invitations.ts'
import type { findPeople, Person as ShownPerson } from '#contract/console/people.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { passphrase, testPortal, tokenIn } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

let now = Date.parse('2026-03-10T09:00:00Z')
const portal = await testPortal('2026-03-10T09:00:00Z')
const desk = consoleOf(portal, () => new Date(now))
const { owner: database } = portal.database

const order = (number: string, account: string, accountName: string): IngestDocument => ({
  ...{ type: 'orders', number, account, accountName, currency: 'EUR', issueDate: '2026-03-01' },
})

type Staff = { cookie: string; id: string }
let support: Staff
let sales: Staff
beforeAll(async () => {
  await portal.ingest(order('O-1', 'A-1', 'Alpha Bikes'), order('O-2', 'B-1', 'Beta Boats'))
  await portal.signIn('ann.zoll@a.example', 'A-1', 'admin')
  await portal.signIn('ben@a.example', 'A-1', 'buyer')
  await portal.signIn('bob@b.example', 'B-1', 'admin')
  await database.query(`update users set name = 'Änn Möller' where email = 'ann.zoll@a.example'`)
  support = await desk.join('sue@supplier.example', 'support', 'Sue Support')
  sales = await desk.join('sam@supplier.example', 'sales', 'Sam Sales')
  await database.query(
    `insert into staff_accounts (account_id, staff_id, created_at) select account_id, $1, now() from accounts where number = 'A-1'`,
    [sales.id],
  )
})
beforeEach(async () => {
  now += 3_600_000
  portal.setTime(new Date(now).toISOString())
  // A session of the console ends without use.
  await database.query('update staff_sessions set seen_at = $1, proven_at = $1, expires_at = $2', [
    new Date(now),
    new Date(now + 3_600_000),
  ])
  await portal.mails()
})

const call = (person: Staff, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  desk.call(method, path, { cookie: person.cookie, ...(body ? { body } : {}) })
const find = async (person: Staff, text: string) =>
  (await call(person, 'GET', `/people?text=${encodeURIComponent(text)}`)).body as Reply<typeof findPeople>
const emails = async (person: Staff, text: string) => (await find(person, text)).people.map(({ email }) => email)
const accountOf = async (number: string) =>
  (await database.query<{ id: string }>('select account_id as id from accounts where number = $1', [number])).rows[0]
    ?.id ?? ''
const userOf = async (email: string) =>
  (await database.query<{ id: string }>('select id from users where email = $1', [email])).rows[0]?.id ?? ''
const show = async (email: string, person = support) =>
  (await call(person, 'GET', `/people/${await userOf(email)}`)).body as ShownPerson
const signIn = (email: string, password = passphrase) =>
  portal.call('POST', '/auth/login', { body: { email, password } })
const lastAudit = async (action: string) =>
  (
    await database.query(
      'select user_id, account_id, details from audit_log where action = $1 order by at desc, id desc limit 1',
      [action],
    )
  ).rows[0]

describe('Somebody', () => {
  test('is found by beginnings of the name without accents, and of the e-mail', async () => {
    for (const text of ['ann', 'MÖL', 'moller änn', 'zoll', 'ann.zoll@a.ex'])
      expect([text, await emails(support, text)]).toEqual([text, ['ann.zoll@a.example']])
    expect(await emails(support, 'oller')).toEqual([])
    expect(await emails(support, 'ann bob')).toEqual([])
    expect((await emails(support, 'example')).length).toBe(3)
  })

  test('is not found by a text without a letter or a digit, and neither are those who cannot sign in', async () => {
    const id = await userOf('ben@a.example')
    await call(support, 'PUT', `/people/${id}`, { disabled: true })
    const { body } = await call(support, 'GET', '/people')
    expect((body as Reply<typeof findPeople>).people.map(({ email }) => email)).toEqual(['ben@a.example'])
    for (const text of ['@', '. -']) expect(await find(support, text)).toEqual({ people: [], invited: [], more: false })
    await call(support, 'PUT', `/people/${id}`, { disabled: false })
  })

  test('of another salesperson’s customer is found by nobody but those who see all', async () => {
    expect(await emails(sales, 'bob')).toEqual([])
    expect(await emails(sales, 'ben')).toEqual(['ben@a.example'])
    expect((await call(sales, 'GET', `/people/${await userOf('bob@b.example')}`)).status).toBe(404)
    expect((await call(sales, 'PUT', `/people/${await userOf('ben@a.example')}`, { disabled: true })).status).toBe(403)
  })

  test('who is invited is found by the e-mail, also when the invitation has expired, and invited again in the same language', async () => {
    const path = `/customers/${await accountOf('B-1')}/invitations`
    const invitation = { email: 'new@b.example', name: 'New', role: 'buyer', language: 'de' }
    expect((await call(support, 'POST', path, invitation)).status).toBe(200)
    const [mail] = await portal.mails()
    expect(mail?.subject).toContain('Einladung')
    expect((await find(support, 'new@b')).invited).toMatchObject([{ email: 'new@b.example', expired: false }])
    expect((await find(sales, 'new@b')).invited).toEqual([])
    await database.query(`update invitations set expires_at = $1 where email = 'new@b.example'`, [new Date(now - 1000)])
    const [found] = (await find(support, 'new@b')).invited
    expect(found).toMatchObject({ expired: true, account: { number: 'B-1' } })
    expect((await call(support, 'POST', `${path}/${found?.id}`)).status).toBe(200)
    const [again] = await portal.mails()
    expect(again?.subject).toBe(mail?.subject)
    expect((await portal.call('POST', '/auth/invitation', { body: { token: tokenIn(again) } })).status).toBe(200)
    const [renewed] = (await find(support, 'new@b')).invited
    expect(renewed).toMatchObject({ expired: false })
    expect((await call(support, 'DELETE', `${path}/${renewed?.id}`)).status).toBe(200)
    expect((await find(support, 'new@b')).invited).toEqual([])
  })
})

describe('When somebody last worked for a customer', () => {
  test('is known though the only session of theirs has gone on to another', async () => {
    await portal.signIn('ben@a.example', 'B-1')
    const token = await portal.login('ben@a.example')
    const go = (number: string, from: string) =>
      portal.call<{ token: string }>('PUT', '/profile/account', { token: from, body: { number } })
    const here = await go('A-1', token)
    expect((await portal.get('/dashboard', here.body.token)).status).toBe(200)
    await database.query(
      'delete from sessions where user_id = $1 and id <> (select id from sessions where user_id = $1 order by created_at desc, id desc limit 1)',
      [await userOf('ben@a.example')],
    )
    await go('B-1', here.body.token)
    const at = new Date(now).toISOString().replace('.000Z', 'Z')
    expect((await show('ben@a.example')).accounts).toMatchObject([{ number: 'A-1', lastSeenAt: at }, { number: 'B-1' }])
    const customer = (await call(sales, 'GET', `/customers/${await accountOf('A-1')}`)).body as Customer
    expect(customer.people.find(({ email }) => email === 'ben@a.example')).toMatchObject({ lastSeenAt: at })
    expect((await find(sales, 'ben')).people).toMatchObject([{ lastSeenAt: at }])
    await database.query('delete from memberships where account_id = $1 and user_id = $2', [
      await accountOf('B-1'),
      await userOf('ben@a.example'),
    ])
  })
})

describe('Why somebody could not sign in', () => {
  test('is told: a wrong password, and until when the next try is refused', async () => {
    for (let count = 0; count < 6; count += 1) await signIn('ben@a.example', 'a wrong password of somebody')
    const { signInProblems, lockedUntil, attempts } = await show('ben@a.example')
    expect(signInProblems).toEqual(['locked'])
    expect(Date.parse(lockedUntil ?? '')).toBeGreaterThan(now)
    expect(attempts[0]).toMatchObject({ action: 'sign_in_failed', reason: 'password', until: lockedUntil })
    now += 60_000
    portal.setTime(new Date(now).toISOString())
    await signIn('ben@a.example')
    expect((await show('ben@a.example')).attempts[0]).toMatchObject({ action: 'signed_in' })
    expect((await show('ben@a.example')).signInProblems).toEqual([])
  })

  test('is told: they are disabled, belong to no account, have no password, or get no mail', async () => {
    const id = await userOf('ben@a.example')
    await call(support, 'PUT', `/people/${id}`, { disabled: true })
    expect((await signIn('ben@a.example')).body).toMatchObject({ code: 'wrong_credentials' })
    const disabled = await show('ben@a.example')
    expect(disabled).toMatchObject({ signInProblems: ['disabled'] })
    expect(disabled.attempts[0]).toMatchObject({ action: 'sign_in_failed', reason: 'disabled' })
    await call(support, 'PUT', `/people/${id}`, { disabled: false })
    const { rows } = await database.query('delete from memberships where user_id = $1 returning *', [id])
    await signIn('ben@a.example')
    expect((await show('ben@a.example')).signInProblems).toEqual(['noAccount'])
    expect((await show('ben@a.example')).attempts[0]).toMatchObject({ reason: 'noAccount' })
    await database.query('insert into memberships select * from json_populate_record(null::memberships, $1)', [rows[0]])
    await database.query(`insert into mail_refusals values ('ben@a.example', now(), '550')`)
    expect((await show('ben@a.example')).signInProblems).toEqual(['mailRefused'])
    await database.query('delete from mail_refusals')
  })
})

describe('The page of a person', () => {
  test('tells who saw the portal as they do, and nothing for which it has no words', async () => {
    const person = await userOf('ben@a.example')
    const { status, body } = await call(support, 'POST', '/viewings', { person, account: 'A-1', reason: 'A call' })
    expect(status).toBe(200)
    expect((await call(support, 'DELETE', `/viewings/${body.id}`)).status).toBe(200)
    await database.query(
      `insert into audit_log (id, at, action, details) values (gen_random_uuid(), $1, 'act_of_a_later_version', $2)`,
      [new Date(now), { person }],
    )
    const { name, events } = await show('ben@a.example')
    const viewings = events.filter(({ action }) => action.startsWith('viewing'))
    const bySue = { by: 'Sue Support', byStaff: true, person: name }
    expect(viewings).toMatchObject([
      { action: 'viewing_ended', ...bySue },
      { action: 'viewing_started', ...bySue },
    ])
    expect(events.filter(({ action }) => !customerEvents.includes(action))).toEqual([])
  })
})

describe('Staff', () => {
  test('give a person another role in one account and take them out of it, at once', async () => {
    const id = await userOf('ben@a.example')
    const token = await portal.login('ben@a.example')
    const path = `/people/${id}/accounts/${await accountOf('A-1')}`
    expect((await call(support, 'PUT', path, { role: 'finance' })).body).toMatchObject({
      accounts: [{ role: 'finance' }],
    })
    expect(await lastAudit('role_changed')).toMatchObject({
      user_id: support.id,
      details: { person: id, from: 'buyer', to: 'finance' },
    })
    const ann = `/people/${await userOf('ann.zoll@a.example')}/accounts/${await accountOf('A-1')}`
    expect((await call(support, 'PUT', ann, { role: 'viewer' })).status).toBe(409)
    expect((await call(support, 'DELETE', path)).body).toMatchObject({ accounts: [] })
    expect((await call(support, 'DELETE', path)).status).toBe(404)
    await expect.poll(async () => (await portal.get('/profile', token)).status).toBe(401)
    const { body } = await call(support, 'GET', `/customers/${await accountOf('A-1')}`)
    expect((body as Customer).events[0]).toMatchObject({ action: 'member_removed', by: 'Sue Support', byStaff: true })
    await portal.signIn('ben@a.example', 'A-1', 'buyer')
  })

  test('sign a person out everywhere, reset their second factor, and change their e-mail', async () => {
    const id = await userOf('ben@a.example')
    await portal.login('ben@a.example')
    expect((await show('ben@a.example')).sessions.length).toBeGreaterThan(0)
    expect((await call(support, 'DELETE', `/people/${id}/sessions`)).body).toMatchObject({ sessions: [] })
    await database.query(`insert into second_factors (user_id, method, created_at) values ($1, 'email', now())`, [id])
    expect((await show('ben@a.example')).factors).toMatchObject([{ method: 'email' }])
    expect((await call(support, 'DELETE', `/people/${id}/factors`)).body).toMatchObject({ factors: [] })
    expect(await lastAudit('second_factors_reset')).toMatchObject({ user_id: support.id, details: { person: id } })
    const taken = await call(support, 'PUT', `/people/${id}`, { email: 'bob@b.example' })
    expect(taken).toMatchObject({ status: 409, body: { errors: [{ field: 'email' }] } })
    expect((await call(support, 'PUT', `/people/${id}`, { email: 'benno@a.example' })).body).toMatchObject({
      email: 'benno@a.example',
    })
    expect((await signIn('benno@a.example')).status).toBe(200)
    expect(await emails(support, 'benno')).toEqual(['benno@a.example'])
    // No address stays in the log, which nothing is ever taken out of.
    expect(JSON.stringify(await lastAudit('email_changed'))).not.toContain('@')
    expect((await show('benno@a.example')).events.map(({ action, byStaff }) => [action, byStaff])).toContainEqual([
      'email_changed',
      true,
    ])
  })

  test('delete a person for good when their e-mail was typed; nobody finds them then', async () => {
    const id = await userOf('benno@a.example')
    const erase = (confirm: string) => call(support, 'POST', `/people/${id}/erasure`, { confirm })
    expect((await erase('ben@a.example')).status).toBe(400)
    expect((await erase('Benno@a.example')).status).toBe(200)
    expect(await emails(support, 'benno')).toEqual([])
    expect((await call(support, 'GET', `/people/${id}`)).status).toBe(404)
    expect(await lastAudit('user_erased')).toMatchObject({ user_id: support.id, details: { person: id } })
    const { rowCount } = await database.query('select from person_words where user_id = $1', [id])
    expect(rowCount).toBe(0)
  })
})

describe('A list of invitations', () => {
  const text = [
    'account;email;name;role;language',
    'A-1;cleo@a.example;Cleo;buyer;fr',
    'B-1;cleo@a.example;;;',
    'A-1;CLEO@a.example;Again;buyer;',
    'A-1;ann.zoll@a.example;Ann;buyer;',
    'Z-9;dora@z.example;Dora;buyer;',
    'A-1;no address;X;buyer;',
    'A-1;eve@a.example;Eve;king;',
    'A-1;eve@a.example;Eve;buyer;klingon',
    'A-1;eve@a.example;Eve;buyer;en;more',
  ].join('\r\n')
  const preview = async () =>
    (await call(support, 'POST', '/invitations/preview', { text })).body as { rows: InvitationRow[]; more: boolean }

  test('is looked at row by row, and nothing is sent meanwhile', async () => {
    const { rows } = await preview()
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([
      [2, null],
      [3, null],
      [4, 'repeated'],
      [5, 'member'],
      [6, 'account'],
      [7, 'email'],
      [8, 'role'],
      [9, 'language'],
      [10, 'columns'],
    ])
    expect(rows[1]).toMatchObject({ accountName: 'Beta Boats', role: 'viewer' })
    expect(await portal.mails()).toEqual([])
    expect((await call(sales, 'POST', '/invitations/preview', { text })).status).toBe(403)
  })

  test('is sent once, also when the button is pressed twice at the same moment', async () => {
    const send = () => call(support, 'POST', '/invitations', { text })
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ body }) => body.sent).toSorted()).toEqual([0, 2])
    expect((await portal.mails()).map(({ to }) => to.address).toSorted()).toEqual(['cleo@a.example', 'cleo@a.example'])
    expect((await preview()).rows.slice(0, 2).map(({ fault }) => fault)).toEqual(['invited', 'invited'])
    expect(await lastAudit('invited')).toMatchObject({ user_id: support.id })
  })
})

describe('The people as a file', () => {
  test('are all whom one may see, a line for each of their customers, without formulas', async () => {
    await database.query(`update users set name = '@SUM(1)' where email = 'bob@b.example'`)
    const { text } = await call(support, 'GET', '/people/csv')
    const { rows: members } = await database.query('select from memberships')
    const [headings, ...lines] = text.trimEnd().split('\r\n')
    expect(headings).toBe('\uFEFFCustomer number,Customer,Name,E-mail,Role,Last sign-in,Disabled')
    expect(lines.length).toBe(members.length)
    expect(text).toMatch(/B-1,Beta Boats,'@SUM\(1\),bob@b.example,Administrator,2026-03-\d\dT[\d:.]+Z,(No|Yes)/)
    expect(text).toContain(',ann.zoll@a.example,')

    const { text: own } = await call(sales, 'GET', '/people/csv')
    expect(own).toContain(',ann.zoll@a.example,')
    expect(own).not.toContain('@b.example')
  })
})
