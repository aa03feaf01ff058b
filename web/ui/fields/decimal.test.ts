import { describe, expect, test } from 'vitest'
import { normaliseDecimal, readingsOf, unambiguous } from './decimal.ts'

describe('a number that is typed', () => {
  test.each([
    ['1000', '1000'],
    ['1.0', '1.0'],
    ['1,5', '1.5'],
    ['0,125', '0.125'],
    ['0.125', '0.125'],
    ['1.1250', '1.1250'],
    ['1250,500', '1250.500'],
    ['1.250,5', '1250.5'],
    ['1,250.500', '1250.500'],
    ['1 250', '1250'],
    ["1'250.50", '1250.50'],
    ['1,000,000', '1000000'],
    ['1.000.000', '1000000'],
    ['-1.250,00', '-1250.00'],
    ['−1.250,00', '-1250.00'],
    ['\u2066−30.00\u2069', '-30.00'],
    ['\u061c−٣٠٫٠٠', '-30.00'],
    ['١٬٢٥٠', '1250'],
    ['١٫٢٥٠', '1.250'],
  ])('as %s is %s', (typed, number) => {
    expect(normaliseDecimal(typed)).toBe(number)
    expect(readingsOf(typed)).toBeNull()
  })

  test.each([
    ['1,000', { whole: '1000', decimal: '1,0' }],
    ['1.000', { whole: '1000', decimal: '1.0' }],
    ['12.500', { whole: '12500', decimal: '12.5' }],
    ['-1,125', { whole: '-1125', decimal: '-1,1250' }],
    ['١,٢٥٠', { whole: '1250', decimal: '1,25' }],
  ])('as %s is no number, because thousands of one language are decimals of another', (typed, readings) => {
    expect(readingsOf(typed)).toEqual(readings)
    expect(Number(normaliseDecimal(typed))).toBeNaN()
  })

  test.each(['1.5.2', '1,00,000', 'ten'])('as %s is no number', (typed) => {
    expect(Number(normaliseDecimal(typed))).toBeNaN()
  })
})

test.each([
  ['4', '4'],
  ['1240.50', '1240.50'],
  ['0.125', '0.125'],
  ['1.125', '1.1250'],
  ['12.000', '12.0'],
])('a number %s stands in a field as %s, which is read in one way', (decimal, text) => {
  expect(unambiguous(decimal)).toBe(text)
  expect(Number(normaliseDecimal(text))).toBe(Number(decimal))
})
