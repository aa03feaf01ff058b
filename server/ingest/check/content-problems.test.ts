import { describe, expect, test } from 'vitest'
import { checkDocument } from './check.ts'
import { maxClockAhead } from './content-problems.ts'

const order = { type: 'orders', number: 'SO-1', account: 'C-1' }

const sentencesOf = (checked: ReturnType<typeof checkDocument>): string[] =>
  'problems' in checked ? checked.problems.map(({ path, message }) => `${path}: ${message}`) : []
const problems = (fields: object) => sentencesOf(checkDocument({ ...order, ...fields }))

test('a number of blanks alone is none', () => {
  expect(problems({ number: ' \u00a0' })).toEqual(['$.number: "number" is blank; it is required.'])
  expect(problems({ account: '\t' })).toEqual(['$.account: "account" is blank; it is required.'])
  expect(problems({ lines: [{ line: ' ' }] })).toEqual([
    '$.lines[0].line: "line" is blank; each line needs its number.',
  ])
  const references = [
    { type: 'quotes', number: 'Q-1' },
    { type: 'quotes', number: ' ' },
  ]
  expect(problems({ references })).toEqual(['$.references[1].number: The number of the reference is blank.'])
  expect(problems({ lines: [{ line: '1' }, { line: '2', references }] })).toEqual([
    '$.lines[1].references[1].number: The number of the reference is blank.',
  ])
})

test('a number is the same however its letters are composed and whatever blanks surround it', () => {
  const composed = 'M\u00fcller-1'
  const apart = ' Mu\u0308ller-1 '
  const references = [{ type: 'quotes', number: apart }]
  const lines = [
    { line: apart, references: [{ type: 'quotes', number: apart, line: apart }] },
    { line: '2', parent: apart, references: [{ type: 'quotes', number: apart }] },
  ]
  expect(checkDocument({ type: 'orders', number: apart, account: apart, references, lines })).toEqual({
    document: {
      ...{ type: 'orders', number: composed, account: composed },
      references: [{ type: 'quotes', number: composed }],
      lines: [
        { line: composed, references: [{ type: 'quotes', number: composed, line: composed }] },
        { line: '2', parent: composed, references: [{ type: 'quotes', number: composed }] },
      ],
    },
    warnings: [],
  })
})

test('a status that its type does not have is told with those that it has', () => {
  expect(problems({ status: 'paid' })).toEqual([
    '$.status: "paid" is not a status of orders. It must be one of received, confirmed, in_progress, on_hold, completed, cancelled, rejected.',
  ])
  expect(problems({ status: 'canceled' })).toEqual([
    '$.status: "canceled" is not a status of orders. Did you mean "cancelled"?',
  ])
  expect(problems({ status: 'cancelled' })).toEqual([])
})

test('a line number and a kit’s line are told apart', () => {
  expect(problems({ lines: [{ line: '1' }, { line: '2' }, { line: '1 ' }] })).toEqual([
    '$.lines[2].line: Line "1" is there twice; it is also the number of lines[0].',
  ])
  expect(problems({ lines: [{ line: '1' }, { line: '2', parent: ' 2' }] })).toEqual([
    '$.lines[1].parent: Line "2" names itself as its kit; "parent" is the number of the kit\'s line.',
  ])
})

test('a document cannot refer to itself, but a credit note to the invoice whose number it has', () => {
  const itself = ['$.references[0]: The document refers to itself.']
  expect(problems({ references: [{ type: 'orders', number: 'SO-1 ' }] })).toEqual(itself)
  expect(problems({ references: [{ type: 'orders', number: 'SO-2' }] })).toEqual([])
  expect(problems({ references: [{ type: 'quotes', number: 'SO-1' }] })).toEqual([])
  const references = [{ type: 'invoices', number: 'SO-1' }]
  expect(problems({ type: 'invoices', references, invoiceKind: '381' })).toEqual([])
  expect(problems({ type: 'invoices', references, invoiceKind: '380' })).toEqual(itself)
})

test.each(['0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'])(
  'the moment %s is refused, which no calendar has in UTC',
  (at) => {
    const sentence = `"${at}" is not in the years 1 to 9999 in UTC.`
    expect(problems({ modifiedAt: at })).toEqual([`$.modifiedAt: ${sentence}`])
    const shipment = { deliveredAt: at, events: [{ at, code: 'delivered' }] }
    expect(problems({ type: 'shipments', shipment })).toEqual([
      `$.shipment.deliveredAt: ${sentence}`,
      `$.shipment.events[0].at: ${sentence}`,
    ])
    expect(problems({ type: 'quotes', details: { acceptedAt: at } })).toHaveLength(1)
    expect(problems({ modifiedAt: at.replace(/[+-]01:00$/, 'Z') })).toEqual([])
  },
)

describe('details', () => {
  test('a detail that a document cannot have is told with those that it can', () => {
    expect(problems({ details: { colour: 'red' } })).toEqual([
      '$.details.colour: "colour" is not a detail of orders. It may hold holdReason, placedBy, contractNumber, contractType, tenderNumber, otherDocuments, deliveryWindow, destination, promisedWindow, confirmationNumber, buyerReference.',
    ])
    expect(problems({ details: { 'placed by': 'Ann' } })).toEqual([
      '$.details["placed by"]: "placed by" is not a detail of orders. Did you mean "placedBy"?',
    ])
    expect(problems({ details: { number: 'SO-2' } })[0]).toContain('"number" is not a detail of orders.')
    const [long = ''] = problems({ details: { ['x'.repeat(10_000)]: 'y' } })
    expect(long.length).toBeLessThan(600)
  })

  test('a detail that a line cannot have is told with those that it can', () => {
    const [problem = ''] = problems({ lines: [{ line: '1' }, { line: '2', details: { colour: 'red' } }] })
    expect(problem).toContain(
      '$.lines[1].details.colour: "colour" is not a detail of a line. It may hold deliveredDate, ',
    )
    expect(problem).toContain(', exemptionReason.')
    expect(problems({ lines: [{ line: '1', details: { toString: 'x', Brand: 'y' } }] })).toEqual([
      expect.stringContaining('$.lines[0].details.toString: "toString" is not a detail of a line. It may hold '),
      '$.lines[0].details.Brand: "Brand" is not a detail of a line. Did you mean "brand"?',
    ])
  })

  test.each(['abc', '1,5', '1.', '.5', '1234567890123', '1.1234567', '+1', ' 1', '1 '])(
    'an amount or a quantity among the details is a plain decimal, not %j',
    (value) => {
      const message = `It must be a decimal number in quotes, such as "12.50", not ${JSON.stringify(value)}.`
      expect(problems({ type: 'invoices', details: { rounding: value } })).toEqual([`$.details.rounding: ${message}`])
      expect(problems({ lines: [{ line: '1', details: { backorder: value } }] })).toEqual([
        `$.lines[0].details.backorder: ${message}`,
      ])
    },
  )

  test.each(['0', '-0.02', '123456789012.123456', '7.5'])('the decimal %j among the details is taken', (value) => {
    expect(problems({ type: 'invoices', details: { rounding: value } })).toEqual([])
    expect(problems({ lines: [{ line: '1', details: { backorder: value, listPrice: value } }] })).toEqual([])
  })

  test('a text among the details may be anything', () => {
    expect(problems({ details: { placedBy: '1,5', deliveryWindow: 'yesterday' } })).toEqual([])
    expect(problems({ lines: [{ line: '1', details: { brand: '2026-02-30', taxes: 'a,b' } }] })).toEqual([])
  })
})

test('a date that does not exist is found wherever it stands', () => {
  const day = '2026-02-30'
  const message = `"${day}" is not a day of the calendar.`
  const lines = [
    { line: '1', promisedDate: day, deliveries: [{ requestedDate: day }], lots: [{ lot: 'L', expiry: day }] },
  ]
  expect(problems({ lines })).toEqual([
    `$.lines[0].promisedDate: ${message}`,
    `$.lines[0].deliveries[0].requestedDate: ${message}`,
    `$.lines[0].lots[0].expiry: ${message}`,
  ])
  expect(problems({ modifiedAt: `${day}T10:00:00Z` })).toEqual([`$.modifiedAt: ${message}`])
  expect(problems({ type: 'invoices', payments: [{ date: day }] })).toEqual([`$.payments[0].date: ${message}`])
  expect(problems({ type: 'shipments', shipment: { despatchDate: day } })).toEqual([
    `$.shipment.despatchDate: ${message}`,
  ])
})

test.each([
  ['+14:00', true],
  ['-14:00', true],
  ['+1400', true],
  ['+14:01', false],
  ['-15:00', false],
  ['+05:45', true],
  ['+05:60', false],
  ['+0559', true],
  ['Z', true],
])('an offset from UTC of %s is one that exists: %s', (offset, exists) => {
  const modifiedAt = `2026-03-01T10:00:00${offset}`
  expect(problems({ modifiedAt })).toEqual(
    exists ? [] : [`$.modifiedAt: "${modifiedAt}" has an offset beyond 14 hours.`],
  )
  expect(problems({ type: 'quotes', details: { sentAt: modifiedAt } })).toHaveLength(exists ? 0 : 1)
})

test('a change dated more than a day ahead is refused, for every later one would count as older', () => {
  const now = Date.parse('2026-03-10T09:00:00Z')
  const at = (modifiedAt: string | undefined) => sentencesOf(checkDocument({ ...order, modifiedAt }, { now }))
  expect(maxClockAhead).toBe(86_400_000)
  expect(at('2026-03-11T09:00:00Z')).toEqual([])
  expect(at('2026-03-11T10:00:00+01:00')).toEqual([])
  expect(at('2026-03-11T09:00:01Z')).toEqual([
    '$.modifiedAt: "modifiedAt" says 2026-03-11T09:00:01Z, but here it is 2026-03-10T09:00:00.000Z. Send when the document was last changed; at most a day ahead is taken, since every later version would count as older.',
  ])
  expect(at(undefined)).toEqual([])
  expect(problems({ modifiedAt: '2999-01-01T00:00:00Z' })).toEqual([])
})

describe('an amount needs a currency', () => {
  test.each([
    [{ totals: { tax: '1.00', gross: '5.00' } }, '$.totals.tax'],
    [{ lines: [{ line: '1' }, { line: '2', amount: '5.00', unitPrice: '5.00' }] }, '$.lines[1].amount'],
    [{ lines: [{ line: '1', unitPrice: '5.00' }] }, '$.lines[0].unitPrice'],
    [{ taxes: [{ rate: '19' }, { base: '5.00' }] }, '$.taxes[1]'],
    [{ taxes: [{ amount: '5.00' }] }, '$.taxes[0]'],
    [{ payments: [{ id: 'P' }, { amount: '5.00' }] }, '$.payments[1].amount'],
  ])('%j', (fields, path) => {
    expect(problems({ type: 'invoices', ...fields })).toEqual([
      `$.currency: "currency" is missing, and ${path} is an amount. Say which currency it is in.`,
    ])
    expect(problems({ type: 'invoices', ...fields, currency: 'EUR' })).toEqual([])
  })

  test('what is no amount needs none', () => {
    const fields = { lines: [{ line: '1', quantity: '5' }], taxes: [{ rate: '19' }], payments: [{ id: 'P' }] }
    expect(problems({ type: 'invoices', ...fields })).toEqual([])
    expect(problems({ totals: {} })).toEqual([])
  })

  test('in a partial message the currency may be the stored one', () => {
    const message = { ...order, totals: { gross: '5.00' } }
    expect(sentencesOf(checkDocument(message, { parts: 'if so' }))).toEqual([])
    expect(sentencesOf(checkDocument({ ...message, lines: [] }, { parts: 'if so' }))).toHaveLength(1)
    expect(sentencesOf(checkDocument({ ...message, lines: [] }, { parts: 'always' }))).toEqual([])
  })
})

test('a message is partial when it says so, when it has no lines, or when it came as a part', () => {
  const partOf = (fields: object, parts?: 'if so' | 'always') => {
    const checked = checkDocument({ ...order, note: '', ...fields }, parts === undefined ? {} : { parts })
    return 'part' in checked ? checked.part : undefined
  }
  expect(partOf({}, 'if so')).toEqual({ cleared: [['note']], isExplicit: false })
  expect(partOf({ lines: [] }, 'if so')).toBeUndefined()
  expect(partOf({ lines: [], partial: true }, 'if so')).toEqual({ cleared: [['note']], isExplicit: true })
  expect(partOf({ lines: [], partial: false }, 'if so')).toBeUndefined()
  expect(partOf({ lines: [] }, 'always')).toEqual({ cleared: [['note']], isExplicit: true })
  expect(partOf({ partial: true })).toBeUndefined()
  expect(checkDocument({ ...order, partial: true })).toEqual({ document: order, warnings: [] })
  const wrongTotals = { currency: 'EUR', totals: { net: '1.00', gross: '2.00' } }
  expect(checkDocument({ ...order, ...wrongTotals }, { parts: 'if so' })).toMatchObject({ warnings: [] })
})

test('two attachments cannot have one name, and each is Base64', () => {
  const attachment = (name: string, contentBase64: string) => ({ name, mimeType: 'application/pdf', contentBase64 })
  const attachments = [attachment('a.pdf', 'QQ=='), attachment('b.pdf', 'QUI='), attachment('a.pdf', 'QUJD')]
  expect(problems({ attachments })).toEqual(['$.attachments[2].name: Two attachments are called "a.pdf".'])
  for (const wrong of ['QQ', 'Q===', 'QQ=A', 'QU-D', 'QU_D', 'QQ==QQ==', '=QQ=', 'QUJD\n'])
    expect(problems({ attachments: [attachment('a.pdf', wrong)] }), wrong).toEqual([
      '$.attachments[0].contentBase64: The content is not valid Base64 (without line breaks, padded with =).',
    ])
  expect(problems({ attachments: [attachment('a.pdf', 'ab+/')] })).toEqual([])
})

test.each([[null], ['text'], [5], [undefined]])('a line that is %j is no document', (line) =>
  expect(sentencesOf(checkDocument(line))).toEqual(['$: The line must be one document: an object in braces.']),
)
