import { expect, test } from 'vitest'
import { parseLimit } from './page.ts'
import { isErpPaper } from './papers.ts'
import { movementTextKey } from './statement.ts'
import { minorUnits } from './values/minor-units.ts'
import { isDocumentType } from './values.ts'

test.each([
  ['INV-9001.pdf', 'application/pdf', 'INV-9001', true],
  ['Rechnung inv 9001 (Kopie).PDF', 'Application/PDF', 'INV-9001', true],
  ['Schlüssel ÄÖ-1.pdf', 'application/pdf', 'äö1', true],
  ['INV-9002.pdf', 'application/pdf', 'INV-9001', false],
  ['INV-9001.xml', 'application/xml', 'INV-9001', false],
  ['terms.pdf', 'application/pdf', '---', false],
])('the file %s (%s) is the supplier’s own paper of %s: %s', (name, mimeType, number, expected) => {
  expect(isErpPaper({ name, mimeType }, { type: 'invoices', number })).toBe(expected)
})

test.each([
  [undefined, 50],
  ['1', 1],
  ['100', 100],
  ['101', 100],
  ['999', 100],
  ['0', 1],
])('a program that asks for %s rows gets %i', (text, rows) => expect(parseLimit(text)).toBe(rows))

test('what settles a credit is called used up, and everything else by its kind', () => {
  expect(movementTextKey({ kind: 'settlement', amount: '5.00' })).toBe('statement.kind.creditUsed')
  expect(movementTextKey({ kind: 'settlement', amount: '-5.00' })).toBe('statement.kind.settlement')
  expect(movementTextKey({ kind: 'payment', amount: '5.00' })).toBe('statement.kind.payment')
})

test('only the four types are types of documents', () => {
  expect(['quotes', 'orders', 'shipments', 'invoices', 'Quotes', '', 'items'].filter(isDocumentType)).toEqual([
    ...['quotes', 'orders', 'shipments', 'invoices'],
  ])
})

test('each currency has its places', () => {
  for (const none of 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
    expect(minorUnits(none), none).toBe(0)
  for (const three of 'BHD IQD JOD KWD LYD OMR TND'.split(' ')) expect(minorUnits(three), three).toBe(3)
  for (const two of ['EUR', 'USD', 'CHF']) expect(minorUnits(two)).toBe(2)
})
