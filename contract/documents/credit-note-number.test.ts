import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withCreditNoteMark, withoutCreditNoteMark } from './credit-note-number.ts'

test('a credit note that has an invoice’s number is told apart from it, and printed as it is called', () => {
  expect(withCreditNoteMark('1001')).toBe('1001\u00a0CN')
  fc.assert(
    fc.property(fc.string(), (number) => {
      expect(withoutCreditNoteMark(withCreditNoteMark(number))).toBe(number)
    }),
  )
})

test('a number that only looks like a credit note’s stays as it was typed', () => {
  for (const number of ['1001', '1001 CN', '1001CN', '', 'CN']) expect(withoutCreditNoteMark(number)).toBe(number)
})
