import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerViolations } from '../ledger.ts'
import { expectNothingLost } from './failover.ts'
import { percentile, recordFigure } from './figures.ts'
import { startLoad } from './load.ts'
import { delaysOf } from './marks.ts'
import type { PostgresPair } from './postgres-pair.ts'
import type { Servers } from './servers.ts'

/*
 * What must hold of three servers behind HAProxy on a primary with a synchronous standby, as an operator runs them: they are
 * restarted one after the other, and then the primary is killed.
 */

const leastCalls = 40_000

/** Tests servers on a pair; `where` says in the table how they reach it. */
export function testCluster(where: string, pair: PostgresPair, prepareServers: () => Promise<Servers>): void {
  describe(`Three servers on a primary with a standby, ${where}`, () => {
    let servers: Servers
    beforeAll(async () => {
      servers = await prepareServers()
    }, 240_000)
    afterAll(() => servers.stop())

    test('are restarted one after the other: no call fails, no order and no live event is lost', {
      timeout: 400_000,
    }, async () => {
      const scene = `${where}: restart`
      const { ledger, followers, marks, calling, failures, stop } = startLoad(servers, 'ROLL')
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
      timeout: 300_000,
    }, async () => {
      await expectNothingLost(servers, `${where}: failover`, 'FAIL', async () => {
        pair.killPrimary()
        await sleep(2_000)
        const promotedAt = performance.now()
        pair.promote()
        return promotedAt
      })
    })
  })
}
