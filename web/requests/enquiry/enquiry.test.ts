import { expect, test } from 'vitest'
import { isBlank, normaliseQuantity, parsePastedRows, parseRows, rowsOf, toggleItem } from './enquiry.ts'

const row = (id: number, values: object) => ({ id, sku: '', description: '', quantity: '', unit: '', ...values })

test('a quantity is read however people write it, and refused when it is none', () => {
  const quantities = [
    '12',
    '2,5',
    '2.5',
    '1.250,5',
    '1,250.5',
    '1 250',
    '١٢',
    '0',
    '-3',
    'a few',
    '',
    '1.2.3.4567890',
  ].map(normaliseQuantity)
  expect(quantities).toEqual(['12', '2.5', '2.5', '1250.5', '1250.5', '1250', '12', null, null, null, null, null])
})

test('blank rows are left out; a row without an item or without a quantity is named', () => {
  const rows = [
    row(1, {}),
    row(2, { sku: ' BK-1 ', quantity: '4', unit: 'EA' }),
    row(3, { quantity: '2' }),
    row(4, { description: 'A bell' }),
  ]
  expect(rows.map(isBlank)).toEqual([true, false, false, false])
  const { lines, faults } = parseRows(rows)
  expect(lines[0]).toEqual({ sku: 'BK-1', quantity: '4', unit: 'EA' })
  expect(faults).toEqual([
    { id: 3, field: 'sku', why: 'item' },
    { id: 4, field: 'quantity', why: 'quantity' },
  ])
})

test('rows out of a spreadsheet are taken apart by what stands in them', () => {
  expect(parsePastedRows('BK-1\tSaddle\t4\tEA\r\nBK-2\t8\r\n\r\nBK-3\t2,5\tm\n')).toEqual([
    { sku: 'BK-1', description: 'Saddle', quantity: '4', unit: 'EA' },
    { sku: 'BK-2', description: '', quantity: '8', unit: '' },
    { sku: 'BK-3', description: '', quantity: '2,5', unit: 'm' },
  ])
})

test('a quantity that can be a thousand or one is asked for again, also out of a spreadsheet', () => {
  const pasted = parsePastedRows('BK-1\tSaddle\t1,000\tEA\r\nBK-2\t2.500')
  expect(pasted.map(({ quantity }) => quantity)).toEqual(['1,000', '2.500'])
  const { faults } = parseRows(pasted.map((values, id) => ({ id, ...values })))
  expect(faults).toEqual([0, 1].map((id) => ({ id, field: 'quantity', why: 'quantity' })))
})

test('an item of an earlier order fills the first blank row, and is taken out again', () => {
  const item = { sku: 'BK-1', name: 'Saddle', unit: 'EA', quantity: '4', order: 'O-1', orderedOn: '2026-02-01' }
  const rows = [row(0, { sku: 'BK-9' }), row(1, {}), row(2, {})]
  const filled = toggleItem(rows, item)
  expect(filled[1]).toEqual({ id: 1, sku: 'BK-1', description: 'Saddle', quantity: '4', unit: 'EA' })
  expect(toggleItem(filled, item)).toEqual(rows)
  const weighed = toggleItem([row(0, {})], { ...item, quantity: '1.125' })
  expect(parseRows(weighed)).toMatchObject({ lines: [{ quantity: '1.1250' }], faults: [] })
  expect(toggleItem([rows[0] ?? row(0, {})], item)).toHaveLength(2)
})

test('rows that were begun stand there again, those that were pasted without the blank ones that they replaced', () => {
  const blank = { sku: '', description: '', quantity: '', unit: '' }
  expect(rowsOf({}, 2)).toEqual([
    { ...blank, id: 0 },
    { ...blank, id: 1 },
  ])
  expect(rowsOf({ 'quantity 1|0': '3', 'note|0': 'x' }, 2)).toEqual([
    { ...blank, id: 0 },
    { ...blank, id: 1, quantity: '3' },
  ])
  expect(rowsOf({ 'sku 4|0': 'B', 'sku 3|0': 'A', 'unit 3|0': 'EA' }, 3)).toEqual([
    { ...blank, id: 3, sku: 'A', unit: 'EA' },
    { ...blank, id: 4, sku: 'B' },
  ])
})
