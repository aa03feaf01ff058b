import { beforeEach, describe, expect, test } from 'vitest'
import type { SignOnFailure } from '#contract/auth/sign-on-failures.ts'
import { signOnPaths } from '#contract/auth/sign-on-paths.ts'
import { clientId, clientSecret, realProvider } from '../testing/identity.ts'
import { tokenIn } from '../testing/portal.ts'
import { type Browser, signInTests } from '../testing/sign-in.ts'

/* Invitations that are accepted at the identity provider, without a password. */

const { portal, database, browser, person, later } = await signInTests()
const people = new Map<string, Record<string, unknown>>()
const real = await realProvider('http://portal.test/api/auth/sso/callback', people)
const at = await portal.serve({ provider: { issuer: real.issuer, clientId, clientSecret } })
const admin = browser(await person(), { at })
const terms = ((await portal.get('/terms')).body as { version: string }).version
let count = 0

beforeEach(async () => {
  later(86_400)
  await portal.mails()
  await admin.signIn()
})

/** A person whom the administrator has invited and whom the provider knows. */
async function invited(claims: Record<string, unknown> = {}, knownEmail?: string) {
  count += 1
  const email = knownEmail ?? `invited-${count}@example.com`
  const { status } = await admin.call('POST', '/profile/company/invitations', { email, role: 'logistics' })
  expect(status).toBe(200)
  const token = tokenIn((await portal.mails()).findLast(({ to }) => to.address === email))
  const subject = `subject ${count}`
  people.set(subject, { email: email.toUpperCase(), email_verified: true, name: 'Ida Vinther', ...claims })
  return { email, token, subject }
}
const begin = (client: Browser, token: string, version = terms) =>
  client.call('POST', '/auth/sso/invitation', { token, terms: version })
/** The redirect from the provider's page: the browser sends no strict cookies with it. */
async function comeBack(client: Browser, address: string, subject: string) {
  const { search } = await real.visit(address, subject)
  const answer = await client.call('GET', `/auth/sso/callback${search}`, undefined, {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  return String(answer.raw.headers.location ?? '')
}
async function accept({ token, subject }: { token: string; subject: string }) {
  const one = browser({ id: '', email: '' }, { at })
  return { one, came: await comeBack(one, (await begin(one, token)).body.url, subject) }
}
const failed = (reason: SignOnFailure) => `${signOnPaths.failed}${reason}`
const show = (token: string) => admin.call('POST', '/auth/invitation', { token })

describe('An invitation that is accepted at the identity provider', () => {
  test('signs in at once, with the name that the provider tells, the role of the invitation and the terms', async () => {
    const ida = await invited()
    const { one, came } = await accept(ida)
    expect(came).toBe(signOnPaths.done)
    await one.refreshed()
    expect((await one.call('GET', '/profile')).body).toMatchObject({
      user: { name: 'Ida Vinther', email: ida.email },
      role: 'logistics',
      account: { number: 'C-1' },
    })
    expect((await one.call('GET', '/profile/signOn')).body.identities).toMatchObject([{ issuer: real.issuer }])
    const { rows } = await database.owner.query(
      `select t.version, p.user_id as password from terms_acceptances t join users u on u.id = t.user_id
         left join passwords p on p.user_id = u.id where u.email = $1`,
      [ida.email],
    )
    expect(rows).toEqual([{ version: terms, password: null }])
    expect((await one.call('GET', '/profile/secondFactor')).body).toMatchObject({ password: false })
    expect((await admin.call('GET', '/profile/secondFactor')).body).toMatchObject({ password: true })
    expect((await show(ida.token)).status).toBe(400)
    // From now on they sign in by the button of the sign-in page.
    const again = browser({ id: '', email: '' }, { at })
    const start = await again.call('GET', '/auth/sso/start')
    expect(await comeBack(again, String(start.raw.headers.location), ida.subject)).toBe(signOnPaths.done)
  })

  test('whose person has a sign-in already links it and adds the account', async () => {
    const other = await person('C-2')
    const ida = await invited({}, other.email)
    const { one, came } = await accept(ida)
    expect(came).toBe(signOnPaths.done)
    await one.refreshed()
    const { accounts, user } = (await one.call('GET', '/profile')).body
    expect(user).toMatchObject({ id: other.id })
    expect(accounts).toHaveLength(2)
  })

  test.each<[string, Record<string, unknown>]>([
    ['another e-mail', { email: 'somebody-else@example.com' }],
    ['an e-mail that it does not vouch for', { email_verified: false }],
    ['an e-mail of which it says only "true"', { email_verified: 'true' }],
    ['no e-mail', { email: undefined }],
  ])('is refused, and stays open, when the provider tells of %s', async (_, claims) => {
    const ida = await invited(claims)
    const { one, came } = await accept(ida)
    expect(came).toBe(failed('uninvited'))
    expect(one.cookies).not.toHaveProperty('refreshToken')
    expect((await show(ida.token)).body).toMatchObject({ email: ida.email, known: false })
    expect((await database.owner.query('select from users where email = $1', [ida.email])).rowCount).toBe(0)
  })

  test('is refused, and leaves nobody behind, when the person who came back is linked to somebody else here', async () => {
    const first = await invited()
    await accept(first)
    const second = await invited()
    people.set(first.subject, { email: second.email, email_verified: true })
    expect((await accept({ token: second.token, subject: first.subject })).came).toBe(failed('uninvited'))
    expect((await show(second.token)).status).toBe(200)
    expect((await database.owner.query('select from users where email = $1', [second.email])).rowCount).toBe(0)
  })

  test('is told apart when it was taken back or accepted while one was away', async () => {
    const ida = await invited()
    const client = browser({ id: '', email: '' }, { at })
    const { url } = (await begin(client, ida.token)).body
    const { invitations } = (await admin.call('GET', '/profile/company/members')).body
    const own = invitations.find(({ email }: { email: string }) => email === ida.email)
    expect((await admin.call('DELETE', `/profile/company/invitations/${own.id}`)).status).toBe(200)
    expect(await comeBack(client, url, ida.subject)).toBe(failed('disinvited'))
  })

  test('is accepted once, however many come back with it at the same moment', async () => {
    const ida = await invited()
    const browsers = Array.from({ length: 8 }, () => browser({ id: '', email: '' }, { at }))
    const urls = await Promise.all(browsers.map(async (client) => (await begin(client, ida.token)).body.url as string))
    const backs: string[] = []
    for (const url of urls) backs.push((await real.visit(url, ida.subject)).search)
    const came = await Promise.all(
      browsers.map(async (client, i) => {
        const answer = await client.call('GET', `/auth/sso/callback${backs[i]}`)
        return String(answer.raw.headers.location)
      }),
    )
    expect(came.filter((path) => path === signOnPaths.done)).toHaveLength(1)
    expect(new Set(came)).toEqual(new Set([signOnPaths.done, failed('disinvited')]))
  })

  test('needs an invitation that works, the terms of today, the portal’s own page and a provider', async () => {
    const ida = await invited()
    const client = browser({ id: '', email: '' }, { at })
    expect((await begin(client, 'x'.repeat(43))).body).toMatchObject({ errors: [{ field: 'token' }] })
    expect((await begin(client, ida.token, 'yesterday')).body).toMatchObject({ errors: [{ field: 'terms' }] })
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } }
    const body = { token: ida.token, terms }
    expect((await client.call('POST', '/auth/sso/invitation', body, foreign)).status).toBe(403)
    expect((await begin(browser({ id: '', email: '' }), ida.token)).status).toBe(404)
    expect(client.cookies).toEqual({})
  })
})
