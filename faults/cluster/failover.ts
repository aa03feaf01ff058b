import { expect } from 'vitest'
import { ledgerViolations, resendUnknown, sendDocuments } from '../ledger.ts'
import { recordFigure } from './figures.ts'
import { startLoad } from './load.ts'
import { delaysOf } from './marks.ts'
import type { Servers } from './servers.ts'

/** Milliseconds after a promotion within which each server reads and writes again. */
const longestRecovery = 5_000
/** Milliseconds within which some batches are acknowledged also on a machine that others keep busy. */
const patience = 90_000

/**
 * Expects that servers lose nothing when another PostgreSQL becomes the primary under load, and go on by themselves.
 * `change` makes it the primary, and returns the time of the promotion (`performance.now()`).
 */
export async function expectNothingLost(
  servers: Servers,
  scene: string,
  prefix: string,
  change: () => Promise<number>,
): Promise<void> {
  const { address, key, owner } = servers
  // The people of the load call as often as they may.
  const token = await servers.signIn(servers)
  const logsBefore = servers.logs()
  const { ledger, followers, marks, calling, stop } = startLoad(servers, prefix)
  await expect.poll(() => ledger.acknowledged.length, { timeout: patience }).toBeGreaterThan(100)
  const [changedAt, callsBefore] = [performance.now(), calling.calls()]
  const promotedAt = await change()
  const until200 = async (call: () => Promise<Response>) => {
    const status = () =>
      call().then(
        (reply) => reply.status,
        () => 0,
      )
    await expect.poll(status, { timeout: 30_000, interval: 100 }).toBe(200)
    return performance.now() - promotedAt
  }
  const recoveries = await Promise.all(
    servers.own.map((server, index) => {
      const order = { type: 'orders', number: `${prefix}-AFTER-${index}`, account: 'C-1' }
      const headers = { authorization: `Bearer ${token}` }
      const write = () => sendDocuments(server, key(), [order])
      const read = () => fetch(`${server}/api/documents/orders/FIRST`, { headers, signal: AbortSignal.timeout(20_000) })
      return Promise.all([until200(write), until200(read)])
    }),
  )
  const acknowledged = ledger.acknowledged.length
  await expect.poll(() => ledger.acknowledged.length, { timeout: patience }).toBeGreaterThan(acknowledged + 100)
  await stop()
  const figure = (what: string, value: string | number) => recordFigure(scene, what, value)
  const failed = calling.calls() - (calling.statuses.get(200) ?? 0)
  figure('until the promotion', milliseconds(promotedAt - changedAt))
  figure('first write of each server after it', recoveries.map(([write]) => milliseconds(write)).join('; '))
  figure('first read of each server after it', recoveries.map(([, read]) => milliseconds(read)).join('; '))
  figure('calls of people; answered otherwise than 200', `${calling.calls() - callsBefore}; ${failed}`)
  figure('batches by answer', JSON.stringify([...ledger.statuses]))
  await resendUnknown(address, key(), ledger)
  const violations = await ledgerViolations(owner(), ledger)
  figure('acknowledged orders; lost', `${ledger.acknowledged.length}; ${violations.length}`)
  const interruptions = followers.map((follower) => follower.interruptions())
  figure('streams; ended', `${followers.length}; ${interruptions.reduce((a, b) => a + b, 0)}`)
  const delays = delaysOf(marks, followers)
  figure('live events; never heard', `${delays.length}; ${delays.filter((d) => d === undefined).length}`)
  const lines = servers.logs().map((log, index) => log.slice(logsBefore[index]?.length).split('\n').length - 1)
  figure('lines that each server logged', lines.join('; '))
  expect(violations).toEqual([])
  for (const took of recoveries.flat()) expect(took).toBeLessThan(longestRecovery)
  expect(interruptions).toEqual(followers.map(() => 0))
  expect(delays).not.toContain(undefined)
  for (const { statuses } of [calling, ledger]) expect([200, 503]).toEqual(expect.arrayContaining([...statuses.keys()]))
}

const milliseconds = (duration: number) => `${Math.round(duration)} ms`
