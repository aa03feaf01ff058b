import { randomBytes } from 'node:crypto'
import { generateSync } from 'otplib'
import { beforeEach, describe, expect, test } from 'vitest'
import { codeTries } from '#contract/auth/factors.ts'
import { tokenSecret } from '#server/testing/portal.ts'
import { type Browser, signInTests } from '#server/testing/sign-in.ts'

const { portal, database, browser, person, later, now, mailedCode } = await signInTests()

const validCode = (secret: string) => generateSync({ secret, epoch: Math.floor(now() / 1000) })
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Signs in and sets up an authenticator app; returns its key. */
async function withApp(ada: Browser): Promise<string> {
  await ada.signIn()
  const { body } = await ada.call('POST', '/profile/secondFactor/totp')
  const confirmed = await ada.call('PUT', '/profile/secondFactor/totp', { code: validCode(body.secret) })
  expect(confirmed.status).toBe(200)
  later(30)
  return body.secret
}
async function recoveryCodes(ada: Browser): Promise<string[]> {
  return (await ada.call('POST', '/profile/recoveryCodes')).body.codes
}
const mailText = async () => (await portal.mails()).map(({ text }) => text).join()

beforeEach(() => {
  later(86_400)
})

describe('An authenticator app', () => {
  test('is set up with a key, an address and a picture of it, and is asked for from then on', async () => {
    const ada = browser(await person())
    await ada.signIn()
    const { body } = await ada.call('POST', '/profile/secondFactor/totp')
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(body.url).toContain(`secret=${body.secret}`)
    expect(body.url).toContain('otpauth://totp/Test%20portal:')
    expect(body.qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
    expect(
      (await ada.call('PUT', '/profile/secondFactor/totp', { code: wrongCode(validCode(body.secret)) })).status,
    ).toBe(400)
    expect((await ada.call('PUT', '/profile/secondFactor/totp', { code: validCode(body.secret) })).status).toBe(200)
    expect(await mailText()).toContain('An authenticator app is now your second factor')
    later(30)
    const reply = await ada.signIn()
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      TwoFactor: true,
      message: 'Enter the code that your authenticator app shows.',
      methods: ['totp'],
    })
    expect(reply.cookie('refreshToken')).toBeUndefined()
    expect(reply.cookie('secondFactor')).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/auth' })
    const done = await ada.submit(validCode(body.secret))
    expect(done).toMatchObject({ status: 200, body: { token: expect.any(String) } })
    expect((await ada.call('GET', '/profile')).status).toBe(200)
    expect(done.cookie('secondFactor')).toMatchObject({ value: '' })
  })

  test('takes a code with a blank in it, and one of the half minute before or after', async () => {
    const ada = browser(await person())
    const secret = await withApp(ada)
    for (const offset of [-30, 0, 30]) {
      later(120)
      await ada.signIn()
      const code = generateSync({ secret, epoch: Math.floor(now() / 1000) + offset })
      expect((await ada.submit(`${code.slice(0, 3)} ${code.slice(3)}`)).body.token).toBeTruthy()
    }
    for (const offset of [-90, 90]) {
      later(240)
      await ada.signIn()
      const code = generateSync({ secret, epoch: Math.floor(now() / 1000) + offset })
      expect((await ada.submit(code)).body.TwoFactor).toBe(true)
    }
  })

  test('takes each code once, also when thirty bring it at the same moment', async () => {
    const ada = browser(await person())
    const secret = await withApp(ada)
    const code = validCode(secret)
    const browsers = Array.from({ length: 30 }, () => browser(ada.person))
    for (const client of browsers) await client.signIn()
    const answers = await Promise.all(browsers.map((client) => client.submit(code)))
    expect(answers.filter(({ body }) => body.token !== undefined)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.TwoFactor === true)).toHaveLength(29)
    // Once a later code was used, the one before is refused too.
    await ada.signIn()
    const before = generateSync({ secret, epoch: Math.floor(now() / 1000) - 30 })
    expect((await ada.submit(before)).body.TwoFactor).toBe(true)
  })

  test('is kept so that the database alone tells no codes, and survives a change of the operator’s secret', async () => {
    const ada = browser(await person())
    const secret = await withApp(ada)
    const { rows } = await database.owner.query('select sealed from second_factors where user_id = $1', [ada.person.id])
    expect(rows[0].sealed.toString('latin1')).not.toContain(secret)
    const newSecret = randomBytes(32).toString('hex')
    await portal.serve({ tokenSecrets: [newSecret, tokenSecret] })
    const at = await portal.serve({ tokenSecrets: [newSecret] })
    later(60)
    const other = browser(ada.person, { at })
    await other.signIn()
    expect((await other.submit(validCode(secret))).body.token).toBeTruthy()
  })
})

describe('A wrong code', () => {
  test('asks again and says how many tries are left; after five the sign-in begins anew', async () => {
    const ada = browser(await person())
    const secret = await withApp(ada)
    await ada.signIn()
    const code = validCode(secret)
    for (const left of ['4 tries', '3 tries', '2 tries', 'one try']) {
      const { status, body } = await ada.submit(wrongCode(code))
      expect(status).toBe(200)
      expect(body).toMatchObject({ TwoFactor: true, message: expect.stringContaining(`You have ${left} left.`) })
    }
    const last = await ada.submit(wrongCode(code))
    expect(last).toMatchObject({ status: 400, body: { errors: [{ message: expect.any(String) }] } })
    expect(last.cookie('secondFactor')).toMatchObject({ value: '' })
    expect(await ada.submit(code, { held: last.held })).toMatchObject({ status: 400 })
  })

  test('tried thirty times at once counts five times', async () => {
    const ada = browser(await person())
    const secret = await withApp(ada)
    await ada.signIn()
    const answers = await Promise.all(Array.from({ length: 30 }, () => ada.submit(wrongCode(validCode(secret)))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(codeTries - 1)
    const { rows } = await database.owner.query(
      `select count(*)::int from audit_log where action = 'second_factor_failed' and user_id = $1`,
      [ada.person.id],
    )
    expect(rows[0].count).toBe(codeTries)
  })

  test('is held up after thirty within an hour, however often the sign-in begins anew', async () => {
    const ada = browser(await person())
    const secret = await withApp(ada)
    let refused = 0
    for (let round = 0; round < 9 && refused === 0; round++) {
      await ada.signIn()
      for (let index = 0; index < codeTries; index++) {
        const { status, raw } = await ada.submit(wrongCode(validCode(secret)))
        if (status === 429) {
          refused = round * codeTries + index
          expect(Number(raw.headers['retry-after'])).toBeGreaterThan(0)
          break
        }
      }
    }
    expect(refused).toBeGreaterThanOrEqual(30)
    expect(refused).toBeLessThanOrEqual(32)
  })

  test('of one sign-in is no try at another, and a code without a sign-in is refused', async () => {
    const ada = browser(await person())
    const secret = await withApp(ada)
    expect(await browser(ada.person).submit(validCode(secret))).toMatchObject({ status: 400 })
    await ada.signIn()
    later(601)
    expect(await ada.submit(validCode(secret))).toMatchObject({ status: 400 })
  })

  test('cannot be sent by a page of somebody else', async () => {
    const ada = browser(await person())
    const secret = await withApp(ada)
    await ada.signIn()
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await ada.call('POST', '/auth/submit2fa', { code: validCode(secret) }, { headers: foreign })).status).toBe(
      403,
    )
  })
})

describe('The step between', () => {
  test('opens nothing: what the browser keeps meanwhile is no token and no session', async () => {
    const ada = browser(await person())
    await withApp(ada)
    const other = browser(ada.person)
    const reply = await other.signIn()
    const challengeToken = reply.cookie('secondFactor')?.value ?? ''
    const bearer = { authorization: `Bearer ${challengeToken}` }
    expect((await other.call('GET', '/profile', undefined, { headers: bearer })).status).toBe(401)
    expect((await other.call('POST', '/auth/refresh')).status).toBe(401)
  })

  test('is over when the password is changed or the person disabled meanwhile', async () => {
    for (const change of [
      'update users set disabled_at = now() where id = $1',
      `update passwords set hash = replace(hash, 'p=1$', 'p=1$A'), changed_at = now() where user_id = $1`,
    ]) {
      const ada = browser(await person())
      const secret = await withApp(ada)
      const other = browser(ada.person)
      await other.signIn()
      await database.owner.query(change, [ada.person.id])
      expect(await other.submit(validCode(secret))).toMatchObject({ status: 400 })
    }
  })
})

describe('A code by e-mail', () => {
  async function withEmail(ada: Browser) {
    await ada.signIn()
    await ada.call('POST', '/profile/secondFactor/email')
    expect((await ada.call('PUT', '/profile/secondFactor/email', { code: await mailedCode() })).status).toBe(200)
    await portal.mails()
  }

  test('is sent when the password was right, and works once, for ten minutes', async () => {
    const ada = browser(await person())
    await withEmail(ada)
    expect((await ada.signIn()).body).toMatchObject({ TwoFactor: true, methods: ['email'] })
    const code = await mailedCode()
    later(599)
    expect((await ada.submit(code)).body.token).toBeTruthy()
    await ada.signIn()
    const late = await mailedCode()
    later(601)
    expect(await ada.submit(late)).toMatchObject({ status: 400 })
  })

  test('can be sent again twice; then only the last one works', async () => {
    const ada = browser(await person())
    await withEmail(ada)
    await ada.signIn()
    const first = await mailedCode()
    expect((await ada.call('POST', '/auth/sendCode')).status).toBe(200)
    const second = await mailedCode()
    expect((await ada.call('POST', '/auth/sendCode')).status).toBe(200)
    const third = await mailedCode()
    expect((await ada.call('POST', '/auth/sendCode')).status).toBe(400)
    for (const old of [first, second].filter((code) => code !== third)) {
      expect((await ada.submit(old)).body.TwoFactor).toBe(true)
    }
    expect((await ada.submit(third)).body.token).toBeTruthy()
  })

  test('does not stand in for an app', async () => {
    const ada = browser(await person())
    await withApp(ada)
    await ada.signIn()
    await portal.mails()
    expect((await ada.call('POST', '/auth/sendCode')).status).toBe(400)
    expect(await portal.mails()).toEqual([])
  })

  test('is no code for another’s sign-in', async () => {
    const [ada, ben] = [browser(await person()), browser(await person())]
    await withEmail(ada)
    await withEmail(ben)
    await ada.signIn()
    const code = await mailedCode()
    await ben.signIn()
    const own = await mailedCode()
    expect((await ben.submit(code)).body.TwoFactor).toBe(code !== own ? true : undefined)
  })
})

describe('A recovery code', () => {
  test('stands in for the second factor once; ten are given, and how many are left is told', async () => {
    const ada = browser(await person())
    await withApp(ada)
    const codes = await recoveryCodes(ada)
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    expect(codes.every((code) => /^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/.test(code))).toBe(true)
    const { rows } = await portal.database.owner.query<{ row: string }>('select r::text as row from recovery_codes r')
    expect(rows.length).toBeGreaterThanOrEqual(10)
    const stored = rows.map(({ row }) => row).join('\n')
    const readable = (text: string) => [text, text.replaceAll('-', ''), Buffer.from(text).toString('hex')]
    expect(codes.flatMap(readable).filter((text) => stored.includes(text))).toEqual([])
    expect((await ada.signIn()).body.methods).toEqual(['totp', 'recovery'])
    const [code = ''] = codes
    expect((await ada.submit(code.toUpperCase().replaceAll('-', ' '))).body.token).toBeTruthy()
    expect((await ada.call('GET', '/profile/secondFactor')).body).toMatchObject({ recoveryCodes: 9 })
    await ada.signIn()
    expect((await ada.submit(code)).body.TwoFactor).toBe(true)
    expect(await mailText()).toContain('A recovery code was used')
  })

  test('lets one in when thirty bring it at the same moment', async () => {
    const ada = browser(await person())
    await withApp(ada)
    const [code = ''] = await recoveryCodes(ada)
    const browsers = Array.from({ length: 30 }, () => browser(ada.person))
    for (const client of browsers) await client.signIn()
    const answers = await Promise.all(browsers.map((client) => client.submit(code)))
    expect(answers.filter(({ body }) => body.token !== undefined)).toHaveLength(1)
  })

  test('of a set works no more when a new set was made, nor without a second factor', async () => {
    const ada = browser(await person())
    await withApp(ada)
    const [old = ''] = await recoveryCodes(ada)
    const [code = ''] = await recoveryCodes(ada)
    await ada.signIn()
    expect((await ada.submit(old)).body.TwoFactor).toBe(true)
    expect((await ada.submit(code)).body.token).toBeTruthy()
    await ada.call('DELETE', '/profile/secondFactor/totp')
    expect((await ada.call('GET', '/profile/secondFactor')).body).toMatchObject({ methods: [], recoveryCodes: 0 })
    expect((await ada.call('POST', '/profile/recoveryCodes')).status).toBe(409)
  })
})
