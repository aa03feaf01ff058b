import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TrackingEvent } from '#contract/documents/endpoints.ts'
import { timelineEntries } from './timeline-entries.ts'

const event = (id: string, code: string, at: string, overrides: Partial<TrackingEvent> = {}): TrackingEvent => ({
  id,
  occurredAt: at,
  offset: '+01:00',
  classifier: 'actual',
  code,
  place: { name: null, city: null, country: null, unlocode: null, latitude: null, longitude: null },
  description: null,
  reasonCode: null,
  packages: [],
  source: 'carrier',
  retracted: false,
  retractedBecause: null,
  ...overrides,
})
const at = (unlocode: string) => ({
  place: { name: null, city: null, country: null, unlocode, latitude: null, longitude: null },
})
const summary = (events: TrackingEvent[]) =>
  timelineEntries(events).map(({ event: { id }, plan, earlierScans }) =>
    [id, plan && `plan ${plan.id}`, earlierScans.length > 0 && `scans ${earlierScans.map((each) => each.id)}`]
      .filter(Boolean)
      .join(', '),
  )

describe('the timeline of a shipment', () => {
  test('says what was planned beside what came of it, at that place and no other', () => {
    const planned = event('plan', 'arrived_at_hub', '2026-03-10T00:00:00Z', { classifier: 'planned', ...at('DEHAM') })
    const elsewhere = event('singapore', 'arrived_at_hub', '2026-03-06T00:00:00Z', at('SGSIN'))
    expect(summary([planned, elsewhere])).toEqual(['plan', 'singapore'])
    const there = event('hamburg', 'arrived_at_hub', '2026-03-11T00:00:00Z', at('DEHAM'))
    expect(summary([planned, elsewhere, there])).toEqual(['hamburg, plan plan', 'singapore'])
  })

  test('says once what lies ahead: as it is expected last, with what was planned', () => {
    const ahead = (id: string, day: string, classifier: 'planned' | 'estimated') =>
      event(id, 'delivered', `2026-03-${day}T00:00:00Z`, { classifier })
    expect(
      summary([ahead('p', '10', 'planned'), ahead('e1', '11', 'estimated'), ahead('e2', '12', 'estimated')]),
    ).toEqual(['e2, plan p'])
    expect(summary([ahead('p', '10', 'planned')])).toEqual(['p'])
    expect(summary([ahead('e1', '11', 'estimated')])).toEqual(['e1'])
  })

  test('folds scans at one place, and nothing that says more', () => {
    const scan = (id: string, hour: string, overrides: Partial<TrackingEvent> = {}) =>
      event(id, 'in_transit', `2026-03-03T${hour}:00:00Z`, { ...at('DEHAJ'), ...overrides })
    expect(summary([scan('a', '01'), scan('b', '02'), scan('c', '03')])).toEqual(['c, scans b,a'])
    expect(summary([scan('a', '01'), scan('b', '02', { reasonCode: 'carrier_error' }), scan('c', '03')])).toEqual([
      'c',
      'b',
      'a',
    ])
    expect(summary([scan('a', '01'), scan('b', '02', at('DEHAM')), scan('c', '03')])).toEqual(['c', 'b', 'a'])
    expect(summary([scan('a', '01', { packages: ['1'] }), scan('b', '02', { packages: ['2'] })])).toEqual(['b', 'a'])
    const failed = (id: string, hour: string) =>
      event(id, 'delivery_attempt_failed', `2026-03-03T${hour}:00:00Z`, at('DEHAJ'))
    expect(summary([failed('a', '01'), failed('b', '02')])).toEqual(['b', 'a'])
  })

  test('keeps what was taken back, and plans nothing for it', () => {
    const planned = event('plan', 'delivered', '2026-03-10T00:00:00Z', { classifier: 'planned' })
    const wrong = event('wrong', 'delivered', '2026-03-09T00:00:00Z', { retracted: true })
    expect(summary([planned, wrong])).toEqual(['plan', 'wrong'])
  })

  test('loses nothing that happened, whatever comes in whatever order', () => {
    const anyEvent = fc.record({
      code: fc.constantFrom('in_transit', 'arrived_at_hub', 'delivered'),
      classifier: fc.constantFrom('planned' as const, 'estimated' as const, 'actual' as const),
      hour: fc.integer({ min: 0, max: 23 }),
      unlocode: fc.constantFrom('DEHAM', 'DEHAJ', null),
      retracted: fc.boolean(),
      packages: fc.subarray(['1', '2']),
    })
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 20 }), (parts) => {
        const events = parts.map(({ code, classifier, hour, unlocode, retracted, packages }, index) =>
          event(String(index), code, `2026-03-03T${String(hour).padStart(2, '0')}:00:00Z`, {
            ...{ classifier, retracted, packages },
            place: { name: null, city: null, country: null, unlocode, latitude: null, longitude: null },
          }),
        )
        const entries = timelineEntries(events)
        const shown = entries.flatMap(({ event: each, earlierScans }) => [each, ...earlierScans]).map(({ id }) => id)
        expect(new Set(shown).size).toBe(shown.length)
        const happened = events.filter(({ classifier }) => classifier === 'actual').map(({ id }) => id)
        expect(happened.filter((id) => !shown.includes(id))).toEqual([])
        // A plan is shown by itself, beside what it was for, or was replaced by a later one for the same.
        const times = entries.map(({ event: { occurredAt } }) => Date.parse(occurredAt))
        expect(times).toEqual(times.toSorted((a, b) => b - a))
      }),
    )
  })
})
