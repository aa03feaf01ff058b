import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compare, fromMillionths, multiply, sum, toMillionths } from './money.ts'

const millionths = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })

describe('amounts', () => {
  test('an amount survives being read and written, to the last place', () => {
    fc.assert(
      fc.property(millionths, (value) => {
        expect(toMillionths(fromMillionths(value))).toBe(value)
      }),
    )
  })

  test('a sum does not depend on the order of its parts', () => {
    fc.assert(
      fc.property(fc.array(millionths), (values) => {
        const texts = values.map((value) => fromMillionths(value))
        expect(sum(texts.toReversed())).toBe(sum(texts))
        expect(toMillionths(sum(texts))).toBe(values.reduce((total, value) => total + value, 0n))
      }),
    )
  })

  test('amounts that no float can hold add up exactly', () => {
    expect(sum(['0.10', '0.20'])).toBe('0.3')
    expect(sum(['99999999999999.9999', '0.0001'])).toBe('100000000000000')
    expect(sum([null, undefined, ''])).toBe('0')
  })

  test('a product is rounded half away from zero', () => {
    expect(multiply('3', '0.35')).toBe('1.05')
    expect(multiply('0.001', '0.0005')).toBe('0.000001')
    expect(multiply('-0.001', '0.0005')).toBe('-0.000001')
  })

  test('comparing agrees with subtracting', () => {
    fc.assert(
      fc.property(millionths, millionths, (a, b) => {
        expect(compare(fromMillionths(a), fromMillionths(b))).toBe(a < b ? -1 : a > b ? 1 : 0)
      }),
    )
  })

  test('equal amounts are equal, however many places they are written with', () => {
    expect(compare('1.50', '1.5')).toBe(0)
    expect(compare('-0', '0.00')).toBe(0)
  })

  test('what is not a plain decimal number is refused by what it is', () => {
    for (const text of ['', '1,5', '1e3', ' 1', '1 ', 'NaN', '--1', '1.', '.5', '1.1234567', '1'.repeat(21)]) {
      expect(() => toMillionths(text), text).toThrow(new RangeError(`"${text}" is not a decimal number`))
    }
    expect(toMillionths('9'.repeat(20))).toBe(99_999_999_999_999_999_999_000_000n)
  })

  test('an amount keeps the places of its currency', () => {
    expect(fromMillionths(1_500_000n, 2)).toBe('1.50')
    expect(fromMillionths(-1n)).toBe('-0.000001')
    expect(fromMillionths(0n, 2)).toBe('0.00')
  })
})
