import { describe, expect, test } from 'vitest'
import type { TrackingEvent } from '#contract/documents/endpoints.ts'
import { latestActualEvent, relevantEvents, splitJourney, whereaboutsOf } from './journey.ts'

const event = (id: string, occurredAt: string, overrides: Partial<TrackingEvent> = {}): TrackingEvent => ({
  id,
  occurredAt,
  offset: '+01:00',
  classifier: 'actual',
  code: 'in_transit',
  place: { name: null, city: null, country: null, unlocode: null, latitude: null, longitude: null },
  description: null,
  reasonCode: null,
  source: 'carrier',
  retracted: false,
  retractedBecause: null,
  packages: [],
  ...overrides,
})
const ids = (events: readonly TrackingEvent[]) => events.map(({ id }) => id)

describe('the journey of a shipment', () => {
  const late = event('hub', '2026-03-03T23:30:00Z')
  const early = event('left', '2026-03-03T08:00:00Z')
  const ahead = event('arrives', '2026-03-06T11:00:00Z', { classifier: 'estimated', code: 'delivered' })

  test('tells what lies ahead apart from what has happened', () => {
    const { ahead: coming, past } = splitJourney([ahead, late, early])
    expect(ids(coming)).toEqual(['arrives'])
    expect(ids(past)).toEqual(['hub', 'left'])
  })

  test('an old plan that something actual has overtaken lies in the past', () => {
    const plan = event('plan', '2026-03-02T08:00:00Z', { classifier: 'planned' })
    expect(splitJourney([plan, early]).ahead).toEqual([])
  })

  test('where it is now never comes from what was taken back or only estimated', () => {
    const wrong = event('wrong', '2026-03-05T10:00:00Z', { retracted: true })
    expect(latestActualEvent([ahead, wrong, early, late])?.id).toBe('hub')
    expect(latestActualEvent([ahead])).toBeUndefined()
  })
})

test('once a shipment has come to its end, nothing lies ahead of it', () => {
  const events = [
    event('arrived', '2026-03-04T09:00:00Z', { code: 'delivered' }),
    event('expected', '2026-03-06T09:00:00Z', { code: 'delivered', classifier: 'estimated' }),
    event('planned', '2026-03-03T09:00:00Z', { code: 'delivered', classifier: 'planned' }),
  ]
  expect(ids(relevantEvents({ events, status: 'delivered' }))).toEqual(['arrived', 'planned'])
  expect(ids(relevantEvents({ events, status: 'partially_delivered' }))).toEqual(['arrived', 'expected', 'planned'])
  expect(ids(relevantEvents({ events: [], status: 'delivered' }))).toEqual([])
})

describe('where goods are', () => {
  const atLocation = (name: string | null, city: string | null = null): Partial<TrackingEvent> => ({
    place: { name, city, country: 'DE', unlocode: null, latitude: null, longitude: null },
  })
  const shipTo = {
    name: null,
    contact: null,
    lines: [],
    city: 'Hamburg',
    region: null,
    postalCode: null,
    country: 'DE',
    ...{ email: null, phone: null, legalName: null, taxNumber: null, companyNumber: null },
  }
  const hub = event('arrived', '2026-03-03T18:00:00Z', {
    code: 'arrived_at_hub',
    ...atLocation('Hannover hub', 'Hannover'),
  })
  const left = event('left', '2026-03-04T03:20:00Z', atLocation('Hannover hub', 'Hannover'))
  const next = event('next', '2026-03-04T09:00:00Z', {
    code: 'arrived_at_hub',
    classifier: 'estimated',
    ...atLocation('Soltau hub'),
  })

  test('is the depot that they reached last', () =>
    expect(whereaboutsOf({ events: [hub], shipTo })).toEqual({ at: 'Hannover hub, Germany' }))

  test('is between the depot that they left and the next stop, never at the one that they left', () => {
    expect(whereaboutsOf({ events: [hub, left, next], shipTo })).toEqual({ from: 'Hannover hub', to: 'Soltau hub' })
    expect(whereaboutsOf({ events: [hub, left], shipTo })).toEqual({ from: 'Hannover hub', to: 'Hamburg' })
    expect(whereaboutsOf({ events: [hub, left], shipTo: null })).toEqual({ from: 'Hannover hub', to: null })
  })

  test('is not said when no place was reported', () => {
    expect(whereaboutsOf({ events: [event('a', '2026-03-03T18:00:00Z')], shipTo })).toBeNull()
    expect(whereaboutsOf({ events: [], shipTo })).toBeNull()
  })
})
