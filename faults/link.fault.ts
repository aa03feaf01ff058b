import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, testLink } from '#database/testing/database.ts'
import type { RunningPortal } from '#server/testing/process.ts'
import { faultPortal } from './fault-portal.ts'
import { keepSending, ledgerViolations, resendUnknown } from './ledger.ts'
import { getOrders, keepReading } from './reader.ts'

/* Faults of the network between the portal and the operator's own PostgreSQL. */

const link = await testLink()
const database = await testDatabase()
const { start, prepare, key, signIn } = faultPortal({
  DATABASE_URL: link.through(database.ownerUrl),
  TOKEN_SECRET: database.tokenSecret,
})
let portal: RunningPortal
let token = ''
const address = () => portal.address

beforeAll(async () => {
  portal = await start()
  await prepare(portal)
  token = await signIn(portal)
})

describe('with a database over a network', () => {
  test('F10: a slow link makes pages later, never wrong', { timeout: 90_000 }, async () => {
    link.delay(200)
    const ledger = keepSending(address, key(), { prefix: 'SLOW' })
    const reader = keepReading(address, token)
    await expect.poll(() => reader.answers.length, { timeout: 40_000 }).toBeGreaterThan(20)
    await expect.poll(() => ledger.acknowledged.length, { timeout: 40_000 }).toBeGreaterThan(20)
    await Promise.all([ledger.stop(), reader.stop()])
    link.delay(0)
    expect(new Set(reader.answers.map(({ status }) => status))).toEqual(new Set([200]))
    // At most three round trips.
    expect(reader.answers.map(({ took }) => took).toSorted((a, b) => a - b)[10]).toBeLessThan(3 * 200 + 300)
    expect(await ledgerViolations(database.owner, ledger)).toEqual([])
  })

  test('F9: a link that falls silent in the middle of an import costs what is under way, and nothing else', {
    timeout: 90_000,
  }, async () => {
    const ledger = keepSending(address, key(), { prefix: 'SILENT' })
    await expect.poll(() => ledger.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(60)
    link.become('silent')
    const startedAt = performance.now()
    const reply = await getOrders(portal.address, token)
    expect([reply.status, reply.headers.has('retry-after')]).toEqual([503, true])
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    link.become('well')
    link.reset()
    const healed = performance.now()
    await expect.poll(async () => (await getOrders(portal.address, token)).status, { timeout: 10_000 }).toBe(200)
    expect(performance.now() - healed).toBeLessThan(4_000)
    const before = ledger.acknowledged.length
    await expect.poll(() => ledger.acknowledged.length, { timeout: 40_000 }).toBeGreaterThan(before + 60)
    await ledger.stop()
    expect(portal.child.exitCode ?? portal.child.signalCode).toBeNull()
    await resendUnknown(portal.address, key(), ledger)
    expect(await ledgerViolations(database.owner, ledger)).toEqual([])
  })

  test('F11: connections that are reset under load harm only what is under way', { timeout: 90_000 }, async () => {
    const ledger = keepSending(address, key(), { prefix: 'RESET' })
    const reader = keepReading(address, token)
    await expect.poll(() => ledger.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(60)
    for (let time = 0; time < 5; time++) {
      const before = ledger.acknowledged.length
      link.reset()
      await expect.poll(() => ledger.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before + 40)
    }
    await Promise.all([ledger.stop(), reader.stop()])
    expect(portal.child.exitCode ?? portal.child.signalCode).toBeNull()
    await resendUnknown(portal.address, key(), ledger)
    expect(await ledgerViolations(database.owner, ledger)).toEqual([])
    expect(reader.answers.filter(({ status }) => status === 200).length).toBeGreaterThan(10)
    for (const { status } of reader.answers) expect([200, 503]).toContain(status)
  })
})
