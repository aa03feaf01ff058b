import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { authenticator } from '#server/testing/authenticator.ts'
import { type Browser, signInTests } from '#server/testing/sign-in.ts'
import { maxPasskeys } from '../factors/web-authn.ts'

const { portal, database, browser, person, later } = await signInTests()

beforeEach(async () => {
  later(86_400)
  await portal.mails()
})

type Key = ReturnType<typeof authenticator>

async function addPasskey(ada: Browser, key: Key, name = 'My key') {
  const { body: options } = await ada.call('POST', '/profile/passkeys/options')
  return ada.call('POST', '/profile/passkeys', { name, credential: key.make(options) })
}
async function withPasskey() {
  const ada = browser(await person())
  await ada.signIn()
  const key = authenticator()
  const { body } = await addPasskey(ada, key)
  return { ada, key, id: String(body.id) }
}
async function signInWith(key: Key, overrides: Parameters<Key['sign']>[1] = {}, one = browser({ id: '', email: '' })) {
  const { body: options } = await one.call('POST', '/auth/passkey/options')
  return { one, answer: await one.call('POST', '/auth/passkey', { credential: key.sign(options, overrides) }), options }
}

describe('A passkey', () => {
  test('is made for the portal’s own address, kept under a name, and its person hears of it', async () => {
    const ada = browser(await person())
    await ada.signIn()
    const { body: options } = await ada.call('POST', '/profile/passkeys/options')
    expect(options).toMatchObject({
      rp: { name: 'Test portal', id: 'portal.test' },
      user: { name: ada.person.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    const added = await ada.call('POST', '/profile/passkeys', {
      name: ' Laptop ',
      credential: authenticator().make(options),
    })
    expect(added).toMatchObject({ status: 200, body: { name: 'Laptop', synced: false, lastUsed: null } })
    expect((await portal.mails()).map(({ text }) => text).join()).toContain('A passkey was added')
    expect((await ada.call('GET', '/profile/passkeys')).body.passkeys).toMatchObject([{ name: 'Laptop' }])
  })

  test('signs in without an e-mail or a password, and counts as both factors', async () => {
    const { ada, key } = await withPasskey()
    await ada.call('POST', '/profile/secondFactor/totp')
    await database.owner.query(`insert into second_factors (user_id, method, created_at) values ($1, 'email', now())`, [
      ada.person.id,
    ])
    const { one, answer, options } = await signInWith(key)
    expect(options).toMatchObject({ rpId: 'portal.test', userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
    expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String) } })
    expect(answer.cookie('refreshToken')).toMatchObject({ httpOnly: true })
    expect((await one.call('GET', '/profile')).body.user).toMatchObject({ email: ada.person.email })
    expect((await one.call('GET', '/profile/sessions')).body.sessions[0]).toMatchObject({
      signedInBy: 'passkey',
      secondFactor: true,
    })
  })

  test('answers a question once, within five minutes, and only questions of the portal', async () => {
    const { key } = await withPasskey()
    const { answer, options } = await signInWith(key)
    expect(answer.status).toBe(200)
    const one = browser({ id: '', email: '' })
    expect((await one.call('POST', '/auth/passkey', { credential: key.sign(options) })).status).toBe(400)
    const { body: late } = await one.call('POST', '/auth/passkey/options')
    later(301)
    expect((await one.call('POST', '/auth/passkey', { credential: key.sign(late) })).status).toBe(400)
    const own = randomBytes(32).toString('base64url')
    expect((await one.call('POST', '/auth/passkey', { credential: key.sign({ challenge: own }) })).status).toBe(400)
  })

  test('answers a question once also when thirty bring the answer at the same moment', async () => {
    const { key } = await withPasskey()
    const one = browser({ id: '', email: '' })
    const { body: options } = await one.call('POST', '/auth/passkey/options')
    const credential = key.sign(options)
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => browser({ id: '', email: '' }).call('POST', '/auth/passkey', { credential })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(29)
  })

  test.each<[string, Parameters<Key['sign']>[1]]>([
    ['a page of somebody else asked', { origin: 'http://portal.test.evil.example' }],
    ['it was made for another site', { rpId: 'evil.example' }],
    ['nobody unlocked it', { verified: false }],
    ['it names another person', { as: randomBytes(16).toString('base64url') }],
    ['its counter has fallen, as that of a copy does', { counter: 1 }],
  ])('is refused with 400 when %s', async (_, overrides) => {
    const { ada, key } = await withPasskey()
    await signInWith(key)
    const { answer } = await signInWith(key, overrides)
    expect(answer).toMatchObject({ status: 400, body: { code: 'wrong_credentials' } })
    expect(answer.cookie('refreshToken')).toBeUndefined()
    if (overrides?.counter !== undefined) {
      const { rows } = await database.owner.query(
        `select details from audit_log where action = 'passkey_refused' and user_id = $1`,
        [ada.person.id],
      )
      expect(rows).toMatchObject([{ details: { copied: true } }])
    }
  })

  test('of somebody unknown, and one whose person is disabled, are refused alike', async () => {
    const { ada, key } = await withPasskey()
    await database.owner.query('update users set disabled_at = now() where id = $1', [ada.person.id])
    const { answer: disabled } = await signInWith(key)
    const stranger = authenticator()
    const { answer: unknown } = await signInWith(stranger)
    for (const answer of [disabled, unknown]) expect(answer.status).toBe(400)
    expect({ ...disabled.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  })

  test('cannot be made with the question of somebody else, nor twice, nor by a page of somebody else', async () => {
    const [ada, ben] = [browser(await person()), browser(await person())]
    await ada.signIn()
    await ben.signIn()
    const { body: options } = await ada.call('POST', '/profile/passkeys/options')
    const key = authenticator()
    const credential = key.make(options)
    expect((await ben.call('POST', '/profile/passkeys', { name: 'Mine', credential })).status).toBe(400)
    expect((await ada.call('POST', '/profile/passkeys', { name: 'Mine', credential })).status).toBe(200)
    expect((await ada.call('POST', '/profile/passkeys', { name: 'Mine', credential })).status).toBe(400)
    expect((await addPasskey(ben, key)).status).toBe(409)
    const { body: next } = await ben.call('POST', '/profile/passkeys/options')
    const foreign = authenticator().make(next, { origin: 'https://evil.example' })
    expect((await ben.call('POST', '/profile/passkeys', { name: 'Mine', credential: foreign })).status).toBe(400)
  })

  test('beyond the twentieth is not made: a page that has begun one is told to take one back', async () => {
    const ada = browser(await person())
    await ada.signIn()
    for (let number = 1; number < maxPasskeys; number++)
      expect((await addPasskey(ada, authenticator(), `Key ${number}`)).status).toBe(200)
    // Two pages begin the last one at the same moment.
    const begun = await Promise.all([0, 1].map(() => ada.call('POST', '/profile/passkeys/options')))
    const added = await Promise.all(
      begun.map(({ body }) =>
        ada.call('POST', '/profile/passkeys', { name: 'Last', credential: authenticator().make(body) }),
      ),
    )
    expect(added.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await ada.call('POST', '/profile/passkeys/options')).status).toBe(409)
    expect((await ada.call('GET', '/profile/passkeys')).body.passkeys).toHaveLength(maxPasskeys)
  })

  test('gets another name, and signs nobody in once it is taken back', async () => {
    const { ada, key, id } = await withPasskey()
    expect((await ada.call('PUT', `/profile/passkeys/${id}`, { name: 'Old laptop' })).status).toBe(200)
    expect((await ada.call('GET', '/profile/passkeys')).body.passkeys).toMatchObject([{ name: 'Old laptop' }])
    expect((await ada.call('DELETE', `/profile/passkeys/${id}`)).status).toBe(200)
    expect((await signInWith(key)).answer.status).toBe(400)
    expect((await ada.call('DELETE', `/profile/passkeys/${randomUUIDv7()}`)).status).toBe(404)
  })

  test('shows that it is still the same person', async () => {
    const { ada, key } = await withPasskey()
    const ben = browser(await person())
    await ben.signIn()
    later(599)
    await ada.refreshed()
    await ben.refreshed()
    later(2)
    expect((await ada.call('POST', '/profile/recoveryCodes')).body.code).toBe('proof_needed')
    const { body: options } = await ada.call('POST', '/auth/passkey/options')
    const credential = key.sign(options)
    expect((await ben.call('POST', '/profile/proof/passkey', { credential })).status).toBe(400)
    const { body: again } = await ada.call('POST', '/auth/passkey/options')
    expect((await ada.call('POST', '/profile/proof/passkey', { credential: key.sign(again) })).status).toBe(200)
    expect((await ada.call('POST', '/profile/secondFactor/totp')).status).toBe(200)
  })
})
