import { expect, test } from 'vitest'
import { definitions } from '../documents/types.ts'
import {
  actStatuses,
  answersNeed,
  isPromiseMoved,
  occupyingKinds,
  uncountedLines,
  withoutPartialReceipts,
} from './acts.ts'
import { isClosable, isPortalNumber, isReopenable, requestSubjects } from './conversation-rules.ts'
import { requestKinds } from './rules.ts'

test('what can be asked again can be closed and opened again; what excludes others cannot', () => {
  expect(requestKinds.filter(isClosable)).toEqual([
    ...['requestChange', 'reorder', 'claim', 'dispute', 'promisePayment', 'reportPayment'],
    ...['ask', 'enquire', 'adviseRemittance'],
  ])
})

test('words open again what was answered, closed or declined, but no claim or dispute that was declined', () => {
  const reopenable = (state: string) => requestKinds.filter((kind) => isReopenable(kind, state))
  const closable = requestKinds.filter(isClosable)
  for (const state of ['answered', 'closed']) expect(reopenable(state), state).toEqual(closable)
  expect(reopenable('declined')).toEqual(closable.filter((kind) => kind !== 'claim' && kind !== 'dispute'))
  for (const state of ['open', 'taken', 'asked', 'accepted', 'withdrawn']) expect(reopenable(state), state).toEqual([])
})

test('a conversation is about a document or about the account', () => {
  expect(requestSubjects).toEqual([...Object.keys(definitions), 'account'])
})

test.each([
  ['ENQ-01AB9XYZ', true],
  ['RA-00000000', true],
  ['XENQ-01AB9XYZ', false],
  ['ENQ-01AB9XYZ1', false],
  ['ENQ-01AB9XY', false],
  ['ENQ-0IAB9XYZ', false],
  ['INV-01AB9XYZ', false],
])('the number %s is one of the portal: %s', (number, expected) => expect(isPortalNumber(number)).toBe(expected))

test('the promise of an order has moved only when a later day is expected than was promised', () => {
  expect(isPromiseMoved('orders', '2026-03-10', '2026-03-11')).toBe(true)
  expect(isPromiseMoved('orders', '2026-03-10', '2026-03-10')).toBe(false)
  expect(isPromiseMoved('orders', '2026-03-10', '2026-03-09')).toBe(false)
  expect(isPromiseMoved('orders', '2026-03-10', null)).toBe(false)
  expect(isPromiseMoved('orders', null, '2026-03-11')).toBe(false)
  expect(isPromiseMoved('shipments', '2026-03-10', '2026-03-11')).toBe(false)
})

test('a request holds its place until it is answered, or until its document waits for the customer again', () => {
  const request = (kind: string, state: string) => ({ kind, state, content: {} })
  const requests = [request('accept', 'open'), request('trace', 'taken'), request('reject', 'asked')]
  expect(occupyingKinds(requests, false)).toEqual(['accept', 'trace', 'reject'])
  expect(occupyingKinds(requests, true)).toEqual(['trace'])
  for (const state of ['accepted', 'declined', 'answered', 'closed', 'withdrawn'])
    expect(occupyingKinds([request('trace', state)], false), state).toEqual([])
})

test('a receipt that leaves lines lets another say what came of them', () => {
  const receipt = (state: string, ...lines: string[]) => ({
    kind: 'confirmReceipt',
    state,
    content: { complete: false, lines: lines.map((line) => ({ line, received: '1' })) },
  })
  const both = ['1', '2']
  expect(uncountedLines(both, [receipt('open', '2')])).toEqual(['1'])
  expect(withoutPartialReceipts(both, [receipt('open', '2')])).toEqual([])
  expect(uncountedLines(both, [receipt('declined', '1'), receipt('answered', '2')])).toEqual(['1'])
  const whole = [receipt('open', '2'), receipt('open', '1')]
  expect(withoutPartialReceipts(both, whole)).toEqual(whole)
  const complete = { kind: 'confirmReceipt', state: 'open', content: { complete: true } }
  expect(withoutPartialReceipts(both, [complete])).toEqual([complete])
})

test('a request for all of a document answers what it waits for; what one for a part leaves is still to be said', () => {
  for (const kind of ['requestCancellation', 'dispute']) {
    expect(answersNeed(kind, {}), kind).toBe(true)
    expect(answersNeed(kind, { lines: [] }), kind).toBe(true)
    expect(answersNeed(kind, { lines: ['1'] }), kind).toBe(false)
    expect(answersNeed(kind, { amount: '1.00' }), kind).toBe(false)
  }
  expect(answersNeed('accept', { lines: ['1'] })).toBe(true)
  expect(answersNeed('confirmReceipt', { complete: true })).toBe(true)
  expect(
    ['requestChange', 'claim', 'trace', 'promisePayment', 'ask', 'enquire'].filter((kind) => answersNeed(kind, {})),
  ).toEqual([])
})

test('what a customer did shows on quotes that were decided, orders in work, shipments that wait and open invoices', () => {
  expect(actStatuses('quotes')).toEqual(['open', 'accepted', 'rejected', 'revision_requested'])
  expect(actStatuses('orders')).toEqual(definitions.orders.active)
  expect(actStatuses('shipments')).toEqual(definitions.shipments.needsAction.statuses)
  expect(actStatuses('invoices')).toEqual(['open', 'partially_paid'])
})
