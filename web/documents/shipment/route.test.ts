import { expect, test } from 'vitest'
import type { TrackingEvent } from '#contract/documents/endpoints.ts'
import { layoutLabels, shipmentRoute } from './route.ts'

const event = (
  day: number,
  city: string,
  lon: number | null,
  overrides: Partial<TrackingEvent> = {},
): TrackingEvent => ({
  id: `${day}`,
  occurredAt: `2026-03-0${day}T09:00:00Z`,
  offset: '+01:00',
  classifier: 'actual',
  code: 'in_transit',
  place: { name: null, city, country: 'DE', unlocode: null, latitude: lon === null ? null : 50, longitude: lon },
  description: null,
  reasonCode: null,
  source: 'ndjson',
  retracted: false,
  retractedBecause: null,
  packages: [],
  ...overrides,
})

test('the route runs in the order of time, tells a stay once and marks where the goods are', () => {
  const events = [
    event(5, 'Lyon', 4, { classifier: 'estimated' }),
    event(3, 'Kassel', 9),
    event(1, 'Bremen', 8),
    event(2, 'Bremen', 8),
    event(2, 'Nowhere', null),
    event(4, 'Wrong', 1, { retracted: true }),
    event(1, 'Planned', 2, { classifier: 'planned' }),
  ]
  expect(shipmentRoute(events).map(({ name, isAhead, isHere }) => [name, isAhead, isHere])).toEqual([
    ['Bremen', false, false],
    ['Kassel', false, true],
    ['Lyon', true, false],
  ])
  expect(shipmentRoute([event(1, 'Bremen', null)])).toEqual([])
})

test('names on the map never cover one another nor leave it', () => {
  const points = Array.from({ length: 40 }, (_, index) => ({
    x: 20 + (index % 8) * 35,
    y: 20 + Math.floor(index / 8) * 25,
    text: `Place ${index}`,
  }))
  const labels = layoutLabels(points, 320, 160)
  expect(labels.length).toBeGreaterThan(3)
  for (const [index, a] of labels.entries()) {
    expect(a.x >= 0 && a.x + a.width <= 320 && a.y >= 0 && a.y + a.height <= 160).toBe(true)
    for (const b of labels.slice(index + 1))
      expect(a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height).toBe(true)
  }
})
