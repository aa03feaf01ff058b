import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepSending, ledgerViolations, resendUnknown, sendDocuments } from '../ledger.ts'
import { percentile, recordFigure } from './figures.ts'
import { keepFollowing } from './follower.ts'
import { delaysOf, keepMarking } from './marks.ts'
import { keepCalling } from './people.ts'
import type { PostgresPair } from './postgres-pair.ts'
import type { Servers } from './servers.ts'

/*
 * What must hold of three servers behind HAProxy on a primary with a synchronous standby, as an operator runs them: they are
 * restarted one after the other, and then the primary is killed.
 */

const leastCalls = 40_000
const followerCount = 6
/** Milliseconds between two batches of the ERP, so that it leaves the machine to the others too. */
const pause = 250

/** Tests servers on a pair; `where` says in the table how they reach it. */
export function testCluster(where: string, pair: PostgresPair, prepareServers: () => Promise<Servers>): void {
  describe(`Three servers on a primary with a standby, ${where}`, () => {
    let servers: Servers
    beforeAll(async () => {
      servers = await prepareServers()
    }, 240_000)
    afterAll(() => servers.stop())

    /** Starts an ERP, pages that follow and people who read; `stop` ends all. */
    function startLoad(prefix: string) {
      const { address, key, tokens, owner } = servers
      const failures: string[] = []
      const ledger = keepSending(() => address, key(), { prefix: `${prefix}-ERP`, pause })
      const followers = tokens.slice(0, followerCount).map((token) => keepFollowing(address, token))
      const marks = keepMarking(address, key(), owner(), `${prefix}-MARK`)
      const calling = keepCalling(address, tokens, failures)
      const stop = async () => {
        await Promise.all([ledger.stop(), marks.stop(), calling.stop()])
        const last = marks.sent.at(-1)?.version ?? 0
        const hasHeardAll = () => followers.every(({ heard }) => (heard.at(-1)?.version ?? 0) >= last)
        await expect.poll(hasHeardAll, { timeout: 10_000 }).toBe(true)
        await Promise.all(followers.map((follower) => follower.stop()))
      }
      return { ledger, followers, marks, calling, failures, stop }
    }

    test('are restarted one after the other: no call fails, no order and no live event is lost', {
      timeout: 400_000,
    }, async () => {
      const scene = `${where}: restart`
      const { ledger, followers, marks, calling, failures, stop } = startLoad('ROLL')
      const startedAt = performance.now()
      await sleep(3_000)
      for (const index of servers.own.keys()) {
        expect(await servers.restart(index)).toBe(0)
        // Until the proxy has found it again, and it has taken its share.
        await sleep(5_000)
      }
      await expect.poll(calling.calls, { timeout: 300_000, interval: 500 }).toBeGreaterThan(leastCalls)
      await stop()
      const seconds = (performance.now() - startedAt) / 1_000
      const failed = calling.calls() - (calling.statuses.get(200) ?? 0)
      recordFigure(scene, 'calls of people; failed', `${calling.calls()}; ${failed}`)
      recordFigure(scene, 'calls a second', Math.round(calling.calls() / seconds))
      recordFigure(
        scene,
        'answers, half; 99 of 100',
        `${percentile(calling.times, 0.5)}; ${percentile(calling.times, 0.99)}`,
      )
      recordFigure(scene, 'batches by answer', JSON.stringify([...ledger.statuses]))
      const violations = await ledgerViolations(servers.owner(), ledger)
      recordFigure(scene, 'acknowledged orders; lost', `${ledger.acknowledged.length}; ${violations.length}`)
      const delays = delaysOf(marks, followers)
      const arrived = delays.filter((delay) => delay !== undefined)
      recordFigure(scene, 'live events; never heard', `${delays.length}; ${delays.length - arrived.length}`)
      recordFigure(
        scene,
        'until heard, half; 99 of 100; longest',
        [0.5, 0.99, 1].map((s) => percentile(arrived, s)).join('; '),
      )
      expect(failures).toEqual([])
      expect([...calling.statuses.keys(), ...ledger.statuses.keys()]).toEqual([200, 200])
      expect(violations).toEqual([])
      expect(marks.sent.length).toBeGreaterThan(100)
      expect(arrived).toHaveLength(delays.length)
      // Each stream ends with its server and is opened again, and never for another reason.
      for (const follower of followers) expect(follower.interruptions()).toBeLessThanOrEqual(servers.own.length)
    })

    test('lose nothing when the primary is killed, and take writes again by themselves after the promotion', {
      timeout: 120_000,
    }, async () => {
      const scene = `${where}: failover`
      const { ledger, followers, marks, calling, stop } = startLoad('FAIL')
      await expect.poll(() => ledger.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(100)
      pair.killPrimary()
      const [killedAt, callsBefore] = [performance.now(), calling.calls()]
      await sleep(2_000)
      const promotedAt = performance.now()
      pair.promote()
      const recoveries = await Promise.all(
        servers.own.map(async (address, index) => {
          const orders = [{ type: 'orders', number: `AFTER-${index}`, account: 'C-1' }]
          const write = () =>
            sendDocuments(address, servers.key(), orders).then(
              ({ status }) => status,
              () => 0,
            )
          await expect.poll(write, { timeout: 30_000, interval: 100 }).toBe(200)
          return performance.now() - promotedAt
        }),
      )
      const acknowledged = ledger.acknowledged.length
      await expect.poll(() => ledger.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(acknowledged + 100)
      await stop()
      const failed = calling.calls() - (calling.statuses.get(200) ?? 0)
      recordFigure(scene, 'from the kill to the promotion', `${Math.round(promotedAt - killedAt)} ms`)
      recordFigure(
        scene,
        'first write of each server after it',
        recoveries.map((took) => `${Math.round(took)} ms`).join('; '),
      )
      recordFigure(scene, 'calls of people; answered otherwise than 200', `${calling.calls() - callsBefore}; ${failed}`)
      recordFigure(scene, 'batches by answer', JSON.stringify([...ledger.statuses]))
      await resendUnknown(servers.address, servers.key(), ledger)
      const violations = await ledgerViolations(servers.owner(), ledger)
      recordFigure(scene, 'acknowledged orders; lost', `${ledger.acknowledged.length}; ${violations.length}`)
      const interruptions = followers.map((follower) => follower.interruptions())
      recordFigure(scene, 'streams; ended', `${followers.length}; ${interruptions.reduce((a, b) => a + b, 0)}`)
      const delays = delaysOf(marks, followers)
      recordFigure(
        scene,
        'live events; never heard',
        `${delays.length}; ${delays.filter((d) => d === undefined).length}`,
      )
      expect(violations).toEqual([])
      for (const took of recoveries) expect(took).toBeLessThan(5_000)
      expect(interruptions).toEqual(followers.map(() => 0))
      expect(delays).not.toContain(undefined)
      for (const { statuses } of [calling, ledger]) expect([...statuses.keys()].toSorted()).toEqual([200, 503])
    })
  })
}
