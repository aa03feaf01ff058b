import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEqualRequest } from './equal-requests.ts'

const quantity = fc.integer({ min: 1, max: 999_999 }).map((thousandths) => (thousandths / 1000).toString())
const lines = fc.uniqueArray(fc.record({ line: fc.constantFrom('1', '2', '3', '4'), quantity }), {
  minLength: 1,
  selector: ({ line }) => line,
})

test('the same lines in another order, with numbers written otherwise and other words, are the same wish', () => {
  fc.assert(
    fc.property(lines, fc.string({ maxLength: 20 }), (wanted, note) => {
      const padded = wanted.toReversed().map(({ line, quantity: count }) => ({
        quantity: count.includes('.') ? `${count}0` : `${count}.00`,
        line,
      }))
      for (const kind of ['reorder', 'requestChange', 'claim', 'enquire'] as const)
        expect(isEqualRequest(kind, { lines: wanted }, { lines: padded, note })).toBe(true)
    }),
  )
})

test('another quantity of one line is another wish', () => {
  fc.assert(
    fc.property(lines, quantity, (wanted, count) => {
      const [first, ...rest] = wanted
      if (first === undefined || Number(first.quantity) === Number(count)) return
      const other = [{ ...first, quantity: count }, ...rest]
      for (const kind of ['reorder', 'requestChange', 'returnGoods'] as const)
        expect(isEqualRequest(kind, { lines: wanted }, { lines: other })).toBe(false)
    }),
  )
})

test('what each person calls it makes no difference until both call it differently', () => {
  const paid = { paidOn: '2026-03-01', amount: '10' }
  const equal = (one: object, other: object) =>
    isEqualRequest('reportPayment', { ...paid, ...one }, { ...paid, ...other })
  expect(equal({ reference: 'A' }, {})).toBe(true)
  expect(equal({ reference: 'A' }, { reference: 'A ' })).toBe(true)
  expect(equal({ reference: 'A' }, { reference: 'B' })).toBe(false)
  expect(equal({}, { amount: '10.00' })).toBe(true)
})

test('where nothing but words was sent, the words tell wishes apart', () => {
  expect(isEqualRequest('requestChange', { note: 'Later' }, { note: ' Later ' })).toBe(true)
  expect(isEqualRequest('requestChange', { note: 'Later' }, { note: 'Sooner' })).toBe(false)
  expect(isEqualRequest('requestChange', { note: 'Later', requestedDate: '2026-04-01' }, { note: 'Later' })).toBe(false)
})

test('questions are never taken for the same', () => {
  expect(isEqualRequest('ask', { note: 'Any news?' }, { note: 'Any news?' })).toBe(false)
})
