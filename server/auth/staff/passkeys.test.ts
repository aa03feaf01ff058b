import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { authenticator } from '#server/testing/authenticator.ts'
import { passphrase, testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'
import { codeNow } from '../factors/totp.ts'
import { maxPasskeys } from '../factors/web-authn.ts'

let now = Date.parse('2026-03-02T08:00:00Z')
const portal = await testPortal('2026-03-02T08:00:00Z')
const desk = consoleOf(portal, () => new Date(now))
const { owner: database } = portal.database
/** Moves the clock on; each code of an app works once. */
const wait = (seconds: number) => {
  now += seconds * 1000
  portal.setTime(new Date(now).toISOString())
}
beforeEach(() => wait(60))

type Key = ReturnType<typeof authenticator>
let count = 0

/** Somebody who joins with a passkey alone. */
async function joinWithPasskey(key: Key = authenticator()) {
  const email = `key-${++count}@supplier.example`
  const token = await desk.invite(email, 'support')
  const { body: options } = await desk.call('POST', '/invitation/passkey', { body: { token, name: 'Kim Key' } })
  const joined = await desk.call('POST', '/invitation/accept/passkey', {
    body: { token, name: 'Kim Key', credential: key.make(options) },
  })
  return { email, key, options, joined, cookie: joined.cookie, id: String(joined.body.id) }
}
async function signInWith(key: Key, overrides: Parameters<Key['sign']>[1] = {}) {
  const { body: options } = await desk.call('POST', '/passkey/options')
  return desk.call('POST', '/passkey', { body: { credential: key.sign(options, overrides) } })
}
const proveWith = async (key: Key, cookie: string | undefined) => {
  const { body: options } = await desk.call('POST', '/passkey/options')
  return desk.call('POST', '/proof', { cookie, body: { credential: key.sign(options) } })
}
const passkeysOf = async (cookie: string | undefined) => (await desk.call('GET', '/passkeys', { cookie })).body
async function addPasskey(cookie: string | undefined, key: Key, name = 'Second key') {
  const { body: options } = await desk.call('POST', '/passkeys/options', { cookie })
  return desk.call('POST', '/passkeys', { cookie, body: { name, credential: key.make(options) } })
}

describe('Somebody who is invited to the staff', () => {
  test('joins with a passkey and no password; browsers show that it is for the console', async () => {
    const { email, joined, options, cookie } = await joinWithPasskey()
    expect(options).toMatchObject({
      rp: { name: 'Test portal (console)', id: 'portal.test' },
      user: { name: email, displayName: 'Kim Key' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(joined.body).toMatchObject({ name: 'Kim Key', role: 'support' })
    expect(joined.set).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    expect(await passkeysOf(cookie)).toMatchObject({ passkeys: [{ name: 'Passkey' }], app: false })
  })

  test('starts anew with the link of an owner: what opened the console before opens it no more', async () => {
    const member = await desk.join('lost@supplier.example', 'support', 'Lou Lost')
    const token = await desk.invite(member.email, 'support')
    const key = authenticator()
    const { body: options } = await desk.call('POST', '/invitation/passkey', { body: { token, name: 'Lou Lost' } })
    const credential = key.make(options)
    const again = await desk.call('POST', '/invitation/accept/passkey', {
      body: { token, name: 'Lou Lost', credential },
    })
    expect(again.body).toMatchObject({ id: member.id })
    expect((await desk.call('GET', '/me', { cookie: member.cookie })).status).toBe(401)
    wait(60)
    expect((await desk.signIn(member.email, member.secret)).status).toBe(400)
    expect((await signInWith(key)).body).toMatchObject({ id: member.id })
    // And back: the app in place of the passkey.
    const app = await desk.join(member.email, 'support', 'Lou Lost')
    expect((await signInWith(key)).status).toBe(400)
    expect(await passkeysOf(app.cookie)).toEqual({ passkeys: [], app: true, signOn: null })
  })

  test('gets in by no passkey that was made for another link, nor twice by one link', async () => {
    const [first, second] = [
      await desk.invite('a@supplier.example', 'owner'),
      await desk.invite('b@supplier.example', 'owner'),
    ]
    const begin = (token: string) => desk.call('POST', '/invitation/passkey', { body: { token, name: 'Ann' } })
    const accept = (token: string, credential: object) =>
      desk.call('POST', '/invitation/accept/passkey', { body: { token, name: 'Ann', credential } })
    const key = authenticator()
    const { body: options } = await begin(first)
    expect((await accept(second, key.make(options))).status).toBe(400)
    const { body: again } = await begin(first)
    expect((await accept(first, key.make(again))).status).toBe(200)
    expect((await begin(first)).status).toBe(400)
  })
})

describe('A passkey of staff', () => {
  test('signs in without e-mail, password or code', async () => {
    const { key, id } = await joinWithPasskey()
    const { body, set, cookie } = await signInWith(key)
    expect(body).toMatchObject({ id, role: 'support' })
    expect(set).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    expect((await desk.call('GET', '/me', { cookie })).status).toBe(200)
    expect((await passkeysOf(cookie)).passkeys).toMatchObject([{ lastUsed: expect.any(String) }])
  })

  test.each<[string, Parameters<Key['sign']>[1]]>([
    ['a page of somebody else asked', { origin: 'http://portal.test.evil.example' }],
    ['it was made for another site', { rpId: 'evil.example' }],
    ['nobody unlocked it', { verified: false }],
    ['it names another person', { as: randomBytes(16).toString('base64url') }],
    ['its counter has fallen, as that of a copy does', { counter: 1 }],
  ])('is refused when %s, and the audit log says so', async (_, overrides) => {
    const { key, id } = await joinWithPasskey()
    await signInWith(key)
    const refused = await signInWith(key, overrides)
    expect(refused).toMatchObject({ status: 400, body: { code: 'wrong_credentials' }, cookie: undefined })
    const { rows } = await database.query<{ copied: boolean }>(
      `select (details ->> 'copied')::boolean as copied from audit_log where action = 'staff_passkey_refused' and user_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ copied: overrides?.counter !== undefined }])
  })

  test('opens nothing of the customers’ portal, and theirs nothing of the console', async () => {
    await portal.ingest({ type: 'orders', number: 'O-1', account: 'C-1', currency: 'EUR', issueDate: '2026-03-01' })
    const { key } = await joinWithPasskey()
    const customers = (method: 'POST', path: string, body: object, token?: string) =>
      portal.app.inject({
        ...{ method, url: `/api${path}`, payload: body },
        headers: { 'sec-fetch-site': 'same-origin', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      })
    const { challenge } = (await customers('POST', '/auth/passkey/options', {})).json()
    const tried = await customers('POST', '/auth/passkey', { credential: key.sign({ challenge }) })
    expect(tried.statusCode).toBe(400)
    // The other way round.
    await portal.signIn('buyer@c.example', 'C-1')
    const body = { email: 'buyer@c.example', password: passphrase }
    const token = (await customers('POST', '/auth/login', body)).json()
    const own = authenticator()
    const made = own.make((await customers('POST', '/profile/passkeys/options', {}, token)).json())
    const added = await customers('POST', '/profile/passkeys', { name: 'Mine', credential: made }, token)
    expect(added.statusCode).toBe(200)
    expect((await signInWith(own)).status).toBe(400)
    // Nor does a question of the one side count on the other.
    const { body: question } = await desk.call('POST', '/passkey/options')
    expect((await customers('POST', '/auth/passkey', { credential: own.sign(question) })).statusCode).toBe(400)
  })

  test('answers a question once, and only while its member may sign in', async () => {
    const { key, id } = await joinWithPasskey()
    const { body: options } = await desk.call('POST', '/passkey/options')
    const credential = key.sign(options)
    const twice = await Promise.all([1, 2].map(() => desk.call('POST', '/passkey', { body: { credential } })))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 400])
    await database.query('update staff set disabled_at = now() where id = $1', [id])
    expect((await signInWith(key)).status).toBe(400)
  })

  test('stands beside others and the app, gets a name, and is taken back; the only way in stays', async () => {
    const { cookie } = await joinWithPasskey()
    const second = authenticator()
    expect(await addPasskey(cookie, second)).toMatchObject({ status: 200, body: { name: 'Second key' } })
    const { passkeys } = await passkeysOf(cookie)
    const [first, other] = passkeys.map(({ id }: { id: string }) => id)
    await desk.call('PUT', `/passkeys/${first}`, { cookie, body: { name: 'Laptop' } })
    const { rows: renames } = await portal.database.owner.query(
      `select details ->> 'before' as before, details ->> 'after' as after from audit_log where action = 'staff_passkey_renamed'`,
    )
    expect(renames).toEqual([{ before: 'Passkey', after: 'Laptop' }])
    expect((await passkeysOf(cookie)).passkeys).toMatchObject([{ name: 'Laptop' }, { name: 'Second key' }])
    expect((await desk.call('DELETE', `/passkeys/${other}`, { cookie })).status).toBe(200)
    expect((await signInWith(second)).status).toBe(400)
    expect((await desk.call('DELETE', `/passkeys/${first}`, { cookie })).status).toBe(409)
    expect((await passkeysOf(cookie)).passkeys).toHaveLength(1)
    // Who has an app may do without.
    const member = await desk.join('app@supplier.example', 'support')
    const { body: added } = await addPasskey(member.cookie, authenticator())
    expect((await desk.call('DELETE', `/passkeys/${added.id}`, { cookie: member.cookie })).status).toBe(200)
  })

  test('beyond the twentieth is not made, also when two pages have begun the last one', async () => {
    const { cookie } = await joinWithPasskey()
    for (let number = 2; number < maxPasskeys; number++)
      expect((await addPasskey(cookie, authenticator())).status).toBe(200)
    const begun = await Promise.all([0, 1].map(() => desk.call('POST', '/passkeys/options', { cookie })))
    const added = await Promise.all(
      begun.map(({ body }) =>
        desk.call('POST', '/passkeys', { cookie, body: { name: 'Last', credential: authenticator().make(body) } }),
      ),
    )
    expect(added.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await passkeysOf(cookie)).passkeys).toHaveLength(maxPasskeys)
  })

  test('belongs to its member alone', async () => {
    const [ann, ben] = [await joinWithPasskey(), await joinWithPasskey()]
    const [key] = (await passkeysOf(ann.cookie)).passkeys
    const { cookie } = ben
    expect((await desk.call('PUT', `/passkeys/${key.id}`, { cookie, body: { name: 'Mine' } })).status).toBe(404)
    expect((await desk.call('DELETE', `/passkeys/${key.id}`, { cookie })).status).toBe(404)
    expect((await addPasskey(cookie, ann.key)).status).toBe(409)
    expect((await proveWith(ann.key, cookie)).status).toBe(400)
  })
})

describe('What is dangerous', () => {
  test('needs a factor of the last ten minutes: a passkey, or a code that was not used yet', async () => {
    const { key, cookie } = await joinWithPasskey()
    const member = await desk.join('old@supplier.example', 'owner')
    const dangerous = (cookie: string | undefined) => desk.call('POST', '/passkeys/options', { cookie })
    wait(601)
    for (const one of [cookie, member.cookie])
      expect(await dangerous(one)).toMatchObject({ status: 403, body: { code: 'proof_needed' } })
    expect((await proveWith(key, cookie)).status).toBe(200)
    expect((await dangerous(cookie)).status).toBe(200)
    const prove = (body: object) => desk.call('POST', '/proof', { cookie: member.cookie, body })
    expect((await prove({})).status).toBe(400)
    expect((await prove({ code: '000000' })).body).toMatchObject({ errors: [{ field: 'code' }] })
    expect((await dangerous(member.cookie)).status).toBe(403)
    const code = codeNow(member.secret, new Date(now))
    expect((await prove({ code })).status).toBe(200)
    expect((await dangerous(member.cookie)).status).toBe(200)
    wait(601)
    expect((await prove({ code })).status).toBe(400)
    expect((await dangerous(member.cookie)).status).toBe(403)
  })

  test('is not reached by guessing codes', async () => {
    const { cookie } = await desk.join('guess@supplier.example', 'owner')
    const tries: number[] = []
    for (let guess = 0; guess < 40; guess++)
      tries.push((await desk.call('POST', '/proof', { cookie, body: { code: `00000${guess % 10}` } })).status)
    expect(tries).toContain(429)
  })
})
