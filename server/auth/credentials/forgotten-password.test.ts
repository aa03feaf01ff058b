import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passphrase, testPortal, tokenIn } from '#server/testing/portal.ts'
import { areDistinguishable, measureAlternately, timeOf } from '#server/testing/timing.ts'

const minute = 60_000
const portal = await testPortal('2026-03-10T09:00:00Z')
const { owner } = portal.database
let now = Date.parse('2026-03-10T09:00:00Z')
const advance = (milliseconds: number) => {
  now += milliseconds
  portal.setTime(new Date(now).toISOString())
}

let count = 0
/** A new person with a session of their own. */
async function person() {
  count += 1
  const email = `person-${count}@example.com`
  return { email, token: await portal.signIn(email, 'A-1', 'viewer') }
}
const forgot = (email: string, headers = {}) =>
  portal.call('POST', '/auth/forgotPassword', { body: { email }, headers })
const change = (token: string, password: string) =>
  portal.call('POST', '/auth/changePassword', { body: { token, password } })
const login = (email: string, password: string) => portal.call('POST', '/auth/login', { body: { email, password } })
const profile = async (token: string) => (await portal.get('/profile', token)).status
const requestLink = async (email: string) => {
  await forgot(email)
  return tokenIn((await portal.mails()).at(-1))
}
const actions = async (email: string) => {
  const { rows } = await owner.query(
    'select action from audit_log l join users u on u.id = l.user_id where u.email = $1 order by l.id',
    [email],
  )
  return rows.map(({ action }) => action)
}
const newPassword = 'another passphrase of mine'

beforeAll(() => owner.query(`insert into accounts (account_id, number, name) values (gen_random_uuid(), 'A-1', 'One')`))
beforeEach(async () => {
  await portal.mails()
  await owner.query('delete from throttle_buckets')
})

describe('A person who has forgotten their password', () => {
  test('gets a link that sets a new one, ends all sessions and begins none', async () => {
    const { email, token } = await person()
    expect(await forgot(email)).toMatchObject({ status: 200 })
    const [mail, ...others] = await portal.mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: { address: email }, subject: 'Choose a new password for Test portal' })
    expect(mail?.text).toContain('https://portal.test/changePassword#token=')
    const reply = await change(tokenIn(mail), newPassword)
    expect(reply).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect(reply.text).not.toMatch(/eyJ/)
    expect(await profile(token)).toBe(401)
    expect((await login(email, passphrase)).status).toBe(400)
    expect((await login(email, newPassword)).status).toBe(200)
    expect(await actions(email)).toEqual(expect.arrayContaining(['password_reset_asked', 'password_changed']))
    expect((await portal.mails()).map(({ subject }) => subject)).toEqual(['Your password for Test portal was changed'])
  })

  test('gets the same answer as somebody unknown, who gets no mail', async () => {
    const { email } = await person()
    await portal.mails()
    const known = await forgot(email)
    expect(await portal.mails()).toHaveLength(1)
    const unknown = await forgot('nobody@example.com')
    expect(unknown).toEqual(known)
    expect(await portal.mails()).toEqual([])
  })

  test('waits as long for an answer as somebody unknown: 200 tries of each tell nothing', {
    tags: 'long',
    timeout: 60_000,
  }, async () => {
    const { email } = await person()
    const timedRequest = async (address: string) => {
      await owner.query('delete from throttle_buckets')
      return timeOf(() => forgot(address))
    }
    const [known, unknown] = await measureAlternately(
      200,
      () => timedRequest(email),
      () => timedRequest('nobody@example.com'),
    )
    expect(areDistinguishable(known, unknown, 1)).toBe(false)
  })

  test('is linked to the portal’s own address, whatever name it was asked under', async () => {
    const { email } = await person()
    await forgot(email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    const [mail] = await portal.mails()
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example')
  })

  test('gets nothing when they are disabled', async () => {
    const { email } = await person()
    await owner.query('update users set disabled_at = now() where email = $1', [email])
    expect((await forgot(email)).status).toBe(200)
    expect(await portal.mails()).toEqual([])
  })

  test('is held up after a few tries, known or not', async () => {
    for (const email of [(await person()).email, 'nobody@example.com']) {
      const answers: number[] = []
      for (let attempt = 0; attempt < 7; attempt++) answers.push((await forgot(email)).status)
      expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429])
    }
  })
})

describe('The link of a forgotten password', () => {
  test('works for 30 minutes', async () => {
    const { email } = await person()
    const token = await requestLink(email)
    advance(30 * minute)
    expect(await change(token, newPassword)).toMatchObject({ status: 400, body: { errors: [{ field: 'token' }] } })
    expect((await login(email, passphrase)).status).toBe(200)
    const next = await requestLink(email)
    advance(30 * minute - 1000)
    expect((await change(next, newPassword)).status).toBe(200)
  })

  test('works once', async () => {
    const token = await requestLink((await person()).email)
    expect((await change(token, newPassword)).status).toBe(200)
    expect((await change(token, 'yet another passphrase')).status).toBe(400)
  })

  test('works once also when it is used twenty times at the same moment', async () => {
    const { email } = await person()
    const token = await requestLink(email)
    const tries = Array.from({ length: 20 }, (_, index) => change(token, `passphrase of a race, number ${index}`))
    const winners = (await Promise.all(tries)).flatMap(({ status }, index) => (status === 200 ? [index] : []))
    expect(winners).toHaveLength(1)
    expect((await login(email, `passphrase of a race, number ${winners[0]}`)).status).toBe(200)
    expect((await actions(email)).filter((action) => action === 'password_changed')).toHaveLength(1)
  })

  test('no longer works when a newer one was sent', async () => {
    const { email } = await person()
    const older = await requestLink(email)
    const newer = await requestLink(email)
    expect((await change(older, newPassword)).status).toBe(400)
    expect((await change(newer, newPassword)).status).toBe(200)
  })

  test('still works after a password that was refused', async () => {
    const { email } = await person()
    const token = await requestLink(email)
    expect(await change(token, 'short')).toMatchObject({ status: 400, body: { errors: [{ field: 'password' }] } })
    expect(await change(token, `my ${email} is it`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'password' }] },
    })
    expect((await change(token, newPassword)).status).toBe(200)
  })

  test('cannot be guessed nor read from the database, and is nothing that signs anybody in', async () => {
    const { email } = await person()
    const token = await requestLink(email)
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    for (const wrong of [token.slice(0, -1), `${token}A`, token.toLowerCase(), 'x'.repeat(43)]) {
      expect((await change(wrong, newPassword)).status).toBe(400)
    }
    expect(await profile(token)).toBe(401)
    for (const table of ['password_resets', 'mails', 'audit_log']) {
      const { rows } = await owner.query(`select t::text as row from ${table} t`)
      expect(rows.map(({ row }) => row).join()).not.toContain(token)
    }
  })

  test('no longer works when the password was changed otherwise', async () => {
    const { email, token } = await person()
    const mailed = await requestLink(email)
    const body = { current: passphrase, password: newPassword, endOthers: false }
    expect((await portal.call('PUT', '/profile/password', { token, body })).status).toBe(200)
    expect((await change(mailed, 'yet another passphrase')).status).toBe(400)
  })
})

describe('A person who is signed in', () => {
  const changeOwn = (token: string, body: object) =>
    portal.call('PUT', '/profile/password', {
      token,
      body: { current: passphrase, password: newPassword, endOthers: false, ...body },
    })

  test('changes their password, is told by mail, and stays signed in', async () => {
    const { email, token } = await person()
    const elsewhere = await portal.login(email)
    expect((await changeOwn(token, {})).status).toBe(200)
    expect(await Promise.all([token, elsewhere].map(profile))).toEqual([200, 200])
    expect((await login(email, newPassword)).status).toBe(200)
    expect((await login(email, passphrase)).status).toBe(400)
    const [mail] = await portal.mails()
    expect(mail).toMatchObject({ to: { address: email }, subject: 'Your password for Test portal was changed' })
    expect(mail?.text).toContain('https://portal.test/forgotPassword')
  })

  test('ends their other sessions when they wish so', async () => {
    const { email, token } = await person()
    const elsewhere = await portal.login(email)
    expect((await changeOwn(token, { endOthers: true })).status).toBe(200)
    expect(await Promise.all([token, elsewhere].map(profile))).toEqual([200, 401])
  })

  test('is told of a wrong current password by 400, which ends no session, and held up after a few', async () => {
    const { email, token } = await person()
    await owner.query('delete from throttle_buckets')
    expect(await changeOwn(token, { current: 'not my passphrase' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_credentials', errors: [{ field: 'current' }] },
    })
    expect(await profile(token)).toBe(200)
    const answers: number[] = []
    for (let attempt = 0; attempt < 6; attempt++) answers.push((await changeOwn(token, { current: 'a guess' })).status)
    expect(answers).toContain(429)
    expect((await actions(email)).filter((action) => action === 'password_change_failed').length).toBeGreaterThan(3)
    expect((await login(email, newPassword)).status).not.toBe(200)
  })

  test('may choose a shorter password when they are asked for a second factor as well', async () => {
    const { email, token } = await person()
    const short = 'vj4 xq72'
    const least = async () =>
      ((await portal.get('/profile/secondFactor', token)).body as { leastPassword: number }).leastPassword
    expect(await least()).toBe(15)
    expect((await changeOwn(token, { password: short })).status).toBe(400)
    await owner.query(
      `insert into second_factors (user_id, method, created_at) select id, 'email', now() from users where email = $1`,
      [email],
    )
    expect(await least()).toBe(8)
    expect((await changeOwn(token, { password: short })).status).toBe(200)
  })

  test('is told how long the new one must be by the link of the mail, as long as that works', async () => {
    const { email } = await person()
    const show = (linkToken: string) => portal.call('POST', '/auth/passwordReset', { body: { token: linkToken } })
    const linkToken = await requestLink(email)
    expect((await show(linkToken)).body).toEqual({ leastPassword: 15 })
    await owner.query(
      `insert into second_factors (user_id, method, created_at) select id, 'email', now() from users where email = $1`,
      [email],
    )
    expect((await show(linkToken)).body).toEqual({ leastPassword: 8 })
    expect((await change(linkToken, 'vj4 xq72')).status).toBe(200)
    expect(await show(linkToken)).toMatchObject({ status: 400, body: { errors: [{ field: 'token' }] } })
    expect((await show('x'.repeat(43))).status).toBe(400)
  })

  test('may not choose a common password, their e-mail or their name', async () => {
    const { email, token } = await person()
    for (const password of ['passwordpassword', email, 'short']) {
      expect(await changeOwn(token, { password })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'password' }] },
      })
    }
  })
})
