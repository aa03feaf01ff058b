import { generateSync } from 'otplib'
import { beforeEach, describe, expect, test } from 'vitest'
import { passphrase } from '#server/testing/portal.ts'
import { type Browser, signInTests } from '#server/testing/sign-in.ts'

const { portal, browser, person, later, now, mailedCode } = await signInTests()
const validCode = (secret: string) => generateSync({ secret, epoch: Math.floor(now() / 1000) })
const wrongCode = (secret: string) => String((Number(validCode(secret)) + 1) % 1_000_000).padStart(6, '0')
const subjects = async () => (await portal.mails()).map(({ subject }) => subject)
const alarm = 'Please check your sign-in to Test portal'

async function withApp(ada: Browser): Promise<string> {
  await ada.signIn()
  const { body } = await ada.call('POST', '/profile/secondFactor/totp')
  await ada.call('PUT', '/profile/secondFactor/totp', { code: validCode(body.secret) })
  await portal.mails()
  later(30)
  return body.secret
}

/** Signs in with the password and types `times` wrong codes, waiting an hour after every twenty. */
async function guess(thief: Browser, secret: string, times: number): Promise<void> {
  for (let done = 0; done < times; ) {
    expect((await thief.signIn()).body).toMatchObject({ TwoFactor: true })
    for (let n = 0; n < 5 && done < times; n++, done++) {
      expect((await thief.submit(wrongCode(secret))).status).toBeLessThan(429)
    }
    if (done % 20 === 0) later(3600)
  }
}

/** Signs in from a network that no other test uses. */
async function signInFrom(remoteAddress: string, email: string): Promise<Record<string, string>> {
  const reply = await portal.app.inject({
    ...{ method: 'POST', url: '/api/auth/login', remoteAddress },
    payload: { email, password: passphrase },
  })
  return Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]))
}

beforeEach(() => {
  later(2 * 86_400)
})

describe('Somebody who types wrong codes behind the right password', () => {
  test('is told of to its owner after ten in a row, once a day', async () => {
    const ada = browser(await person())
    const secret = await withApp(ada)
    await guess(browser(ada.person), secret, 9)
    expect(await subjects()).toEqual([])
    await guess(browser(ada.person), secret, 31)
    const mails = await portal.mails()
    expect(mails.map(({ subject }) => subject)).toEqual([alarm])
    expect(mails[0]?.text).toContain('Whoever typed them knows your password')
    expect(mails[0]?.text).toContain('/forgotPassword')
  })

  test('gets no further after a hundred, though the owner does: by a recovery code, or with a new password', async () => {
    const ada = browser(await person())
    const secret = await withApp(ada)
    const { codes } = (await ada.call('POST', '/profile/recoveryCodes')).body as { codes: string[] }
    await guess(browser(ada.person), secret, 100)
    expect((await portal.mails()).some(({ text }) => text.includes('A hundred wrong codes'))).toBe(true)

    const thief = browser(ada.person)
    await thief.signIn()
    const refused = await thief.submit(validCode(secret))
    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain('Too many wrong codes')

    await ada.signIn()
    expect((await ada.submit(codes[0] ?? '')).body.token).toBeTruthy()
    // A right code resets the count.
    await ada.signIn()
    expect((await ada.submit(validCode(secret))).body.token).toBeTruthy()
  })

  test('keeps out nobody at a place where they have signed in before', async () => {
    const ada = browser(await person())
    const secret = await withApp(ada)
    await ada.signIn()
    await ada.submit(validCode(secret))
    let refusedAfter = 0
    for (let n = 0; n < 8 && refusedAfter === 0; n++) {
      const cookies = await signInFrom('203.0.113.7', ada.person.email)
      for (let tries = 0; tries < 5; tries++) {
        const { statusCode } = await portal.app.inject({
          ...{ method: 'POST', url: '/api/auth/submit2fa', remoteAddress: '203.0.113.7', cookies },
          headers: { 'sec-fetch-site': 'same-origin' },
          payload: { code: wrongCode(secret) },
        })
        if (statusCode === 429) refusedAfter = n * 5 + tries
      }
    }
    expect(refusedAfter).toBeGreaterThanOrEqual(30)
    later(30)
    await ada.signIn()
    expect((await ada.submit(validCode(secret))).body.token).toBeTruthy()
  })
})

describe('Somebody at a screen left unlocked who is to prove who they are', () => {
  /** Types `times` wrong codes in a session, waiting an hour after every twenty. */
  async function guessSignedIn(thief: Browser, secret: string, times: number): Promise<void> {
    for (let done = 1; done <= times; done++) {
      expect((await thief.call('POST', '/profile/proof', { code: wrongCode(secret) })).status).toBe(400)
      if (done % 20 > 0) continue
      later(3600)
      await thief.refreshed()
    }
  }

  test('is told of to the owner after ten wrong codes in a row, whichever way they were typed', async () => {
    const ada = browser(await person())
    const secret = await withApp(ada)
    await guess(browser(ada.person), secret, 5)
    await guessSignedIn(ada, secret, 4)
    expect(await subjects()).toEqual([])
    await guessSignedIn(ada, secret, 1)
    expect(await subjects()).toEqual([alarm])
  })

  test('gets no further after a hundred, though the owner does: by a recovery code', async () => {
    const ada = browser(await person())
    const secret = await withApp(ada)
    const { codes } = (await ada.call('POST', '/profile/recoveryCodes')).body as { codes: string[] }
    await guessSignedIn(ada, secret, 100)
    expect((await portal.mails()).some(({ text }) => text.includes('A hundred wrong codes'))).toBe(true)
    const refused = await ada.call('POST', '/profile/proof', { code: validCode(secret) })
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toEqual([{ field: 'code', message: expect.stringContaining('Too many wrong codes') }])

    expect((await ada.call('POST', '/profile/proof', { code: codes[0] ?? '' })).status).toBe(200)
    // A right code resets the count.
    expect((await ada.call('POST', '/profile/proof', { code: validCode(secret) })).status).toBe(200)
  })
})

test('a refresh token that is used twice is told of to its owner, once a day however many they are', async () => {
  const ada = browser(await person())
  for (const session of [1, 2, 3]) {
    await ada.signIn()
    await portal.mails()
    const stolen = ada.cookies.refreshToken ?? ''
    await ada.refreshed()
    later(60)
    await ada.refreshed()
    later(60)
    const reused = await portal.app.inject({
      ...{ method: 'POST', url: '/api/auth/refresh', cookies: { refreshToken: stolen } },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(reused.statusCode).toBe(401)
    expect(await subjects()).toEqual(session === 1 ? [alarm] : [])
  }
})

describe('Codes by mail', () => {
  test('are mailed a few times to a person who signs in again and again, and not with each sign-in', async () => {
    const ada = browser(await person())
    await ada.signIn()
    await ada.call('POST', '/profile/secondFactor/email')
    await ada.call('PUT', '/profile/secondFactor/email', { code: await mailedCode() })
    await portal.mails()
    const statuses: number[] = []
    for (let n = 0; n < 30; n++) statuses.push((await browser(ada.person).signIn()).status)
    const sent = (await portal.mails()).length
    expect(sent).toBe(statuses.filter((status) => status === 200).length)
    expect(sent).toBeGreaterThanOrEqual(3)
    expect(sent).toBeLessThanOrEqual(8)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    // The number of mails from other networks is limited too.
    for (let n = 0; n < 30; n++) await signInFrom(`198.51.${n}.1`, ada.person.email)
    expect((await portal.mails()).length).toBeLessThanOrEqual(20)
    // An hour later the person can sign in as before.
    later(3600)
    await ada.signIn()
    expect((await ada.submit(await mailedCode())).body.token).toBeTruthy()
  })
})
