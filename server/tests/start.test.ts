import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setReadOnly } from '#database/copy/read-only.ts'
import { embeddedUrl } from '#database/embedded/embedded.ts'
import { testDatabase, testLink } from '#database/testing/database.ts'
import { addUser } from '../auth/administration/users.ts'
import { createKey } from '../ingest/keys.ts'
import { endProcess, portalProcesses, type RunningPortal } from '../testing/process.ts'

/* Portal processes whose database breaks, is slow or is not there yet. */

const dataDir = mkdtempSync(join(tmpdir(), 'portal-faults-'))
const { run, served, endAll } = portalProcesses(dataDir)
afterAll(async () => {
  await endAll()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the portal as run.mjs does once everything is installed and built. */
function startSupervised(): Promise<RunningPortal> {
  const supervisor = join(import.meta.dirname, '../../supervise.mjs')
  const main = join(import.meta.dirname, '../main.ts')
  const script = `import { supervise } from ${JSON.stringify(supervisor)}
supervise({ node: process.execPath, args: [${JSON.stringify(main)}], env: process.env, restarts: true, say: console.log })`
  return served(run({ LOG_LEVEL: 'fatal' }, ['--input-type=module', '-e', script]))
}

describe('a portal whose own database breaks in the middle of an import', () => {
  let portal: RunningPortal
  let owner: pg.Pool
  let key = ''
  const sent = { next: 0, acknowledged: [] as string[], unanswered: 0 }

  beforeAll(async () => {
    portal = await startSupervised()
    owner = new pg.Pool({ connectionString: embeddedUrl(dataDir), max: 2 })
    owner.on('error', () => undefined)
    const deps = { db: owner, clock: () => new Date(), newId: () => randomUUIDv7(), random: randomBytes }
    key = await createKey(deps, { name: 'ERP', scope: 'ingest' })
  })
  afterAll(() => owner.end())

  /** Sends a batch and records the numbers that were acknowledged; returns whether they were. */
  async function importBatch(): Promise<boolean> {
    const numbers = Array.from({ length: 40 }, () => `SO-${sent.next++}`)
    const body = numbers.map((number) => JSON.stringify({ type: 'orders', number, account: 'C-1' })).join('\n')
    const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${key}` }
    const reply = await fetch(`${portal.address}/api/ingest/documents`, { method: 'POST', headers, body }).catch(
      () => undefined,
    )
    if (reply?.status === 200) sent.acknowledged.push(...numbers)
    else if (reply === undefined) sent.unanswered++
    return reply?.status === 200
  }

  /** Sends batches one after the other until `isOver`; after one that was not taken the next comes a moment later. */
  async function importUntil(isOver: () => boolean): Promise<void> {
    while (!isOver())
      await expect.poll(async () => (await importBatch()) || isOver(), { timeout: 30_000, interval: 20 }).toBe(true)
  }

  const addresses = () => [...portal.output().matchAll(/ is at (http\S+)/g)].map(([, address]) => address)

  const inBatch = async () => {
    const { rows } = await owner.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'portal work' and xact_start is not null`,
    )
    return rows[0]?.pid
  }

  test.each([
    ['one of its processes is killed', inBatch],
    [
      'all of it is killed',
      async () => Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10),
    ],
  ])('goes on and has lost nothing when %s', { timeout: 60_000 }, async (_what, victim) => {
    let stopped = false
    const importing = Promise.all([importUntil(() => stopped), importUntil(() => stopped)])
    await expect.poll(() => sent.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(80)
    let pid: number | undefined
    const findVictim = async () => {
      pid = (await inBatch()) && (await victim())
      return pid
    }
    await expect.poll(findVictim, { timeout: 20_000, interval: 1 }).toBeTypeOf('number')
    process.kill(Number(pid), 'SIGKILL')
    const before = sent.acknowledged.length
    await expect.poll(() => sent.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 80)
    stopped = true
    await importing
    // It was not started again.
    expect(addresses()).toEqual([portal.address])
    expect(sent.unanswered).toBe(0)
    // The log has no stack trace of an unexpected error.
    expect(portal.output()).not.toContain('    at ')
    const { rows } = await owner.query<{ number: string }>('select number from documents')
    const stored = new Set(rows.map(({ number }) => number))
    expect(sent.acknowledged.filter((number) => !stored.has(number))).toEqual([])
  })

  test('says in one line that it was away and in one that it is back', async () => {
    await expect.poll(portal.output, { timeout: 10_000 }).toMatch(/The database is back; it was away for \d+ s\./)
    expect(portal.output()).toMatch(/The database has been away since \S+Z \(.+\); it is asked again every second\./)
  })

  test('is started again by npm start when it is killed, and ends with it', {
    tags: 'long',
    timeout: 60_000,
  }, async () => {
    const { pid } = JSON.parse(readFileSync(join(dataDir, 'portal.lock'), 'utf8')) as { pid: number }
    process.kill(pid, 'SIGKILL')
    await expect.poll(addresses, { timeout: 30_000 }).toHaveLength(2)
    expect(portal.output()).toContain('The portal ended unasked (SIGKILL); starting it again in 0.1 s.')
    expect((await fetch(`${addresses()[1]}/api/health/ready`)).status).toBe(200)
    expect(await endProcess(portal.child, 'SIGTERM')).toBe(0)
  })
})

describe('a portal that starts before its database', async () => {
  const link = await testLink()
  const database = await testDatabase()
  const ownFolder = mkdtempSync(join(tmpdir(), 'portal-faults-'))
  afterAll(() => rmSync(ownFolder, { recursive: true, force: true }))
  const environment = {
    DATA_DIR: ownFolder,
    DATABASE_URL: link.through(database.ownerUrl),
    TOKEN_SECRET: database.tokenSecret,
    LOG_LEVEL: 'fatal',
  }

  test('waits for it, saying so, and serves when it is there', { timeout: 60_000 }, async () => {
    link.become('refusing')
    const portal = run(environment)
    await expect.poll(portal.output, { timeout: 30_000 }).toContain('Waiting; the start goes on by itself.')
    expect(portal.output()).toMatch(/^DATABASE_URL: the database does not answer \(.*ECONNRESET.*\)\./)
    link.become('well')
    const { address, child } = await served(portal, 30_000)
    expect((await fetch(`${address}/api/health/ready`)).status).toBe(200)
    expect(portal.output()).toContain('The start goes on.')
    expect(await endProcess(child, 'SIGTERM')).toBe(0)
  })

  test('ends at once when it is asked to while it waits', { tags: 'long', timeout: 60_000 }, async () => {
    link.become('refusing')
    const portal = run(environment)
    await expect.poll(portal.output, { timeout: 30_000 }).toContain('Waiting')
    const startedAt = performance.now()
    expect(await endProcess(portal.child, 'SIGTERM')).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    link.become('well')
  })

  test('does not wait for what only a person can mend', { tags: 'long' }, async () => {
    const url = new URL(database.ownerUrl)
    url.searchParams.set('password', 'wrong')
    const { code, output } = await run({ ...environment, DATABASE_URL: url.href }).ended
    expect(code).toBe(1)
    expect(output).toContain('DATABASE_URL: the database does not answer (password authentication failed')
    expect(output).not.toContain('Waiting')
  })
})

describe('a portal with a PostgreSQL of its operator’s on a fresh machine', async () => {
  const database = await testDatabase()

  test('starts without a data folder, and has no disk to watch', async () => {
    const portal = await served(
      run({
        ...{ DATABASE_URL: database.ownerUrl, TOKEN_SECRET: database.tokenSecret, PUBLIC_URL: 'http://localhost:3000' },
        ...{ DATA_DIR: join(dataDir, 'absent'), FREE_SPACE: '10000000', LOG_LEVEL: 'fatal' },
      }),
    )
    expect(await endProcess(portal.child, 'SIGTERM')).toBe(0)
    expect(portal.output()).not.toContain('free on the disk')
  })
})

describe('a portal whose database was copied to another', async () => {
  const database = await testDatabase()
  const environment = { DATABASE_URL: database.ownerUrl, TOKEN_SECRET: database.tokenSecret, LOG_LEVEL: 'fatal' }
  const person = { email: 'ann@better.example', password: 'nine barges on a slow river' }
  const signIn = ({ address }: RunningPortal) =>
    fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address },
      body: JSON.stringify(person),
    })

  test('is started on it once more: everything can be read, and what is new is refused with a sentence', {
    timeout: 90_000,
  }, async () => {
    const deps = {
      db: database.pools.server,
      clock: () => new Date(),
      newId: () => randomUUIDv7(),
      random: randomBytes,
    }
    await database.owner.query(`insert into accounts (account_id, number, name) values ($1, 'C-1', 'Better Bikes')`, [
      randomUUIDv7(),
    ])
    await addUser(deps, { ...person, name: 'Ann', account: 'C-1', role: 'admin' })
    const before = await served(run(environment))
    const token = (await (await signIn(before)).json()) as string
    expect(await endProcess(before.child, 'SIGTERM')).toBe(0)

    await setReadOnly({ ownerUrl: database.ownerUrl, serverUrl: database.urls.session }, true)
    const portal = await served(run(environment))
    await expect.poll(portal.output).toContain('because this database was copied to another')
    const list = await fetch(`${portal.address}/api/documents/orders?limit=10`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(list.status, await list.text()).toBe(200)
    const refused = await signIn(portal)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    expect(((await refused.json()) as { message: string }).message).toContain('everything can be read')
    expect(await endProcess(portal.child, 'SIGTERM')).toBe(0)
  })
})
