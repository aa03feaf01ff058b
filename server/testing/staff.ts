import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { StaffRole } from '#contract/console/staff.ts'
import type { Method } from '#contract/endpoint.ts'
import { withTransaction } from '#database/transaction.ts'
import { codeNow, newAppSecret } from '../auth/factors/totp.ts'
import { inviteStaff } from '../auth/staff/invitations.ts'
import { tokenKeys } from '../auth/tokens/token-keys.ts'
import { passphrase, type TestPortal, tokenSecret } from './portal.ts'

/** What a page of the portal's own sends along. */
export const fromOwnPage = { 'sec-fetch-site': 'same-origin' }
const operator = { network: null, userAgent: 'test', requestId: null }
const address = 'https://portal.test'

type Options = { body?: object | Buffer; cookie?: string | undefined; headers?: Record<string, string> }

/** The console of a portal: its calls, with the cookie of whoever makes them, and how people get in. */
export function consoleOf(portal: TestPortal, now: () => Date) {
  const { app, database } = portal
  const deps = {
    ...{ clock: now, newId: () => randomUUIDv7(), random: randomBytes, keys: tokenKeys([tokenSecret]) },
    mail: portal.outbox,
  }

  async function call(method: Method, path: string, { body, cookie, headers = {} }: Options = {}) {
    const isFile = Buffer.isBuffer(body)
    const raw = await app.inject({
      method,
      url: `/api/console${path}`,
      headers: { ...fromOwnPage, ...(isFile ? { 'content-type': 'application/octet-stream' } : {}), ...headers },
      ...(cookie === undefined ? {} : { cookies: { console: cookie } }),
      ...(body ? { body } : {}),
    })
    const isJson = raw.headers['content-type']?.toString().includes('json') ?? false
    const set = raw.cookies.find(({ name }) => name === 'console')
    return { status: raw.statusCode, body: isJson ? raw.json() : undefined, text: raw.body, cookie: set?.value, set }
  }

  /** The token in the link of a new invitation. */
  const invite = async (email: string | undefined, role: StaffRole) => {
    const by = { id: null, name: 'Test portal' }
    const path = await withTransaction(database.pools.server, (db) =>
      inviteStaff(deps, db, { email, role, by, caller: operator }),
    )
    return new URLSearchParams(new URL(path, address).hash.slice(1)).get('token') ?? ''
  }

  /** Joins the staff by an invitation; returns the cookie, the key of the app, and the id. */
  const join = async (email: string, role: StaffRole, name = email) => {
    const token = await invite(email, role)
    const { body: shown } = await call('POST', '/invitation', { body: { token } })
    const { secret } = shown.key as { secret: string }
    const joined = await call('POST', '/invitation/accept', {
      body: { token, name, password: passphrase, code: codeNow(secret, now()) },
    })
    if (joined.status !== 200 || joined.cookie === undefined) throw new Error(`Joining failed: ${joined.text}`)
    return { cookie: joined.cookie, secret, id: String(joined.body.id), email }
  }

  const signIn = (email: string, secret: string, password: string = passphrase) =>
    call('POST', '/signIn', { body: { email, password, code: codeNow(secret, now()) } })

  /** Shows with a code of the app that it is still the same person. */
  const prove = (cookie: string, secret: string) =>
    call('POST', '/proof', { cookie, body: { code: codeNow(secret, now()) } })

  return { call, invite, join, signIn, prove, newKey: () => newAppSecret(randomBytes) }
}
