import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateOrders } from '#contract/imports/profile.ts'
import { readDay, readMoment } from './days.ts'
import { add, divide, multiply, readDecimal, round, subtract } from './decimals.ts'

const german = { decimal: ',', thousands: '.' } as const
const plain = { decimal: '.', thousands: '' } as const

test.each([
  ['1.234,56', '1234.56'],
  ['1234,56', '1234.56'],
  ['(12,50)', '-12.50'],
  ['12,50-', '-12.50'],
  ['−12,50', '-12.50'],
  ['€ 12,50', '12.50'],
  ['12,50 EUR', '12.50'],
  ['(1.234,00 €)', '-1234.00'],
  ['19 %', '19'],
  ['007', '7'],
  [',5', '0.5'],
  ['-0,00', '0.00'],
  ['+5', '5'],
])('The number %j is read as %s', (text, decimal) => {
  expect(readDecimal(text, german)).toBe(decimal)
})

test.each([
  ['1,234.56', german],
  ['12.34.56', plain],
  ['1.23', german],
  ['zwölf', german],
  ['', plain],
  ['-5-', plain],
  ['1e5', plain],
  ['9'.repeat(61), plain],
])('%j is refused and not guessed', (text, dialect) => {
  expect(() => readDecimal(text, dialect)).toThrow('is not a number as the profile reads them')
})

test('Sums of decimals are exact, and quotients round half away from zero', () => {
  expect(add('0.1', '0.2')).toBe('0.3')
  expect(subtract('1', '0.00001')).toBe('0.99999')
  expect(multiply('1.15', '1.15')).toBe('1.3225')
  expect(divide('2', '3', 4)).toBe('0.6667')
  expect(divide('-1', '8', 2)).toBe('-0.13')
  expect(round('2.345', 2)).toBe('2.35')
  expect(() => divide('1', '0.00', 2)).toThrow('divides by zero')
})

test('What is added can be taken away again', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 6 }))
    .map(([units, places]) => round(divide(String(units), String(10n ** BigInt(places)), 6), 6))
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      expect(subtract(add(a, b), b)).toBe(a)
    }),
  )
})

test.each([
  ['31.12.2026', 'day first', '2026-12-31'],
  ['1.2.26', 'day first', '2026-02-01'],
  ['12/31/2026', 'month first', '2026-12-31'],
  ['2026-12-31', 'month first', '2026-12-31'],
  ['2026/1/5', 'day first', '2026-01-05'],
  ['31.12.2026 14:05:00', 'day first', '2026-12-31'],
  ['20261231', 'year first', '2026-12-31'],
  ['31122026', 'day first', '2026-12-31'],
  ['31-Dec-2026', 'day first', '2026-12-31'],
  ['31. Dezember 2026', 'day first', '2026-12-31'],
  ['31 décembre 2026', 'day first', '2026-12-31'],
  ['46387', 'day first', '2026-12-31'],
  ['0001-01-01', 'day first', ''],
  ['00.00.0000', 'day first', ''],
] as const)('The date %j with the %s is %s', (text, order, date) => {
  expect(readDay(text, order)).toBe(date)
})

test('Every day of two centuries is read without separators, in the order of the profile or year first', () => {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (date) => {
      const iso = date.toISOString().slice(0, 10)
      const [year, month, day] = iso.split('-')
      expect(readDay(`${day}${month}${year}`, 'day first')).toBe(iso)
      expect(readDay(`${month}${day}${year}`, 'month first')).toBe(iso)
      for (const order of dateOrders) expect(readDay(`${year}${month}${day}`, order)).toBe(iso)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['31.02.2026', 'day first'],
  ['12/31/2026', 'day first'],
  ['soon', 'day first'],
  ['5.2026', 'day first'],
] as const)('%j with the %s is refused', (text, order) => {
  expect(() => readDay(text, order)).toThrow('is not a date')
})

test('A time without an offset is one of the profile’s time zone, in summer and winter', () => {
  expect(readMoment('31.12.2026 14:05', 'day first', 'Europe/Berlin')).toBe('2026-12-31T14:05:00+01:00')
  expect(readMoment('01.07.2026 14:05', 'day first', 'Europe/Berlin')).toBe('2026-07-01T14:05:00+02:00')
  expect(readMoment('7/1/2026 2:05 PM', 'month first', 'America/New_York')).toBe('2026-07-01T14:05:00-04:00')
  expect(readMoment('2026-07-01T14:05:00Z', 'day first', 'Europe/Berlin')).toBe('2026-07-01T14:05:00Z')
})
