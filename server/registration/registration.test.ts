import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operator as byOperator } from '#server/audit/record.ts'
import { createOutbox } from '../mail/outbox.ts'
import { type TestPortal, testPortal, tokenIn } from '../testing/portal.ts'
import { areDistinguishable, measureAlternately, timeOf } from '../testing/timing.ts'
import { approveRegistration, listRegistrationRequests, rejectRegistration } from './decide-requests.ts'
import { type InviteDeps, inviteByNumber } from './invite.ts'

const day = 86_400_000
const start = '2026-03-10T09:00:00Z'
const caller = { network: null, userAgent: 'command line', requestId: null }
const password = 'a passphrase for a newcomer'

const portals = {
  invite: await testPortal(start),
  request: await testPortal(start, { mode: 'request' }),
  open: await testPortal(start, { mode: 'open' }),
}

/** The operator's dependencies, on the database of a test portal. */
const operator = (portal: TestPortal): InviteDeps => {
  const deps = { clock: () => new Date(start), newId: () => randomUUIDv7(), random: randomBytes }
  const secrets = ['a secret that only tests know and never a portal']
  return {
    ...deps,
    db: portal.database.pools.server,
    mail: createOutbox({ ...deps, secrets }),
    checkEmail: (email) => email.toLowerCase(),
  }
}
const inviteByMail = async (portal: TestPortal, email: string, account = 'A-1', role = 'buyer' as const) => {
  await inviteByNumber(operator(portal), { email, account, role, by: { id: null, name: 'The supplier' }, caller })
  return tokenIn((await portal.mails()).at(-1))
}
const terms = async (portal: TestPortal) => ((await portal.get('/terms')).body as { version: string }).version
const register = async (portal: TestPortal, token: string, more: object = {}) =>
  portal.call('POST', '/auth/register', {
    body: { token, name: 'New Comer', password, terms: await terms(portal), ...more },
  })
const login = (portal: TestPortal, email: string, enteredPassword = password) =>
  portal.call('POST', '/auth/login', { body: { email, password: enteredPassword } })
const askToRegister = (portal: TestPortal, body: object) => portal.call('POST', '/auth/registration', { body })
const showInvitation = (portal: TestPortal, token: string) =>
  portal.call('POST', '/auth/invitation', { body: { token } })

beforeAll(async () => {
  for (const portal of Object.values(portals)) {
    await portal.ingest(
      { type: 'orders', number: 'SO-1', account: 'A-1', accountName: 'Better Bikes' },
      { type: 'orders', number: 'SO-2', account: 'A-2', accountName: 'Good Gears' },
    )
  }
})
beforeEach(async () => {
  for (const portal of Object.values(portals)) {
    portal.setTime(start)
    await portal.mails()
    await portal.database.owner.query('delete from throttle_buckets')
  }
})

describe('A person who is invited', () => {
  const portal = portals.invite

  test('sees by whose account and comes in with a name, a password and the terms', async () => {
    await inviteByNumber(operator(portal), {
      email: 'Ann@Example.com',
      account: 'A-1',
      role: 'buyer',
      by: { id: null, name: 'The supplier' },
      caller,
    })
    const [mail] = await portal.mails()
    expect(mail).toMatchObject({ to: { address: 'ann@example.com' } })
    expect(mail?.text).toContain('The supplier invites you')
    expect(mail?.text).toContain('Better Bikes')
    expect(mail?.text).toContain('https://portal.test/register#token=')
    const token = tokenIn(mail)
    expect((await showInvitation(portal, token)).body).toEqual({
      email: 'ann@example.com',
      name: null,
      account: 'Better Bikes',
      known: false,
    })
    expect((await login(portal, 'ann@example.com')).status).toBe(400)
    expect((await register(portal, token)).status).toBe(200)
    const session = await portal.login('ann@example.com', { password })
    expect((await portal.get('/profile', session)).body).toMatchObject({
      user: { name: 'New Comer', email: 'ann@example.com' },
      account: { number: 'A-1' },
      role: 'buyer',
    })
    const { rows } = await portal.database.owner.query(
      `select t.version, t.accepted_at, t.address_prefix from terms_acceptances t join users u on u.id = t.user_id where u.email = 'ann@example.com'`,
    )
    expect(rows).toEqual([
      { version: await terms(portal), accepted_at: '2026-03-10T09:00:00Z', address_prefix: '127.0.0.0/24' },
    ])
  })

  test('and has a sign-in already keeps it, and its password, whatever is sent along', async () => {
    await portal.signIn('bob@example.com', 'A-2', 'finance')
    const token = await inviteByMail(portal, 'bob@example.com')
    expect((await showInvitation(portal, token)).body).toMatchObject({ known: true, name: 'bob@example.com' })
    expect((await register(portal, token, { name: 'Somebody Else' })).status).toBe(200)
    expect((await login(portal, 'bob@example.com')).status).toBe(400)
    const session = await portal.login('bob@example.com')
    expect((await portal.get('/profile', session)).body).toMatchObject({
      user: { name: 'bob@example.com' },
      accounts: [{ number: 'A-1' }, { number: 'A-2' }],
    })
  })

  test('comes in once, also when the link is opened twenty times at the same moment', async () => {
    const token = await inviteByMail(portal, 'race@example.com')
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(portal, token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(400)])
    expect((await register(portal, token)).status).toBe(400)
    const { rows } = await portal.database.owner.query(`select from users where email = 'race@example.com'`)
    expect(rows).toHaveLength(1)
  })

  test('has seven days', async () => {
    const token = await inviteByMail(portal, 'late@example.com')
    portal.setTime(new Date(Date.parse(start) + 7 * day).toISOString())
    expect(await register(portal, token)).toMatchObject({ status: 400, body: { errors: [{ field: 'token' }] } })
    expect((await showInvitation(portal, token)).status).toBe(400)
    portal.setTime(new Date(Date.parse(start) + 7 * day - 1000).toISOString())
    expect((await register(portal, token)).status).toBe(200)
  })

  test('and became a member meanwhile keeps the role that they have', async () => {
    const token = await inviteByMail(portal, 'quick@example.com')
    await portal.signIn('quick@example.com', 'A-1', 'admin')
    expect((await register(portal, token)).status).toBe(200)
    const session = await portal.login('quick@example.com')
    expect((await portal.get('/profile', session)).body).toMatchObject({ role: 'admin' })
  })

  test('again uses the newer invitation', async () => {
    const older = await inviteByMail(portal, 'twice@example.com')
    const newer = await inviteByMail(portal, 'twice@example.com')
    expect((await register(portal, older)).status).toBe(400)
    expect((await register(portal, newer)).status).toBe(200)
  })

  test.each([
    ['a short password', { password: 'short' }, 'password'],
    ['the e-mail as password', { password: 'careful@example.com' }, 'password'],
    ['an empty name', { name: ' ' }, 'name'],
    ['older terms', { terms: 'older' }, 'terms'],
  ])('is told what is wrong with %s, and may try again', async (_, more, field) => {
    const token = await inviteByMail(portal, 'careful@example.com')
    expect(await register(portal, token, more)).toMatchObject({ status: 400, body: { errors: [{ field }] } })
    expect((await showInvitation(portal, token)).status).toBe(200)
  })

  test('and disabled does not come in that way', async () => {
    const token = await inviteByMail(portal, 'gone@example.com')
    await register(portal, token)
    const again = await inviteByMail(portal, 'gone@example.com', 'A-2')
    await portal.database.owner.query(`update users set disabled_at = now() where email = 'gone@example.com'`)
    expect((await register(portal, again)).status).toBe(400)
  })

  test('and a member already is said to the operator; so is an account that does not exist', async () => {
    await portal.signIn('member@example.com', 'A-1')
    await expect(inviteByMail(portal, 'member@example.com')).rejects.toMatchObject({ code: 'conflict' })
    await expect(inviteByMail(portal, 'x@example.com', 'A-99')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is the only one who comes in: asking is refused', async () => {
    const reply = await askToRegister(portal, { email: 'eve@example.com', name: 'Eve', company: 'Evil' })
    expect(reply).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    expect((await portal.get('/portal')).body).toMatchObject({ registration: 'invite', leastPassword: 15 })
  })
})

describe('A person who asks to be let in', () => {
  const portal = portals.request
  const by = { ...byOperator, name: 'The supplier' }
  const requestBody = { email: 'cleo@example.com', name: 'Cleo', customerNumber: 'A-1', documentNumber: 'SO-1' }

  test('proves it with a document, is let in by the operator, and gets an invitation', async () => {
    expect((await askToRegister(portal, requestBody)).status).toBe(200)
    expect(await portal.mails()).toEqual([])
    const [request, ...others] = await listRegistrationRequests(operator(portal))
    expect(others).toEqual([])
    expect(request).toMatchObject({ email: 'cleo@example.com', account: 'Better Bikes', found: ['orders'] })
    await approveRegistration(operator(portal), { id: request?.id ?? '', role: 'viewer', by })
    expect((await register(portal, tokenIn((await portal.mails()).at(-1)))).status).toBe(200)
    expect((await login(portal, 'cleo@example.com')).status).toBe(200)
    expect(await listRegistrationRequests(operator(portal))).toEqual([])
    await expect(rejectRegistration(operator(portal), request?.id ?? '', by)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('is not proven by a document of another account; turned down, they hear nothing', async () => {
    await askToRegister(portal, { ...requestBody, email: 'eve@example.com', documentNumber: 'SO-2' })
    await askToRegister(portal, { ...requestBody, email: 'eve@example.com', documentNumber: 'SO-3' })
    const [request, ...others] = await listRegistrationRequests(operator(portal))
    expect(others).toEqual([])
    expect(request).toMatchObject({ found: [], documentNumber: 'SO-3' })
    await rejectRegistration(operator(portal), request?.id ?? '', by)
    expect(await portal.mails()).toEqual([])
    expect((await login(portal, 'eve@example.com')).status).toBe(400)
  })

  test('gets the same answer whether e-mail, customer and document are known or not', async () => {
    await portal.signIn('dora@example.com', 'A-1')
    const answers = await Promise.all([
      askToRegister(portal, { ...requestBody, email: 'dora@example.com' }),
      askToRegister(portal, { ...requestBody, email: 'nobody@example.com' }),
      askToRegister(portal, {
        ...requestBody,
        email: 'nobody2@example.com',
        customerNumber: 'A-99',
        documentNumber: 'X',
      }),
    ])
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await portal.mails()).toEqual([])
  })

  test('names a customer and a document', async () => {
    for (const field of ['customerNumber', 'documentNumber', 'name']) {
      expect(await askToRegister(portal, { ...requestBody, [field]: ' ' })).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      })
    }
  })
})

describe('A person who registers where everybody may', () => {
  const portal = portals.open
  const requestBody = { email: 'finn@example.com', name: 'Finn', company: 'Fine Frames' }

  test('proves the e-mail first, and then is admin of an account of their own, with nothing in it', async () => {
    expect((await askToRegister(portal, requestBody)).status).toBe(200)
    expect((await portal.database.owner.query(`select from users where email = 'finn@example.com'`)).rowCount).toBe(0)
    const [mail] = await portal.mails()
    expect(mail?.subject).toBe('Finish your registration in Test portal')
    expect((await showInvitation(portal, tokenIn(mail))).body).toMatchObject({
      account: 'Fine Frames',
      name: 'Finn',
      known: false,
    })
    expect((await register(portal, tokenIn(mail))).status).toBe(200)
    const session = await portal.login('finn@example.com', { password })
    expect((await portal.get('/profile', session)).body).toMatchObject({
      account: { name: 'Fine Frames', number: expect.stringMatching(/^N-[0-9A-F]{10}$/) },
      role: 'admin',
    })
    expect((await portal.get('/documents/orders', session)).body).toMatchObject({ rows: [] })
  })

  test('and is known already is told so by mail alone', async () => {
    await portal.signIn('greta@example.com', 'A-1')
    const known = await askToRegister(portal, { ...requestBody, email: 'greta@example.com' })
    const [mail] = await portal.mails()
    expect(mail?.subject).toBe('You are already registered with Test portal')
    expect(tokenIn(mail)).toBe('')
    const unknown = await askToRegister(portal, { ...requestBody, email: 'hanna@example.com' })
    expect(known).toEqual(unknown)
  })

  test('waits as long for an answer whether known or not: 200 tries of each tell nothing', {
    tags: 'long',
    timeout: 60_000,
  }, async () => {
    await portal.signIn('ida@example.com', 'A-1')
    const timedRequest = async (email: string) => {
      await portal.database.owner.query('delete from throttle_buckets; delete from invitations')
      return timeOf(() => askToRegister(portal, { ...requestBody, email }))
    }
    const [known, unknown] = await measureAlternately(
      200,
      () => timedRequest('ida@example.com'),
      () => timedRequest('nobody@example.com'),
    )
    expect(areDistinguishable(known, unknown, 1)).toBe(false)
  })
})
