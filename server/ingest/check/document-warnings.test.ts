import { describe, expect, test } from 'vitest'
import { checkDocument } from './check.ts'

const order = { type: 'orders', number: 'SO-1', account: 'C-1', currency: 'EUR' }

function warnings(fields: object): string[] {
  const checked = checkDocument({ ...order, ...fields })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked.warnings.map(({ path, message }) => `${path}: ${message}`)
}

const lines = (...amounts: string[]) => amounts.map((amount, index) => ({ line: `${index + 1}`, amount }))

describe('totals', () => {
  test.each([
    [{ net: '100.00', tax: '19.00', gross: '119.01' }, []],
    [{ net: '100.00', tax: '19.00', gross: '118.99' }, []],
    [{ net: '100.00', tax: '19.00', gross: '119.0101' }, ['119.00, gross says 119.0101']],
    [{ net: '100.00', tax: '19.00', gross: '118.9899' }, ['119.00, gross says 118.9899']],
    [{ net: '100.00', charges: '5.00', gross: '105.00' }, []],
    [{ net: '100.00', discount: '5.00', gross: '95.00' }, []],
    [{ net: '100.00', discount: '5.00', gross: '105.00' }, ['95.00, gross says 105.00']],
    [{ net: '100.00' }, []],
    [{ gross: '100.00', tax: '19.00' }, []],
  ])('%j', (totals, expected) => {
    const message = (says: string) =>
      `$.totals.gross: The totals do not add up: net + charges − discount + tax is ${says}. They are shown as sent.`
    expect(warnings({ totals })).toEqual(expected.map(message))
  })
})

describe('lines and the net total', () => {
  const off = (sum: string, net: string) => [
    `$.totals.net: The lines add up to ${sum}, the net total says ${net}. Both are shown as sent.`,
  ]

  test('one rounded amount may be off by a cent, three by two', () => {
    expect(warnings({ totals: { net: '10.01' }, lines: lines('10.00') })).toEqual([])
    expect(warnings({ totals: { net: '10.02' }, lines: lines('10.00') })).toEqual(off('10.00', '10.02'))
    expect(warnings({ totals: { net: '9.98' }, lines: lines('4.00', '6.00') })).toEqual(off('10.00', '9.98'))
    expect(warnings({ totals: { net: '9.98' }, lines: lines('4.00', '3.00', '3.00') })).toEqual([])
    expect(warnings({ totals: { net: '9.97' }, lines: lines('4.00', '3.00', '3.00') })).toEqual(off('10.00', '9.97'))
  })

  test('freight may be among the lines, beside them, or in both', () => {
    const charged = [...lines('100.00'), { line: '9', kind: 'charge', amount: '5.00' }]
    expect(warnings({ totals: { net: '105.00' }, lines: charged })).toEqual([])
    expect(warnings({ totals: { net: '100.00' }, lines: charged })).toEqual([])
    expect(warnings({ totals: { net: '100.00', charges: '5.00' }, lines: lines('105.00') })).toEqual([])
    expect(warnings({ totals: { net: '103.00' }, lines: charged })).toEqual(off('105.00', '103.00'))
  })

  test('an optional line is not in the total, and a text has no amount', () => {
    const offered = [...lines('100.00'), { line: '8', option: 'optional', amount: '7.00' }, { line: '9', kind: 'text' }]
    expect(warnings({ type: 'quotes', totals: { net: '100.00' }, lines: offered })).toEqual([])
    expect(warnings({ type: 'quotes', totals: { net: '107.00' }, lines: offered })).toEqual(off('100.00', '107.00'))
  })

  test('nothing is said where a line has no amount, or no line has any', () => {
    expect(warnings({ totals: { net: '5.00' }, lines: [...lines('100.00'), { line: '9' }] })).toEqual([])
    expect(warnings({ totals: { net: '5.00' }, lines: [{ line: '1', kind: 'text' }] })).toEqual([])
    expect(warnings({ totals: { gross: '5.00' }, lines: lines('100.00') })).toEqual([])
    expect(warnings({ lines: lines('100.00') })).toEqual([])
  })
})

test.each([
  ['1900-01-01', true],
  ['1900-01-02', false],
  ['2100-12-31', false],
  ['2101-01-01', true],
])('the date %s is unlikely: %s', (issueDate, isUnlikely) =>
  expect(warnings({ issueDate })).toEqual(isUnlikely ? [`$.issueDate: The date ${issueDate} is unlikely.`] : []),
)

test('an unlikely moment is told by its day', () => {
  expect(warnings({ modifiedAt: '1899-12-30T00:00:00Z' })).toEqual(['$.modifiedAt: The date 1899-12-30 is unlikely.'])
})

test('what is sent back counts as a return on orders and shipments; elsewhere it is nothing unusual', () => {
  const returned = [{ line: '1' }, { line: '2', quantity: '-2' }, { line: '3', quantity: '2' }]
  const warning = ['$.lines[1].quantity: The quantity -2 counts as a return.']
  expect(warnings({ lines: returned })).toEqual(warning)
  expect(warnings({ type: 'shipments', lines: returned })).toEqual(warning)
  expect(warnings({ type: 'quotes', lines: returned })).toEqual([])
  expect(warnings({ type: 'invoices', lines: returned })).toEqual([])
})

test('a component that names no kit counts as a line of its own', () => {
  expect(warnings({ lines: [{ line: '1' }, { line: '2', parent: '1' }] })).toEqual([])
  expect(warnings({ lines: [{ line: '1' }, { line: '2', parent: '9' }] })).toEqual([
    '$.lines[1].parent: There is no line "9" that could be its kit. It counts as a line of its own.',
  ])
  expect(warnings({ lines: [{ line: '1' }, { line: '2', parent: '1' }, { line: '3', parent: '2' }] })).toEqual([
    '$.lines[2].parent: Line "2" is itself a component; "parent" names the whole kit. It counts as a line of its own.',
  ])
})

test('what another type of document has is left out, and that is told', () => {
  const shipment = { carrier: 'DHL' }
  expect(warnings({ shipment })).toEqual(['$.shipment: "shipment" says nothing on orders and is left out.'])
  expect(warnings({ type: 'shipments', shipment })).toEqual([])
  const paid = { payments: [{ amount: '1.00' }], invoiceKind: '380' }
  expect(warnings({ type: 'invoices', ...paid })).toEqual([])
  expect(warnings({ type: 'shipments', ...paid })).toEqual([
    '$.payments: "payments" says nothing on shipments and is left out.',
    '$.invoiceKind: "invoiceKind" says nothing on shipments and is left out.',
  ])
})

test('of one document at most ten warnings are told', () => {
  const returned = Array.from({ length: 20 }, (_, index) => ({ line: `${index}`, quantity: '-1' }))
  const told = warnings({ lines: returned })
  expect(told).toHaveLength(10)
  expect(told[9]).toContain('$.lines[9].quantity')
})
