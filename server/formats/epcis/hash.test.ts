import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalUri, parsePackageOrUnit } from './gs1-identifiers.ts'
import { eventHash } from './hash.ts'

const context = [
  'https://ref.gs1.org/standards/epcis/epcis-context.jsonld',
  { own: 'https://ns.varnholt.example/epcis/' },
]
const event = {
  type: 'ObjectEvent',
  eventTime: '2026-03-04T11:00:30+01:00',
  eventTimeZoneOffset: '+01:00',
  epcList: ['urn:epc:id:sscc:4012345.0000000222', 'urn:epc:id:sscc:4012345.0000000111'],
  action: 'OBSERVE',
  bizStep: 'departing',
  readPoint: { id: 'urn:epc:id:sgln:4012345.00011.987' },
  bizTransactionList: [{ bizTransaction: 'urn:epcglobal:cbv:bt:4012345000009:DN-7', type: 'desadv' }],
  'own:gate': { 'own:number': '02', 'own:lane': ['b', 'a'] },
}
/** The text that the standard derives from this event, written by hand. */
const expectedText = [
  'eventType=ObjectEvent',
  'eventTime=2026-03-04T10:00:30.000Z',
  'eventTimeZoneOffset=+01:00',
  'epcListepc=https://id.gs1.org/00/040123450000001112epc=https://id.gs1.org/00/040123450000002225',
  'action=OBSERVE',
  'bizStep=https://ref.gs1.org/cbv/BizStep-departing',
  'readPointid=https://id.gs1.org/414/4012345000115/254/987',
  'bizTransactionListtype=https://ref.gs1.org/cbv/BTT-desadvbizTransaction=urn:epcglobal:cbv:bt:4012345000009:DN-7',
  '{https://ns.varnholt.example/epcis/}gate{https://ns.varnholt.example/epcis/}lane=a',
  '{https://ns.varnholt.example/epcis/}lane=b{https://ns.varnholt.example/epcis/}number=2',
].join('')

test('an event without an id gets the hash that the standard describes', () => {
  expect(eventHash(event, context)).toBe(`ni:///sha-256;${hash('sha256', expectedText)}?ver=CBV2.0`)
})

test('the same event written otherwise has the same id, another event another', () => {
  const { epcList, bizStep, ...rest } = event
  const rewritten = {
    ...rest,
    bizStep: 'urn:epcglobal:cbv:bizstep:departing',
    epcList: epcList.toReversed().map(canonicalUri),
    eventTime: '2026-03-04T10:00:30.000Z',
    recordTime: '2026-03-04T12:00:00Z',
    errorDeclaration: { declarationTime: '2026-03-05T09:00:00Z', reason: 'incorrect_data' },
  }
  expect(eventHash(rewritten, context)).toBe(eventHash(event, context))
  expect(bizStep).toBe('departing')
  expect(eventHash({ ...event, eventTime: '2026-03-04T11:00:31+01:00' }, context)).not.toBe(eventHash(event, context))
})

test('packages and pieces are known by their URN and by a link of any domain', () => {
  const sscc = { kind: 'package', sscc: '106141412345678908' }
  expect(parsePackageOrUnit('urn:epc:id:sscc:0614141.1234567890')).toEqual(sscc)
  expect(parsePackageOrUnit('https://parcel.example/track/00/106141412345678908?from=label')).toEqual(sscc)
  const unit = { kind: 'unit', gtin: '10614141073464', serial: 'A/7' }
  expect(parsePackageOrUnit('urn:epc:id:sgtin:0614141.107346.A%2F7')).toEqual(unit)
  expect(parsePackageOrUnit('https://id.gs1.org/01/10614141073464/10/LOT/21/A%2F7')).toEqual(unit)
  for (const other of [
    'urn:epc:idpat:sgtin:4012345.098765.*',
    'https://id.gs1.org/01/00614141777778/10/987',
    '',
    'DN-7',
  ])
    expect(parsePackageOrUnit(other)).toBeUndefined()
})
