import { expect, test } from 'vitest'
import { formatDiscount } from './discount.ts'
import { daysBetween, formatDate, formatDateExactly, formatDecimal, formatRelative } from './format.ts'
import { formatPlace } from './format-details.ts'
import { formatAmount } from './formats/amounts.ts'

test('an amount of eighteen digits is shown to the last cent', () => {
  expect(formatAmount('99999999999999.9999', 'EUR')).toBe('99,999,999,999,999.9999')
  expect(formatAmount('12345678901234.56', 'EUR')).toBe('12,345,678,901,234.56')
})

test('a discount says what is taken off, and nothing when nothing is', () => {
  expect(formatDiscount('5')).toBe('−5%')
  expect(formatDiscount('12.25')).toBe('−12.25%')
  expect([formatDiscount('0'), formatDiscount('0.00'), formatDiscount(null)]).toEqual([null, null, null])
})

test('an amount has the places of its currency, and keeps more where a unit price has more', () => {
  expect(formatAmount('1234.5', 'EUR')).toBe('1,234.50')
  expect(formatAmount('184000.00', 'JPY')).toBe('184,000')
  expect(formatAmount('1.5', 'KWD')).toBe('1.500')
  expect(formatAmount('0.0375', 'EUR')).toBe('0.0375')
  expect(formatAmount('2.5000', 'EUR')).toBe('2.50')
})

test('a credit has a true minus', () => {
  expect(formatAmount('-12.00', 'EUR')).toBe('−12.00')
})

test('a quantity has no more places than it needs', () => {
  expect(formatDecimal('2')).toBe('2')
  expect(formatDecimal('0.125000')).toBe('0.125')
})

test('a place is told with its country in words, as far as either is known', () => {
  expect(formatPlace('London', 'GB')).toBe('London, United Kingdom')
  expect(formatPlace(null, 'SE')).toBe('Sweden')
  expect(formatPlace('London', null)).toBe('London')
})

test('a calendar date is the same day everywhere', () => {
  expect(formatDate('2026-03-12')).toMatch(/12 Mar 2026|Mar 12, 2026/)
  expect(formatDateExactly('2026-12-31')).toMatch(/31 December 2026|December 31, 2026/)
})

test('a date within a week is told from today, a farther one is not', () => {
  expect(formatRelative('2026-03-15', '2026-03-12')).toBe('in 3 days')
  expect(formatRelative('2026-03-11', '2026-03-12')).toBe('yesterday')
  expect(formatRelative('2026-03-20', '2026-03-12')).toBeNull()
})

test('days are counted over the change of the clocks', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2)
})
