import { expect, test } from 'vitest'
import { checkDocument } from './check.ts'

const order = { type: 'orders', number: 'SO-1', account: 'C-1' }

function problems(fields: object): string[] {
  const checked = checkDocument({ ...order, ...fields })
  return 'problems' in checked ? checked.problems.map(({ path, message }) => `${path}: ${message}`) : []
}
function warnings(fields: object): string[] {
  const checked = checkDocument({ ...order, ...fields })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked.warnings.map(({ path, message }) => `${path}: ${message}`)
}

test('Only type, number and account are required; null and "" mean not known', () => {
  expect(problems({})).toEqual([])
  expect(problems({ issueDate: '', totals: { net: null }, billTo: { lines: [''] }, dueDate: null })).toEqual([])
  expect(problems({ number: '', account: null })).toEqual([
    '$.number: "number" is missing; it is required.',
    '$.account: "account" is missing; it is required.',
  ])
  expect(checkDocument('text')).toMatchObject({ problems: [{ path: '$' }] })
})

test('An unknown property is named, with what was probably meant', () => {
  expect(problems({ lines: [{ line: '1', quantiy: '2' }] })).toEqual([
    '$.lines[0].quantiy: The property "quantiy" is not known. Did you mean "quantity"?',
  ])
  expect(problems({ customer_reference: 'x' })[0]).toContain('Did you mean "customerReference"?')
  expect(problems(JSON.parse('{"__proto__":{"a":"b"}}'))).toHaveLength(1)
  expect(problems({ details: { holdreson: 'x' } })[0]).toContain('Did you mean "holdReason"?')
})

test.each([
  [12.5, 'It must be a decimal number in quotes, not 12.5 without them. Send "12.5".'],
  ['12,50', '"12,50" has a comma; decimals have a point, and thousands are not set apart. Send "12.50".'],
  ['1.234,50', 'Send "1234.50".'],
  ['1,234.50', 'Send "1234.50".'],
  ['23190.65179', '"23190.65179" has 5 decimal places; at most 4 are taken here. Send "23190.6518".'],
  ['0.30000000000000004', '"0.30000000000000004" has 17 decimal places; at most 4 are taken here. Send "0.30".'],
  ['.2100', '".2100" lacks the digit before the point. Send "0.21".'],
  ['-.5', 'Send "-0.5".'],
  ['+5', '"+5" is a number in another form. Send "5".'],
  ['5.00-', 'Send "-5.00".'],
  ['123456789012345', 'at most 14 digits are taken before the point'],
  ['1e21', 'It must be a decimal number in quotes, such as "12.50", not "1e21".'],
  [{ value: 1 }, 'It must be a decimal number in quotes'],
])('An amount %j is refused with what to send instead', (gross, expectedText) => {
  const [problem = ''] = problems({ currency: 'EUR', totals: { gross } })
  expect(problem).toContain('$.totals.gross: ')
  expect(problem).toContain(expectedText)
  const [, instead] = /Send ("[^"]*")/.exec(problem) ?? []
  if (instead) expect(problems({ currency: 'EUR', totals: { gross: JSON.parse(instead) } })).toEqual([])
})

test.each([
  ['deliveredAt', '2026-03-02', 'Where only the day is known, leave this out and send "deliveredDate": "2026-03-02".'],
  ['deliveredAt', '2026-03-02T08:00:00', 'does not say its offset from UTC. Send "2026-03-02T08:00:00Z"'],
  ['deliveredAt', '2026-03-02 08:00', 'Send "2026-03-02T08:00Z" when it is in UTC'],
  ['deliveredAt', 'yesterday', 'a moment with its offset from UTC, such as "2026-03-02T08:00:00Z", not "yesterday".'],
])('A moment %s: %j is refused with what to send instead', (name, value, expectedText) => {
  expect(problems({ type: 'shipments', shipment: { [name]: value } })[0]).toContain(expectedText)
})

test.each([
  '2026-13-05T10:00:00Z',
  '2026-00-05T10:00:00Z',
  '2026-02-30T10:00:00Z',
  '2026-03-00T10:00:00Z',
  '2026-03-05T24:00:00Z',
  '2026-03-05T10:60:00Z',
  '2026-03-05T10:00:60Z',
  '2026-03-05T10:00:00+15:00',
  '2026-03-05T10:00:00',
  'yesterday',
])('A moment among the details that never was, such as %j, is refused like any other', (acceptedAt) => {
  expect(problems({ type: 'quotes', details: { acceptedAt } })).toEqual([
    expect.stringContaining('$.details.acceptedAt: '),
  ])
})

test.each(['2026-13-05', '2026-00-05', '2026-03-00', '2026-02-30', '5.3.2026', '2026-03-05T10:00:00Z'])(
  'A day among the details that never was, such as %j, is refused like any other',
  (periodStart) => {
    const expected = `It must be a calendar date, such as "2026-03-31", not "${periodStart}".`
    expect(problems({ type: 'invoices', details: { periodStart } })).toEqual([`$.details.periodStart: ${expected}`])
    expect(problems({ lines: [{ line: '1', details: { periodStart } }] })).toEqual([
      `$.lines[0].details.periodStart: ${expected}`,
    ])
  },
)

test('Moments and days among the details are taken in every form in which others are', () => {
  for (const acceptedAt of ['2026-03-05T10:00Z', '2026-03-05T10:00:00.123456789+0100', '2026-03-05T23:59:59-14:00'])
    expect(problems({ type: 'quotes', details: { acceptedAt } })).toEqual([])
  expect(problems({ type: 'invoices', details: { periodStart: '2024-02-29' } })).toEqual([])
})

test('A wrong date, currency, country or type is told with an example of a right one', () => {
  expect(problems({ modifiedAt: '2026-03-01' })[0]).toContain(
    'Send "2026-03-01T00:00:00Z" where the time is not known.',
  )
  expect(problems({ issueDate: '1.3.2026' })[0]).toContain('a calendar date, such as "2026-03-31"')
  expect(problems({ issueDate: '2026-03-01T00:00:00Z' })[0]).toContain('Send "2026-03-01", not')
  expect(problems({ issueDate: '20260301' })[0]).toContain('Send "2026-03-01", not')
  expect(problems({ currency: 'Euro' })[0]).toContain('ISO 4217')
  expect(problems({ billTo: { country: 'Germany' } })[0]).toContain('ISO 3166')
  expect(problems({ type: 'order' })[0]).toContain('it must be one of quotes, orders, shipments, invoices')
  expect(problems({ lines: [{ line: '1', leadTimeDays: '3 weeks' }] })[0]).toContain('a whole number in quotes')
  expect(checkDocument([order, order])).toMatchObject({
    problems: [{ message: expect.stringContaining('a list of 2; write each document on a line of its own') }],
  })
})

test('An unknown currency is refused, and so is an amount without one', () => {
  expect(problems({ currency: 'EUX' })).toEqual(['$.currency: "EUX" is not a currency of ISO 4217.'])
  expect(problems({ lines: [{ line: '1', amount: '5.00' }] })).toEqual([
    '$.currency: "currency" is missing, and $.lines[0].amount is an amount. Say which currency it is in.',
  ])
})

test('A day that is not in the calendar is refused; an unlikely one is taken and flagged', () => {
  expect(problems({ issueDate: '2026-02-30' })).toEqual(['$.issueDate: "2026-02-30" is not a day of the calendar.'])
  expect(problems({ issueDate: '2024-02-29' })).toEqual([])
  expect(warnings({ issueDate: '1899-12-30' })).toEqual(['$.issueDate: The date 1899-12-30 is unlikely.'])
  expect(warnings({ requestedDate: '2999-12-31' })).toHaveLength(1)
  expect(warnings({ issueDate: '2026-03-01' })).toEqual([])
})

test('A status is one of its type', () => {
  expect(problems({ status: 'confirmd' })[0]).toContain('Did you mean "confirmed"?')
  expect(problems({ status: 'paid' })[0]).toContain('"paid" is not a status of orders')
})

test('Totals that do not add up are taken and flagged', () => {
  const totals = { net: '100.00', charges: '5.00', discount: '1.00', tax: '19.00', gross: '123.00' }
  expect(warnings({ currency: 'EUR', totals })).toEqual([])
  expect(warnings({ currency: 'EUR', totals: { ...totals, gross: '130.00' } })[0]).toContain('gross says 130.00')
  const lines = [{ line: '1', amount: '90.00' }]
  expect(warnings({ currency: 'EUR', totals, lines })[0]).toContain(
    'The lines add up to 90.00, the net total says 100.00',
  )
})

test('A negative quantity counts as a return and is flagged', () => {
  expect(warnings({ lines: [{ line: '1', sku: 'A', quantity: '-2' }] })[0]).toContain('counts as a return')
})

test('A line number is there once in a document', () => {
  expect(problems({ lines: [{ line: '1' }, { line: ' 1' }] })[0]).toContain('Line "1" is there twice')
})

test('A character that cannot be stored is refused by its code', () => {
  expect(problems({ note: 'a\u0000b' })).toEqual(['$.note: "$.note" holds the control character U+0000; leave it out.'])
  expect(problems({ note: '\ud800' })[0]).toContain('half of a character')
  expect(problems({ note: 'tab\tand\nline' })).toEqual([])
})

test('An attachment is Base64 and an event is a milestone', () => {
  expect(
    problems({ attachments: [{ name: 'a.pdf', mimeType: 'application/pdf', contentBase64: 'a?==' }] })[0],
  ).toContain('Base64')
  const events = [{ at: '2026-03-01T10:00:00+01:00', code: 'deliverd' }]
  expect(problems({ type: 'shipments', shipment: { events } })[0]).toContain('Did you mean "delivered"?')
  const farOffset = [{ at: '2026-03-01T10:00:00+19:00', code: 'delivered' }]
  expect(problems({ type: 'shipments', shipment: { events: farOffset } })[0]).toContain('offset beyond 14 hours')
})
