import { expect, test } from 'vitest'
import { daysLater, nextTimeAt, wallClock } from './time-zone.ts'

test.each([
  ['Europe/Berlin', '2026-03-10T23:30:00Z', '2026-03-11', 30],
  ['America/New_York', '2026-03-10T03:30:00Z', '2026-03-09', 1410],
  ['Asia/Kathmandu', '2026-03-10T00:00:00Z', '2026-03-10', 345],
])('the clock of %s at %s shows %s, minute %i', (zone, at, day, minutes) => {
  expect(wallClock(zone, new Date(at))).toEqual({ day, minutes })
})

test.each([
  ['is later today', 'Europe/Berlin', 7, '2026-03-10T05:59:00Z', '2026-03-10T06:00:00.000Z'],
  ['is tomorrow when it is seven just now', 'Europe/Berlin', 7, '2026-03-10T06:00:00Z', '2026-03-11T06:00:00.000Z'],
  [
    'is an hour earlier once summer time has come',
    'Europe/Berlin',
    7,
    '2026-03-28T12:00:00Z',
    '2026-03-29T05:00:00.000Z',
  ],
  ['is an hour later once it has gone', 'Europe/Berlin', 7, '2026-10-24T12:00:00Z', '2026-10-25T06:00:00.000Z'],
  [
    'is known on the morning before summer time comes',
    'Europe/Berlin',
    7,
    '2026-03-29T00:30:00Z',
    '2026-03-29T05:00:00.000Z',
  ],
  [
    'is in the evening before by the clock of London',
    'Asia/Tokyo',
    7,
    '2026-03-10T12:00:00Z',
    '2026-03-10T22:00:00.000Z',
  ],
  ['is in the afternoon of London', 'America/New_York', 7, '2026-03-08T05:30:00Z', '2026-03-08T11:00:00.000Z'],
  ['is on another day than in London', 'Pacific/Auckland', 7, '2026-03-10T00:00:00Z', '2026-03-10T18:00:00.000Z'],
])('seven in the morning %s', (_, zone, hour, after, at) => {
  expect(nextTimeAt(zone, hour * 60, new Date(after)).toISOString()).toBe(at)
})

test('an hour that summer time leaves out is rung a little beside it, and never twice on one day', () => {
  const first = nextTimeAt('Europe/Berlin', 150, new Date('2026-03-29T00:00:00Z'))
  expect(Math.abs(first.getTime() - Date.parse('2026-03-29T01:30:00Z'))).toBeLessThanOrEqual(3_600_000)
  expect(nextTimeAt('Europe/Berlin', 150, new Date('2026-03-29T02:00:00Z')).toISOString()).toBe(
    '2026-03-30T00:30:00.000Z',
  )
})

test('days are counted over the end of a month', () => {
  expect(daysLater('2026-02-27', 3)).toBe('2026-03-02')
  expect(daysLater('2026-03-01', -1)).toBe('2026-02-28')
})
