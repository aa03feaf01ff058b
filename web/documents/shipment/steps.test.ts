import { expect, test } from 'vitest'
import type { TrackingEvent } from '#contract/documents/endpoints.ts'
import { daysLate, isComparable, shipmentSteps } from './steps.ts'

const event = (
  code: string,
  classifier: TrackingEvent['classifier'],
  at: string,
  overrides: Partial<TrackingEvent> = {},
): TrackingEvent => ({
  id: `${code} ${classifier} ${at}`,
  occurredAt: at,
  offset: '+08:00',
  classifier,
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
const atLocation = (unlocode: string) => ({
  place: { name: null, city: null, country: null, unlocode, latitude: null, longitude: null },
})

test('planned, expected and actual stand side by side, in the time of the place', () => {
  const events = [
    event('picked_up', 'planned', '2026-03-01T20:00:00Z'),
    event('picked_up', 'actual', '2026-03-02T20:00:00Z'),
    event('despatched', 'estimated', '2026-03-04T01:00:00Z'),
    event('despatched', 'estimated', '2026-03-05T01:00:00Z'),
  ]
  const [pickup, departure, delivery] = shipmentSteps({ events, header: { promisedDate: '2026-03-20' } })
  expect(pickup).toEqual({
    name: 'pickup',
    place: null,
    planned: { day: '2026-03-02', time: '04:00' },
    estimated: null,
    actual: { day: '2026-03-03', time: '04:00' },
  })
  expect(departure).toMatchObject({ name: 'departure', estimated: { day: '2026-03-05', time: '09:00' } })
  expect(delivery).toMatchObject({ name: 'delivery', planned: { day: '2026-03-20', time: null }, actual: null })
  expect(pickup && daysLate(pickup)).toBe(1)
})

test('a stop is named, and reached where it was planned, not at another depot on the way', () => {
  const events = [
    event('arrived_at_hub', 'planned', '2026-03-10T00:00:00Z', atLocation('DEHAM')),
    event('arrived_at_hub', 'actual', '2026-03-06T00:00:00Z', atLocation('SGSIN')),
  ]
  expect(shipmentSteps({ events, header: {} })).toMatchObject([{ name: 'stop', place: 'DEHAM', actual: null }])
  events.push(event('arrived_at_hub', 'actual', '2026-03-11T00:00:00Z', atLocation('DEHAM')))
  expect(shipmentSteps({ events, header: {} })).toMatchObject([{ name: 'stop', actual: { day: '2026-03-11' } }])
})

test('what was taken back, and what happened to one package alone, is no step of the shipment', () => {
  const events = [
    event('delivered', 'actual', '2026-03-06T00:00:00Z', { retracted: true }),
    event('delivered', 'actual', '2026-03-06T00:00:00Z', { packages: ['340123450000000017'] }),
  ]
  expect(shipmentSteps({ events, header: {} })).toEqual([])
})

test('dates of the header stand in where no event tells of the delivery, and one date alone compares with nothing', () => {
  const header = { promisedDate: '2026-03-05', estimatedDate: '2026-03-07', deliveredDate: '2026-03-06' }
  const steps = shipmentSteps({ events: [], header })
  expect(steps).toMatchObject([{ planned: { day: '2026-03-05' }, estimated: { day: '2026-03-07' } }])
  expect(steps.map(daysLate)).toEqual([1])
  expect(isComparable(steps)).toBe(true)
  expect(isComparable(shipmentSteps({ events: [], header: { estimatedDate: '2026-03-07' } }))).toBe(false)
})
