import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { embeddedUrl } from '#database/embedded/embedded.ts'
import { endProcess, type RunningPortal } from '#server/testing/process.ts'
import { faultPortal } from './fault-portal.ts'
import { keepSending, ledgerViolations, resendUnknown, sendDocuments } from './ledger.ts'
import { getOrders, keepReading } from './reader.ts'

/* The embedded PostgreSQL breaks in every way that a machine allows, while an ERP writes and a person reads. */

const { dataDir, start, prepare, owner, key, signIn } = faultPortal()
let portal: RunningPortal
let token = ''
const address = () => portal.address

beforeAll(async () => {
  portal = await start()
  await prepare(portal)
  token = await signIn(portal)
})

const postmaster = () => Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

/** The processes of the database, the postmaster first. */
function databaseProcesses(): number[] {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster())], { encoding: 'utf8' })
  return [postmaster(), ...children.trim().split(/\s+/).map(Number)]
}

/** The id of a server process of the pool for imports, in the middle of a transaction. */
async function writingBackend(): Promise<number> {
  const { rows } = await owner().query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'portal work' and xact_start is not null limit 1`,
  )
  if (rows[0] === undefined) throw new Error('Nobody writes just now')
  return rows[0].pid
}

/**
 * Lets an ERP write and a person read while `injectFault` runs, until both are served again; returns the longest
 * outage.
 */
async function duringFault(injectFault: () => Promise<void>): Promise<{ outage: number; unknown: number }> {
  const ledger = keepSending(address, key(), { prefix: `F${performance.now().toFixed(0)}` })
  const reader = keepReading(address, token)
  await expect.poll(() => ledger.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(60)
  await injectFault()
  const [sentBefore, readBefore] = [ledger.acknowledged.length, reader.answers.length]
  const isRead = () => reader.answers.slice(readBefore).filter(({ status }) => status === 200).length
  await expect.poll(() => ledger.acknowledged.length - sentBefore, { timeout: 40_000 }).toBeGreaterThan(100)
  await expect.poll(isRead, { timeout: 20_000 }).toBeGreaterThan(10)
  await Promise.all([ledger.stop(), reader.stop()])
  expect(portal.child.exitCode ?? portal.child.signalCode, portal.output()).toBeNull()
  await resendUnknown(portal.address, key(), ledger)
  expect(await ledgerViolations(owner(), ledger)).toEqual([])
  for (const { status, retryAfter } of reader.answers)
    expect([status, retryAfter === null]).toEqual([status, status === 200])
  return { outage: reader.longestOutage(), unknown: ledger.unknown.length }
}

describe('nothing that was acknowledged is lost, and the portal comes back by itself, when', () => {
  test('F1: a server process of PostgreSQL is killed while it writes', async () => {
    const { outage } = await duringFault(async () => {
      process.kill(await vi.waitFor(writingBackend, { timeout: 10_000, interval: 1 }), 'SIGKILL')
    })
    expect(outage).toBeLessThan(2_000)
  })

  test('F2: the whole of PostgreSQL is killed', async () => {
    const { outage } = await duringFault(async () => void process.kill(postmaster(), 'SIGKILL'))
    expect(outage).toBeLessThan(10_000)
  })

  test('F12: PostgreSQL stands still', { timeout: 60_000 }, async () => {
    const processes = databaseProcesses()
    for (const pid of processes) process.kill(pid, 'SIGSTOP')
    try {
      const startedAt = performance.now()
      const replies = await Promise.all([1, 2, 3].map(() => getOrders(portal.address, token)))
      expect(replies.map(({ status }) => status)).toEqual([503, 503, 503])
      expect(performance.now() - startedAt).toBeLessThan(5_000)
      expect((await fetch(`${portal.address}/api/health/live`)).status).toBe(200)
      expect((await fetch(`${portal.address}/api/health/ready`)).status).toBe(503)
    } finally {
      for (const pid of processes) process.kill(pid, 'SIGCONT')
    }
    await expect.poll(async () => (await getOrders(portal.address, token)).status, { timeout: 10_000 }).toBe(200)
  })

  test('F13: strangers take all its connections', { timeout: 60_000 }, async () => {
    const taken: pg.Client[] = []
    const url = embeddedUrl(dataDir)
    try {
      for (let count = 0; count < 200; count++) {
        const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
        client.on('error', () => undefined)
        const isIn = await client.connect().then(
          () => true,
          () => false,
        )
        if (!isIn) break
        taken.push(client)
      }
      expect(taken.length).toBeGreaterThan(10)
      const replies = await Promise.all(Array.from({ length: 40 }, () => getOrders(portal.address, token)))
      // The portal's open connections go on; a call that finds none free is told to come back.
      for (const { status, headers } of replies) expect([200, 503]).toContain(headers.has('retry-after') ? 503 : status)
    } finally {
      await Promise.all(taken.map((client) => client.end().catch(() => undefined)))
    }
    await expect.poll(async () => (await getOrders(portal.address, token)).status, { timeout: 10_000 }).toBe(200)
  })

  test('F14: two imports cross each other', { timeout: 60_000 }, async () => {
    const documents = Array.from({ length: 60 }, (_, index) => ({
      type: 'orders',
      number: `X-${index}`,
      account: 'C-1',
    }))
    const sent = Array.from({ length: 20 }, (_, run) => {
      const version = {
        modifiedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, run)).toISOString(),
        customerReference: `R-${run}`,
      }
      const versions = documents.map((document) => ({ ...document, ...version }))
      return sendDocuments(portal.address, key(), run % 2 === 0 ? versions : versions.toReversed(), 60_000)
    })
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200))
    const { rows } = await owner().query(
      `select count(*)::int as n from documents where number like 'X-%' and customer_reference = 'R-19'`,
    )
    expect(rows).toEqual([{ n: 60 }])
  })

  test('F15: somebody holds a lock on the documents', { timeout: 60_000 }, async () => {
    const other = new pg.Client({ connectionString: embeddedUrl(dataDir) })
    await other.connect()
    try {
      await other.query('begin; lock table documents in access exclusive mode')
      const startedAt = performance.now()
      const reply = await getOrders(portal.address, token)
      expect(reply.status).toBe(503)
      expect(performance.now() - startedAt).toBeLessThan(4_500)
      expect((await fetch(`${portal.address}/api/health/live`)).status).toBe(200)
    } finally {
      await other.end()
    }
    await expect.poll(async () => (await getOrders(portal.address, token)).status, { timeout: 10_000 }).toBe(200)
  })
})

afterAll(async () => {
  expect(await endProcess(portal.child, 'SIGTERM')).toBe(0)
})
