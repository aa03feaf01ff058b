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

test.each([
  ...['Sea freight', 'AIR FREIGHT', 'Inland carriage', 'Ocean shipping', 'Postage', 'P&P', 'Freight and insurance'],
  ...['Shipping and packaging fee', 'Carriage costs', 'Shipping charges', 'Postage and packing', 'Freight cost'],
  ...['Courier fees', 'Transport cost', 'Transportation charges', 'Insurance fee', 'Setup costs', 'Set up fee'],
  ...['Minimum order charge', 'Administration fee', 'Packaging charge', 'Handling fee', 'Energy surcharge'],
  ...['Versand', 'Porto', 'Vracht', 'Verzending', 'Nebenkosten', 'Frachtzuschlag', 'Bearbeitungsgebühren'],
  ...[
    'Frais pour emballage',
    "Participation aux frais d'envoi",
    'Supplément de carburant',
    'Port',
    'Port et emballage',
  ],
  ...['Costes de manipulación', 'Recargo por combustible', 'Flete', '  freight  ', 'Freight.', '«Freight»'],
  ...['تكاليف النقل', 'مصاريف الشحن', 'أجور التوصيل'],
])('A line called %j is a charge in the words of its trade', (name) => expect(kindOf({ name })).toBe('charge'))

test.each([
  ...['Free freight scale', 'Freight costs table', 'Air freshener', 'Delivery', 'Courier', 'Surcharge', 'Kosten'],
  ...['Versandtasche', 'Portofino', 'Frais', 'Frais divers', 'Supplement', 'Port USB', 'Gastos', 'Portes et fenêtres'],
  ...[
    'Frachter',
    'Rasenkosten 5',
    'A Frachtkosten',
    'My postage',
    'A delivery fee',
    'Old Porto',
    'رسوم',
    'سعر رسوم الشحن',
  ],
  ...['Fuel surcharge waiver', 'My frais de port', 'USB port', 'Los gastos de envío', 'Mis portes'],
])('A line called %j is goods, though a word of it sounds like a charge', (name) =>
  expect(kindOf({ name })).toBe('item'),
)

test.each(['SEC', 'MIN', 'HUR', 'LH', 'DAY', 'WEE', 'MON', 'ANN'])('What is counted in %s is time', (unit) => {
  expect(kindOf({ unit })).toBe('charge')
  expect(kindOf({ unit: `${unit}X` })).toBe('item')
})

test.each([
  ...['freight', 'Shipping-1', 'CARRIAGE 2', 'postage_3', 'handling4', 'fracht', 'versand', 'porto', 'port', 'portes'],
  ...['flete', 'vracht', 'verzendkosten99'],
])('An article numbered %j is a charge', (sku) => expect(kindOf({ sku, name: 'DHL' })).toBe('charge'))

test.each(['FREIGHT-01-B', 'MY-FREIGHT', 'FREIGHT--1', 'porter', 'freighter'])(
  'An article numbered %j is goods',
  (sku) => expect(kindOf({ sku, name: 'Frame' })).toBe('item'),
)

test('A component of a kit is goods, and a line that the ERP calls a text is one', () => {
  expect(kindOf({ name: 'Freight', parent: '9' })).toBe('item')
  expect(kindOf({ name: 'Freight', kind: 'text' })).toBe('text')
  expect(kindOf({})).toBe('item')
})

test('Only lines that are charges change, and a document without any stays as it is', () => {
  const goods = { line: '1', name: 'Wheel' }
  const named = { line: '3', name: 'Porto', kind: 'item' } as const
  const order = { type: 'orders', number: '1', account: 'C-1', lines: [goods, named] } as const
  const document = { ...order, lines: [...order.lines] }
  expect(withLineKinds(document)).toBe(document)
  expect(withLineKinds({ ...document, lines: [goods, { line: '2', name: 'Porto' }, named] }).lines).toEqual([
    goods,
    { line: '2', name: 'Porto', kind: 'charge' },
    named,
  ])
  const without = { type: 'orders', number: '1', account: 'C-1' } as const
  expect(withLineKinds(without)).toBe(without)
})

test('Of a very long name only the beginning is read', () => {
  expect(kindOf({ name: `${'x'.repeat(189)} surcharge` })).toBe('charge')
  expect(kindOf({ name: `${'x'.repeat(201)} surcharge` })).toBe('item')
})
