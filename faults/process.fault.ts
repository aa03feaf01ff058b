import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { clockAt } from '#checks/dates.ts'
import { embeddedUrl } from '#database/embedded/embedded.ts'
import { freePort } from '#e2e/harness/portal.ts'
import { endProcess, type RunningPortal } from '#server/testing/process.ts'
import { faultPortal } from './fault-portal.ts'
import { keepSending, ledgerViolations, resendUnknown, sendDocuments } from './ledger.ts'
import { getOrders } from './reader.ts'

/* The portal itself is killed, frozen, starved or told to stop. */

const supervised = [join(import.meta.dirname, '../run.mjs'), 'start']
const [oldSecret, newSecret] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')]
const { dataDir, processes, start, prepare, owner, key, signIn } = faultPortal({ TOKEN_SECRET: oldSecret })
let portal: RunningPortal
let token = ''

beforeAll(async () => {
  portal = await start()
  await prepare(portal)
  token = await signIn(portal)
})

const postmasterFile = join(dataDir, 'postgres/postmaster.pid')
const postmaster = () => Number.parseInt(readFileSync(postmasterFile, 'utf8'), 10)
const isReady = async ({ address }: RunningPortal) =>
  (await fetch(`${address}/api/health/ready`).catch(() => undefined))?.status === 200
const childOf = (pid: number) =>
  Number(
    execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)[0],
  )

/** Stops the portal, if it still runs, and starts it again. */
async function restart(environment?: Record<string, string>): Promise<void> {
  if (portal.child.exitCode === null && portal.child.signalCode === null) await endProcess(portal.child, 'SIGTERM')
  portal = await start(environment)
}

test('F26, F3: an import goes on where it was after fifty kills of the server, and nothing is in twice', {
  timeout: 600_000,
}, async () => {
  const kills = 50
  const ledger = keepSending(() => portal.address, key(), { prefix: 'KILL' })
  for (let kill = 0; kill < kills; kill++) {
    const before = ledger.acknowledged.length
    await expect.poll(() => ledger.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before)
    await endProcess(portal.child, 'SIGKILL')
    // The new process finds the database of the killed one and takes it over.
    portal = await start()
  }
  await ledger.stop()
  expect(await ledgerViolations(owner(), ledger)).toEqual([])
  await resendUnknown(portal.address, key(), ledger)
  expect(await ledgerViolations(owner(), ledger)).toEqual([])
})

describe('a portal under its supervisor', () => {
  test('F3, F4: comes back by itself when it is killed, also together with its database', async () => {
    await endProcess(portal.child, 'SIGTERM')
    portal = await processes.served(
      processes.run({ LOG_LEVEL: 'warn', TOKEN_SECRET: oldSecret, PORT: String(await freePort()) }, supervised),
    )
    const ledger = keepSending(() => portal.address, key(), { prefix: 'SUPERVISED' })
    for (const victims of [() => [], () => [postmaster()]]) {
      const before = ledger.acknowledged.length
      await expect.poll(() => ledger.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 40)
      const killed = [childOf(portal.pid), ...victims()]
      for (const pid of killed) process.kill(pid, 'SIGKILL')
      const startedAt = performance.now()
      await expect.poll(() => isReady(portal), { timeout: 20_000, interval: 50 }).toBe(true)
      expect(performance.now() - startedAt).toBeLessThan(10_000)
    }
    await ledger.stop()
    await resendUnknown(portal.address, key(), ledger)
    expect(await ledgerViolations(owner(), ledger)).toEqual([])
    expect(await endProcess(portal.child, 'SIGTERM')).toBe(0)
    portal = await start()
  })
})

test('F5: a stale file of PostgreSQL that names a living stranger keeps nobody from starting', async () => {
  const stranger = spawn('sleep', ['300'], { stdio: 'ignore' })
  onTestFinished(() => void stranger.kill())
  const stale = readFileSync(postmasterFile, 'utf8').replace(/^\d+/, String(stranger.pid))
  await endProcess(portal.child, 'SIGTERM')
  writeFileSync(postmasterFile, stale)
  portal = await start()
  expect(await isReady(portal)).toBe(true)
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
})

describe('a portal that is told to stop', () => {
  test('F16: ends within ten seconds with pages open that follow what changes', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const streams = await Promise.all(
      Array.from({ length: 15 }, () => fetch(`${portal.address}/api/live`, { headers })),
    )
    expect(streams.every(({ status }) => status === 200)).toBe(true)
    const startedAt = performance.now()
    expect(await endProcess(portal.child, 'SIGTERM')).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    portal = await start()
  })

  test('F17: ends within ten seconds with an import whose body never ends', async () => {
    const { hostname, port } = new URL(portal.address)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    const head = ['POST /api/ingest/documents HTTP/1.1', `host: ${hostname}:${port}`, `authorization: Bearer ${key()}`]
    const body = ['content-type: application/x-ndjson', 'content-length: 100000', '', '{"type":"orders"']
    socket.write([...head, ...body].join('\r\n'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    const startedAt = performance.now()
    expect(await endProcess(portal.child, 'SIGTERM')).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    portal = await start()
  })
})

test('F18: a second server on the same folder is refused by name, and the first goes on', async () => {
  const { code, output } = await processes.run({ LOG_LEVEL: 'warn', TOKEN_SECRET: oldSecret }).ended
  expect(code).toBe(1)
  expect(output).toContain(String(portal.pid))
  expect(await isReady(portal)).toBe(true)
})

test.each([1, -1])('F19: with the clock %i day off people sign in and documents come in', async (days) => {
  const now = new Date()
  const clock = clockAt(new Date(now.getTime() + days * 86_400_000), now)
  if (clock === undefined) throw new Error('libfaketime is not installed: apt-get install faketime')
  await restart(Object.fromEntries(Object.entries(clock).map(([name, value]) => [name, value ?? ''])))
  const ownToken = await signIn(portal)
  expect((await getOrders(portal.address, ownToken)).status).toBe(200)
  const sent = [{ type: 'orders', number: `DAY${days}`, account: 'C-1' }]
  expect((await sendDocuments(portal.address, key(), sent)).status).toBe(200)
  await restart()
  token = await signIn(portal)
  expect((await getOrders(portal.address, token)).status).toBe(200)
})

test('F21: with hardly any files left to open it refuses, and is well again afterwards', async () => {
  const limitFiles = (limit: string) =>
    execFileSync('prlimit', ['--pid', String(portal.pid), `--nofile=${limit}`], { encoding: 'utf8' })
  const usualLimits = execFileSync(
    'prlimit',
    ['--pid', String(portal.pid), '--nofile', '--raw', '--noheadings', '--output=SOFT,HARD'],
    {
      encoding: 'utf8',
    },
  ).trim()
  limitFiles('60:')
  await Promise.all(Array.from({ length: 80 }, () => getOrders(portal.address, token).catch(() => undefined)))
  limitFiles(`${usualLimits.split(/\s+/)[0]}:`)
  await expect
    .poll(async () => (await getOrders(portal.address, token).catch(() => undefined))?.status, { timeout: 15_000 })
    .toBe(200)
  expect(portal.child.exitCode ?? portal.child.signalCode).toBeNull()
})

test('F22: with little memory a large import and many readers do not end it', { timeout: 180_000 }, async () => {
  await restart({ NODE_OPTIONS: '--max-old-space-size=128' })
  const lines = Array.from({ length: 40 }, (_, line) => ({
    line: String(line + 1),
    sku: `A-${line}`,
    name: 'x'.repeat(200),
  }))
  const documents = Array.from({ length: 1_500 }, (_, index) => ({
    type: 'orders',
    number: `MEM-${index}`,
    account: 'C-1',
    lines,
  }))
  const headers = { authorization: `Bearer ${token}` }
  const streams = await Promise.all(Array.from({ length: 15 }, () => fetch(`${portal.address}/api/live`, { headers })))
  const importing = sendDocuments(portal.address, key(), documents, 150_000)
  const reading = Array.from({ length: 200 }, () => getOrders(portal.address, token).catch(() => undefined))
  expect((await importing).status).toBe(200)
  await Promise.all([...reading, ...streams.map((stream) => stream.body?.cancel())])
  expect(portal.child.exitCode ?? portal.child.signalCode).toBeNull()
  expect((await getOrders(portal.address, token)).status).toBe(200)
  await restart()
})

test('F23: frozen for three seconds it is late, and well at once afterwards', async () => {
  process.kill(portal.pid, 'SIGSTOP')
  const waiting = Array.from({ length: 20 }, () => getOrders(portal.address, token))
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  process.kill(portal.pid, 'SIGCONT')
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)
  for (const status of statuses) expect([200, 503]).toContain(status)
  await expect.poll(async () => (await getOrders(portal.address, token)).status, { timeout: 5_000 }).toBe(200)
})

test('F24: a call that fails for a reason nobody foresaw is answered with its id, logged once, and harms no other', async () => {
  await owner().query('alter table attachments rename to gone')
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(`${portal.address}/api/documents/orders/FIRST`, { headers })
  await owner().query('alter table gone rename to attachments')
  const { message, requestId } = (await reply.json()) as { message: string; requestId: string }
  expect([reply.status, message]).toEqual([500, 'Something went wrong on our side. Please try again.'])
  await expect.poll(() => portal.output().split(requestId).length - 1).toBe(1)
  expect((await fetch(`${portal.address}/api/documents/orders/FIRST`, { headers })).status).toBe(200)
})

test('F30: killed again and again while it makes its tables, the portal has each of them once in the end', {
  timeout: 180_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrating-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (let kill = 1; kill <= 5; kill++) {
    const starting = processes.run({ LOG_LEVEL: 'warn', DATA_DIR: folder, TOKEN_SECRET: oldSecret })
    // Each start gets a little further; the last ones may find everything there.
    const steps = () => starting.output().match(/Migration \S+ ran\.|were applied\.|http:/g)?.length ?? 0
    await expect.poll(steps, { timeout: 40_000, interval: 5 }).toBeGreaterThan(0)
    await endProcess(starting.child, 'SIGKILL')
  }
  const migrated = await start({ DATA_DIR: folder })
  const { rows } = await queryOwner(folder, 'select name from migrations order by name')
  const files = readdirSync(join(import.meta.dirname, '../database/migrations')).map((file) => file.replace('.sql', ''))
  expect(rows.map(({ name }) => name)).toEqual(files.toSorted())
  expect(await endProcess(migrated.child, 'SIGTERM')).toBe(0)
})

async function queryOwner(folder: string, sql: string): Promise<pg.QueryResult<{ name: string }>> {
  const client = new pg.Client({ connectionString: embeddedUrl(folder) })
  await client.connect()
  return client.query<{ name: string }>(sql).finally(() => client.end())
}

test('F36: a new secret leaves those who were signed in with the old one signed in', async () => {
  await restart({ TOKEN_SECRET: `${newSecret},${oldSecret}` })
  expect((await getOrders(portal.address, token)).status).toBe(200)
  const newToken = await signIn(portal)
  await restart({ TOKEN_SECRET: newSecret })
  expect((await getOrders(portal.address, newToken)).status).toBe(200)
  expect((await getOrders(portal.address, token)).status).toBe(401)
  await restart({ TOKEN_SECRET: `${oldSecret},${newSecret}` })
})
