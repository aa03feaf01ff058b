import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoPeople, demoStaff } from '#database/seed/people.ts'
import { type TestDatabase, testDatabase } from '#database/testing/database.ts'
import { addUser } from '../auth/administration/users.ts'
import { passwordFault } from '../auth/passwords/passwords.ts'
import { addDemoOwner } from '../auth/staff/administration.ts'
import { findStaff } from '../auth/staff/queries.ts'
import { tokenKeys } from '../auth/tokens/token-keys.ts'
import { readConfig } from '../config.ts'
import { ingestDocuments } from '../ingest/ingest.ts'
import { createKey } from '../ingest/keys.ts'
import { testPortal, tokenSecret } from '../testing/portal.ts'
import { prepareDemo, sellerOfDemo } from './demo.ts'
import { isUntouched } from './seed.ts'
import { passwordPolicyOf } from './settings/password-policy.ts'
import { staffCommands } from './staff.ts'
import { prepareStart } from './start.ts'

const portal = await testPortal()
const cookies = new Map<string, string>()
const people = demoPeople()
const silent = { info: () => undefined }
const trial = readConfig({ DATA_DIR: '/tmp/a-trial' })

const deps = (database: TestDatabase = portal.database) => ({
  pools: database.pools,
  clock: () => new Date('2026-03-10T09:00:00Z'),
  newId: () => randomUUIDv7(),
  random: randomBytes,
})

/** Does what a start with these settings prepares; returns the lines for the operator. */
async function start(database: TestDatabase, environment: Record<string, string>): Promise<string[]> {
  const startDeps = { ...deps(database), mail: portal.outbox, secrets: [tokenSecret], regions: undefined }
  const lines = await prepareStart(startDeps, readConfig(environment), silent)
  return lines('http://localhost:3000')
}
const ingest = (database: TestDatabase, source: string) =>
  ingestDocuments(
    { ...deps(database), workPool: database.pools.work },
    [{ line: 1, document: { type: 'orders', number: 'SO-1', account: 'C-1' } }],
    { dryRun: false, source },
  )
const addPerson = (database: TestDatabase, person: { email: string; name: string; password: string }) =>
  addUser({ ...deps(database), db: database.pools.server }, { ...person, account: 'C-1', role: 'admin' })

/** The status of a person's sign-in; stores the cookie that their browser keeps. */
async function signIn(body: { email: string; password: string }): Promise<number> {
  const reply = await portal.app.inject({ method: 'POST', url: '/api/auth/login', body })
  const cookie = reply.cookies.find(({ name }) => name === 'refreshToken')
  if (cookie) cookies.set(body.email, cookie.value)
  return reply.statusCode
}

/** The status of renewing a person's session. */
async function refresh(email: string): Promise<number> {
  const reply = await portal.app.inject({
    ...{ method: 'POST', url: '/api/auth/refresh', headers: { 'sec-fetch-site': 'same-origin' } },
    cookies: { refreshToken: cookies.get(email) ?? '' },
  })
  return reply.statusCode
}

beforeAll(async () => {
  const { server: db } = portal.database.pools
  await db.query(
    `insert into accounts (account_id, number, name, created_at) values ($1, 'C-1', 'Better Bikes', now())`,
    [randomUUIDv7()],
  )
  for (const { email, name, password } of people) {
    await addUser({ ...deps(), db }, { email, name, password, account: 'C-1', role: 'admin' })
  }
})

describe('The demo’s published passwords', () => {
  test('open a trial on this machine, which says them', async () => {
    const [line] = await prepareDemo(deps(), trial, silent)
    for (const { email, password } of people) {
      expect(await signIn({ email, password })).toBe(200)
      expect(line).toContain(`${email}   ${password}`)
    }
  })

  test('open nothing once others can reach the portal: sessions that are open end, and the start says so', async () => {
    const lines = await prepareDemo(deps(), readConfig({ HOST: '0.0.0.0', DATA_DIR: '/tmp/real' }), silent)
    expect(lines).toEqual([expect.stringMatching(/^The demo company is in this database\. .+HOST=0\.0\.0\.0/)])
    for (const { email, password } of people) {
      expect(lines[0]).toContain(email)
      expect(lines[0]).not.toContain(password)
      expect(await refresh(email)).toBe(401)
      expect(await signIn({ email, password })).toBe(400)
    }
    expect(await prepareDemo(deps(), readConfig({ DEMO: 'off' }), silent)).toEqual([])
  })

  test('are taken from nobody as a new one', () => {
    const policy = passwordPolicyOf(readConfig({}))
    for (const { password } of people) {
      expect(passwordFault(password, { email: 'ada@example.com', name: 'Ada' }, policy)).toMatchObject({
        key: 'password.guessed',
      })
    }
  })

  test('stay shut when the database is a trial again, until the operator lets their people back in', async () => {
    const [line] = await prepareDemo(deps(), trial, silent)
    expect(line).toContain('user enable EMAIL')
    for (const { password } of people) expect(line).not.toContain(password)
  })
})

describe('A database of one’s own that is opened without DEMO=off', () => {
  const isOwn = expect.stringMatching(/^The database in .+ is your own: start it with DEMO=off\./)
  /** What an owner does before there is any customer. */
  const beginnings: [string, (database: TestDatabase) => Promise<unknown>][] = [
    ['has invited its first owner', (database) => start(database, { DEMO: 'off' })],
    [
      'has a key for the ERP',
      (database) => createKey({ ...deps(database), db: database.pools.server }, { name: 'ERP', scope: 'ingest' }),
    ],
    [
      'has an import profile',
      ({ owner }) => owner.query(`insert into import_profiles values ('orders', 1, '{}', now(), null)`),
    ],
  ]

  test.each(beginnings)('is not filled with the demo company when it %s and no document yet', async (_what, begin) => {
    const database = await testDatabase()
    const { server: db } = database.pools
    expect(await sellerOfDemo(db, readConfig({}))).toBeDefined()
    await begin(database)
    // Nor do its papers name the demo's supplier with its bank account.
    expect(await sellerOfDemo(db, readConfig({}))).toBeUndefined()
    expect(await prepareDemo(deps(database), readConfig({}), silent)).toEqual([isOwn])
    const { rows } = await database.owner.query('select from documents union all select from users')
    expect(rows).toEqual([])
  })

  test('has no owner of the console whose password everybody knows', async () => {
    const database = await testDatabase()
    const { server: db } = database.pools
    await ingest(database, 'ERP')
    await addPerson(database, { email: 'ada@own.example', name: 'Ada', password: 'a passphrase of their own' })
    expect(await start(database, {})).toEqual([isOwn, expect.stringContaining('Its first owner opens this link')])
    expect(await findStaff(db, demoStaff.email)).toBeUndefined()
    // Of an earlier version, which let them in here.
    await addDemoOwner({ ...deps(database), db, keys: tokenKeys([tokenSecret]) }, demoStaff)
    await start(database, {})
    expect(await findStaff(db, demoStaff.email)).toMatchObject({ disabled: true })

    const enable = async (environment: Record<string, string>, email: string) =>
      staffCommands
        .find(({ name }) => name === 'staff enable')
        ?.run(
          {
            ...{ ...deps(database), config: readConfig(environment), secrets: () => [tokenSecret], interactive: false },
            open: async () => ({ database: { urls: database.urls } as never, pools: database.pools }),
            ...{ out: silent.info, progress: silent.info, ifInterrupted: () => silent.info, input: async () => '' },
          },
          { positionals: [email], values: {} },
        )
    await expect(enable({ DEMO: 'off' }, 'Sol@Demo.example')).rejects.toThrow(/belongs to the demo.+DEMO is off/)
    // Beside the portal, whose settings the command lacks.
    await expect(enable({}, demoStaff.email)).rejects.toThrow(/belongs to the demo.+not the demo’s/)
    expect(await findStaff(db, demoStaff.email)).toMatchObject({ disabled: true })
  })
})

test('A demo whose first start was interrupted while its people were written is new to the next', async () => {
  const database = await testDatabase()
  const { server: db } = database.pools
  expect(await isUntouched(db)).toBe(true)
  await ingest(database, 'demo')
  for (const person of people.slice(0, 1)) await addPerson(database, person)
  expect(await isUntouched(db)).toBe(true)
  await addPerson(database, { email: 'ada@own.example', name: 'Ada', password: 'a passphrase of their own' })
  expect(await isUntouched(db)).toBe(false)
})
