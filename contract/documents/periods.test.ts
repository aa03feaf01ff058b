import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { periodRange, periods } from './periods.ts'

const today = '2026-03-10'

describe('the named periods of a Tuesday in March', () => {
  test.each([
    ['today', { from: '2026-03-10', to: '2026-03-10' }],
    ['yesterday', { from: '2026-03-09', to: '2026-03-09' }],
    ['this_week', { from: '2026-03-09', to: '2026-03-15' }],
    ['last_week', { from: '2026-03-02', to: '2026-03-08' }],
    ['next_week', { from: '2026-03-16', to: '2026-03-22' }],
    ['this_month', { from: '2026-03-01', to: '2026-03-31' }],
    ['last_month', { from: '2026-02-01', to: '2026-02-28' }],
    ['next_month', { from: '2026-04-01', to: '2026-04-30' }],
    ['this_quarter', { from: '2026-01-01', to: '2026-03-31' }],
    ['last_quarter', { from: '2025-10-01', to: '2025-12-31' }],
    ['this_year', { from: '2026-01-01', to: '2026-12-31' }],
    ['last_year', { from: '2025-01-01', to: '2025-12-31' }],
    ['last_7_days', { from: '2026-03-04', to: '2026-03-10' }],
    ['last_30_days', { from: '2026-02-09', to: '2026-03-10' }],
    ['last_90_days', { from: '2025-12-11', to: '2026-03-10' }],
    ['last_12_months', { from: '2025-04-01', to: '2026-03-10' }],
    ['next_7_days', { from: '2026-03-10', to: '2026-03-16' }],
    ['next_30_days', { from: '2026-03-10', to: '2026-04-08' }],
    ['past', { to: '2026-03-09' }],
  ] as const)('%s', (period, days) => {
    expect(periodRange(period, today)).toEqual(days)
  })
})

test('a week of Sunday has begun six days before', () => {
  expect(periodRange('this_week', '2026-03-15')).toEqual({ from: '2026-03-09', to: '2026-03-15' })
})

test('a quarter begins in January, April, July or October', () => {
  expect(periodRange('this_quarter', '2026-05-31')).toEqual({ from: '2026-04-01', to: '2026-06-30' })
  expect(periodRange('last_quarter', '2026-12-01')).toEqual({ from: '2026-07-01', to: '2026-09-30' })
})

test('on any day a period begins before it ends, and the last one ends the day before this one begins', () => {
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  const follows = (end: string | undefined, start: string | undefined) =>
    Date.parse(`${start}T00:00:00Z`) - Date.parse(`${end}T00:00:00Z`) === 86_400_000
  fc.assert(
    fc.property(day, (moment) => {
      const now = moment.toISOString().slice(0, 10)
      for (const period of periods) {
        const { from = '', to = '' } = periodRange(period, now)
        expect(from <= to, period).toBe(true)
      }
      for (const unit of ['week', 'month', 'quarter', 'year'] as const) {
        const current = periodRange(`this_${unit}`, now)
        expect(now >= (current.from ?? '') && now <= (current.to ?? ''), unit).toBe(true)
        expect(follows(periodRange(`last_${unit}`, now).to, current.from), unit).toBe(true)
      }
    }),
  )
})
