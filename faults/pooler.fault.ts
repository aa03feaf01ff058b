import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, testLink } from '#database/testing/database.ts'
import { createKey } from '#server/ingest/keys.ts'
import { endProcess, portalProcesses, type RunningPortal } from '#server/testing/process.ts'

/*
 * The connection to the pooler (DATABASE_POOL_URL) breaks while the portal runs, and the database itself does not. Which
 * pooler it is does not matter for that: a link stands in its place, which tests can cut. npm run cluster has PgBouncer.
 */

const link = await testLink()
const database = await testDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'portal-pooler-'))
const { run, served, endAll } = portalProcesses(dataDir)
const environment = {
  DATABASE_URL: database.ownerUrl,
  DATABASE_POOL_URL: link.through(database.ownerUrl),
  TOKEN_SECRET: database.tokenSecret,
}
const folder = (name: string) => {
  mkdirSync(join(dataDir, name))
  return join(dataDir, name)
}
let portal: RunningPortal
let key = ''

beforeAll(async () => {
  portal = await served(run(environment))
  const deps = { db: database.owner, clock: () => new Date(), newId: () => randomUUIDv7(), random: randomBytes }
  key = await createKey(deps, { name: 'ERP', scope: 'ingest' })
})
afterAll(async () => {
  link.become('well')
  await endAll()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(() => link.become('well'))

type Reply = { status: number; message: string; retryAfter: number; seconds: number }

async function call(path: string, init: RequestInit = {}): Promise<Reply> {
  const startedAt = performance.now()
  const reply = await fetch(`${portal.address}/api${path}`, init)
  const { message = '' } = (await reply.json()) as { message?: string }
  const retryAfter = Number(reply.headers.get('retry-after'))
  return { status: reply.status, message, retryAfter, seconds: (performance.now() - startedAt) / 1000 }
}
const ready = () => call('/health/ready')
const signIn = () =>
  call('/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: 'nobody@a.example', password: 'not the password of anybody' }),
  })
const send = () =>
  call('/ingest/documents', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: JSON.stringify({ type: 'orders', number: 'SO-1', account: 'C-1' }),
  })
const statusOf = async (asked: () => Promise<Reply>) => (await asked()).status
const doctor = async () => {
  const command = run(environment, [join(import.meta.dirname, '../server/cli.ts'), 'doctor'])
  return /^\w+ +pooler +.*$/m.exec((await command.ended).output)?.[0]
}

describe.each([
  ['refuses connections', 'refusing'],
  ['takes connections and never answers', 'silent'],
] as const)('While the pooler %s', (_, state) => {
  test('(before it does, everything is answered)', async () => {
    await expect.poll(() => statusOf(ready), { timeout: 15_000 }).toBe(200)
    expect([await statusOf(signIn), await statusOf(send)]).toEqual([400, 200])
  })

  test('the server says within seconds that it is not ready, and that it is the pooler', async () => {
    link.become(state)
    if (state === 'refusing') link.reset()
    const reply = await ready()
    expect(reply).toMatchObject({
      ...{ status: 503, retryAfter: 2 },
      message: 'The pooler (DATABASE_POOL_URL) does not answer; the database itself does.',
    })
    expect(reply.seconds).toBeLessThan(6)
    expect(await statusOf(() => call('/health/live'))).toBe(200)
  })

  test('calls are told to come back, and doctor says what to mend', async () => {
    link.become(state)
    for (const asked of [signIn, send]) {
      const reply = await asked()
      expect(reply).toMatchObject({
        status: 503,
        message: 'The portal cannot reach its database right now. Please try again in a moment.',
      })
      expect(reply.retryAfter).toBeGreaterThan(0)
      expect(reply.seconds).toBeLessThan(6)
    }
    expect(await doctor()).toMatch(
      /^bad +pooler +DATABASE_POOL_URL: the pooler does not answer \(.+\)\. Mend the address or start the pooler\.$/,
    )
  })

  test('nothing has to be done when it is back: everything is answered again within seconds', async () => {
    link.become(state)
    await expect.poll(() => statusOf(ready), { timeout: 15_000 }).toBe(503)
    link.become('well')
    const backAt = performance.now()
    await expect.poll(() => statusOf(ready), { timeout: 15_000 }).toBe(200)
    expect([await statusOf(signIn), await statusOf(send)]).toEqual([400, 200])
    expect(performance.now() - backAt).toBeLessThan(10_000)
    expect(portal.child.exitCode ?? portal.child.signalCode, portal.output()).toBeNull()
  })
})

test('A server that starts before its pooler waits for it, says so, and serves when it is there', {
  timeout: 60_000,
}, async () => {
  link.become('refusing')
  const other = run({ ...environment, DATA_DIR: folder('other') })
  await expect
    .poll(other.output, { timeout: 30_000 })
    .toMatch(/DATABASE_POOL_URL: the pooler does not answer \(.+\)\. .*Waiting; the start goes on by itself\./)
  link.become('well')
  const { child } = await served(other, 30_000)
  expect(await endProcess(child, 'SIGTERM')).toBe(0)
})

test('A database that does not answer past the pooler either is called that', { timeout: 60_000 }, async () => {
  const whole = await served(
    run({ ...environment, DATA_DIR: folder('whole'), DATABASE_URL: link.through(database.ownerUrl) }),
  )
  link.become('refusing')
  link.reset()
  const reply = await fetch(`${whole.address}/api/health/ready`)
  expect(reply.status).toBe(503)
  expect(await reply.json()).toMatchObject({ message: 'The database does not answer.' })
  link.become('well')
  expect(await endProcess(whole.child, 'SIGTERM')).toBe(0)
})
