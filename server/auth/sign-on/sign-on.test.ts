import { beforeEach, describe, expect, test } from 'vitest'
import { notLinkedPath } from '#contract/auth/link-failures.ts'
import { signOnPaths } from '#contract/auth/sign-on-paths.ts'
import { challengeOf, clientId, clientSecret, type Lie, lyingProvider, realProvider } from '#server/testing/identity.ts'
import { type Browser, signInTests, type TestPerson } from '#server/testing/sign-in.ts'

const { portal, database, browser, person, later, mailedCode } = await signInTests()
const callback = 'http://portal.test/api/auth/sso/callback'
const people = new Map<string, Record<string, unknown>>()
const real = await realProvider(callback, people)
const liar = await lyingProvider()
const atReal = await portal.serve({ provider: { issuer: real.issuer, clientId, clientSecret } })
const atLiar = await portal.serve({ provider: { issuer: liar.issuer, clientId, clientSecret } })

const nobody: TestPerson = { id: '', email: '' }
const failed = (why: string) => `${signOnPaths.failed}${why}`

beforeEach(async () => {
  later(86_400)
  liar.answerWith({})
  await portal.mails()
})

const location = (answer: { raw: { headers: Record<string, unknown> } }) => String(answer.raw.headers.location ?? '')
const start = (client: Browser, query = '') => client.call('GET', `/auth/sso/start${query}`)
/** The redirect from the provider's page, which is without strict cookies. */
const comeBack = (client: Browser, search: string) => {
  const { refreshToken: _, secondFactor: __, ...cookies } = client.cookies
  const headers = { 'sec-fetch-site': 'cross-site' }
  return client.call('GET', `/auth/sso/callback${search}`, undefined, { headers, cookies })
}

/** Signs in at the real provider as `who`, from a new browser. */
async function signOn(who: string, one = browser(nobody, { at: atReal }), query = '') {
  const address = location(await start(one, query))
  return { one, answer: await comeBack(one, (await real.visit(address, who)).search) }
}

/** A person of the portal whose e-mail the provider knows. */
async function personAtProvider(more: Record<string, unknown> = {}) {
  const someone = await person()
  const subject = `subject of ${someone.email}`
  people.set(subject, { email: someone.email.toUpperCase(), email_verified: true, ...more })
  return { someone, subject }
}

describe('Single sign-on at a real provider', () => {
  test('sends the browser there with PKCE, state and nonce, and keeps nothing secret in the address', async () => {
    const client = browser(nobody, { at: atReal })
    const sent = await start(client)
    expect(sent.status).toBe(302)
    const address = new URL(location(sent))
    expect(address.origin).toBe(real.issuer)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: clientId,
      redirect_uri: callback,
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(sent.cookie('signOn')).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/auth', maxAge: 600 })
    expect(address.href).not.toContain(sent.cookie('signOn')?.value)
  })

  test('signs in the person whose e-mail the provider vouches for, tells them, and knows them again', async () => {
    const { someone, subject } = await personAtProvider()
    const { one, answer } = await signOn(subject)
    expect(location(answer)).toBe(signOnPaths.done)
    expect(answer.cookie('refreshToken')).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    expect(answer.cookie('signOn')).toMatchObject({ value: '' })
    const { body } = await one.call('POST', '/auth/refresh')
    expect(body).toEqual(expect.any(String))
    expect((await one.call('GET', '/profile')).body.user).toMatchObject({ email: someone.email })
    expect((await one.call('GET', '/profile/sessions')).body.sessions).toMatchObject([{ signedInBy: 'sign_on' }])
    expect((await portal.mails()).map(({ text }) => text).join()).toContain('linked to your identity provider')
    // From here on the subject identifies them, even when their e-mail changes.
    people.set(subject, { email: 'another@example.com', email_verified: false })
    expect(location((await signOn(subject)).answer)).toBe(signOnPaths.done)
  })

  test('is kept like any sign-in that is to be remembered', async () => {
    const { subject } = await personAtProvider()
    const { answer } = await signOn(subject, undefined, '?remember=true')
    expect(answer.cookie('refreshToken')).toMatchObject({ maxAge: 7 * 86_400 })
  })

  test.each<[string, Record<string, unknown>]>([
    ['an e-mail that the provider does not vouch for', { email_verified: false }],
    ['an e-mail of which it says nothing', { email_verified: undefined }],
    ['an e-mail that nobody here has', { email: 'stranger@example.com' }],
  ])('lets nobody in with %s', async (_, more) => {
    const { subject } = await personAtProvider(more)
    const { answer } = await signOn(subject)
    expect(location(answer)).toBe(failed('unknown'))
    expect(answer.cookie('refreshToken')).toBeUndefined()
  })

  test('does not hand a person to a successor who got their e-mail', async () => {
    const { someone, subject } = await personAtProvider()
    await signOn(subject)
    people.set('a successor', { email: someone.email, email_verified: true })
    expect(location((await signOn('a successor')).answer)).toBe(failed('unknown'))
  })

  test('asks for the second factor of whoever has one', async () => {
    const { someone, subject } = await personAtProvider()
    await database.owner.query(`insert into second_factors (user_id, method, created_at) values ($1, 'email', now())`, [
      someone.id,
    ])
    const { one, answer } = await signOn(subject)
    expect(location(answer)).toBe(`${signOnPaths.secondFactor}#methods=email`)
    expect(answer.cookie('refreshToken')).toBeUndefined()
    expect((await one.submit(await mailedCode())).body.token).toBeTruthy()
  })

  test('has whoever needs a second factor and has none set up codes by e-mail, and the page says so', async () => {
    await database.owner.query(`update accounts set requires_second_factor = true where number = 'C-2'`)
    const { email } = await person('C-2')
    people.set('somebody careful', { email, email_verified: true })
    const { answer } = await signOn('somebody careful', undefined, '?account=C%262')
    expect(location(answer)).toBe(`${signOnPaths.secondFactor}#account=C%262&methods=email&enrols=true`)
    expect(answer.cookie('refreshToken')).toBeUndefined()
  })

  test('lets a disabled person in as little as a stranger', async () => {
    const { someone, subject } = await personAtProvider()
    await signOn(subject)
    await database.owner.query('update users set disabled_at = now() where id = $1', [someone.id])
    expect(location((await signOn(subject)).answer)).toBe(failed('unknown'))
  })

  test('tells a person who belongs to no customer any more that it is so, on the page where they sign in', async () => {
    const { someone, subject } = await personAtProvider()
    expect(location((await signOn(subject)).answer)).toBe(signOnPaths.done)
    await database.owner.query('delete from memberships where user_id = $1', [someone.id])
    const { answer } = await signOn(subject)
    expect([answer.status, location(answer)]).toEqual([302, failed('noAccount')])
    expect(answer.cookie('refreshToken')).toBeUndefined()
  })

  test('leads back to the page where one signs in when it was tried too often, too', async () => {
    const { someone, subject } = await personAtProvider()
    await database.owner.query(`insert into second_factors (user_id, method, created_at) values ($1, 'email', now())`, [
      someone.id,
    ])
    const locations: string[] = []
    for (let nth = 0; nth < 8; nth++) locations.push(location((await signOn(subject)).answer))
    expect([locations[0], locations.at(-1)]).toEqual([
      `${signOnPaths.secondFactor}#methods=email`,
      failed('unavailable'),
    ])
    await database.owner.query(`update throttle_buckets set blocked_until = updated_at + interval '1 minute'`)
    const begun = await start(browser(nobody, { at: atReal }))
    expect([begun.status, location(begun)]).toEqual([302, failed('unavailable')])
  })

  test('ends in the browser that began it: the answer is worth nothing in another, nor a second time', async () => {
    const { subject } = await personAtProvider()
    const client = browser(nobody, { at: atReal })
    const { search } = await real.visit(location(await start(client)), subject)
    const other = browser(nobody, { at: atReal })
    expect(location(await comeBack(other, search))).toBe(failed('expired'))
    await start(other)
    expect(location(await comeBack(other, search))).toBe(failed('refused'))
    const kept = { ...client.cookies }
    expect(location(await comeBack(client, search))).toBe(signOnPaths.done)
    Object.assign(client.cookies, kept)
    expect(location(await comeBack(client, search))).toBe(failed('expired'))
  })

  test('of thirty who come back at the same moment lets one in', async () => {
    const { subject } = await personAtProvider()
    const client = browser(nobody, { at: atReal })
    const { search } = await real.visit(location(await start(client)), subject)
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => {
        const same = browser(nobody, { at: atReal })
        Object.assign(same.cookies, client.cookies)
        return comeBack(same, search)
      }),
    )
    expect(answers.filter((answer) => location(answer) === signOnPaths.done)).toHaveLength(1)
  })

  test('is over after ten minutes, and when one says no at the provider', async () => {
    const { subject } = await personAtProvider()
    const client = browser(nobody, { at: atReal })
    const { search } = await real.visit(location(await start(client)), subject)
    later(601)
    expect(location(await comeBack(client, search))).toBe(failed('expired'))
    const state = new URL(location(await start(client))).searchParams.get('state')
    const denial = `?error=access_denied&state=${state}&iss=${encodeURIComponent(real.issuer)}`
    expect(location(await comeBack(client, denial))).toBe(failed('refused'))
  })

  test('is begun by the person, not by a page of somebody else', async () => {
    const client = browser(nobody, { at: atReal })
    const sent = await client.call('GET', '/auth/sso/start', undefined, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(location(sent)).toBe(failed('refused'))
    expect(sent.cookie('signOn')).toBeUndefined()
  })

  test('can be linked by a person who is signed in, though the provider vouches for no e-mail, and unlinked', async () => {
    const ada = browser(await person(), { at: atReal })
    await ada.signIn()
    expect((await ada.call('GET', '/profile/signOn')).body).toEqual({ identities: [], linkable: true })
    const { body } = await ada.call('POST', '/profile/signOn')
    const { search } = await real.visit(body.url, 'ada at the provider')
    expect(location(await comeBack(ada, search))).toBe(signOnPaths.linked)
    expect(location((await signOn('ada at the provider')).answer)).toBe(signOnPaths.done)
    const ben = browser(await person(), { at: atReal })
    await ben.signIn()
    const { body: taken } = await ben.call('POST', '/profile/signOn')
    const answer = await comeBack(ben, (await real.visit(taken.url, 'ada at the provider')).search)
    expect(location(answer)).toBe(`${notLinkedPath}taken`)
    const { identities, linkable } = (await ada.call('GET', '/profile/signOn')).body
    expect(identities).toMatchObject([{ issuer: real.issuer, lastUsed: expect.any(String) }])
    expect(linkable).toBe(false)
    expect((await ada.call('DELETE', `/profile/signOn/${identities[0].id}`)).status).toBe(200)
    expect(location((await signOn('ada at the provider')).answer)).toBe(failed('unknown'))
  })

  test('leads whoever wants to link it and says no at the provider back to the page on which they began', async () => {
    const ada = browser(await person(), { at: atReal })
    await ada.signIn()
    const { body } = await ada.call('POST', '/profile/signOn')
    const state = new URL(body.url).searchParams.get('state')
    const denial = `?error=access_denied&state=${state}&iss=${encodeURIComponent(real.issuer)}`
    expect(location(await comeBack(ada, denial))).toBe(`${notLinkedPath}refused`)
  })

  test('can be linked beside that of a provider which the supplier had before', async () => {
    const ada = browser(await person(), { at: atReal })
    await ada.signIn()
    await database.owner.query(
      `insert into identities (id, user_id, issuer, subject, created_at)
       values (gen_random_uuid(), $1, 'https://login.example', 'ada', now())`,
      [ada.person.id],
    )
    expect((await ada.call('GET', '/profile/signOn')).body).toMatchObject({ linkable: true })
    const { body } = await ada.call('POST', '/profile/signOn')
    expect(location(await comeBack(ada, (await real.visit(body.url, 'ada again')).search))).toBe(signOnPaths.linked)
    expect((await ada.call('GET', '/profile/signOn')).body).toMatchObject({ linkable: false })
  })
})

describe('A provider that lies', () => {
  async function believe(lie: Lie, change: (search: URLSearchParams) => void = () => undefined) {
    const someone = await person()
    liar.answerWith({
      ...lie,
      claims: { email: someone.email, email_verified: true, sub: someone.email, ...lie.claims },
    })
    const client = browser(nobody, { at: atLiar })
    const { searchParams } = new URL(location(await start(client)))
    const search = new URLSearchParams({
      code: searchParams.get('nonce') ?? '',
      state: searchParams.get('state') ?? '',
      iss: liar.issuer,
    })
    change(search)
    const answer = await comeBack(client, `?${search}`)
    const verifier = liar.asked.at(-1)?.get('code_verifier') ?? ''
    return { answer, address: location(answer), verifier, challenge: searchParams.get('code_challenge') }
  }

  test('is believed when it does not lie, and gets the verifier of the challenge that it was sent', async () => {
    const { address, verifier, challenge } = await believe({})
    expect(address).toBe(signOnPaths.done)
    expect(challengeOf(verifier)).toBe(challenge)
  })

  const hour = 3600
  const now = Math.floor(Date.now() / 1000)
  test.each<[string, Lie]>([
    ['the answer to another question', { claims: { nonce: 'another nonce' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['a token of another issuer', { claims: { iss: 'https://login.example' } }],
    ['a token for another client', { claims: { aud: 'another client' } }],
    ['a token that was over an hour ago', { claims: { iat: now - 2 * hour, exp: now - hour } }],
    ['a token without a signature', { unsigned: true }],
    ['a token signed with a key that it has not published', { foreignKey: true }],
  ])('is refused with %s', async (_, lie) => {
    const { answer, address } = await believe(lie)
    expect(address).toBe(failed('refused'))
    expect(answer.cookie('refreshToken')).toBeUndefined()
  })

  test.each<[string, unknown]>([
    ['"false"', 'false'],
    ['"true"', 'true'],
    ['1', 1],
  ])('is not believed that an e-mail is verified when it says %s', async (_, email_verified) => {
    expect((await believe({ claims: { email_verified } })).address).toBe(failed('unknown'))
  })

  test('is believed that an e-mail is verified when it speaks of its proven domain, as Entra ID does', async () => {
    const proven = { email_verified: undefined, xms_edov: true }
    expect((await believe({ claims: proven })).address).toBe(signOnPaths.done)
    for (const doubt of [{ xms_edov: '1' }, { xms_edov: false }, { email_verified: false }]) {
      expect((await believe({ claims: { ...proven, ...doubt } })).address).toBe(failed('unknown'))
    }
  })

  test('cannot point to keys of its own choice inside a token', async () => {
    const trap = `${liar.issuer}/trap`
    const { address } = await believe({ foreignKey: true, headers: { jku: trap, x5u: trap } })
    expect(address).toBe(failed('refused'))
    expect(liar.paths).not.toContain('/trap')
  })

  test.each<[string, (search: URLSearchParams) => void]>([
    ['names another issuer in its answer', (search) => search.set('iss', 'https://login.example')],
    ['names none, though it says that it does', (search) => search.delete('iss')],
    ['brings another state', (search) => search.set('state', 'x'.repeat(43))],
    ['brings no state', (search) => search.delete('state')],
    ['brings no code', (search) => search.delete('code')],
  ])('is refused when it %s', async (_, change) => {
    expect((await believe({}, change)).address).toBe(failed('refused'))
  })

  test('counts as both factors only when it says so', async () => {
    const someone = await person()
    await database.owner.query(`insert into second_factors (user_id, method, created_at) values ($1, 'email', now())`, [
      someone.id,
    ])
    const claims = { email: someone.email, sub: 'both' }
    const { address } = await believe({ claims: { ...claims, amr: ['pwd'] } })
    expect(address).toBe(`${signOnPaths.secondFactor}#methods=email`)
    expect((await believe({ claims: { ...claims, amr: ['pwd', 'mfa'] } })).address).toBe(signOnPaths.done)
  })

  test('that fails lets nobody in, and says so', async () => {
    expect((await believe({ status: 400 })).address).toBe(failed('refused'))
  })
})

describe('The sign-in page', () => {
  test('learns what the provider is called, and that there is none', async () => {
    const named = async (client: Browser) => (await client.call('GET', '/portal')).body.signOn
    expect(await named(browser(nobody, { at: atReal }))).toBe('127.0.0.1')
    expect(await named(browser(nobody))).toBeNull()
    const issuer = 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0'
    const at = await portal.serve({ provider: { issuer, clientId, clientSecret } })
    expect(await named(browser(nobody, { at }))).toBe('Microsoft')
  })
})

describe('Without a provider', () => {
  test('nobody is sent anywhere, and one that cannot be reached is told apart', async () => {
    expect(location(await start(browser(nobody)))).toBe(failed('unavailable'))
    const unreachable = await portal.serve({ provider: { issuer: 'http://127.0.0.1:1', clientId, clientSecret } })
    const ada = browser(await person(), { at: unreachable })
    expect(location(await start(ada))).toBe(failed('unavailable'))
    await ada.signIn()
    expect((await ada.call('POST', '/profile/signOn')).status).toBe(503)
    const withoutProvider = browser(ada.person)
    await withoutProvider.signIn()
    expect((await withoutProvider.call('POST', '/profile/signOn')).status).toBe(404)
  })
})
