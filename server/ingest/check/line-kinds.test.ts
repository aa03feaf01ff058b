import { expect, test } from 'vitest'
import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { withLineKinds } from './line-kinds.ts'

const kindOf = (line: Omit<IngestLine, 'line'>, type: IngestDocument['type'] = 'orders') =>
  withLineKinds({ type, number: '1', account: 'C-1', lines: [{ line: '1', ...line }] }).lines?.[0]?.kind ?? 'item'

test.each([
  ...[
    'Freight',
    'Shipping & handling',
    'Sea freight costs',
    'Delivery charge',
    'Fuel surcharge',
    'Fracht',
    'Versandkosten',
  ],
  ...[
    'Mindermengenzuschlag',
    'Verpackungspauschale',
    'Bearbeitungsgebühr',
    'Frais de port',
    "Frais d'expédition",
    'Portes',
  ],
  ...['Gastos de envío', 'Verzendkosten', 'Brandstoftoeslag', 'رسوم الشحن'],
])('A line called %j is a charge even where the ERP does not say so', (name) => {
  expect(kindOf({ name, quantity: '1' })).toBe('charge')
})

test.each([
  'Shipping box',
  'Freight elevator',
  'Packing',
  'Insurance',
  'Transport roller',
  'Port valve',
  'Delivery pump',
  '',
])('A line called %j is goods', (name) => {
  expect(kindOf({ name, quantity: '1' })).toBe('item')
})

test('Hours are no goods, an article called FREIGHT is none, and what the ERP says holds', () => {
  expect(kindOf({ name: 'Fitting', unit: 'HUR' })).toBe('charge')
  expect(kindOf({ sku: 'FREIGHT-01', name: 'DHL' })).toBe('charge')
  expect(kindOf({ sku: 'FR-01', name: 'Frame' })).toBe('item')
  expect(kindOf({ name: 'Freight', kind: 'item' })).toBe('item')
  expect(kindOf({ name: 'Freight' }, 'shipments')).toBe('item')
})
