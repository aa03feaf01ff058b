import { expect, test } from 'vitest'
import type { UnitEvent } from '#contract/items/endpoints.ts'
import { eventsOfPages } from './unit-events.ts'

const event = (shipment: string, code: string, occurredAt: string): UnitEvent => ({
  ...{ shipment, code, occurredAt, offset: '+01:00', classifier: 'actual', place: 'Köln', country: 'DE' },
  description: null,
})
const [pickedUp, delivered, damaged, older] = [
  event('S-2', 'picked_up', '2026-03-05T09:00:00Z'),
  event('S-2', 'delivered', '2026-03-06T09:00:00Z'),
  event('S-2', 'damaged', '2026-03-06T09:00:00Z'),
  event('S-1', 'picked_up', '2026-03-05T09:00:00Z'),
] as const

test('a shipment whose lines stand on two pages has each of its events once', () => {
  expect(eventsOfPages([{ events: [delivered, pickedUp] }, { events: [{ ...delivered }, { ...pickedUp }] }])).toEqual([
    delivered,
    pickedUp,
  ])
})

test('what happened to the package of a later page, or to another shipment at the same moment, is shown too', () => {
  const pages = [{ events: [delivered, pickedUp] }, { events: [damaged, pickedUp, older] }]
  expect(eventsOfPages(pages)).toEqual([delivered, pickedUp, damaged, older])
})

test('a serial or a lot to which nothing happened has no events', () => {
  expect(eventsOfPages([])).toEqual([])
})
