import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { decodeJwt } from 'jose'
import { generateSync } from 'otplib'
import { beforeEach, describe, expect, test } from 'vitest'
import { tokenSecret } from '#server/testing/portal.ts'
import { type Browser, signInTests } from '#server/testing/sign-in.ts'
import { requireSecondFactor, resetSecondFactors } from '../administration/second-factors.ts'
import { limits } from '../limits/throttle.ts'

const { portal, database, browser, person, later, now, mailedCode } = await signInTests()
const operator = {
  db: database.pools.server,
  clock: () => new Date(now()),
  newId: () => randomUUIDv7(),
  random: randomBytes,
  mail: portal.outbox,
}
const validCode = (secret: string) => generateSync({ secret, epoch: Math.floor(now() / 1000) })

async function withApp(ada: Browser): Promise<string> {
  await ada.signIn()
  const { body } = await ada.call('POST', '/profile/secondFactor/totp')
  await ada.call('PUT', '/profile/secondFactor/totp', { code: validCode(body.secret) })
  later(30)
  return body.secret
}
const mailText = async () => (await portal.mails()).map(({ text }) => text).join()

beforeEach(async () => {
  later(86_400)
  await portal.mails()
})

describe('A device that is trusted', () => {
  async function withTrustedDevice(): Promise<{ ada: Browser; secret: string }> {
    const ada = browser(await person())
    const secret = await withApp(ada)
    await ada.signIn()
    const done = await ada.submit(validCode(secret), { trustDevice: true })
    expect(done.cookie('trustedDevice')).toMatchObject({
      httpOnly: true,
      path: '/api/auth',
      maxAge: 30 * 86_400,
      value: expect.stringMatching(/^[\w-]{43}$/),
    })
    return { ada, secret }
  }

  test('is not asked for the second factor for thirty days, and others are', async () => {
    const { ada } = await withTrustedDevice()
    later(29 * 86_400)
    expect((await ada.signIn()).body).toEqual(expect.any(String))
    expect((await browser(ada.person).signIn()).body).toMatchObject({ TwoFactor: true })
    later(2 * 86_400)
    expect((await ada.signIn()).body).toMatchObject({ TwoFactor: true })
  })

  test('still needs the password, and is trusted for its person alone', async () => {
    const { ada } = await withTrustedDevice()
    expect((await ada.signIn({ password: 'not the right passphrase' })).status).toBe(400)
    const ben = browser(await person())
    const secret = await withApp(ben)
    Object.assign(ben.cookies, { trustedDevice: ada.cookies.trustedDevice })
    expect((await ben.signIn()).body).toMatchObject({ TwoFactor: true })
    expect((await ben.submit(validCode(secret))).status).toBe(200)
  })

  test('is listed, and asked again once it is taken from the list', async () => {
    const { ada } = await withTrustedDevice()
    const { body } = await ada.call('GET', '/profile/trustedDevices')
    expect(body.devices).toMatchObject([{ device: 'Firefox', network: '127.0.0.0/24' }])
    expect((await ada.call('DELETE', `/profile/trustedDevices/${body.devices[0].id}`)).status).toBe(200)
    expect((await ada.signIn()).body).toMatchObject({ TwoFactor: true })
  })

  test.each([
    ['the password is changed', `update passwords set changed_at = changed_at + interval '1 s' where user_id = $1`],
    ['nothing but its cookie is known any more', 'delete from trusted_devices where user_id = $1'],
  ])('is asked again when %s', async (_, change) => {
    const { ada } = await withTrustedDevice()
    await database.owner.query(change, [ada.person.id])
    expect((await ada.signIn()).body).toMatchObject({ TwoFactor: true })
  })

  test('is asked again when a factor was taken away', async () => {
    const { ada } = await withTrustedDevice()
    expect((await ada.call('DELETE', '/profile/secondFactor/totp')).status).toBe(200)
    await withApp(ada)
    expect((await ada.signIn()).body).toMatchObject({ TwoFactor: true })
  })

  test('lets its person in though strangers guess at them from the same network', async () => {
    const { ada } = await withTrustedDevice()
    const stranger = browser(ada.person)
    for (let index = 0; index < limits.pair.free + 2; index++) await stranger.signIn({ password: 'a guess of theirs' })
    expect((await stranger.signIn()).status).toBe(429)
    expect((await ada.signIn()).status).toBe(200)
  })
})

describe('An account that asks for a second factor', () => {
  const requireFactor = (on: boolean) => requireSecondFactor(operator, 'C-2', on)

  test('has whoever has none enter a code from a mail before anything else; from then on that is theirs', async () => {
    await requireFactor(true)
    const ada = browser(await person('C-2'))
    const reply = await ada.signIn()
    expect(reply.body).toMatchObject({ TwoFactor: true, methods: ['email'], enrols: true })
    expect((await ada.call('GET', '/profile')).status).toBe(401)
    expect((await ada.submit(await mailedCode())).body.token).toBeTruthy()
    expect((await ada.call('GET', '/profile/secondFactor')).body).toMatchObject({
      methods: [{ method: 'email' }],
      required: true,
    })
    expect(await mailText()).toContain('Codes by e-mail are now your second factor')
    const secondReply = await ada.signIn()
    expect(secondReply.body).toMatchObject({ TwoFactor: true, methods: ['email'] })
    expect(secondReply.body).not.toHaveProperty('enrols')
    await requireFactor(false)
  })

  test('signs out at once those who work in it without, and lets nobody refresh or change into it', async () => {
    const [ada, ben] = [browser(await person('C-2')), browser(await person('C-1'))]
    await ada.signIn()
    await ben.signIn()
    await database.owner.query(
      `insert into memberships (account_id, user_id, role, created_at)
       select account_id, $1, 'viewer', now() from accounts where number = 'C-2'`,
      [ben.person.id],
    )
    const sessions = await requireFactor(true)
    expect(sessions).toBeGreaterThanOrEqual(1)
    expect((await ada.call('POST', '/auth/refresh')).status).toBe(401)
    expect((await ben.call('PUT', '/profile/account', { number: 'C-2' })).status).toBe(403)
    expect((await ben.call('GET', '/profile')).status).toBe(200)
    await requireFactor(false)
    expect((await ben.call('PUT', '/profile/account', { number: 'C-2' })).status).toBe(200)
    await database.owner.query(`update accounts set requires_second_factor = true where number = 'C-2'`)
    expect((await ben.call('POST', '/auth/refresh')).status).toBe(401)
    await requireFactor(false)
  })

  test('does not let go of the last one', async () => {
    const ada = browser(await person('C-2'))
    await withApp(ada)
    await requireFactor(true)
    expect((await ada.signIn()).body).toMatchObject({ methods: ['totp'] })
    await requireFactor(false)
    const ben = browser(await person('C-2'))
    const secret = await withApp(ben)
    await ben.signIn()
    await ben.submit(validCode(secret))
    await requireFactor(true)
    expect((await ben.call('DELETE', '/profile/secondFactor/totp')).status).toBe(409)
    await requireFactor(false)
    expect((await ben.call('DELETE', '/profile/secondFactor/totp')).status).toBe(200)
  })

  test('is not the only one to: a password that is short needs one as well, and again when it was given up', async () => {
    const ada = browser(await person())
    await withApp(ada)
    const short = 'nine char'
    const change = { current: portal.passphrase, password: short, endOthers: false }
    expect((await ada.call('PUT', '/profile/password', change)).status).toBe(200)
    expect((await ada.signIn({ password: short })).body).toMatchObject({ methods: ['totp'] })
    await resetSecondFactors(operator, ada.person.email)
    await portal.mails()
    expect((await ada.signIn({ password: short })).body).toMatchObject({ methods: ['email'], enrols: true })
    expect((await ada.submit(await mailedCode())).body.token).toBeTruthy()
  })

  test('is known by its number', async () => {
    await expect(requireSecondFactor(operator, 'X-9', true)).rejects.toThrow('no account with the number "X-9"')
  })
})

describe('Changing how one signs in', () => {
  test('asks again who one is when ten minutes have passed, and takes password or code', async () => {
    const ada = browser(await person())
    const secret = await withApp(ada)
    const refused = [
      ['POST', '/profile/secondFactor/totp'],
      ['POST', '/profile/secondFactor/email'],
      ['PUT', '/profile/secondFactor/totp', { code: '123456' }],
      ['DELETE', '/profile/secondFactor/totp'],
      ['POST', '/profile/recoveryCodes'],
      ['POST', '/profile/passkeys/options'],
      ['DELETE', `/profile/passkeys/${randomUUIDv7()}`],
      ['DELETE', `/profile/signOn/${randomUUIDv7()}`],
    ] as const
    later(571)
    await ada.refreshed()
    for (const [method, path, body] of refused) {
      const answer = await ada.call(method, path, body)
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'proof_needed'])
    }
    expect((await ada.call('POST', '/profile/proof', { password: 'not the right one' })).status).toBe(400)
    expect((await ada.call('POST', '/profile/proof', {})).status).toBe(400)
    expect((await ada.call('POST', '/profile/proof', { code: '000000' })).status).toBe(400)
    expect((await ada.call('POST', '/profile/recoveryCodes')).status).toBe(403)
    expect((await ada.call('POST', '/profile/proof', { code: validCode(secret) })).status).toBe(200)
    expect((await ada.call('POST', '/profile/proof', { code: validCode(secret) })).status).toBe(400)
    expect((await ada.call('POST', '/profile/recoveryCodes')).status).toBe(200)
  })

  test('is proven for the session that was asked, not for another of the same person', async () => {
    const ada = browser(await person())
    await ada.signIn()
    later(599)
    const elsewhere = browser(ada.person)
    await elsewhere.signIn()
    later(2)
    await ada.refreshed()
    expect((await ada.call('POST', '/profile/secondFactor/totp')).status).toBe(403)
    expect((await elsewhere.call('POST', '/profile/secondFactor/totp')).status).toBe(200)
    expect((await ada.call('POST', '/profile/proof', { password: portal.passphrase })).status).toBe(200)
    expect((await ada.call('POST', '/profile/secondFactor/totp')).status).toBe(200)
  })

  test('that was lost is undone by the operator, and its person hears of it', async () => {
    const ada = browser(await person())
    await withApp(ada)
    await ada.call('POST', '/profile/recoveryCodes')
    const codesLeft = async () => {
      const { rows } = await portal.database.owner.query<{ count: number }>(
        'select count(*)::int as count from recovery_codes r join users u on u.id = r.user_id where u.email = $1',
        [ada.person.email],
      )
      return rows[0]?.count
    }
    expect(await codesLeft()).toBe(10)
    await portal.mails()
    await resetSecondFactors(operator, ada.person.email)
    expect((await ada.signIn()).body).toEqual(expect.any(String))
    expect(await mailText()).toContain('removed by the operator')
    // Whoever has found the former codes could sign in with them once there is a factor again.
    expect(await codesLeft()).toBe(0)
    await expect(resetSecondFactors(operator, 'nobody@example.com')).rejects.toThrow('no user with the e-mail')
  })
})

describe('Where one is signed in', () => {
  test('is listed with device, network and times; one session, or all others, can be ended', async () => {
    const ada = browser(await person())
    await ada.signIn()
    const phone = browser(ada.person, { userAgent: 'Mozilla/5.0 (iPhone; ) Version/18.0 Mobile Safari/604.1' })
    await phone.signIn()
    const third = browser(ada.person)
    await third.signIn()
    later(60)
    await ada.refreshed()
    const { sessions } = (await ada.call('GET', '/profile/sessions')).body
    expect(sessions).toHaveLength(3)
    expect(sessions.filter(({ current }: { current: boolean }) => current)).toMatchObject([
      { id: decodeJwt(ada.token() ?? '').sid, device: 'Firefox', signedInBy: 'password', secondFactor: false },
    ])
    const [own] = sessions.filter(({ current }: { current: boolean }) => current)
    expect(Date.parse(own.lastSeen) - Date.parse(own.firstSeen)).toBe(60_000)
    const [iphone] = sessions.filter(({ device }: { device: string }) => device === 'Safari on iPhone')
    expect((await ada.call('DELETE', `/profile/sessions/${iphone.id}`)).status).toBe(200)
    expect((await phone.call('GET', '/profile')).status).toBe(401)
    expect((await phone.call('POST', '/auth/refresh')).status).toBe(401)
    expect((await ada.call('DELETE', `/profile/sessions/${iphone.id}`)).status).toBe(404)
    expect((await ada.call('DELETE', '/profile/sessions')).body).toMatchObject({ ended: 1 })
    expect((await third.call('GET', '/profile')).status).toBe(401)
    expect((await ada.call('GET', '/profile')).status).toBe(200)
    const { sessions: past } = (await ada.call('GET', '/profile/sessions/past')).body
    expect(past).toHaveLength(2)
    expect(past.every(({ endedAt }: { endedAt: string | null }) => endedAt !== null)).toBe(true)
  })

  test('is told by mail when it is a device that was not used before', async () => {
    const ada = browser(await person())
    await ada.signIn()
    await ada.signIn()
    expect(await portal.mails()).toEqual([])
    const phone = browser(ada.person, { userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile' })
    await phone.signIn()
    expect(await mailText()).toMatch(/Chrome on Android, from the network 127\.0\.0\.0\/24/)
    await phone.signIn()
    expect(await portal.mails()).toEqual([])
  })

  test('is looked up page by page, however often one has signed in', async () => {
    const ada = browser(await person())
    for (let i = 0; i < 46; i++) {
      await ada.signIn()
      later(1)
    }
    const pages: { sessions: { id: string }[]; nextCursor: string | null }[] = []
    for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; ) {
      const page: (typeof pages)[number] = (
        await ada.call('GET', `/profile/sessions/past${cursor && `?cursor=${cursor}`}`)
      ).body
      pages.push(page)
      cursor = page.nextCursor
    }
    expect(pages.map(({ sessions }) => sessions.length)).toEqual([20, 20, 5])
    const ids = pages.flatMap(({ sessions }) => sessions.map(({ id }) => id))
    expect(new Set(ids).size).toBe(45)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect((await ada.call('GET', '/profile/sessions')).body.sessions).toHaveLength(1)
    expect((await ada.call('GET', '/profile/sessions/past?cursor=none')).status).toBe(400)
  })

  test('is told with the place, when the operator has a file of places', async () => {
    const place = { city: 'Gothenburg', country: 'SE' }
    const at = await portal.serve({ placeOf: (network) => (network === '127.0.0.0/24' ? place : null) })
    const someone = await person()
    const ada = browser(someone, { at })
    await ada.signIn()
    await ada.call('POST', '/profile/secondFactor/email')
    await ada.call('PUT', '/profile/secondFactor/email', { code: await mailedCode() })
    const phone = browser(someone, { at, userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile' })
    await phone.signIn()
    await phone.submit(await mailedCode(), { trustDevice: true })
    const mails = (await portal.mails()).map(({ text }) => text).join('\n')
    expect(mails).toMatch(/roughly from Gothenburg, Sweden, from the network\s+127\.0\.0\.0\/24/)
    expect((await phone.call('GET', '/profile/sessions')).body.sessions).toMatchObject([{ place }, { place }])
    expect((await phone.call('GET', '/profile/trustedDevices')).body.devices).toMatchObject([{ place }])
    await ada.call('DELETE', '/profile/sessions')
    expect((await ada.call('GET', '/profile/sessions/past')).body.sessions).toMatchObject([{ place }])
  })

  test('is cleared from the browser when one signs out, but for what the page looks like', async () => {
    const ada = browser(await person())
    await ada.signIn()
    expect((await ada.call('DELETE', '/auth/logout')).raw.headers['clear-site-data']).toBe('"cache"')
  })
})

describe('A change of the operator’s secret', () => {
  test('signs nobody out: the old one is accepted beside the new one, and refused when it is gone', async () => {
    const ada = browser(await person())
    await ada.signIn()
    const newSecret = randomBytes(32).toString('hex')
    const both = await portal.serve({ tokenSecrets: [newSecret, tokenSecret] })
    const onlyNew = await portal.serve({ tokenSecrets: [newSecret] })
    expect((await ada.call('GET', '/profile', undefined, { at: both })).status).toBe(200)
    expect((await ada.call('GET', '/profile', undefined, { at: onlyNew })).status).toBe(401)
    const old = { ...ada.cookies }
    expect((await ada.call('POST', '/auth/refresh', undefined, { at: onlyNew, cookies: old })).status).toBe(401)
    expect((await ada.call('POST', '/auth/refresh', undefined, { at: both, cookies: old })).status).toBe(200)
    expect((await ada.call('GET', '/profile', undefined, { at: onlyNew })).status).toBe(200)
    later(5)
    expect((await ada.call('POST', '/auth/refresh', undefined, { at: onlyNew })).status).toBe(200)
  })
})
