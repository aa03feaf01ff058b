import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needsActionTypes } from '../dashboard.ts'
import { definitions } from '../documents/types.ts'
import { type Permission, roles } from '../permissions.ts'
import { documentTypes } from '../values.ts'
import { answersNeed } from './acts.ts'
import { type DocumentFacts, mainRequestOf, offeredRequests } from './main-requests.ts'
import { availableRequests, requestRules } from './rules.ts'

const permissions = new Set<Permission>(roles.admin)
const today = '2026-03-10'

type OtherFacts = Partial<Omit<DocumentFacts, 'status' | 'today'>> & { made?: readonly string[] }
const offeredFor = (type: (typeof documentTypes)[number], status: string, { made = [], ...known }: OtherFacts = {}) => {
  const facts = { status, today, arrivalDate: null, promiseMoved: false, acted: false, ...known }
  return offeredRequests(type, facts, availableRequests(type, status, permissions, [], facts), made)
}
const mainFor = (...input: Parameters<typeof offeredFor>) => offeredFor(...input).main

describe('what a document waits for can be done on its page, and what is done first takes it off the list', () => {
  test.each(
    documentTypes.flatMap((type) => definitions[type].needsAction.statuses.map((status) => [type, status] as const)),
  )('%s that are %s', (type, status) => {
    const [first = ''] = mainFor(type, status)
    expect(answersNeed(first, {})).toBe(true)
  })

  test('orders whose promised date has moved', () => {
    for (const status of definitions.orders.active.filter((active) => active !== 'on_hold'))
      expect(mainFor('orders', status, { promiseMoved: true }), status).toEqual(['notePromise', 'refusePromise'])
    expect(mainFor('orders', 'confirmed')).toEqual([])
  })
})

test.each([
  ['delivery_failed', 'instructDelivery', 'claim'],
  ['on_hold', 'instructDelivery'],
  ['ready_for_pickup', 'confirmReceipt', 'instructDelivery'],
  ['out_for_delivery', 'confirmReceipt'],
  ['delivered', 'confirmReceipt', 'claim', 'returnGoods'],
  ['lost_or_damaged', 'claim'],
  ['unknown', 'trace'],
])('a shipment that is %s offers first what fits: %s', (status, ...kinds) => {
  expect(mainFor('shipments', status)).toEqual(kinds)
})

test('receipt is offered for goods on their way only from the day on which they should come', () => {
  for (const arrivalDate of [null, '2026-03-11'])
    expect(offeredFor('shipments', 'in_transit', { arrivalDate })).toEqual({ main: [], others: ['trace', 'ask'] })
  expect(mainFor('shipments', 'in_transit', { arrivalDate: '2026-03-10' })).toEqual(['confirmReceipt', 'trace'])
  expect(mainFor('shipments', 'planned', { arrivalDate: '2026-03-01' })).toEqual([])
})

test('a request that was made once is still offered where it may be made again', () => {
  expect(mainFor('shipments', 'delivered', { made: ['claim'] })).toEqual(['confirmReceipt', 'claim', 'returnGoods'])
  expect(mainFor('orders', 'completed', { made: ['confirmReceipt', 'reorder'] })).toEqual(['reorder'])
  expect(offeredFor('orders', 'cancelled').main).toEqual([])
})

test('a receipt that was confirmed is not asked for again, and a problem can still be reported', () => {
  expect(mainFor('shipments', 'delivered', { made: ['confirmReceipt'] })).toEqual(['claim', 'returnGoods'])
})

test('when somebody has answered what a document waits for, nothing is called for and all is still possible', () => {
  for (const [type, status] of [
    ['quotes', 'open'],
    ['shipments', 'on_hold'],
    ['invoices', 'overdue'],
  ] as const) {
    const { main, others } = offeredFor(type, status, { acted: true })
    expect([main, others]).toEqual([[], availableRequests(type, status, permissions, [])])
  }
})

test('a problem with goods that failed to come or were delivered stays in sight after somebody has acted', () => {
  for (const status of ['delivery_failed', 'delivered', 'lost_or_damaged'])
    expect(mainFor('shipments', status, { acted: true, made: ['confirmReceipt'] })).toEqual(['claim'])
})

test('when the carrier has said nothing for more than three days, asking where the goods are is the main action', () => {
  const arrivalDate = '2026-03-20'
  expect(mainFor('shipments', 'in_transit', { arrivalDate, lastReport: '2026-03-06' })).toEqual(['trace'])
  expect(mainFor('shipments', 'in_transit', { arrivalDate, lastReport: '2026-03-07' })).toEqual([])
  expect(mainFor('shipments', 'in_transit', { arrivalDate: today, lastReport: '2026-03-06' })).toEqual([
    'confirmReceipt',
    'trace',
  ])
})

test('an expired quote can be made valid again', () => {
  expect(mainFor('quotes', 'expired')).toEqual(['extendValidity'])
})

test('whatever the state, all that may be requested in it is offered once, and nothing else', () => {
  const cases = documentTypes.flatMap((type) =>
    Object.keys(definitions[type].statuses).map((status) => ({ type, status })),
  )
  const facts = fc.record({
    arrivalDate: fc.constantFrom(null, '2026-03-01', '2026-03-10', '2026-03-11'),
    promiseMoved: fc.boolean(),
    acted: fc.boolean(),
    made: fc.constantFrom([], ['confirmReceipt']),
  })
  fc.assert(
    fc.property(fc.constantFrom(...cases), facts, ({ type, status }, known) => {
      const { main, others } = offeredFor(type, status, known)
      const available = availableRequests(type, status, permissions, [], known)
      const offered = [...main, ...others]
      expect(new Set(offered).size).toBe(offered.length)
      for (const kind of main) expect(requestRules[kind].type).toBe(type)
      const heldBack = available.filter((kind) => !offered.includes(kind))
      expect(heldBack.every((kind) => kind === 'confirmReceipt')).toBe(true)
      expect(offered.every((kind) => available.includes(kind))).toBe(true)
    }),
  )
})

test('a row of the dashboard offers what the page of its document offers first, to those who may', () => {
  const facts = { status: 'on_hold', arrivalDate: null, today, promiseMoved: false }
  expect(mainRequestOf('orders', facts, permissions)).toBe('answerHold')
  expect(mainRequestOf('shipments', facts, permissions)).toBe('instructDelivery')
  expect(mainRequestOf('orders', facts, new Set<Permission>(roles.logistics))).toBeNull()
  for (const type of needsActionTypes)
    for (const status of definitions[type].needsAction.statuses)
      expect(mainRequestOf(type, { ...facts, status }, permissions)).toBe(mainFor(type, status)[0])
})
