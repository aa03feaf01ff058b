import { beforeEach, describe, expect, test } from 'vitest'
import { signOnPaths } from '#contract/auth/sign-on-paths.ts'
import { staffSignOnPaths } from '#contract/console/sign-on.ts'
import { staffProofMinutes } from '#contract/console/staff.ts'
import { readAudit } from '#server/audit/read-audit.ts'
import { clientId, clientSecret, type Lie, lyingProvider, realProvider } from '#server/testing/identity.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* The supplier's own people sign in at its identity provider, which says who they are and in which groups. */

// The providers know no other time than that of this machine.
let now = new Date()
const portal = await testPortal(now.toISOString())
const setTime = (moment: Date) => {
  now = moment
  portal.setTime(now.toISOString())
}
const wait = (minutes: number) => setTime(new Date(now.getTime() + minutes * 60_000))
const [ofCustomers, ofStaff] = ['auth', 'console'].map((side) => `http://portal.test/api/${side}/sso/callback`)
const people = new Map<string, Record<string, unknown>>()
const real = await realProvider([ofCustomers ?? '', ofStaff ?? ''], people)
const liar = await lyingProvider()
const rules = {
  ...{ claim: 'groups', secondFactor: 'stated' as const, acr: ['gold'] },
  groups: [
    { group: 'Portal owners', role: 'owner' as const },
    { group: 'Inside sales', role: 'support' as const },
    { group: 'Field sales', role: 'sales' as const },
  ],
}
const credentials = { clientId, clientSecret }
const atReal = await portal.serve({
  provider: { issuer: real.issuer, ...credentials },
  staffProvider: { issuer: real.issuer, ...credentials, ...rules },
})
const atLiar = await portal.serve({ staffProvider: { issuer: liar.issuer, ...credentials, ...rules } })
const desk = consoleOf({ ...portal, app: atReal }, () => now)
const { pools } = portal.database
const signedInWith = { amr: ['pwd', 'mfa'], email_verified: true }
const another = `${staffSignOnPaths.proven}${staffSignOnPaths.failed}another`
const failed = (why: string) => `${staffSignOnPaths.done}${staffSignOnPaths.failed}${why}`

beforeEach(() => {
  setTime(new Date())
  people.clear()
  liar.answerWith({})
})

type App = typeof atReal
const own = { 'sec-fetch-site': 'same-origin' }
const open = (app: App, path: string, cookies: Record<string, string> = {}, headers: Record<string, string> = own) =>
  app.inject({ url: `/api${path}`, cookies, headers })
const attemptOf = (reply: Awaited<ReturnType<typeof open>>, name = 'consoleSignOn') =>
  reply.cookies.find((cookie) => cookie.name === name)?.value ?? ''
/** The browser comes from the provider's page, without strict cookies. */
const comeBack = (app: App, search: string, attempt: string) =>
  open(app, `/console/sso/callback${search}`, { consoleSignOn: attempt }, { 'sec-fetch-site': 'cross-site' })

/** Signs in at the real provider; `path` begins it, with the cookie of a session if one is needed. */
async function signOn(who: string, path = '/console/sso/start', cookie?: string) {
  const start = await open(atReal, path, cookie === undefined ? {} : { console: cookie })
  const { search } = await real.visit(String(start.headers.location), who)
  const reply = await comeBack(atReal, search, attemptOf(start))
  const session = reply.cookies.find(({ name }) => name === 'console')?.value
  return { location: reply.headers.location, session }
}
const roleOf = async (cookie: string | undefined) => (await desk.call('GET', '/me', { cookie })).body?.role as unknown
const person = (subject: string, groups: unknown, more: Record<string, unknown> = {}) =>
  people.set(subject, { ...signedInWith, email: `${subject}@supplier.example`, name: subject, groups, ...more })

/** Comes back from the provider that says whatever it is told to. */
async function believe(lie: Lie) {
  const start = await open(atLiar, '/console/sso/start')
  const { searchParams } = new URL(String(start.headers.location))
  const search = new URLSearchParams({
    ...{ code: searchParams.get('nonce') ?? '', state: searchParams.get('state') ?? '', iss: liar.issuer },
  })
  liar.answerWith(lie)
  return (await comeBack(atLiar, `?${search}`, attemptOf(start))).headers.location
}

describe('Somebody of the supplier’s who signs in at its identity provider', () => {
  test('is in the console with the role of their group, without any invitation, and the audit log says how', async () => {
    person('olga', ['Everybody', 'Portal owners'])
    const { location, session } = await signOn('olga')
    expect(location).toBe('/console/')
    expect((await desk.call('GET', '/me', { cookie: session })).body).toMatchObject({
      ...{ name: 'olga', email: 'olga@supplier.example', role: 'owner' },
    })
    const acts = (await readAudit(pools.server, { user: 'olga@supplier.example' })).map(({ action }) => action)
    expect(acts).toEqual(['staff_joined', 'identity_linked', 'staff_signed_in'])
    expect((await desk.call('GET', '/sso')).body).toEqual({ provider: '127.0.0.1' })
  })

  test('has the role of the first group in the settings, read anew at each sign-in', async () => {
    person('sam', ['Field sales', 'Inside sales'])
    expect(await roleOf((await signOn('sam')).session)).toBe('support')
    person('sam', 'Field sales')
    const { session } = await signOn('sam')
    expect(await roleOf(session)).toBe('sales')
    const entry = (await readAudit(pools.server, { user: 'sam@supplier.example' })).find(
      ({ action }) => action === 'staff_role_changed',
    )
    expect(entry?.details).toMatchObject({ before: 'support', after: 'sales' })
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['where they are', { _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } }, 'groupsCut'],
    ['that there are some', { hasgroups: true }, 'groupsCut'],
    ['of which other claims lie elsewhere', { _claim_names: { address: 'src1' } }, 'noRole'],
  ])(
    'who is in too many groups for a token is told so, and not that they are in none: %s',
    async (how, more, reason) => {
      const email = `${how.replaceAll(' ', '-')}@supplier.example`
      const claims = { ...signedInWith, email, sub: how }
      expect(await believe({ claims: { ...claims, groups: ['Inside sales'] } })).toBe('/console/')
      expect(await believe({ claims: { ...claims, ...more } })).toBe(failed(reason))
      const { rows } = await portal.database.owner.query<{ open: number }>(
        `select count(*)::int as open from staff_sessions e join staff s on s.id = e.staff_id
where s.email = $1 and e.ended_at is null`,
        [email],
      )
      expect(rows).toEqual([{ open: reason === 'groupsCut' ? 1 : 0 }])
    },
  )

  test('who is in no group any more is out, with every sign-in that is still open', async () => {
    person('gone', ['Inside sales'])
    const { session } = await signOn('gone')
    expect(await roleOf(session)).toBe('support')
    for (const groups of [[], ['inside sales'], undefined, { 0: 'Inside sales' }]) {
      person('gone', groups)
      expect((await signOn('gone')).location).toBe(failed('noRole'))
    }
    expect((await desk.call('GET', '/me', { cookie: session })).status).toBe(401)
  })

  test('stays out once an owner has disabled them, whatever their groups say', async () => {
    person('olga', ['Portal owners'])
    person('dan', ['Inside sales'])
    const owner = (await signOn('olga')).session
    const id = (await desk.call('GET', '/me', { cookie: (await signOn('dan')).session })).body.id
    await signOn('olga', '/console/proof/sso', owner)
    const disabled = await desk.call('PUT', `/staff/${id}`, { cookie: owner, body: { disabled: true } })
    expect(disabled.status).toBe(200)
    expect((await signOn('dan')).location).toBe(failed('disabled'))
    const { body: listed } = await desk.call('GET', '/staff', { cookie: owner })
    expect(listed.staff.find((member: { id: string }) => member.id === id)).toMatchObject({ bySignOn: true })
    const role = await desk.call('PUT', `/staff/${id}`, { cookie: owner, body: { role: 'owner' } })
    expect(role.status).toBe(409)
  })

  test('takes the place of their sign-in here only with an e-mail that the provider vouches for', async () => {
    const local = await desk.join('lena@supplier.example', 'support', 'Lena')
    person('lena', ['Field sales'], { email_verified: false })
    expect((await signOn('lena')).location).toBe(failed('unknown'))
    person('lena', ['Field sales'], { email: 'LENA@supplier.example' })
    const { session } = await signOn('lena')
    expect((await desk.call('GET', '/me', { cookie: session })).body).toMatchObject({ id: local.id, role: 'sales' })
    expect((await desk.call('GET', '/me', { cookie: local.cookie })).status).toBe(401)
    wait(1)
    const { status, body } = await desk.signIn(local.email, local.secret)
    expect([status, body.message]).toEqual([400, 'You sign in through 127.0.0.1.'])
    expect((await desk.signIn(local.email, local.secret, 'a wrong passphrase')).body.message).not.toContain('127.0.0.1')
    // Whoever is invited again signs in here: that is for the day on which the provider does not answer.
    const again = await desk.join('lena@supplier.example', 'support', 'Lena')
    wait(1)
    expect((await desk.signIn(again.email, again.secret)).status).toBe(200)
  })

  test('is no member of staff for another who comes with their e-mail', async () => {
    person('first', ['Inside sales'])
    await signOn('first')
    person('second', ['Portal owners'], { email: 'first@supplier.example' })
    expect((await signOn('second')).location).toBe(failed('unknown'))
  })
})

describe('The second factor', () => {
  const claims = { sub: 'factor', email: 'factor@supplier.example', groups: ['Inside sales'] }
  test.each([
    ['says nothing', {}, 'oneFactor'],
    ['says that it was a password', { amr: ['pwd'] }, 'oneFactor'],
    ['says so as a text', { amr: 'mfa' }, 'oneFactor'],
    ['names another class', { acr: 'silver' }, 'oneFactor'],
    ['says so', { amr: ['pwd', 'mfa'] }, undefined],
    ['names the class of the settings', { acr: 'gold' }, undefined],
  ])('counts as the provider %s', async (_, said, why) => {
    expect(await believe({ claims: { ...claims, ...said } })).toBe(why === undefined ? '/console/' : failed(why))
  })

  test('counts always where the operator says that the provider always asks for one', async () => {
    const server = await portal.serve({
      staffProvider: { issuer: real.issuer, ...credentials, ...rules, secondFactor: 'always' },
    })
    people.set('always', { email: 'always@supplier.example', groups: ['Inside sales'] })
    const start = await open(server, '/console/sso/start')
    const { search } = await real.visit(String(start.headers.location), 'always')
    expect((await comeBack(server, search, attemptOf(start))).headers.location).toBe('/console/')
  })

  test('is shown again at the provider before what is dangerous, by whoever has none here', async () => {
    person('olga', ['Portal owners'])
    const { session = '' } = await signOn('olga')
    wait(staffProofMinutes + 1)
    const invite = () =>
      desk.call('POST', '/staff', { cookie: session, body: { email: 'new@supplier.example', role: 'support' } })
    expect((await invite()).body.code).toBe('proof_needed')
    expect((await desk.call('GET', '/passkeys', { cookie: session })).body).toMatchObject({ signOn: '127.0.0.1' })
    expect((await desk.call('GET', '/proof', { cookie: session })).body).toEqual({ proven: false })
    const start = await open(atReal, '/console/proof/sso', { console: session })
    const { searchParams } = new URL(String(start.headers.location))
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
    // The clock of the provider is where it was: for it the person signed in long before they were asked.
    expect((await signOn('olga', '/console/proof/sso', session)).location).toBe(another)
  })

  test('is shown by nobody else than who is signed in', async () => {
    person('olga', ['Portal owners'])
    person('sam', ['Inside sales'])
    const { session = '' } = await signOn('olga')
    expect((await signOn('sam', '/console/proof/sso', session)).location).toBe(another)
    expect((await desk.call('GET', '/proof', { cookie: session })).body).toEqual({ proven: false })
    expect((await signOn('olga', '/console/proof/sso', session)).location).toBe(staffSignOnPaths.proven)
    expect((await desk.call('GET', '/proof', { cookie: session })).body).toEqual({ proven: true })
  })
})

describe('The console and the portal of the customers', () => {
  test('take no sign-in of the other’s, though both ask the same provider under the same name', async () => {
    person('both', ['Portal owners'])
    await portal.signIn('both@supplier.example', 'C-1').catch(() => undefined)
    const forCustomers = await open(atReal, '/auth/sso/start')
    const atCustomers = await real.visit(String(forCustomers.headers.location), 'both')
    const token = attemptOf(forCustomers, 'signOn')
    expect((await comeBack(atReal, atCustomers.search, token)).headers.location).toBe(failed('expired'))
    const forStaff = await open(atReal, '/console/sso/start')
    const { search } = await real.visit(String(forStaff.headers.location), 'both')
    const wrongWay = await open(atReal, `/auth/sso/callback${search}`, { signOn: attemptOf(forStaff) })
    expect(wrongWay.headers.location).toBe(`${signOnPaths.failed}expired`)
  })

  test('are not opened by each other’s sessions', async () => {
    person('olga', ['Portal owners'])
    const { session = '' } = await signOn('olga')
    const profile = await open(atReal, '/profile', { console: session, refreshToken: session })
    expect(profile.statusCode).toBe(401)
    const asBearer = await open(atReal, '/console/me', {}, { ...own, authorization: `Bearer ${session}` })
    expect(asBearer.statusCode).toBe(401)
  })

  test('begin a sign-in from their own pages alone, each good once and for the browser that began it', async () => {
    const foreign = await open(atReal, '/console/sso/start', {}, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.headers.location).toBe(failed('refused'))
    person('olga', ['Portal owners'])
    const start = await open(atReal, '/console/sso/start')
    const { search } = await real.visit(String(start.headers.location), 'olga')
    expect((await comeBack(atReal, search, '')).headers.location).toBe(failed('expired'))
    expect((await comeBack(atReal, search, attemptOf(start))).headers.location).toBe('/console/')
    expect((await comeBack(atReal, search, attemptOf(start))).headers.location).toBe(failed('expired'))
    expect(start.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/console' })
  })

  test('lead back to the page where one signs in, too, when it is begun too often', async () => {
    await open(atReal, '/console/sso/start')
    await portal.database.owner.query(`update throttle_buckets set blocked_until = updated_at + interval '1 minute'`)
    const again = await open(atReal, '/console/sso/start')
    expect([again.statusCode, again.headers.location]).toEqual([302, failed('unavailable')])
    await portal.database.owner.query('delete from throttle_buckets')
  })

  test('say so where there is no provider for staff, and everybody signs in as before', async () => {
    expect((await open(portal.app, '/console/sso/start')).headers.location).toBe(failed('unavailable'))
    expect((await portal.get('/console/sso')).body).toEqual({ provider: null })
  })
})
