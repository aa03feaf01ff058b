import { describe, expect, test } from 'vitest'
import { definitions } from '../documents/types.ts'
import { type Permission, roles } from '../permissions.ts'
import { documentTypes } from '../values.ts'
import { mainRequests } from './main-requests.ts'
import { availableRequests, requestRules } from './rules.ts'

const permissions = new Set<Permission>(roles.admin)
const today = '2026-03-10'

const mainFor = (
  type: (typeof documentTypes)[number],
  status: string,
  { arrivalDate = null, made = [] }: { arrivalDate?: string | null; made?: readonly string[] } = {},
) => mainRequests(type, { status, arrivalDate, today }, availableRequests(type, status, permissions, []), made)

describe('what a document waits for can be done on its page', () => {
  test.each(
    documentTypes.flatMap((type) => definitions[type].needsAction.statuses.map((status) => [type, status] as const)),
  )('%s that are %s', (type, status) => {
    expect(mainFor(type, status)).not.toEqual([])
  })
})

test.each([
  ['delivery_failed', 'instructDelivery', 'claim'],
  ['on_hold', 'instructDelivery'],
  ['ready_for_pickup', 'confirmReceipt', 'instructDelivery'],
  ['out_for_delivery', 'confirmReceipt'],
  ['delivered', 'confirmReceipt', 'claim'],
  ['lost_or_damaged', 'claim'],
  ['unknown', 'trace'],
])('a shipment that is %s offers first what fits: %s', (status, ...kinds) => {
  expect(mainFor('shipments', status)).toEqual(kinds)
})

test('receipt is offered for goods on their way only from the day on which they should come', () => {
  expect(mainFor('shipments', 'in_transit')).toEqual([])
  expect(mainFor('shipments', 'in_transit', { arrivalDate: '2026-03-11' })).toEqual([])
  expect(mainFor('shipments', 'in_transit', { arrivalDate: '2026-03-10' })).toEqual(['confirmReceipt', 'trace'])
  expect(mainFor('shipments', 'planned', { arrivalDate: '2026-03-01' })).toEqual([])
})

test('a receipt that was confirmed is not asked for again, and a problem can still be reported', () => {
  expect(mainFor('shipments', 'delivered', { made: ['confirmReceipt'] })).toEqual(['claim'])
})

test('whatever the state, only what may be requested in it is offered', () => {
  for (const type of documentTypes)
    for (const status of Object.keys(definitions[type].statuses)) {
      const available = availableRequests(type, status, permissions, [])
      const kinds = mainRequests(type, { status, arrivalDate: '2026-03-01', today }, available, [])
      for (const kind of kinds) {
        expect(available).toContain(kind)
        expect(kind === 'ask' || requestRules[kind].type === type).toBe(true)
      }
      expect(mainRequests(type, { status, arrivalDate: null, today }, [], [])).toEqual([])
    }
})
