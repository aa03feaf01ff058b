import { expect, test } from 'vitest'
import { definitions } from '../documents/types.ts'
import { type Permission, type Role, roles } from '../permissions.ts'
import {
  availableRequests,
  codedFields,
  concernsDocument,
  mayRequest,
  quoteDecisions,
  requestKinds,
  requestRules,
} from './rules.ts'

const permissionsOf = (role: Role) => new Set<Permission>(roles[role])
const everything = permissionsOf('admin')
const logistics = permissionsOf('logistics')

test.each([
  ['quotes', 'open', ['accept', 'reject', 'requestRevision', 'askApproval', 'counterOffer', 'extendValidity', 'ask']],
  ['quotes', 'expired', ['requestRevision', 'counterOffer', 'extendValidity', 'ask']],
  ['quotes', 'ordered', ['ask']],
  ['orders', 'received', ['requestChange', 'requestCancellation', 'reorder', 'ask']],
  ['orders', 'confirmed', ['requestChange', 'requestCancellation', 'reorder', 'ask']],
  ['orders', 'in_progress', ['requestChange', 'requestCancellation', 'reorder', 'ask']],
  ['orders', 'on_hold', ['requestChange', 'requestCancellation', 'reorder', 'answerHold', 'ask']],
  ['orders', 'completed', ['reorder', 'ask']],
  ['shipments', 'planned', ['ask']],
  ['shipments', 'on_hold', ['instructDelivery', 'ask']],
  ['shipments', 'picked_up', ['trace', 'confirmReceipt', 'ask']],
  ['shipments', 'in_transit', ['trace', 'confirmReceipt', 'ask']],
  ['shipments', 'customs', ['trace', 'confirmReceipt', 'ask']],
  ['shipments', 'ready_for_pickup', ['instructDelivery', 'confirmReceipt', 'ask']],
  ['shipments', 'out_for_delivery', ['trace', 'confirmReceipt', 'claim', 'ask']],
  ['shipments', 'delivery_failed', ['instructDelivery', 'claim', 'ask']],
  ['shipments', 'partially_delivered', ['confirmReceipt', 'claim', 'returnGoods', 'ask']],
  ['shipments', 'delivered', ['confirmReceipt', 'claim', 'returnGoods', 'ask']],
  ['shipments', 'returned', ['claim', 'ask']],
  ['shipments', 'lost_or_damaged', ['claim', 'ask']],
  ['shipments', 'unknown', ['trace', 'confirmReceipt', 'claim', 'ask']],
  ['invoices', 'open', ['dispute', 'promisePayment', 'reportPayment', 'ask']],
  ['invoices', 'partially_paid', ['dispute', 'promisePayment', 'reportPayment', 'ask']],
  ['invoices', 'overdue', ['dispute', 'promisePayment', 'reportPayment', 'ask']],
  ['invoices', 'paid', ['dispute', 'ask']],
] as const)('of %s that are %s one may request: %j', (type, status, kinds) => {
  expect(availableRequests(type, status, everything, [])).toEqual(kinds)
})

test('a request is tied to statuses that its documents can have', () => {
  for (const { type, ...rule } of Object.values(requestRules))
    for (const status of 'statuses' in rule ? rule.statuses : [])
      expect(Object.keys(definitions[type].statuses), type).toContain(status)
})

test('while a decision on a quote waits for its answer, no other is taken, and questions still are', () => {
  for (const kind of Object.keys(quoteDecisions))
    expect(availableRequests('quotes', 'open', everything, [kind]), kind).toEqual([
      ...['counterOffer', 'extendValidity', 'ask'],
    ])
})

test.each([
  ['orders', 'on_hold', 'requestCancellation'],
  ['orders', 'on_hold', 'answerHold'],
  ['shipments', 'delivery_failed', 'instructDelivery'],
  ['shipments', 'in_transit', 'trace'],
  ['shipments', 'delivered', 'confirmReceipt'],
] as const)('for %s that are %s nobody asks twice at the same time: %s', (type, status, kind) => {
  const all = availableRequests(type, status, everything, [])
  expect(availableRequests(type, status, everything, [kind])).toEqual(all.filter((other) => other !== kind))
})

test('what may be said more than once can be said again while the first waits', () => {
  for (const [type, status, kind] of [
    ['orders', 'on_hold', 'requestChange'],
    ['shipments', 'delivered', 'claim'],
    ['invoices', 'overdue', 'dispute'],
    ['invoices', 'overdue', 'reportPayment'],
  ] as const)
    expect(availableRequests(type, status, everything, [kind, 'ask'])).toContain(kind)
})

test('goods can be returned from an order, too, as soon as lines of it were delivered', () => {
  expect(availableRequests('orders', 'in_progress', everything, [])).not.toContain('returnGoods')
  expect(availableRequests('orders', 'in_progress', everything, [], { delivered: true })).toContain('returnGoods')
  expect(availableRequests('orders', 'in_progress', permissionsOf('buyer'), [], { delivered: true })).not.toContain(
    'returnGoods',
  )
})

test('who looks after the goods may ask about every paper, and act on shipments only', () => {
  expect(requestKinds.filter((kind) => mayRequest(kind, logistics))).toEqual([
    ...['instructDelivery', 'trace', 'confirmReceipt', 'claim', 'returnGoods'],
    'ask',
  ])
  expect(availableRequests('orders', 'on_hold', logistics, [])).toEqual(['ask'])
  expect(availableRequests('shipments', 'on_hold', logistics, [])).toEqual(['instructDelivery', 'ask'])
})

test('a buyer may enquire, and who only reads may only ask', () => {
  expect(mayRequest('enquire', permissionsOf('buyer'))).toBe(true)
  expect(requestKinds.filter((kind) => mayRequest(kind, permissionsOf('viewer')))).toEqual(['ask'])
  expect(requestKinds.filter((kind) => mayRequest(kind, everything))).toEqual([...requestKinds])
})

test('an enquiry and an advice of payments concern no document, every other request does', () => {
  expect(requestKinds.filter((kind) => !concernsDocument(kind))).toEqual(['enquire', 'adviseRemittance'])
})

test('who advises payments sees amounts', () => {
  expect(mayRequest('adviseRemittance', new Set<Permission>(['invoices.write']))).toBe(false)
  expect(mayRequest('adviseRemittance', new Set<Permission>(['prices']))).toBe(false)
  expect(mayRequest('adviseRemittance', permissionsOf('finance'))).toBe(true)
})

test('of a request, those fields are words of a list that have a text for each word', () => {
  expect(codedFields).toEqual(['reason', 'wanted', 'instruction', 'timeOfDay'])
})
