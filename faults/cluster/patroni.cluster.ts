import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerViolations } from '../ledger.ts'
import { expectNothingLost } from './failover.ts'
import { recordFigure } from './figures.ts'
import { startLoad } from './load.ts'
import { type PatroniCluster, preparePatroni } from './patroni.ts'
import { hasPatroni, type Machine } from './patroni-machine.ts'
import { type Servers, serversOn } from './servers.ts'

/* Patroni decides which of three PostgreSQLs is the primary; DATABASE_URL names all three. */

const prepared = hasPatroni() ? await preparePatroni() : undefined

describe.skipIf(prepared === undefined)('Three servers on three machines with Patroni', () => {
  if (prepared !== undefined) testPatroni(prepared)
})

function testPatroni(cluster: PatroniCluster): void {
  let servers: Servers
  beforeAll(() => cluster.start(), 240_000)
  afterAll(() => cluster.stop())
  // What is prepared last ends first: the servers of the portal before their database.
  const prepareServers = serversOn({ DATABASE_URL: cluster.ownerUrl })
  beforeAll(async () => {
    servers = await prepareServers()
  }, 240_000)
  afterAll(() => servers.stop())
  let lost: Machine | undefined

  test('lose nothing when the machine of the leader is lost, and take writes again by themselves after the promotion', {
    timeout: 300_000,
  }, async () => {
    const leader = await cluster.leader()
    await expectNothingLost(servers, 'Patroni: leader lost', 'LOST', async () => {
      await leader.kill()
      lost = leader
      return cluster.promotionAfter(leader)
    })
  })

  test('notice nothing of a lost machine that comes back and follows the new leader by itself', {
    timeout: 300_000,
  }, async () => {
    const scene = 'Patroni: machine back'
    const { ledger, calling, failures, stop } = startLoad(servers, 'BACK')
    const startedAt = performance.now()
    const machine = lost
    if (machine === undefined) throw new Error('No machine was lost before')
    await machine.boot()
    await cluster.settle()
    recordFigure(scene, 'until it follows', `${Math.round(performance.now() - startedAt)} ms`)
    await stop()
    const violations = await ledgerViolations(servers.owner(), ledger)
    recordFigure(scene, 'acknowledged orders; lost', `${ledger.acknowledged.length}; ${violations.length}`)
    recordFigure(scene, 'calls of people; failed', `${calling.calls()}; ${failures.length}`)
    expect(failures).toEqual([])
    expect(violations).toEqual([])
    // What no standby had is given up, and nothing copied anew.
    expect(machine.log()).toMatch(/running pg_rewind/)
    expect(machine.log()).not.toMatch(/bootstrap/)
  })

  test('lose nothing when an operator has another machine lead', { timeout: 300_000 }, async () => {
    const leader = await cluster.leader()
    const orders: Promise<void>[] = []
    await expectNothingLost(servers, 'Patroni: switchover', 'SWITCH', () => {
      // It returns when all follow the new leader, which is later than the promotion.
      orders.push(cluster.switchOver())
      return cluster.promotionAfter(leader)
    })
    await Promise.all(orders)
    await cluster.settle()
    expect(await cluster.leader()).not.toBe(leader)
  })
}
