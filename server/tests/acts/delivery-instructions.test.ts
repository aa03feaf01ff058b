import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Dashboard } from '#contract/dashboard.ts'
import { deliveryInstructions } from '#contract/requests/rules.ts'
import { testPortal } from '#server/testing/portal.ts'

/* What shall happen with a delivery that failed, is held or waits to be collected is said in one act, whichever it is. */

const portal = await testPortal('2026-03-10T09:00:00Z')
let lea: string

const works = 'Werkstrasse 4, 9000 Gent'
/** What each instruction needs beside itself, and how the salesperson reads it. */
const cases: Record<(typeof deliveryInstructions)[number], { more?: object; words: readonly string[] }> = {
  redeliver: {
    more: { requestedDate: '2026-03-12', timeOfDay: 'morning' },
    words: ['What should happen: Deliver it again', 'Requested date: 12 Mar 2026', 'Time of day: Morning'],
  },
  deliver_elsewhere: { more: { address: works }, words: ['Deliver it to another address', works] },
  collect: { more: { requestedDate: '2026-03-11' }, words: ['We will collect it', '11 Mar 2026'] },
  keep: { more: { requestedDate: '2026-03-20' }, words: ['Hold it until the requested date', '20 Mar 2026'] },
  send_back: { words: ['Send it back: we refuse it'] },
}
const statuses = ['delivery_failed', 'on_hold', 'ready_for_pickup'] as const
const combinations = statuses.flatMap((status) => deliveryInstructions.map((one) => [status, one] as const))
const numberOf = (status: string, instruction: string) => `S-${status}-${instruction}`

beforeAll(async () => {
  const salesperson = { name: 'Sol Vang', email: 'sol@supplier.example' }
  const { errors } = await portal.ingest(
    ...combinations.map(([status, instruction]) => ({
      ...({ type: 'shipments', number: numberOf(status, instruction), account: 'C-1', status } as const),
      ...{ issueDate: '2026-03-08', salesperson, lines: [{ line: '1', sku: 'BK-1', quantity: '7' }] },
    })),
  )
  expect(errors).toEqual([])
  lea = await portal.signIn('lea@c.example', 'C-1', 'logistics')
})

const waiting = async () => {
  const { needsAction } = (await portal.get('/dashboard', lea)).body as Dashboard
  return needsAction.reduce((sum, { count }) => sum + count, 0)
}

test.each(combinations)(
  'of a delivery that is %s: %s, which the salesperson reads in words',
  async (status, instruction) => {
    const { more = {}, words } = cases[instruction]
    const before = await waiting()
    const path = `/documents/shipments/${numberOf(status, instruction)}/instructDelivery`
    const body = { key: randomUUID(), instruction, ...more }
    for (const _ of ['pressed', 'pressed again']) {
      const reply = await portal.call('POST', path, { token: lea, body })
      expect(reply.status, reply.text).toBe(200)
    }
    expect(await waiting()).toBe(before - 1)
    const mails = (await portal.mails()).filter(({ to }) => to.address === 'sol@supplier.example')
    expect(mails).toHaveLength(1)
    for (const part of words) expect(mails[0]?.text).toContain(part)
  },
)
