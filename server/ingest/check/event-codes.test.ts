import { expect, test } from 'vitest'
import { checkDocument } from './check.ts'

/** What becomes of an event: its fields, or why it is refused. */
function read(event: object): unknown {
  const at = '2026-03-01T10:00:00Z'
  const checked = checkDocument({
    type: 'shipments',
    number: 'DN-1',
    account: 'C-1',
    shipment: { events: [{ at, ...event }] },
  })
  if ('problems' in checked) return checked.problems.map(({ path, message }) => `${path}: ${message}`)
  const [{ at: _, ...rest } = { at: '' }] = checked.document.shipment?.events ?? []
  return rest
}

test.each([
  [{ code: 'delivered' }, { code: 'delivered' }],
  [{ code: 'rec24:21' }, { code: 'delivered' }],
  [{ code: '21', vocabulary: 'rec24' }, { code: 'delivered' }],
  [{ code: '17track:InTransit_CustomsReleased' }, { code: 'customs_cleared' }],
  [{ code: 'DROP', vocabulary: 'dcsa' }, { code: 'delivered' }],
])('the event %j is understood whoever’s words it uses', (event, expected) => expect(read(event)).toEqual(expected))

test.each([
  ['204', { code: 'unknown' }],
  ['205', { code: 'unknown', reasonCode: '205' }],
  ['210', { code: 'delivery_attempt_failed', reasonCode: '210' }],
  ['288', { code: 'unknown', reasonCode: '288' }],
  ['289', { code: 'unknown' }],
])('the code %s of Recommendation 24 keeps its reason when it is one', (code, expected) => {
  expect(read({ code, vocabulary: 'rec24' })).toEqual(expected)
})

test('a reason that is sent stays as it is', () => {
  expect(read({ code: 'rec24:210', reasonCode: 'closed' })).toEqual({
    code: 'delivery_attempt_failed',
    reasonCode: 'closed',
  })
})

test.each([
  [{ code: '999', vocabulary: 'rec24' }, '"999" is not a code of rec24.'],
  [{ code: 'rec24:999' }, '"999" is not a code of rec24.'],
  [{ code: 'rec24:21', vocabulary: 'dcsa' }, '"rec24:21" is not a code of dcsa.'],
  [{ code: 'other:21' }, '"other:21" is not a milestone of a shipment. It must be one of planned, packed,'],
  [{ code: 'rec24:' }, '"rec24:" is not a milestone'],
  [{ code: 'our rec24:21' }, '"our rec24:21" is not a milestone'],
  [{ code: 'rec24:21\nand more' }, 'is not a milestone'],
  [{ code: 'constructor' }, '"constructor" is not a milestone'],
  [{ code: 'out for delivery' }, 'Did you mean "out_for_delivery"?'],
])('the event %j is refused by its code', (event, message) => {
  expect(read(event)).toEqual([expect.stringContaining('$.shipment.events[0].code: ')])
  expect(read(event)).toEqual([expect.stringContaining(message)])
})

test('two events of a shipment may not have one id; events without any may be many', () => {
  const at = '2026-03-01T10:00:00Z'
  const events = [
    { at, code: 'delivered' },
    { at, code: 'delivered', id: 'E-1' },
    { at, code: 'delivered' },
    { at, code: 'delivered', id: 'E-1' },
  ]
  expect(checkDocument({ type: 'shipments', number: 'DN-1', account: 'C-1', shipment: { events } })).toEqual({
    problems: [
      {
        path: '$.shipment.events[3].id',
        message: 'Two events have the id "E-1"; it is also the id of events[1].',
      },
    ],
  })
})
