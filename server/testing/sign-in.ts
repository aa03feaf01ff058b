import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { TestDatabase } from '#database/testing/database.ts'
import { addUser } from '../auth/administration/users.ts'
import { leastHashCost, passphrase, type TestPortal, testPortal } from './portal.ts'

export type TestPerson = { id: string; email: string }

/** A browser as far as sign-in needs one: it keeps cookies and the token, and sends its user agent. */
export type Browser = ReturnType<SignInTests['browser']>

export type SignInTests = Awaited<ReturnType<typeof signInTests>>

type Raw = Awaited<ReturnType<FastifyInstance['inject']>>

/** Like a browser, removes a cookie that is set without a value. */
function storeCookies(cookies: Record<string, string>, raw: Raw): void {
  for (const { name, value } of raw.cookies) {
    if (value === '') delete cookies[name]
    else cookies[name] = value
  }
}

const bodyOf = (raw: Raw) => (raw.headers['content-type']?.toString().includes('json') ? raw.json() : undefined)

/** A portal with the accounts C-1 and C-2, people in it, and their browsers. */
export async function signInTests() {
  const portal: TestPortal = await testPortal('2026-03-01T08:00:00Z')
  const database: TestDatabase = portal.database
  let time = Date.parse('2026-03-01T08:00:00Z')
  let count = 0
  await database.owner.query(
    `insert into accounts (account_id, number, name) values ($1, 'C-1', 'Better Bikes'), ($2, 'C-2', 'Good Gears')`,
    [randomUUIDv7(), randomUUIDv7()],
  )
  const deps = {
    db: database.pools.server,
    clock: () => new Date(time),
    newId: () => randomUUIDv7(),
    random: randomBytes,
    hashCost: leastHashCost,
  }
  const setTime = (milliseconds: number) => {
    time = milliseconds
    portal.setTime(new Date(time).toISOString())
  }

  function browser(person: TestPerson, { at = portal.app, userAgent = 'Firefox/140.0' } = {}) {
    const cookies: Record<string, string> = {}
    let token: string | undefined
    async function call(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: object,
      options: { headers?: Record<string, string>; cookies?: Record<string, string>; at?: FastifyInstance } = {},
    ) {
      const held = { ...(options.cookies ?? cookies) }
      const raw = await (options.at ?? at).inject({
        method,
        url: `/api${path}`,
        headers: {
          'sec-fetch-site': 'same-origin',
          'user-agent': userAgent,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...options.headers,
        },
        cookies: held,
        ...(body ? { payload: body } : {}),
      })
      storeCookies(cookies, raw)
      const reply = bodyOf(raw)
      // Sign-in returns the token as a text; the second factor and passkeys return it in an object.
      const newToken = typeof reply === 'string' ? reply : reply?.token
      if (raw.statusCode === 200 && typeof newToken === 'string') token = newToken
      return {
        status: raw.statusCode,
        body: reply,
        raw,
        held,
        cookie: (name: string) => raw.cookies.find((cookie) => cookie.name === name),
      }
    }
    return {
      person,
      cookies,
      call,
      token: () => token,
      /** Renews the token with the cookie, as the web application does before the last one expires. */
      refreshed: () => call('POST', '/auth/refresh'),
      signIn: (overrides: object = {}) => {
        token = undefined
        return call('POST', '/auth/login', { email: person.email, password: passphrase, ...overrides })
      },
      submit: (code: string, { held, ...options }: { held?: Record<string, string>; trustDevice?: boolean } = {}) =>
        call('POST', '/auth/submit2fa', { code, ...options }, held ? { cookies: held } : {}),
    }
  }

  return {
    portal,
    database,
    browser,
    /** The code in the last mail that contained one. */
    mailedCode: async () => (await portal.mails()).flatMap(({ subject }) => /^\d{6}/.exec(subject) ?? [])[0] ?? '',
    /** The portal's time in milliseconds. */
    now: () => time,
    later: (seconds: number) => setTime(time + seconds * 1000),
    setTime,
    /** A new person in C-1, with the password of all tests. */
    person: async (account = 'C-1'): Promise<TestPerson> => {
      count += 1
      const email = `person-${count}@example.com`
      const { userId } = await addUser(deps, {
        email,
        name: `Person ${count}`,
        account,
        role: 'admin',
        password: passphrase,
      })
      return { id: userId, email }
    },
  }
}
