import cookie from '@fastify/cookie'
import { afterAll, expect, test } from 'vitest'
import { createCursors } from '../http/cursors.ts'
import { createHttpServer } from '../http/server.ts'
import { type CookieName, type PortalOrigin, signInCookies } from './cookies.ts'

const built: { close: () => unknown }[] = []
afterAll(() => Promise.all(built.map((app) => app.close())))

/** What a browser is told by a portal with this address. */
async function cookiesOf(origin: PortalOrigin) {
  const app = createHttpServer({
    ...{ https: origin.https, trustProxy: false, logger: false, cursors: createCursors(['a secret']) },
    ...{ verifyToken: async () => undefined, findKey: async () => undefined, versionOf: async () => 0 },
  })
  built.push(app)
  await app.register(cookie)
  const cookies = signInCookies(origin)
  app.get('/set', async (_, reply) => {
    cookies.setSession(reply, { refresh: 'r', maxAge: undefined })
    for (const name of ['challenge', 'device', 'trip'] as const) cookies.set(reply, name, name)
    return reply.send()
  })
  app.get('/remember', async (_, reply) => {
    cookies.setSession(reply, { refresh: 'r', maxAge: 5 })
    return reply.send()
  })
  app.get<{ Querystring: { name: CookieName } }>('/clear', async ({ query }, reply) => {
    cookies.clear(reply, query.name)
    return reply.send()
  })
  app.get<{ Querystring: { name: CookieName } }>('/read', async (request) => ({
    read: cookies.read(request, request.query.name) ?? null,
  }))
  app.get<{ Querystring: { unknown: string } }>('/guarded', async (request) => {
    cookies.refuseForeign(request, request.query.unknown === 'yes')
    return { foreign: cookies.isForeign(request) }
  })
  app.get('/foreign', async (request) => ({ foreign: cookies.isForeign(request) }))
  const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { ask, set: async (url: string) => (await ask(url)).headers['set-cookie'] }
}

const trial = await cookiesOf({ publicOrigin: undefined, https: false })
const secure = await cookiesOf({ publicOrigin: 'https://portal.example', https: true })

test('Over https every cookie of a sign-in is of this host alone, hidden from scripts, and never sent unencrypted', async () => {
  expect(await secure.set('/set')).toEqual([
    '__Host-refreshToken=r; Path=/; HttpOnly; Secure; SameSite=Strict',
    '__Host-secondFactor=challenge; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Strict',
    '__Host-trustedDevice=device; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
    '__Host-signOn=trip; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax',
  ])
  expect(await secure.set('/remember')).toContain('Max-Age=5;')
})

test('A trial without https keeps its cookies to the calls of signing in', async () => {
  expect(await trial.set('/set')).toEqual([
    'refreshToken=r; Path=/api/auth; HttpOnly; SameSite=Strict',
    'secondFactor=challenge; Max-Age=600; Path=/api/auth; HttpOnly; SameSite=Strict',
    'trustedDevice=device; Max-Age=2592000; Path=/api/auth; HttpOnly; SameSite=Lax',
    'signOn=trip; Max-Age=600; Path=/api/auth; HttpOnly; SameSite=Lax',
  ])
})

test('A cookie is forgotten where it was set, and read by the name that it has there', async () => {
  const names = { session: 'refreshToken', challenge: 'secondFactor', device: 'trustedDevice', trip: 'signOn' }
  for (const [name, written] of Object.entries(names)) {
    const site = name === 'device' || name === 'trip' ? 'Lax' : 'Strict'
    const gone = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT'
    expect(await secure.set(`/clear?name=${name}`)).toBe(
      `__Host-${written}=; Max-Age=0; Path=/; ${gone}; HttpOnly; Secure; SameSite=${site}`,
    )
    expect(await trial.set(`/clear?name=${name}`)).toContain(`${written}=; Max-Age=0; Path=/api/auth;`)
    const sent = { cookie: `${written}=plain; __Host-${written}=hosted` }
    expect((await secure.ask(`/read?name=${name}`, sent)).json()).toEqual({ read: 'hosted' })
    expect((await trial.ask(`/read?name=${name}`, sent)).json()).toEqual({ read: 'plain' })
    expect((await secure.ask(`/read?name=${name}`)).json()).toEqual({ read: null })
  }
})

test('A page of somebody else is refused, and a program that names no page only where one must be named', async () => {
  const own = { origin: 'https://portal.example' }
  const foreign = { origin: 'https://evil.example' }
  const status = async (unknown: string, headers: Record<string, string>) =>
    (await secure.ask(`/guarded?unknown=${unknown}`, headers)).statusCode
  expect([await status('no', own), await status('yes', own)]).toEqual([200, 200])
  expect([await status('no', {}), await status('yes', {})]).toEqual([403, 200])
  expect([await status('no', foreign), await status('yes', foreign)]).toEqual([403, 403])
  expect((await secure.ask('/foreign', foreign)).json()).toEqual({ foreign: true })
  expect((await secure.ask('/foreign', own)).json()).toEqual({ foreign: false })
  expect((await secure.ask('/foreign')).json()).toEqual({ foreign: false })
})
