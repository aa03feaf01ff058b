import { expect, test } from 'vitest'
import { type ActivityEntry, byDayAndDeal } from './deals.ts'

const entry = (number: string, customerReference: string | null, at: string) =>
  ({ type: 'orders', number, customerReference, at }) as ActivityEntry
/** A moment of November by the clock of the reader. */
const november = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).toISOString()
const numbers = (activity: ActivityEntry[]) =>
  byDayAndDeal(activity).map(({ day, deals }) => [
    day,
    ...deals.map(({ entries }) => entries.map(({ number }) => number).join(' ')),
  ])

test('what happened on a day to an order, its shipments and its invoices stands together, where its newest stands', () => {
  expect(
    numbers([
      entry('DN-1', 'PUR 1', '2026-11-27T10:00:00Z'),
      entry('SO-2', 'PUR 2', '2026-11-27T09:00:00Z'),
      entry('SO-1', 'PUR 1', '2026-11-27T08:00:00Z'),
      entry('IN-1', 'PUR 1', '2026-11-26T08:00:00Z'),
    ]),
  ).toEqual([
    ['2026-11-27', 'DN-1 SO-1', 'SO-2'],
    ['2026-11-26', 'IN-1'],
  ])
})

test('what has no reference stands alone', () => {
  expect(numbers([entry('SO-1', null, '2026-11-27T10:00:00Z'), entry('SO-2', null, '2026-11-27T09:00:00Z')])).toEqual([
    ['2026-11-27', 'SO-1', 'SO-2'],
  ])
})

test('a day is that of the reader’s clock, and one of issue is what it says; no day comes twice', () => {
  expect(
    numbers([
      entry('SO-1', null, november(27, 0, 30)),
      entry('SO-2', null, '2026-11-27'),
      entry('SO-3', null, november(26, 23, 30)),
      entry('SO-4', null, '2026-11-26'),
    ]),
  ).toEqual([
    ['2026-11-27', 'SO-1', 'SO-2'],
    ['2026-11-26', 'SO-3', 'SO-4'],
  ])
})
