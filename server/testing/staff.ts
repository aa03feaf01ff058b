import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { consoleEndpoints } from '#contract/console/endpoints.ts'
import type { StaffRole } from '#contract/console/staff.ts'
import type { Endpoint, Method } from '#contract/endpoint.ts'
import { withTransaction } from '#database/transaction.ts'
import { codeNow, newAppSecret } from '../auth/factors/totp.ts'
import { inviteStaff } from '../auth/staff/invitations.ts'
import { tokenKeys } from '../auth/tokens/token-keys.ts'
import { passphrase, type TestPortal, tokenSecret } from './portal.ts'

/** What a page of the portal's own sends along. */
export const fromOwnPage = { 'sec-fetch-site': 'same-origin' }
const operator = { network: null, userAgent: 'test', requestId: null }
const address = 'https://portal.test'

/** Calls of staff that change nothing for anybody else, or that record what they do when it is done. */
const unrecorded = [
  ...['markRequestRead', 'uploadImportFile', 'proveStaff', 'beginStaffPasskey', 'startDoctor'],
  ...['beginImport', 'lookAtFileSource'],
]

/** Whether what was sent through again was refused again. */
const isInVain = (reply: string) => /"taken":(?:0|false)/.test(reply)

/** The call of the console that does something, so that the audit log must know of it. */
function actOf(method: Method, path: string): Endpoint | undefined {
  const url = `/console${path.split('?', 1)[0]}`
  return consoleEndpoints.find(
    (endpoint) =>
      endpoint.access === 'staff' &&
      endpoint.method === method &&
      method !== 'GET' &&
      endpoint.reads !== true &&
      !unrecorded.includes(endpoint.name) &&
      new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`).test(url),
  )
}

type Options = { body?: object | Buffer; cookie?: string | undefined; headers?: Record<string, string> }

/** The console of a portal: its calls, with the cookie of whoever makes them, and how people get in. */
export function consoleOf(portal: TestPortal, now: () => Date) {
  const { app, database } = portal
  const deps = {
    ...{ clock: now, newId: () => randomUUIDv7(), random: randomBytes, keys: tokenKeys([tokenSecret]) },
    mail: portal.outbox,
  }

  /** How many acts the audit log has. */
  const countActs = async () =>
    (await database.owner.query<{ count: number }>('select count(*)::int as count from audit_log')).rows[0]?.count ?? 0

  /** How often each call was sent: the same again, or twice at the same moment, changes nothing. */
  const called = new Map<string, number>()

  async function call(method: Method, path: string, { body, cookie, headers = {} }: Options = {}) {
    const isFile = Buffer.isBuffer(body)
    const act = JSON.stringify([method, path, isFile ? '' : body])
    const isFirst = !called.has(act)
    called.set(act, (called.get(act) ?? 0) + 1)
    const acts = actOf(method, path) && isFirst ? await countActs() : undefined
    const raw = await app.inject({
      method,
      url: `/api/console${path}`,
      headers: { ...fromOwnPage, ...(isFile ? { 'content-type': 'application/octet-stream' } : {}), ...headers },
      ...(cookie === undefined ? {} : { cookies: { console: cookie } }),
      ...(body ? { body } : {}),
    })
    const isOnly = acts !== undefined && called.get(act) === 1
    if (isOnly && raw.statusCode === 200 && !isInVain(raw.body) && (await countActs()) === acts)
      throw new Error(`${method} ${path} did something that the audit log does not know`)
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
