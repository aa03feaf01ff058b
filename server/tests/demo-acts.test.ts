import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Dashboard, WaitingDocument } from '#contract/dashboard.ts'
import { demoAccounts } from '#database/seed/people.ts'
import { seedDemo } from '../commands/seed.ts'
import { testPortal } from '../testing/portal.ts'

/* Whatever waits for the demo's customer can be answered from its row, and is gone from the list then. */

const portal = await testPortal()

/** The least that each act needs. */
const bodies: Readonly<Record<string, (row: WaitingDocument) => object>> = {
  accept: () => ({ signature: 'Asa Lindqvist' }),
  answerHold: () => ({ note: 'It is approved' }),
  notePromise: () => ({}),
  instructDelivery: () => ({ instruction: 'redeliver' }),
  confirmReceipt: () => ({ receivedOn: '2026-03-10', receivedBy: 'Lena', complete: true }),
  reportPayment: ({ amount }) => ({ paidOn: '2026-03-10', amount }),
}

test('for each document that needs action in the demo there is an act that takes it off the list', async () => {
  const clock = () => new Date('2026-03-10T09:00:00Z')
  const deps = { pools: portal.database.pools, clock, newId: () => randomUUIDv7(), random: randomBytes }
  await seedDemo(deps, { size: 'S', today: '2026-03-10' })
  const [{ number: account } = { number: '' }] = demoAccounts()
  const types = new Set<string>()
  const acts = new Set<string>()
  for (let person = 0; person < 6; person++) {
    // One person may ask sixty times within an hour.
    const token = await portal.signIn(`person${person}@demo.example`, account, 'admin')
    for (let made = 0; made < 60; made++) {
      const { needsAction } = (await portal.get('/dashboard', token)).body as Dashboard
      const row = needsAction.flatMap(({ rows }) => rows)[0]
      if (!row) {
        expect(needsAction.map(({ count }) => count)).toEqual([0, 0, 0, 0])
        expect([...types].toSorted()).toEqual(['invoices', 'orders', 'quotes', 'shipments'])
        expect(acts).toContain('instructDelivery')
        return
      }
      const body = { key: randomUUID(), ...bodies[row.act ?? '']?.(row) }
      const reply = await portal.call('POST', `/documents/${row.type}/${row.number}/${row.act}`, { token, body })
      expect([row.type, row.number, row.act, reply.status, reply.text]).toEqual([
        ...[row.type, row.number, row.act, 200, expect.any(String)],
      ])
      types.add(row.type)
      acts.add(String(row.act))
    }
  }
  expect.unreachable('more waits than can be answered')
}, 120_000)
