import { createHmac, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openListener } from '#database/listen.ts'
import { testDatabase } from '#database/testing/database.ts'
import { isLong } from '#database/testing/long-form.ts'
import { buildApp } from '#server/app.ts'
import { createOutbox } from '#server/mail/outbox.ts'
import { leastHashCost, testSystem, unlimitedAdmission } from '#server/testing/portal.ts'
import { testPapers, testPublishing } from '#server/testing/publishing.ts'
import { addUser, disableUser, setPassword } from '../administration/users.ts'
import { type AuthDeps, createAuthDeps } from '../auth.ts'
import { standardPolicy } from '../passwords/passwords.ts'

const minutes = 60_000
const days = 24 * 60 * minutes
const start = Date.parse('2026-03-01T08:00:00Z')
const password = 'a passphrase for the first user'
const publicOrigin = 'https://portal.example'
const secrets = ['the-newer-secret-of-this-portal-00', 'the-older-secret-of-this-portal-00']

const database = await testDatabase()
let now = start
const clock = () => new Date(now)
const newId = () => randomUUIDv7()
const deps = { db: database.pools.server, clock, newId, random: randomBytes, hashCost: leastHashCost }

async function server(tokenSecrets = secrets, origin?: string): Promise<{ app: FastifyInstance; auth: AuthDeps }> {
  const mail = createOutbox({ ...deps, secrets: tokenSecrets })
  const silent = () => undefined
  const log = { info: silent, warn: silent }
  const listener = await openListener({ url: database.urls.server, log, clock, onLost: silent })
  const auth = createAuthDeps({ ...deps, listener, log, cores: 2, tokenSecrets, issuer: publicOrigin, mail })
  const settings = { publicOrigin: origin ?? publicOrigin, trustProxy: false }
  const entry = {
    mode: 'invite' as const,
    terms: { version: '1', text: '', texts: {}, source: 'portal' as const },
    policy: standardPolicy,
    mail,
    random: randomBytes,
  }
  const papers = testPapers()
  const notifications = { secrets: ['a secret of this test'], timeZone: 'UTC' }
  const publishing = await testPublishing({ db: database.pools.server, listener, clock }, papers)
  const parts = {
    publishing,
    pools: database.pools,
    auth,
    listener,
    clock,
    newId,
    settings,
    entry,
    papers,
    notifications,
  }
  const built = await buildApp({ ...parts, system: testSystem(database, clock), admission: unlimitedAdmission })
  built.addHook('onClose', listener.stop)
  await built.ready()
  return { app: built, auth }
}

const { app } = await server()
const other = await server()
afterAll(async () => {
  await app.close()
  await other.app.close()
})

type Extra = { body?: object; headers?: Record<string, string>; cookie?: string | undefined; at?: FastifyInstance }

/** A browser that keeps the refresh cookie. */
function browser() {
  const kept: { cookie: string | undefined; token: string } = { cookie: undefined, token: '' }
  async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, extra: Extra = {}) {
    const cookie = 'cookie' in extra ? extra.cookie : kept.cookie
    const answer = await (extra.at ?? app).inject({
      method,
      url: `/api${path}`,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(kept.token === '' ? {} : { authorization: `Bearer ${kept.token}` }),
        ...extra.headers,
      },
      ...(cookie === undefined ? {} : { cookies: { '__Host-refreshToken': cookie, refreshToken: cookie } }),
      ...(extra.body ? { payload: extra.body } : {}),
    })
    const set = answer.cookies.find(({ name }) => /^(__Host-)?refreshToken$/.test(name))
    if (set) kept.cookie = set.value === '' ? undefined : set.value
    return { status: answer.statusCode, body: answer.json(), set, raw: answer }
  }
  return {
    kept,
    call,
    async signIn(email = 'ada@example.com', more: object = {}) {
      const answer = await call('POST', '/auth/login', { body: { email, password, ...more } })
      if (answer.status === 200) kept.token = answer.body
      return answer
    },
    refresh: (extra?: Extra) => call('POST', '/auth/refresh', extra),
    profile: (extra?: Extra) => call('GET', '/profile', extra),
  }
}

const sessionOf = (token: string) => String(decodeJwt(token).sid)
const revokedBecause = async (token: string) => {
  const { rows } = await database.owner.query('select revoked_because from sessions where id = $1', [sessionOf(token)])
  return rows[0].revoked_because
}

beforeAll(async () => {
  await database.owner.query(
    `insert into accounts (account_id, number, name) values ($1, 'C-1', 'Better Bikes'), ($2, 'C-2', 'Good Gears'), ($3, 'C-3', 'Nobody')`,
    [newId(), newId(), newId()],
  )
  const ada = { email: ' Ada@Example.com ', name: 'Ada', role: 'buyer' as const, password }
  await addUser(deps, { ...ada, account: 'C-1' })
  await addUser(deps, { ...ada, account: 'C-2', role: 'finance' })
  await addUser(deps, { ...ada, email: 'ben@example.com', name: 'Ben', account: 'C-1' })
})
beforeEach(async () => {
  now += 40 * days
  await database.owner.query('delete from throttle_buckets')
})

describe('Signing in', () => {
  test('gives the token as a JSON string and a cookie that no script reads', async () => {
    const { status, body, set, raw } = await browser().signIn()
    expect(status).toBe(200)
    expect(raw.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(raw.headers['cache-control']).toBe('no-store')
    expect(decodeJwt(body)).toMatchObject({ iss: publicOrigin, role: 'buyer', exp: now / 1000 + 600 })
    const hostOnly = { name: '__Host-refreshToken', httpOnly: true, secure: true, sameSite: 'Strict', path: '/' }
    expect(set).toMatchObject(hostOnly)
    expect(set).not.toHaveProperty('domain')
    expect(set).not.toHaveProperty('maxAge')
  })
  test('keeps a remembered cookie for seven days', async () => {
    expect((await browser().signIn('ADA@example.com', { remember: true })).set).toMatchObject({ maxAge: 7 * 86_400 })
  })
  test('works without https on a local network, and then the cookie is not marked secure', async () => {
    const plain = await server(secrets, 'http://portal.local')
    const { set } = await browser().call('POST', '/auth/login', {
      at: plain.app,
      body: { email: 'ada@example.com', password },
    })
    expect(set).toMatchObject({ name: 'refreshToken', path: '/api/auth' })
    expect(set).not.toHaveProperty('secure')
    await plain.app.close()
  })
  test('answers a wrong password, an unknown e-mail and a disabled person word for word alike, and never with 401', async () => {
    await addUser(deps, { email: 'gone@example.com', name: 'Gone', role: 'viewer', account: 'C-1', password })
    await disableUser(deps, 'gone@example.com')
    const answers = [
      await browser().signIn('ada@example.com', { password: 'not the right passphrase' }),
      await browser().signIn('nobody@example.com'),
      await browser().signIn('gone@example.com'),
    ]
    for (const { status, body, raw } of answers) {
      expect(status).toBe(400)
      expect({ ...body, requestId: '' }).toEqual({
        message: 'Wrong e-mail or password.',
        code: 'wrong_credentials',
        errors: [{ message: 'Wrong e-mail or password.' }],
        requestId: '',
      })
      expect(raw.headers['set-cookie']).toBeUndefined()
    }
  })
  test('ends the session that the browser held before, and starts one with another id', async () => {
    const ada = browser()
    await ada.signIn()
    const before = { token: ada.kept.token, cookie: ada.kept.cookie }
    await ada.signIn()
    expect(sessionOf(ada.kept.token)).not.toBe(sessionOf(before.token))
    expect((await ada.profile({ headers: { authorization: `Bearer ${before.token}` } })).status).toBe(401)
    expect((await browser().refresh({ cookie: before.cookie })).status).toBe(401)
    expect((await ada.profile()).status).toBe(200)
  })
  test('tells a person without any account so, but only with the right password', async () => {
    await addUser(deps, { email: 'left@example.com', name: 'Left', role: 'viewer', account: 'C-1', password })
    await database.owner.query(
      `delete from memberships where user_id = (select id from users where email = 'left@example.com')`,
    )
    expect(await browser().signIn('left@example.com')).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    const wrong = await browser().signIn('left@example.com', { password: 'not the right passphrase' })
    expect(wrong.status).toBe(400)
  })
})

describe('A refresh', () => {
  test('gives a new token and a new cookie, again and again', async () => {
    const ada = browser()
    await ada.signIn(undefined, { remember: true })
    const seen = new Set([ada.kept.cookie])
    for (let round = 0; round < 5; round++) {
      now += 9 * minutes
      const { status, body, set, raw } = await ada.refresh()
      expect(status).toBe(200)
      expect(raw.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(set).toMatchObject({
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
        path: '/',
        maxAge: 604_800,
      })
      ada.kept.token = body
      expect((await ada.profile()).status).toBe(200)
      seen.add(ada.kept.cookie)
    }
    expect(seen.size).toBe(6)
  })
  test('of fifty at once rotates once; all get the same next cookie', async () => {
    const ada = browser()
    await ada.signIn()
    const { cookie } = ada.kept
    const answers = await Promise.all(Array.from({ length: 50 }, () => browser().refresh({ cookie })))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ set }) => set?.value)).size).toBe(1)
    const { rows } = await database.owner.query('select generation from sessions where id = $1', [
      sessionOf(ada.kept.token),
    ])
    expect(rows[0].generation).toBe(1)
  })
  test('from ten tabs in turn, each with the cookie they share, never signs out', async () => {
    const ada = browser()
    await ada.signIn()
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => ada.refresh()))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      now += 9 * minutes
    }
  })
  test('can be asked again within ten seconds when the answer was lost', async () => {
    const ada = browser()
    await ada.signIn()
    const lost = ada.kept.cookie
    const first = await ada.refresh()
    now += 10_000
    const again = await browser().refresh({ cookie: lost })
    expect(again.status).toBe(200)
    expect(again.set?.value).toBe(first.set?.value)
  })
  test('with an older cookie shuts out thief and owner both, their tokens too', async () => {
    const ada = browser()
    await ada.signIn()
    const stolen = ada.kept.cookie
    ada.kept.token = (await ada.refresh()).body
    now += 10_001
    const thief = await browser().refresh({ cookie: stolen })
    expect(thief).toMatchObject({ status: 401, body: { code: 'not_signed_in' }, set: { value: '', path: '/' } })
    expect((await ada.profile()).status).toBe(401)
    expect((await ada.refresh()).status).toBe(401)
    expect(await revokedBecause(ada.kept.token)).toBe('reused')
  })
  test('with a cookie two steps back counts as theft within the ten seconds as well', async () => {
    const ada = browser()
    await ada.signIn()
    const stolen = ada.kept.cookie
    await ada.refresh()
    await ada.refresh()
    expect((await browser().refresh({ cookie: stolen })).status).toBe(401)
    expect((await ada.refresh()).status).toBe(401)
  })
  test('racing a sign-out again and again leaves no session alive', { timeout: 60_000 }, async () => {
    const rounds: number[] = []
    for (let round = 0; round < (isLong ? 100 : 30); round++) {
      const ada = browser()
      expect((await ada.signIn()).status).toBe(200)
      const { cookie } = ada.kept
      const [refreshed, signedOut] = await Promise.all([
        browser().refresh({ cookie }),
        browser().call('DELETE', '/auth/logout', { cookie }),
      ])
      expect(signedOut.status).toBe(200)
      if (refreshed.status !== 200) continue
      rounds.push(round)
      expect((await browser().refresh({ cookie: refreshed.set?.value })).status).toBe(401)
      const headers = { authorization: `Bearer ${refreshed.body}` }
      expect((await app.inject({ url: '/api/profile', headers })).statusCode).toBe(401)
    }
    // The refresh must have won at least once, or there was no race.
    expect(rounds.length).toBeGreaterThan(0)
  })
  test('is refused after seven days of rest', async () => {
    const ada = browser()
    await ada.signIn(undefined, { remember: true })
    now += 7 * days
    expect(await ada.refresh()).toMatchObject({ status: 401, set: { value: '' } })
  })
  test.each([
    ['thirty days when remembered', true, 29, days],
    ['twelve hours when not', false, 11, 60 * minutes],
  ])('is refused after %s, however busy the person was', async (_, remember, steps, step) => {
    const ada = browser()
    await ada.signIn(undefined, { remember })
    for (let count = 0; count < steps; count++) {
      now += step
      expect((await ada.refresh()).status).toBe(200)
    }
    now += step
    expect((await ada.refresh()).status).toBe(401)
  })
  test('without a cookie, or with one that was not made here, answers 401', async () => {
    const ada = browser()
    await ada.signIn()
    const cookie = ada.kept.cookie ?? ''
    expect((await browser().refresh()).status).toBe(401)
    const [id, , mac] = cookie.split('.')
    const forged = createHmac('sha256', 'guess').update(`${id}.0`).digest('base64url')
    for (const wrong of ['x', `${id}.1.${mac}`, `${id}.00.${mac}`, `${id}.0.${forged}`, ada.kept.token, `${cookie}=`]) {
      expect((await browser().refresh({ cookie: wrong })).status).toBe(401)
    }
    for (let index = 0; index < cookie.length; index++) {
      const flipped = `${cookie.slice(0, index)}${cookie[index] === 'A' ? 'B' : 'A'}${cookie.slice(index + 1)}`
      expect((await browser().refresh({ cookie: flipped })).status).toBe(401)
    }
    expect((await ada.refresh()).status).toBe(200)
  })
  test('survives the change of the secret', async () => {
    const old = await server([secrets[1] ?? ''])
    const ada = browser()
    const signedIn = await ada.call('POST', '/auth/login', {
      at: old.app,
      body: { email: 'ada@example.com', password },
    })
    ada.kept.token = signedIn.body
    await old.app.close()
    expect((await ada.profile()).status).toBe(200)
    expect((await ada.refresh()).status).toBe(200)
  })
})

describe('Signing out', () => {
  test('ends the session on every server and takes the cookie', async () => {
    const ada = browser()
    await ada.signIn()
    const { cookie } = ada.kept
    expect((await ada.profile({ at: other.app })).status).toBe(200)
    expect(await ada.call('DELETE', '/auth/logout')).toMatchObject({
      status: 200,
      set: { value: '', path: '/' },
    })
    expect((await ada.profile()).status).toBe(401)
    expect((await browser().refresh({ cookie })).status).toBe(401)
    await expect
      .poll(async () => (await ada.profile({ at: other.app })).status, { timeout: 1_000, interval: 10 })
      .toBe(401)
  })
  test('works without a session, and twice', async () => {
    expect((await browser().call('DELETE', '/auth/logout')).status).toBe(200)
    const ada = browser()
    await ada.signIn()
    await ada.call('DELETE', '/auth/logout')
    expect((await ada.call('DELETE', '/auth/logout')).status).toBe(200)
  })
  test('ends the session of the token when the cookie is lost', async () => {
    const ada = browser()
    await ada.signIn()
    await ada.call('DELETE', '/auth/logout', { cookie: undefined })
    expect((await ada.profile()).status).toBe(401)
  })
})

describe('A change that others make', () => {
  const refusedWithinASecond = (ada: ReturnType<typeof browser>, at: FastifyInstance) =>
    expect.poll(async () => (await ada.profile({ at })).status, { timeout: 1_000, interval: 10 }).toBe(401)

  test('disabling a person refuses their token within a second on every server, also by SQL', async () => {
    await addUser(deps, { email: 'out@example.com', name: 'Out', role: 'viewer', account: 'C-1', password })
    const out = browser()
    await out.signIn('out@example.com')
    expect((await out.profile({ at: other.app })).status).toBe(200)
    await database.owner.query(`update users set disabled_at = $1 where email = 'out@example.com'`, [clock()])
    await refusedWithinASecond(out, app)
    await refusedWithinASecond(out, other.app)
    expect((await out.refresh()).status).toBe(401)
  })
  test('another role refuses the token; the refresh gives one with the new role', async () => {
    const ben = browser()
    await ben.signIn('ben@example.com')
    expect((await ben.profile()).body.role).toBe('buyer')
    await addUser(deps, { email: 'ben@example.com', name: 'Ben', role: 'logistics', account: 'C-1' })
    await refusedWithinASecond(ben, app)
    await refusedWithinASecond(ben, other.app)
    ben.kept.token = (await ben.refresh()).body
    const { status, body } = await ben.profile({ at: other.app })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      role: 'logistics',
      permissions: ['orders.read', 'shipments.read', 'shipments.write', 'items.read'],
    })
  })
  test('leaving the last account ends the session', async () => {
    await addUser(deps, { email: 'last@example.com', name: 'Last', role: 'viewer', account: 'C-1', password })
    const last = browser()
    await last.signIn('last@example.com')
    await database.owner.query(
      `delete from memberships where user_id = (select id from users where email = 'last@example.com')`,
    )
    await refusedWithinASecond(last, app)
    expect((await last.refresh()).status).toBe(401)
    expect(await revokedBecause(last.kept.token)).toBe('no_account')
  })
  test('another password ends all sessions and the old password', async () => {
    await addUser(deps, { email: 'new@example.com', name: 'New', role: 'viewer', account: 'C-1', password })
    const person = browser()
    await person.signIn('new@example.com')
    await setPassword(deps, { email: 'new@example.com', password: 'an entirely other passphrase' })
    await refusedWithinASecond(person, app)
    expect((await browser().signIn('new@example.com')).status).toBe(400)
    expect((await browser().signIn('new@example.com', { password: 'an entirely other passphrase' })).status).toBe(200)
  })
  test('is heard although the line on which a server listens was cut', async () => {
    const ada = browser()
    await ada.signIn()
    await database.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'portal_server'`,
    )
    await database.owner.query(`update sessions set revoked_at = $2, revoked_because = 'signed_out' where id = $1`, [
      sessionOf(ada.kept.token),
      clock(),
    ])
    await expect.poll(async () => (await ada.profile()).status, { timeout: 1_500, interval: 10 }).toBe(401)
  })
})

describe('A person with several accounts', () => {
  test('sees them, switches, and finds the choice again after a refresh and at the next sign-in', async () => {
    const ada = browser()
    await ada.signIn()
    expect((await ada.profile()).body).toMatchObject({
      user: { name: 'Ada', email: 'ada@example.com' },
      account: { number: 'C-1', name: 'Better Bikes' },
      role: 'buyer',
      accounts: [
        { number: 'C-1', name: 'Better Bikes', current: true },
        { number: 'C-2', name: 'Good Gears', current: false },
      ],
    })
    const switched = await ada.call('PUT', '/profile/account', { body: { number: 'C-2' } })
    expect(switched.status).toBe(200)
    ada.kept.token = switched.body.token
    const inSecond = { account: { number: 'C-2', name: 'Good Gears' }, role: 'finance' }
    expect((await ada.profile()).body).toMatchObject(inSecond)
    ada.kept.token = (await ada.refresh()).body
    expect((await ada.profile()).body).toMatchObject(inSecond)
    const next = browser()
    await next.signIn()
    expect((await next.profile()).body).toMatchObject(inSecond)
    await next.call('PUT', '/profile/account', { body: { number: 'C-1' } })
  })
  test('cannot tell an account of others from one that does not exist', async () => {
    const ada = browser()
    await ada.signIn()
    const foreign = await ada.call('PUT', '/profile/account', { body: { number: 'C-3' } })
    const absent = await ada.call('PUT', '/profile/account', { body: { number: 'C-99' } })
    expect(foreign.status).toBe(404)
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' })
  })
})
