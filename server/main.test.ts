import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, connect as open, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { embeddedUrl } from '#database/embedded/embedded.ts'
import { isPostgresOn, pidExists } from '#database/embedded/processes.ts'
import { endProcess, portalProcesses, type RunningPortal } from './testing/process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'portal-process-'))
const folder = join(dataDir, 'postgres')
const { run, start, running, endAll } = portalProcesses(dataDir)
const end = endProcess

const ready = async (address: string) => (await fetch(`${address}/api/health/ready`)).status
const postmaster = () => Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10)
const untilReady = (address: string) =>
  vi.waitFor(async () => expect(await ready(address)).toBe(200), { timeout: 10_000, interval: 50 })

/** Writes row after row and records those that the database acknowledged. */
function writeRows(): { acknowledged: number[]; stop: () => Promise<void> } {
  const acknowledged: number[] = []
  let writing = true
  const writer = async (first: number) => {
    for (let id = first, client: pg.Client | undefined; writing; id += 4) {
      try {
        if (client === undefined) {
          client = new pg.Client({ connectionString: embeddedUrl(dataDir), connectionTimeoutMillis: 1_000 })
          client.on('error', () => undefined)
          await client.connect()
        }
        await client.query('insert into ledger values ($1)', [id])
        acknowledged.push(id)
      } catch {
        await client?.end().catch(() => undefined)
        client = undefined
      }
      if (!writing) await client?.end().catch(() => undefined)
    }
  }
  const seed = nextRow
  nextRow += 1_000_000
  const writers = Promise.all([0, 1, 2, 3].map((lane) => writer(seed + lane)))
  return {
    acknowledged,
    stop: async () => {
      writing = false
      await writers
    },
  }
}
let nextRow = 0

async function owner<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: embeddedUrl(dataDir) })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

async function expectNothingLost(acknowledged: number[]): Promise<void> {
  expect(acknowledged.length).toBeGreaterThan(50)
  const stored = new Set((await owner<{ id: number }>('select id from ledger')).map(({ id }) => id))
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
}

const waitForRows = (rows: { acknowledged: number[] }, count = 100) => {
  const before = rows.acknowledged.length
  return vi.waitFor(() => expect(rows.acknowledged.length).toBeGreaterThan(before + count), { timeout: 15_000 })
}

let portal: RunningPortal
beforeAll(async () => {
  portal = await start()
  await owner('create table ledger (id integer primary key)')
})

afterEach(() => {
  if (!pidExists(portal.pid)) return
  expect(running()).toBe(1)
})

afterAll(async () => {
  await endAll()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the embedded database keeps what it acknowledged and checks its pages', async () => {
  const [shown] = await owner(`select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
    current_setting('synchronous_commit') as commit, current_setting('data_checksums') as checksums`)
  expect(shown).toEqual({ fsync: 'on', pages: 'on', commit: 'on', checksums: 'on' })
})

test('secrets in the data folder are readable by their owner alone', async () => {
  for (const name of ['postgres-password', 'postgres.json', 'token-secret', 'portal.lock']) {
    expect([name, statSync(join(dataDir, name)).mode & 0o077]).toEqual([name, 0])
  }
})

test('a second start on the same data folder is refused by name and leaves the first alone', {
  tags: 'long',
}, async () => {
  const { code, output } = await run().ended
  expect(code).toBe(1)
  expect(output.trim()).toBe(
    `The data folder ${dataDir} is in use by a running portal (process ${portal.pid} at ${portal.address}). Stop it first, or start with another DATA_DIR.`,
  )
  expect(await ready(portal.address)).toBe(200)
})

test('a wrong setting stops the start with a sentence that names it', { tags: 'long' }, async () => {
  const { code, output } = await run({ PORT: '80O0' }).ended
  expect(code).toBe(1)
  expect(output.trim()).toBe('PORT must be a number from 0 to 65535 (it is "80O0").')
})

test('when both are killed, and a stranger has got the number of the dead database, the next start needs no help', {
  tags: 'long',
}, async () => {
  const rows = writeRows()
  await waitForRows(rows)
  const dead = postmaster()
  portal.child.kill('SIGKILL')
  process.kill(dead, 'SIGKILL')
  // From now on they would only find nobody there, as fast as they can.
  await rows.stop()
  await vi.waitFor(() => expect(pidExists(dead) || pidExists(portal.pid)).toBe(false), { timeout: 5_000 })
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
  const pidFile = join(folder, 'postmaster.pid')
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(stranger.pid)))
  portal = await start()
  expect(await ready(portal.address)).toBe(200)
  await expectNothingLost(rows.acknowledged)
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  stranger.kill()
})

test('a database that hangs gives an error within four seconds and heals by itself', { tags: 'long' }, async () => {
  const main = postmaster()
  const processes = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isPostgresOn(pid, folder))
  expect(processes).toContain(main)
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  const startedAt = performance.now()
  const statuses = await Promise.all(Array.from({ length: 30 }, () => ready(portal.address)))
  const waited = performance.now() - startedAt
  const alive = (await fetch(`${portal.address}/api/health/live`)).status
  for (const pid of processes) process.kill(pid, 'SIGCONT')
  expect(new Set(statuses)).toEqual(new Set([503]))
  expect(waited).toBeLessThan(4_000)
  expect(alive).toBe(200)
  await vi.waitFor(async () => expect(await ready(portal.address)).toBe(200), { timeout: 2_000, interval: 50 })
})

test('asked to end, the portal cuts off a request that never ends and stops the database in order within ten seconds', async () => {
  const { hostname, port } = new URL(portal.address)
  const stuck = await new Promise<Socket>((resolve) => {
    const socket: Socket = open(Number(port), hostname, () => resolve(socket))
  })
  stuck.on('error', () => undefined)
  stuck.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  )
  await untilReady(portal.address)
  const startedAt = performance.now()
  expect(await end(portal.child, 'SIGTERM')).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  expect(() => readFileSync(join(folder, 'postmaster.pid'))).toThrow(/ENOENT/)
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8').trim().split('\n').at(-1)).toContain('is shut down')
  stuck.destroy()
})

test('an idle portal ends at once, and the next start finds everything as it was', { tags: 'long' }, async () => {
  portal = await start()
  expect((await owner('select 1 from ledger limit 1')).length).toBe(1)
  const startedAt = performance.now()
  expect(await end(portal.child, 'SIGTERM')).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

test('a taken port is told in one sentence, and the database is left stopped', { tags: 'long' }, async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const { code, output } = await run({ PORT: port, HOST: '127.0.0.1', LOG_LEVEL: 'fatal' }).ended
  expect(code).toBe(1)
  expect(output.trim().split('\n').at(-1)).toBe(
    `PORT: ${port} is taken by another program. Stop that one, or set PORT to another number.`,
  )
  expect(output).not.toContain('    at ')
  expect(() => readFileSync(join(folder, 'postmaster.pid'))).toThrow(/ENOENT/)
  taken.close()
})

test('a server that is told to end says so at once and serves on, so that whoever distributes calls loses none', {
  tags: 'long',
}, async () => {
  portal = await start({ DRAIN_SECONDS: '3' })
  const shows = async () => (await fetch(`${portal.address}/api/portal`)).status
  expect([await ready(portal.address), await shows()]).toEqual([200, 200])
  const startedAt = performance.now()
  const ended = end(portal.child, 'SIGTERM')
  await vi.waitFor(async () => expect(await ready(portal.address)).toBe(503), { timeout: 1_000, interval: 20 })
  // A process manager may say it twice.
  portal.child.kill('SIGTERM')
  expect([await shows(), (await fetch(`${portal.address}/api/health/live`)).status]).toEqual([200, 200])
  await vi.waitUntil(() => performance.now() - startedAt > 2_000, { timeout: 3_000 })
  expect(await shows()).toBe(200)
  expect(await ended).toBe(0)
  expect(performance.now() - startedAt).toBeGreaterThan(2_900)
})
