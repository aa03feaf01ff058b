import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '#contract/console/people.ts'
import { type RefusalReason, refusalReasons } from '#contract/console/refusal-reasons.ts'
import words from '#contract/messages/en/console-people.json' with { type: 'json' }
import { authenticator } from '#server/testing/authenticator.ts'
import { clientId, clientSecret, lyingProvider, realProvider } from '#server/testing/identity.ts'
import { passphrase, tokenIn } from '#server/testing/portal.ts'
import { signInTests, type TestPerson } from '#server/testing/sign-in.ts'
import { consoleOf } from '#server/testing/staff.ts'

const tests = await signInTests()
const { portal, browser, person, later, mailedCode } = tests
const { owner: database } = tests.database
const desk = consoleOf(portal, () => new Date(tests.now()))
const support = await desk.join('sue@supplier.example', 'support', 'Sue Support')
const people = new Map<string, Record<string, unknown>>()
const real = await realProvider('http://portal.test/api/auth/sso/callback', people)
const at = await portal.serve({ provider: { issuer: real.issuer, clientId, clientSecret } })

beforeEach(async () => {
  later(86_400)
  await portal.mails()
  const time = new Date(tests.now())
  await database.query('update staff_sessions set seen_at = $1, expires_at = $2', [time, new Date(+time + 43_200_000)])
})

const nobody: TestPerson = { id: '', email: '' }

/** What the person's page in the console tells of their newest attempt. */
async function newest({ id }: TestPerson): Promise<Person['attempts'][number] | undefined> {
  const shown = await desk.call('GET', `/people/${id}`, { cookie: support.cookie })
  expect(shown.status).toBe(200)
  return (shown.body as Person).attempts[0]
}

const provenReasons = new Set<RefusalReason>()

/** Expects the newest attempt to be refused for a reason that the page has a sentence for. */
async function expectReason(someone: TestPerson, action: string, reason: RefusalReason): Promise<void> {
  expect(await newest(someone)).toMatchObject({ action, reason })
  expect(words[`persons.refused.${reason}`]).toMatch(/\..*\.$|\.$/)
  provenReasons.add(reason)
}

async function withMailedCode() {
  const someone = await person()
  await database.query(`insert into second_factors (user_id, method, created_at) values ($1, 'email', now())`, [
    someone.id,
  ])
  const one = browser(someone)
  await one.signIn()
  return { someone, one, code: await mailedCode() }
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

test('A password that is wrong or was never set, a person who is disabled or has no customer', async () => {
  const someone = await person()
  const one = browser(someone)
  await one.signIn({ password: 'a wrong password of somebody' })
  await expectReason(someone, 'sign_in_failed', 'password')
  await database.query('update users set disabled_at = now() where id = $1', [someone.id])
  await one.signIn()
  await expectReason(someone, 'sign_in_failed', 'disabled')
  await database.query('update users set disabled_at = null where id = $1', [someone.id])
  await database.query('delete from memberships where user_id = $1', [someone.id])
  await one.signIn()
  await expectReason(someone, 'sign_in_failed', 'noAccount')
  await database.query('delete from passwords where user_id = $1', [someone.id])
  await one.signIn({ password: passphrase })
  await expectReason(someone, 'sign_in_failed', 'noPassword')
})

test('A second factor: a wrong code, one that came too late, a sign-in that took too long', async () => {
  const { someone, one, code } = await withMailedCode()
  await one.submit(wrong(code))
  await expectReason(someone, 'second_factor_failed', 'code')
  // A code that was sent again lives longer than the sign-in, and one that was not ends a moment before it.
  await database.query('update sign_in_challenges set code_expires_at = $2 where user_id = $1', [
    someone.id,
    new Date(tests.now() - 1),
  ])
  await one.submit(code)
  await expectReason(someone, 'second_factor_failed', 'codeExpired')
  later(601)
  expect((await one.submit(code)).status).toBe(400)
  await expectReason(someone, 'second_factor_failed', 'signInExpired')
  const { id } = (await newest(someone)) ?? {}
  expect((await one.submit(code)).status).toBe(400)
  expect((await newest(someone))?.id).toBe(id)
})

test('Codes that are no longer looked at, that come too often, and that are mailed too often', async () => {
  const { someone, one, code } = await withMailedCode()
  await database.query('update users set wrong_codes = 100 where id = $1', [someone.id])
  await one.submit(code)
  await expectReason(someone, 'second_factor_failed', 'codesEnded')
  await database.query('update users set wrong_codes = 0 where id = $1', [someone.id])
  let last = await one.signIn()
  for (let count = 0; count < 7 && last.status !== 429; count += 1) last = await one.signIn()
  expect(last.status).toBe(429)
  await expectReason(someone, 'second_factor_failed', 'codesMailed')
})

test('Codes that are refused after too many wrong ones', async () => {
  const someone = await person()
  await database.query(`insert into second_factors (user_id, method, created_at) values ($1, 'email', now())`, [
    someone.id,
  ])
  const one = browser(someone)
  // Mailed codes have a limit of their own: one more every five minutes.
  for (let round = 0; round < 12 && (await newest(someone))?.reason !== 'locked'; round += 1) {
    if ((await one.signIn()).status === 429) later(300)
    const code = await mailedCode()
    for (let count = 0; count < 4; count += 1) await one.submit(wrong(code))
  }
  await expectReason(someone, 'second_factor_failed', 'locked')
})

test('A passkey that does not match, that may be copied, and one of a disabled person', async () => {
  const someone = await person()
  const ada = browser(someone)
  await ada.signIn()
  const key = authenticator()
  const { body: options } = await ada.call('POST', '/profile/passkeys/options')
  await ada.call('POST', '/profile/passkeys', { name: 'Key', credential: key.make(options) })
  const signIn = async (overrides: Parameters<typeof key.sign>[1] = {}) => {
    const one = browser(nobody)
    const { body } = await one.call('POST', '/auth/passkey/options')
    return one.call('POST', '/auth/passkey', { credential: key.sign(body, overrides) })
  }
  expect((await signIn()).status).toBe(200)
  await signIn({ verified: false })
  await expectReason(someone, 'passkey_refused', 'passkey')
  await signIn({ counter: 1 })
  await expectReason(someone, 'passkey_refused', 'passkeyCopied')
  await database.query('update users set disabled_at = now() where id = $1', [someone.id])
  await signIn()
  await expectReason(someone, 'passkey_refused', 'disabled')
})

async function signOn(subject: string) {
  const one = browser(nobody, { at })
  const started = await one.call('GET', '/auth/sso/start')
  return comeBack(one, (await real.visit(String(started.raw.headers.location), subject)).search)
}
function comeBack(one: ReturnType<typeof browser>, search: string) {
  const { refreshToken: _, ...cookies } = one.cookies
  return one.call('GET', `/auth/sso/callback${search}`, undefined, {
    headers: { 'sec-fetch-site': 'cross-site' },
    cookies,
  })
}

test('Single sign-on: an e-mail that is not confirmed, another identity, a person who is disabled or has no customer', async () => {
  const someone = await person()
  people.set('ada', { email: someone.email, email_verified: false })
  await signOn('ada')
  await expectReason(someone, 'sign_on_failed', 'emailUnconfirmed')
  people.set('ada', { email: someone.email, email_verified: true })
  await signOn('ada')
  expect(await newest(someone)).toMatchObject({ action: 'signed_in', reason: null })
  people.set('a successor', { email: someone.email, email_verified: true })
  await signOn('a successor')
  await expectReason(someone, 'sign_on_failed', 'identityLinked')
  await database.query('update users set disabled_at = now() where id = $1', [someone.id])
  await signOn('ada')
  await expectReason(someone, 'sign_on_failed', 'disabled')
  await database.query('update users set disabled_at = null where id = $1', [someone.id])
  await database.query('delete from memberships where user_id = $1', [someone.id])
  await signOn('ada')
  await expectReason(someone, 'sign_on_failed', 'noAccount')
})

test('Linking to the identity provider that the provider refuses', async () => {
  const someone = await person()
  const ada = browser(someone, { at })
  await ada.signIn()
  const { body } = await ada.call('POST', '/profile/signOn')
  const state = new URL(body.url).searchParams.get('state')
  await comeBack(ada, `?error=access_denied&state=${state}&iss=${encodeURIComponent(real.issuer)}`)
  await expectReason(someone, 'sign_on_failed', 'providerRefused')
})

test('A password that is changed while its owner still enters the code', async () => {
  const { someone, one, code } = await withMailedCode()
  const other = await person()
  await database.query(
    'update passwords set hash = (select hash from passwords where user_id = $2), changed_at = now() where user_id = $1',
    [someone.id, other.id],
  )
  expect((await one.submit(code)).status).toBe(400)
  await expectReason(someone, 'sign_in_failed', 'credentialChanged')
})

test('An identity provider that is out of order', async () => {
  const liar = await lyingProvider()
  const atLiar = await portal.serve({ provider: { issuer: liar.issuer, clientId, clientSecret } })
  const someone = await person()
  const ada = browser(someone, { at: atLiar })
  await ada.signIn()
  const { body } = await ada.call('POST', '/profile/signOn')
  const { searchParams } = new URL(body.url)
  liar.answerWith({ status: 503 })
  await comeBack(
    ada,
    `?${new URLSearchParams({ code: String(searchParams.get('nonce')), state: String(searchParams.get('state')), iss: liar.issuer })}`,
  )
  await expectReason(someone, 'sign_on_failed', 'providerUnavailable')
})

test('An invitation that is accepted at the provider as somebody else, or after it was taken back', async () => {
  const admin = browser(await person(), { at })
  await admin.signIn()
  const terms = ((await portal.get('/terms')).body as { version: string }).version
  const accept = async (email: string, who: string, before = async () => undefined as unknown) => {
    expect((await admin.call('POST', '/profile/company/invitations', { email, role: 'logistics' })).status).toBe(200)
    const token = tokenIn((await portal.mails()).findLast(({ to }) => to.address === email))
    const one = browser(nobody, { at })
    const { body } = await one.call('POST', '/auth/sso/invitation', { token, terms })
    await before()
    await comeBack(one, (await real.visit(body.url, who)).search)
  }
  const someone = await person('C-2')
  people.set('ida', { email: someone.email, email_verified: true })
  await accept('meant@example.com', 'ida')
  await expectReason(someone, 'sign_on_failed', 'invitationEmail')
  await accept(someone.email, 'ida', async () => {
    const { invitations } = (await admin.call('GET', '/profile/company/members')).body
    const own = invitations.find(({ email }: { email: string }) => email === someone.email)
    return admin.call('DELETE', `/profile/company/invitations/${own.id}`)
  })
  await expectReason(someone, 'sign_on_failed', 'invitationEnded')
})

test('A reason of an older version, or none, leaves the page whole', async () => {
  const someone = await person()
  const time = new Date(tests.now())
  for (const details of [{ reason: 'linked to another' }, {}])
    await database.query(
      `insert into audit_log (id, at, action, user_id, details) values ($1, $2, 'sign_on_failed', $3, $4)`,
      [randomUUID(), time, someone.id, details],
    )
  const shown = await desk.call('GET', `/people/${someone.id}`, { cookie: support.cookie })
  expect(shown.status).toBe(200)
  expect(shown.body.attempts).toMatchObject([{ reason: null }, { reason: null }])
})

test('A stranger leaves nobody’s name in the log', async () => {
  await browser({ id: '', email: 'stranger@example.com' }).signIn()
  const { rows } = await database.query(
    `select user_id, details from audit_log where action = 'sign_in_failed' order by at desc, id desc limit 1`,
  )
  expect(rows).toMatchObject([{ user_id: null, details: { reason: null } }])
})

test('Every reason of the list has a sentence, and was brought about above', () => {
  for (const reason of refusalReasons) expect(words[`persons.refused.${reason}`]).toMatch(/\.$/)
  expect(refusalReasons.filter((reason) => !provenReasons.has(reason))).toEqual([])
})
