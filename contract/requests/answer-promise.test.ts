import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerDue } from './answer-promise.ts'

const due = (since: string, hours: number, timeZone = 'Europe/Berlin') =>
  answerDue(new Date(since), hours, timeZone).toISOString()

describe('An answer that is promised within a day', () => {
  test('is due at the same time of the next working day', () => {
    expect(due('2026-03-10T09:00:00Z', 24)).toBe('2026-03-11T09:00:00.000Z')
  })

  test('to a question of Friday afternoon is due on Monday afternoon, to one of the weekend at the end of Monday', () => {
    expect(due('2026-03-13T14:30:00Z', 24)).toBe('2026-03-16T14:30:00.000Z')
    for (const since of ['2026-03-14T10:00:00Z', '2026-03-15T22:00:00Z'])
      expect(due(since, 24)).toBe('2026-03-16T23:00:00.000Z')
  })

  test('follows the clock of the supplier where summer time begins', () => {
    // Sunday 29 March has 23 hours in Berlin: none of them counts.
    expect(due('2026-03-27T15:00:00Z', 24)).toBe('2026-03-30T14:00:00.000Z')
    expect(due('2026-03-27T15:00:00Z', 24, 'UTC')).toBe('2026-03-30T15:00:00.000Z')
  })
})

const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland')
const hours = fc.integer({ min: 1, max: 240 })

test('a promise is never due sooner than its hours, later for whoever asks later, and later the longer it is', () => {
  fc.assert(
    fc.property(instants, fc.nat(1_000_000_000), zones, hours, (since, later, zone, count) => {
      const at = answerDue(since, count, zone).getTime()
      expect(at - since.getTime()).toBeGreaterThanOrEqual(count * 3_600_000)
      // No span of so many hours has more weekend in it than two days for each five and two more.
      expect(at - since.getTime()).toBeLessThanOrEqual((count + (Math.floor(count / 120) + 1) * 50) * 3_600_000)
      expect(answerDue(new Date(since.getTime() + later), count, zone).getTime()).toBeGreaterThanOrEqual(at)
      expect(answerDue(since, count + 1, zone).getTime()).toBeGreaterThan(at)
    }),
  )
})
