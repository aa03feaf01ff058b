import { expect, test } from 'vitest'
import type { TrackingEvent } from '#contract/documents/endpoints.ts'
import { loadTexts } from '#web/ui/load-texts.ts'
import {
  dimensionsText,
  eventsOfPackage,
  latestEventOfPackage,
  numberPackages,
  outerPackage,
  packagesOfEvent,
  packagesText,
} from './packages.ts'

await loadTexts(['shell', 'detail', 'fields'])

const event = (id: string, codes: string | string[] | null, overrides: Partial<TrackingEvent> = {}): TrackingEvent => ({
  id,
  occurredAt: `2026-03-0${id}T09:00:00Z`,
  offset: '+01:00',
  classifier: 'actual',
  code: 'in_transit',
  place: { name: null, city: null, country: null, unlocode: null, latitude: null, longitude: null },
  description: null,
  reasonCode: null,
  packages: [codes ?? []].flat(),
  source: 'carrier',
  retracted: false,
  retractedBecause: null,
  ...overrides,
})
const noMeasure = { value: null, unit: null }
const emptyPackage = {
  weight: noMeasure,
  dimensions: { length: null, width: null, height: null, unit: null },
  parent: null,
}
const packages = numberPackages([
  { sscc: '(00)340123450000000017', type: 'CT', trackingNumber: null, ...emptyPackage },
  { sscc: null, type: 'CT', trackingNumber: '1Z 999 AA1', ...emptyPackage },
  { sscc: null, type: null, trackingNumber: null, ...emptyPackage },
])

const positionsOf = (trackingEvent: TrackingEvent) =>
  packagesOfEvent(trackingEvent, packages).map(({ position }) => position)

test('an event finds its package by SSCC or tracking number, however these are written', () => {
  for (const code of ['340123450000000017', '00340123450000000017', '3 4012345 000000001 7'])
    expect(positionsOf(event('1', code)), code).toEqual([1])
  expect(positionsOf(event('1', '1z999aa1'))).toEqual([2])
  for (const code of [null, '', '--', '340123450000000024']) expect(positionsOf(event('1', code))).toEqual([])
})

test('a package’s own way holds what happened to the whole shipment, and not what happened to another package', () => {
  const events = [event('1', null), event('2', '340123450000000017'), event('3', '1Z999AA1')]
  expect(eventsOfPackage(events, packages, 1).map(({ id }) => id)).toEqual(['1', '2'])
  expect(eventsOfPackage(events, packages, 3).map(({ id }) => id)).toEqual(['1'])
})

test('what happened to several packages is on the way of each, and of no other', () => {
  const both = event('1', ['1Z999AA1', '340123450000000017'])
  expect([1, 2, 3].map((position) => eventsOfPackage([both], packages, position).length)).toEqual([1, 1, 0])
  expect([1, 2, 3].map((position) => latestEventOfPackage([both], packages, position)?.id)).toEqual([
    '1',
    '1',
    undefined,
  ])
})

test('an event names its packages as a clerk would: one by its kind, several by their places, a stranger by its code', () => {
  const codes = Array.from({ length: 9 }, (_, index) => `T${index + 1}`)
  const nine = numberPackages(
    codes.map((trackingNumber) => ({ sscc: null, type: 'CT', trackingNumber, ...emptyPackage })),
  )
  const packageTextOf = (...named: string[]) => packagesText(event('1', named), nine)
  expect(packageTextOf()).toBe(null)
  expect(packageTextOf('T3')).toBe('Carton 3')
  expect(packageTextOf('T3', 'T2')).toBe('Packages 2 and 3 of 9')
  expect(packageTextOf('T9', 'T4', 'T5', 'T6', 'T1')).toBe('Packages 1, 4–6, and 9 of 9')
  expect(packageTextOf('X-1')).toBe('Package X-1')
})

test('where a package stands is the last that happened to it alone and was not taken back', () => {
  const events = [
    event('1', '1Z999AA1'),
    event('2', '1Z999AA1', { code: 'delivered' }),
    event('3', '1Z999AA1', { code: 'damaged', retracted: true }),
    event('4', '1Z999AA1', { classifier: 'estimated' }),
    event('5', null),
  ]
  expect(latestEventOfPackage(events, packages, 2)?.id).toBe('2')
  expect(latestEventOfPackage(events, packages, 1)).toBeUndefined()
})

test('a carton tells on which pallet it stands, and how large it is as far as that is known', () => {
  const [pallet, carton, lost] = numberPackages([
    { sscc: '340123450000000017', type: 'PX', trackingNumber: null, ...emptyPackage },
    {
      ...{
        sscc: '340123450000000024',
        type: 'CT',
        trackingNumber: null,
        ...emptyPackage,
        parent: '(00)340123450000000017',
      },
      dimensions: { length: '1200', width: '80.50', height: null, unit: 'CMT' },
    },
    { sscc: null, type: 'CT', trackingNumber: null, ...emptyPackage, parent: '340123450000000031' },
  ])
  if (!pallet || !carton || !lost) throw new Error('Three packages were given')
  const all = [pallet, carton, lost]
  expect(all.map((shipmentPackage) => outerPackage(shipmentPackage, all)?.position)).toEqual([undefined, 1, undefined])
  expect(all.map(dimensionsText)).toEqual([null, '1,200 × 80.5', null])
})
