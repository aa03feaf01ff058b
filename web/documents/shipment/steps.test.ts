import { describe, expect, test } from 'vitest'
import type { TrackingEvent } from '#contract/documents/endpoints.ts'
import { shipments } from '#contract/documents/shipments.ts'
import { daysLate, problemOf, shipmentSteps } from './steps.ts'

const event = (
  code: string,
  at: string,
  classifier: TrackingEvent['classifier'] = 'actual',
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
const statesOf = (status: string, events: TrackingEvent[] = [], header = {}) =>
  shipmentSteps({ status, events, header }).map(({ name, state }) => `${name} ${state}`)

describe('how far a shipment has come', () => {
  test.each([
    ['planned', ['packed ahead', 'despatched ahead', 'onTheWay ahead', 'outForDelivery ahead', 'delivered ahead']],
    ['packed', ['packed current', 'despatched ahead', 'onTheWay ahead', 'outForDelivery ahead', 'delivered ahead']],
    ['in_transit', ['packed done', 'despatched done', 'onTheWay current', 'outForDelivery ahead', 'delivered ahead']],
    [
      'out_for_delivery',
      ['packed done', 'despatched done', 'onTheWay done', 'outForDelivery current', 'delivered ahead'],
    ],
    [
      'ready_for_pickup',
      ['packed done', 'despatched done', 'onTheWay done', 'readyForPickup current', 'delivered ahead'],
    ],
    [
      'delivery_failed',
      ['packed done', 'despatched done', 'onTheWay done', 'outForDelivery broken', 'delivered ahead'],
    ],
    ['delivered', ['packed done', 'despatched done', 'onTheWay done', 'outForDelivery done', 'delivered done']],
    ['cancelled', []],
    ['unknown', []],
  ])('a shipment that is %s', (status, states) => expect(statesOf(status)).toEqual(states))

  test('a step is reached in exactly one way in every status', () => {
    for (const status of Object.keys(shipments.statuses)) {
      const states = shipmentSteps({ status, events: [event('picked_up', '2026-03-02T08:00:00Z')], header: {} }).map(
        ({ state }) => state,
      )
      // What is done comes first, then at most one step that is under way or broken, then what is ahead.
      expect(states.join(' '), status).toMatch(/^(done ?)*(current|broken)? ?(ahead ?)*$/)
    }
  })

  test('one that is held or lost stops where it was last seen', () => {
    const events = [event('picked_up', '2026-03-02T08:00:00Z'), event('in_transit', '2026-03-03T08:00:00Z')]
    expect(statesOf('on_hold', events)[2]).toBe('onTheWay broken')
    expect(statesOf('lost_or_damaged', events)[2]).toBe('onTheWay broken')
    expect(statesOf('on_hold')[0]).toBe('packed broken')
    expect(statesOf('on_hold', [], { despatchDate: '2026-03-02' })[1]).toBe('despatched broken')
    expect(problemOf({ status: 'lost_or_damaged', events: [...events, event('lost', '2026-03-04T08:00:00Z')] })).toBe(
      'lost',
    )
    expect(problemOf({ status: 'on_hold', events })).toBe('on_hold')
  })

  test('one that came back ends with that, and says nothing of a delivery that never was', () => {
    const events = [event('picked_up', '2026-03-02T08:00:00Z'), event('returned', '2026-03-09T08:00:00Z')]
    expect(statesOf('returned', events)).toEqual(['packed done', 'despatched done', 'returned done'])
  })

  test('one that nobody has heard of for long stands where it was heard of', () => {
    expect(statesOf('unknown', [event('picked_up', '2026-03-02T08:00:00Z')])[1]).toBe('despatched current')
  })
})

describe('the dates of a step', () => {
  test('are days as the clocks showed them on site, with what was planned and is expected', () => {
    const events = [
      event('picked_up', '2026-03-01T20:00:00Z', 'planned'),
      event('picked_up', '2026-03-02T20:00:00Z'),
      event('delivered', '2026-03-04T01:00:00Z', 'estimated'),
      event('delivered', '2026-03-05T01:00:00Z', 'estimated'),
    ]
    const steps = shipmentSteps({ status: 'picked_up', events, header: { promisedDate: '2026-03-04' } })
    expect(steps[1]).toMatchObject({ name: 'despatched', planned: '2026-03-02', reached: '2026-03-03' })
    expect(steps[4]).toMatchObject({ name: 'delivered', planned: '2026-03-04', expected: '2026-03-05', reached: null })
    expect(steps.map(daysLate)).toEqual([0, 1, 0, 0, 1])
  })

  test('come from the header where no event names them', () => {
    const header = { despatchDate: '2026-03-02', promisedDate: '2026-03-05', deliveredDate: '2026-03-06' }
    const steps = shipmentSteps({ status: 'delivered', events: [], header })
    expect(steps.map(({ reached }) => reached)).toEqual([null, '2026-03-02', null, null, '2026-03-06'])
    expect(steps.map(daysLate)).toEqual([0, 0, 0, 0, 1])
  })

  test('ignore what was taken back, and what happened to one package alone', () => {
    const events = [
      event('delivered', '2026-03-06T00:00:00Z', 'actual', { retracted: true }),
      event('delivered', '2026-03-06T00:00:00Z', 'actual', { packages: ['340123450000000017'] }),
    ]
    expect(shipmentSteps({ status: 'in_transit', events, header: {} })[4]).toMatchObject({
      state: 'ahead',
      reached: null,
    })
  })

  test('of goods on the way count from the first scan', () => {
    const events = [event('in_transit', '2026-03-05T00:00:00Z'), event('in_transit', '2026-03-03T00:00:00Z')]
    expect(shipmentSteps({ status: 'in_transit', events, header: {} })[2]).toMatchObject({ reached: '2026-03-03' })
  })
})
