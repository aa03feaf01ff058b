import { expect, test } from 'vitest'
import { isErpPaper } from '../papers.ts'
import { isDocumentType } from '../values.ts'
import { withCreditNoteMark } from './credit-note-number.ts'

test.each([
  ['INV-9001.pdf', 'application/pdf', 'INV-9001', true],
  ['Rechnung inv 9001 (Kopie).PDF', 'Application/PDF', 'INV-9001', true],
  ['Schlüssel ÄÖ-1.pdf', 'application/pdf', 'äö1', true],
  ['INV-9002.pdf', 'application/pdf', 'INV-9001', false],
  ['INV-9001.xml', 'application/xml', 'INV-9001', false],
  ['terms.pdf', 'application/pdf', '---', false],
  ['1001.pdf', 'application/pdf', withCreditNoteMark('1001'), true],
])('the file %s (%s) is the supplier’s own paper of %s: %s', (name, mimeType, number, expected) => {
  expect(isErpPaper({ name, mimeType }, { type: 'invoices', number })).toBe(expected)
})

test('only the four types are types of documents', () => {
  expect(['quotes', 'orders', 'shipments', 'invoices', 'Quotes', '', 'items'].filter(isDocumentType)).toEqual([
    ...['quotes', 'orders', 'shipments', 'invoices'],
  ])
})
