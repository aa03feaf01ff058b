import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSilent } from './rhythm.ts'

const week = 168
/** Monday, midnight, as a whole number of weeks. */
const monday = week * 2_900
const weeks = (count: number, hours: readonly number[]) =>
  Array.from({ length: count }, (_, index) => hours.map((hour) => monday + index * week + hour)).flat()
const nights = [0, 1, 2, 3, 4].map((day) => day * 24 + 2)
const office = [0, 1, 2, 3, 4].flatMap((day) => Array.from({ length: 10 }, (_, hour) => day * 24 + 8 + hour))

test('a nightly run that fails is noticed within two hours, and not before it is due', () => {
  const spoken = weeks(4, nights).slice(0, -1)
  const due = monday + 3 * week + 4 * 24 + 2
  expect(isSilent(spoken, due)).toBe(false)
  expect(isSilent(spoken, due + 1)).toBe(false)
  expect(isSilent(spoken, due + 2)).toBe(true)
  // It speaks after all.
  expect(isSilent([...spoken, due + 3], due + 3)).toBe(false)
})

test('a source that speaks in office hours is not silent at night and on Sunday, and is on Monday morning', () => {
  const spoken = weeks(5, office)
  const next = monday + 5 * week
  for (let hour = (spoken.at(-1) ?? 0) + 1; hour < next + 8; hour++)
    expect([hour, isSilent(spoken, hour)]).toEqual([hour, false])
  expect(isSilent(spoken, next + 12)).toBe(true)
})

test('an outage and a holiday of the past do not make it deaf', () => {
  const missing = new Set([monday + week + 24 + 2, monday + 2 * week + 48 + 2, monday + 2 * week + 72 + 2])
  const spoken = weeks(5, nights).filter((hour) => !missing.has(hour))
  expect(isSilent(spoken, monday + 5 * week + 5)).toBe(true)
})

test('a source of one week, or one that speaks once a month, has no rhythm', () => {
  expect(isSilent(weeks(1, nights), monday + 20 * week)).toBe(false)
  expect(
    isSilent(
      [0, 4].map((count) => monday + count * week + 2),
      monday + 20 * week,
    ),
  ).toBe(false)
  expect(isSilent([], monday)).toBe(false)
})

const rhythm = fc
  .uniqueArray(fc.integer({ min: 0, max: week - 1 }), { minLength: 1, maxLength: 60 })
  .map((hours) => hours.toSorted((a, b) => a - b))

test('whatever the rhythm, a source that keeps it is never silent', () => {
  fc.assert(
    fc.property(rhythm, fc.integer({ min: 2, max: 6 }), (hours, count) => {
      const spoken = weeks(count, hours)
      const end = monday + count * week + (hours[0] ?? 0)
      for (let now = spoken.at(-1) ?? 0; now <= end; now++) if (isSilent(spoken, now)) return false
      return true
    }),
  )
})

test('whatever the rhythm, a source that falls silent is noticed within its week and four hours, and stays silent until it speaks', () => {
  fc.assert(
    fc.property(rhythm, fc.integer({ min: 2, max: 6 }), fc.integer({ min: 0, max: 500 }), (hours, count, later) => {
      const spoken = weeks(count, hours)
      const noticed = (spoken.at(-1) ?? 0) + week + 4
      return isSilent(spoken, noticed + later) && !isSilent([...spoken, noticed + later], noticed + later)
    }),
  )
})

test('the same rhythm in another year is judged alike', () => {
  fc.assert(
    fc.property(rhythm, fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 400 }), (hours, shift, later) => {
      const spoken = weeks(3, hours)
      const now = (spoken.at(-1) ?? 0) + later
      return (
        isSilent(spoken, now) ===
        isSilent(
          spoken.map((hour) => hour + shift * week),
          now + shift * week,
        )
      )
    }),
  )
})
