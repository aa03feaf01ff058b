import { randomUUIDv7 } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { type StaffRole, staffRoles } from '#contract/console/staff.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { withStaff } from '#database/transaction.ts'
import { passphrase, testPortal } from '#server/testing/portal.ts'
import { consoleOf, fromOwnPage } from '#server/testing/staff.ts'

/*
 * The portal of the customers and the console of the supplier's people: nothing by which somebody is known in the one
 * opens anything in the other. Generated from the list of endpoints, so that a new one is tried here by itself.
 */
const instant = '2026-03-02T08:00:00Z'
const portal = await testPortal(instant)
const desk = consoleOf(portal, () => new Date(instant))
const { owner: database, pools } = portal.database
const { console: consolePool } = pools

const roles = Object.keys(staffRoles) as StaffRole[]
const people = new Map<StaffRole, { cookie: string; id: string }>()
let customer: { token: string; refresh: string }
beforeAll(async () => {
  const documents = ['A-1', 'B-1'].map((account) => ({
    ...({ type: 'orders', currency: 'EUR', issueDate: '2026-03-01' } as const),
    ...{ number: `O-${account}`, account },
  }))
  await portal.ingest(...documents)
  await portal.signIn('buyer@a.example', 'A-1')
  const body = { email: 'buyer@a.example', password: passphrase }
  const reply = await portal.app.inject({ method: 'POST', url: '/api/auth/login', body })
  customer = { token: reply.json(), refresh: reply.cookies[0]?.value ?? '' }
  for (const role of roles) people.set(role, await desk.join(`${role}@supplier.example`, role))
})

const ofConsole = endpoints.filter(({ access }) => access === 'staff')
const ofOthers = endpoints.filter(({ access, path }) => access !== 'staff' && !path.startsWith('/console/'))
const absentId = '018f0000-0000-7000-8000-00000000ffff'
const urlOf = ({ path }: Endpoint) =>
  `/api${path.replace(':type', 'orders').replace(':number', 'O-A-1').replace(/:\w+/g, absentId)}`

type Identification = { headers?: Record<string, string>; cookies?: Record<string, string> }
const send = (endpoint: Endpoint, { headers, cookies }: Identification) =>
  portal.app.inject({
    method: endpoint.method,
    url: urlOf(endpoint),
    headers: { ...fromOwnPage, ...headers },
    ...(cookies ? { cookies } : {}),
    ...(endpoint.method === 'GET' ? {} : { body: {} }),
  })
/** Without what is new in each reply. */
const withoutRequestId = (text: string) => text.replace(/"(requestId|challenge)":"[^"]+"/, '')

describe('The addresses of the console', () => {
  test('are its own: what staff call begins with /console/, and nothing else does but the ways in', () => {
    expect(ofConsole.filter(({ path }) => !path.startsWith('/console/'))).toEqual([])
    const waysIn = endpoints.filter(({ access, path }) => path.startsWith('/console/') && access !== 'staff')
    expect(waysIn.map(({ name, access }) => [name, access])).toEqual([
      ['signInToConsole', 'open'],
      ['showStaffInvitation', 'open'],
      ['acceptStaffInvitation', 'open'],
      ['beginStaffPasskeySignIn', 'open'],
      ['signInStaffWithPasskey', 'open'],
      ['beginJoiningWithPasskey', 'open'],
      ['joinWithPasskey', 'open'],
      ['showStaffSignOn', 'open'],
      ['startStaffSignOn', 'open'],
      ['finishStaffSignOn', 'open'],
    ])
  })
})

describe('A customer', () => {
  test.each(ofConsole.map(({ name }) => name))(
    'gets nothing from the console’s %s by what they are known by',
    async (name) => {
      const endpoint = ofConsole.find((one) => one.name === name) as Endpoint
      const { token, refresh } = customer
      const known: Identification[] = [
        {},
        { headers: { authorization: `Bearer ${token}` } },
        { headers: { authorization: `Bearer ${refresh}` }, cookies: { refreshToken: refresh } },
        { cookies: { console: refresh } },
        { cookies: { console: token } },
      ]
      for (const one of known) expect((await send(endpoint, one)).statusCode).toBe(401)
    },
  )
})

describe('A member of staff', () => {
  test.each(ofOthers.map(({ name }) => name))(
    'is a stranger to %s of the customers’ portal and of the ERP',
    async (name) => {
      const endpoint = ofOthers.find((one) => one.name === name) as Endpoint
      // Open for hours, until the caller ends it.
      if (endpoint.gives === 'text/event-stream') return expect(endpoint.access).toBe('viewer')
      const cookie = people.get('owner')?.cookie ?? ''
      const stranger = await send(endpoint, {})
      const known: Identification[] = [
        { cookies: { console: cookie } },
        { headers: { authorization: `Bearer ${cookie}` }, cookies: { console: cookie } },
      ]
      for (const one of known) {
        const reply = await send(endpoint, one)
        expect(reply.statusCode).toBe(stranger.statusCode)
        if (endpoint.access === 'viewer' || endpoint.access === 'ingest') expect(reply.statusCode).toBe(401)
        expect(withoutRequestId(reply.body)).toBe(withoutRequestId(stranger.body))
      }
    },
  )

  test.each(ofConsole.map(({ name }) => name))(
    'calls %s when their role allows it, and is refused otherwise',
    async (name) => {
      const endpoint = ofConsole.find((one) => one.name === name) as Endpoint
      // One ends the session that the others need; one stays open for hours, until the caller ends it.
      if (name === 'signOutOfConsole' || endpoint.gives === 'text/event-stream')
        return expect(endpoint.permission).toBeUndefined()
      for (const role of roles) {
        const allowed: readonly string[] = staffRoles[role]
        const mayCall = endpoint.permission === undefined || allowed.includes(endpoint.permission)
        const { statusCode } = await send(endpoint, { cookies: { console: people.get(role)?.cookie ?? '' } })
        expect([role, statusCode === 403]).toEqual([role, !mayCall])
        expect(statusCode).not.toBe(401)
        expect(statusCode).toBeLessThan(500)
      }
    },
  )
})

describe('What the console reads in the database', () => {
  const numbersFor = (staffId: string) =>
    withStaff(consolePool, staffId, async (db) =>
      (await db.query<{ number: string }>('select number from accounts order by number')).rows.map(
        ({ number }) => number,
      ),
    )

  test('is that of all accounts, of those that are theirs, or of none, as their role says', async () => {
    const id = (role: StaffRole) => people.get(role)?.id ?? ''
    for (const role of ['owner', 'integration', 'support', 'auditor'] as const)
      expect(await numbersFor(id(role))).toEqual(['A-1', 'B-1'])
    expect(await numbersFor(id('content'))).toEqual([])
    expect(await numbersFor(id('sales'))).toEqual([])
    await database.query(
      `insert into staff_accounts (account_id, staff_id, created_at) select account_id, $1, now() from accounts where number = 'A-1'`,
      [id('sales')],
    )
    expect(await numbersFor(id('sales'))).toEqual(['A-1'])
  })

  test('is nothing for nobody, for a stranger’s id, and for whoever is disabled', async () => {
    expect((await consolePool.query('select from accounts')).rowCount).toBe(0)
    expect((await consolePool.query('select from staff')).rowCount).toBe(0)
    expect(await numbersFor(randomUUIDv7())).toEqual([])
    for (const role of ['support', 'sales'] as const) {
      const { id } = people.get(role) ?? { id: '' }
      await database.query('update staff set disabled_at = now() where id = $1', [id])
      expect(await numbersFor(id)).toEqual([])
      await database.query('update staff set disabled_at = null where id = $1', [id])
    }
  })

  test('cannot be changed by its role, which sees no password, no secret and no content of a document', async () => {
    const names = async (sql: string) =>
      (await database.query<{ name: string }>(sql)).rows.map(({ name }) => name).toSorted()
    expect(
      await names(`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
        and has_any_column_privilege('portal_console', c.oid, 'insert, update, references')
          or c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p') and has_table_privilege('portal_console', c.oid, 'delete, truncate, trigger')`),
    ).toEqual([])
    expect(
      await names(`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
        and has_any_column_privilege('portal_console', c.oid, 'select')`),
    ).toEqual([
      'account_addresses',
      'account_freshness',
      'account_identifiers',
      'account_notes',
      // Which account a number means: of accounts that may be seen.
      'account_numbers',
      'account_overviews',
      'accounts',
      'api_keys',
      'approvals',
      'audit_log',
      'conversation_messages',
      'credit_limits',
      'document_sums',
      'documents',
      'import_run_documents',
      'intake_hours',
      'intake_sources',
      'invitations',
      'key_accounts',
      'memberships',
      'passkeys',
      'person_words',
      'refused_messages',
      'request_assignees',
      'request_files',
      'request_notes',
      'request_reads',
      'request_snoozes',
      'requests',
      'second_factors',
      'sessions',
      'staff',
      'staff_absences',
      'staff_accounts',
      'undelivered_answers',
      'users',
      'visits',
    ])
    // Of these only the columns that are shown.
    const columns = async (table: string) =>
      names(`select attname as name from pg_attribute where attrelid = '${table}'::regclass and attnum > 0
        and has_column_privilege('portal_console', '${table}', attname, 'select')`)
    expect(await columns('api_keys')).toEqual(['id', 'name', 'revoked_at'])
    expect(await columns('staff')).toEqual(['disabled_at', 'id', 'key_id', 'name', 'role'])
    expect(await columns('documents')).toEqual(['account_id', 'id', 'number', 'status_changed_at', 'type'])
    expect(await columns('invitations')).not.toContain('hash')
    expect(await columns('second_factors')).toEqual(['created_at', 'method', 'user_id'])
    expect(await columns('passkeys')).toEqual(['created_at', 'id', 'last_used_at', 'name', 'user_id'])
    expect(await columns('sessions')).not.toContain('generation')
    expect(await columns('visits')).toEqual(['account_id', 'user_id', 'visited_at'])
  })

  test('of a salesperson ends with their accounts, in every table that names one', async () => {
    const staffId = people.get('sales')?.id ?? ''
    await portal.signIn('buyer@b.example', 'B-1')
    const { rows: tables } = await database.query<{ name: string }>(
      `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'account_id'
        and has_any_column_privilege('portal_console', format('%I.%I', table_schema, table_name)::regclass, 'select')`,
    )
    expect(tables.length).toBeGreaterThan(15)
    const read = (sql: string) => withStaff(consolePool, staffId, async (db) => (await db.query(sql)).rows)
    for (const { name } of tables) {
      const foreign = await read(
        `select 1 from ${name} where account_id not in (select s.account_id from staff_accounts s) limit 1`,
      )
      expect([name, foreign]).toEqual([name, []])
    }
    expect(await read('select email from users')).toEqual([{ email: 'buyer@a.example' }])
    expect(await read('select distinct user_id from person_words')).toHaveLength(1)
  })
})

describe('A console', () => {
  const paths = ['/api/console/me', '/api/console/signIn', '/api/%63onsole/me', '/console/', '/console']

  test('that is switched off is at no address', async () => {
    const closed = await testPortal(instant, { console: { on: false } })
    for (const url of paths) expect((await closed.app.inject({ url })).statusCode).toBe(404)
    expect((await closed.app.inject({ url: '/api/portal' })).statusCode).toBe(200)
  })

  test.each([
    ['an address with scheme and host', 'GET http://portal.example/api/console/me', 400],
    ['an encoded letter before a fragment that is no text', 'GET /api/%63onsole/me#%', 404],
  ])('that is switched off is not reached by %s', async (_, line, status) => {
    const { app } = await testPortal(instant, { console: { on: false } })
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect(Number(port), '127.0.0.1')
    socket.end(`${line} HTTP/1.1\r\nHost: portal.example\r\nConnection: close\r\n\r\n`)
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  test('is reached from the networks that are named, and from nowhere else', async () => {
    const { app } = await testPortal(instant, { console: { on: true, networks: ['10.1.0.0/16', '2001:db8::/32'] } })
    const from = async (remoteAddress: string) =>
      (await app.inject({ url: '/api/console/me', remoteAddress })).statusCode
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8:1::5']) expect(await from(address)).toBe(401)
    for (const address of ['10.2.0.1', '::ffff:10.2.0.1', '2001:db9::1', '127.0.0.1'])
      expect(await from(address)).toBe(404)
  })
})
