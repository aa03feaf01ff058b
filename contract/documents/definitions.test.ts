import { describe, expect, test } from 'vitest'
import { type Permission, roles } from '../permissions.ts'
import { type DocumentType, documentTypes } from '../values.ts'
import { allFields, columnFields } from './all-fields.ts'
import { isAmountField, kindOfChange } from './changes.ts'
import { headerValues, lineValues, normaliseValue } from './content.ts'
import type { Fields, Tone } from './definition.ts'
import { eventStatuses, finalShipmentStatuses } from './milestones.ts'
import { dateDependentStatus, storedStatusesFor } from './shown-status.ts'
import { definitions, maySeeFiles, statusesOf, toneOf } from './types.ts'
import { ublPaths } from './ubl-paths.ts'

const toneWords: readonly Tone[] = ['neutral', 'info', 'progress', 'good', 'warn', 'bad']

describe.each(documentTypes)('of %s', (type) => {
  const {
    fields,
    list,
    sorts,
    dates,
    filters,
    keyDate,
  }: {
    [Name in 'list' | 'sorts' | 'dates' | 'filters']: readonly string[]
  } & { fields: Fields; keyDate: string } = definitions[type]

  test('every column of the list, every date of the page and every filter is one that documents have', () => {
    for (const name of [...list, ...dates, ...filters, keyDate]) expect(Object.keys(fields)).toContain(name)
    expect(new Set(list).size).toBe(list.length)
    expect(list[0]).toBe('number')
    for (const name of dates) expect(['date', 'instant']).toContain(fields[name]?.kind)
    for (const name of filters) expect(fields[name]?.values?.length).toBeGreaterThan(1)
  })

  test('the newest come first, and lists are sorted by what each document has', () => {
    expect(sorts.slice(0, 4)).toEqual(['issueDate', 'keyDate', 'number', 'statusChangedAt'])
    for (const name of sorts.slice(4)) expect(fields[name]?.kind).toBe('money')
  })

  test('the definition says which type it is of', () => {
    expect(definitions[type].type).toBe(type)
  })

  test('every status has a tone, and no other word has', () => {
    for (const status of statusesOf(type)) expect(toneWords, status).toContain(toneOf(type, status))
    expect(toneOf(type, 'no such status')).toBe('neutral')
  })

  test('a file has as columns all that a list or a page has', () => {
    const columns = columnFields(type)
    for (const name of [
      ...Object.keys(allFields(type)),
      'paymentTerms',
      'deliveryTerms',
      'project',
      'costCentre',
      'note',
    ])
      expect(['column', 'details'], name).toContain(columns[name]?.stored)
    expect(columns.note).toMatchObject({ kind: 'text', stored: 'details' })
  })
})

test.each<[DocumentType, Record<string, unknown>]>([
  [
    'quotes',
    {
      active: ['requested', 'in_preparation', 'open', 'revision_requested'],
      ended: ['rejected', 'withdrawn', 'expired'],
      needsAction: { statuses: ['open'], promiseMoved: false },
      canBeLate: false,
      priced: true,
      keyDate: 'validUntil',
    },
  ],
  [
    'orders',
    {
      active: ['received', 'confirmed', 'in_progress', 'on_hold'],
      ended: ['cancelled', 'rejected'],
      needsAction: { statuses: ['on_hold'], promiseMoved: true },
      canBeLate: true,
      priced: true,
      keyDate: 'estimatedDate',
    },
  ],
  [
    'shipments',
    {
      ended: ['cancelled'],
      needsAction: { statuses: ['delivery_failed', 'on_hold', 'ready_for_pickup'], promiseMoved: false },
      canBeLate: true,
      priced: false,
      keyDate: 'estimatedDate',
    },
  ],
  [
    'invoices',
    {
      active: ['open', 'partially_paid', 'overdue'],
      ended: [],
      needsAction: { statuses: ['overdue'], promiseMoved: false },
      canBeLate: false,
      canBeDisputed: true,
      priced: true,
      keyDate: 'dueDate',
    },
  ],
])('%s are open, over, or wait for the customer in these statuses', (type, facts) => {
  expect(definitions[type]).toMatchObject(facts)
})

test('a shipment is open until it has arrived, came back or was given up', () => {
  const over = statusesOf('shipments').filter((status) => !definitions.shipments.active.includes(status as never))
  expect(over).toEqual(['delivered', 'returned', 'lost_or_damaged', 'cancelled', 'unknown'])
  expect(finalShipmentStatuses).toEqual(['delivered', 'returned', 'lost_or_damaged', 'cancelled'])
})

test('what is told of a shipment on its way becomes its status', () => {
  const becomes = (status: string) => Object.keys(eventStatuses).filter((code) => eventStatuses[code] === status)
  expect(becomes('in_transit')).toEqual([
    ...['in_transit', 'despatched', 'arrived_at_hub', 'customs_cleared', 'returning'],
  ])
  expect(becomes('delivery_failed')).toEqual(['delivery_failed', 'delivery_attempt_failed', 'refused'])
  expect(becomes('lost_or_damaged')).toEqual(['lost_or_damaged', 'damaged', 'lost'])
  expect(becomes('packed')).toEqual(['packed', 'ready_for_despatch'])
  expect(becomes('planned')).toEqual(['planned', 'picking'])
  expect(becomes('customs')).toEqual(['customs', 'customs_hold'])
  expect(becomes('label_created')).toEqual(['label_created', 'info_received'])
  expect(becomes('ready_for_pickup')).toEqual(['ready_for_pickup', 'available_for_pickup'])
  expect([eventStatuses.delayed, eventStatuses.unknown]).toEqual([null, null])
  for (const status of statusesOf('shipments').filter((name) => name !== 'unknown'))
    expect(eventStatuses[status]).toBe(status)
})

describe('a status that today’s date decides', () => {
  test('is looked for under those that are stored', () => {
    expect(storedStatusesFor('quotes', 'expired')).toEqual({ stored: ['open'], byDate: true })
    expect(storedStatusesFor('quotes', 'open')).toEqual({ stored: ['open'], byDate: true })
    expect(storedStatusesFor('quotes', 'accepted')).toEqual({ stored: ['accepted'], byDate: false })
    expect(storedStatusesFor('invoices', 'overdue')).toEqual({ stored: ['open', 'partially_paid'], byDate: true })
    expect(storedStatusesFor('orders', 'on_hold')).toEqual({ stored: ['on_hold'], byDate: false })
    expect(storedStatusesFor('shipments', 'unknown').stored).toEqual(
      expect.arrayContaining(['unknown', 'in_transit', 'delivery_failed']),
    )
  })

  test('is known for quotes, shipments and invoices, and for no order', () => {
    expect(dateDependentStatus('quotes')).toEqual({ stored: ['open'], shown: 'expired' })
    expect(dateDependentStatus('invoices')).toEqual({ stored: ['open', 'partially_paid'], shown: 'overdue' })
    expect(dateDependentStatus('shipments')).toEqual({
      stored: [
        ...['picked_up', 'in_transit', 'customs', 'on_hold', 'ready_for_pickup', 'out_for_delivery'],
        'delivery_failed',
      ],
      shown: 'unknown',
    })
    expect(dateDependentStatus('orders')).toBeUndefined()
  })
})

test('files of types with prices are only for those who see prices, delivery notes for all who see shipments', () => {
  const seenBy = (...permissions: Permission[]) =>
    documentTypes.filter((type) => maySeeFiles(type, new Set(permissions)))
  expect(seenBy(...roles.admin)).toEqual([...documentTypes])
  expect(seenBy(...roles.logistics)).toEqual(['shipments'])
  expect(seenBy('invoices.read')).toEqual([])
  expect(seenBy('prices')).toEqual([])
  expect(seenBy('invoices.read', 'prices')).toEqual(['invoices'])
})

describe('what is kept of a document to tell its changes', () => {
  test('is its dates, amounts and terms, and the address in one line', () => {
    const shipTo = { name: 'Better Bikes', lines: ['Gate 3', ''], postalCode: '20095', city: 'Hamburg', country: 'DE' }
    const row = {
      ...{ customerReference: 'PO-7', carrier: 'DHL', validUntil: '2026-01-01', dueDate: '2026-01-02' },
      ...{ requestedDate: '2026-01-03', promisedDate: '2026-01-04', estimatedDate: '2026-01-05' },
      ...{ despatchDate: '2026-01-06', deliveredDate: '2026-01-07' },
      ...{ net: '1', discount: '2', charges: '3', tax: '4', gross: '5', paid: '6' },
    }
    const details = { revision: '2', holdReason: 'Credit', shipTo, paymentTerms: '30 days', project: 'X' }
    expect(headerValues(row, details)).toEqual({
      ...row,
      ...{ revision: '2', holdReason: 'Credit', paymentTerms: '30 days', deliveryTerms: null },
      shipTo: 'Better Bikes, Gate 3, 20095 Hamburg, DE',
    })
    expect(headerValues({}, { holdReason: 7 } as never)).toMatchObject({ holdReason: null, shipTo: null })
    expect(headerValues({}, { shipTo: { city: 'Bremen', region: 'HB' } }).shipTo).toBe('Bremen, HB')
  })

  test('is of each line with an item what was ordered, by the number of the line', () => {
    const line = { line: '1', kind: 'item', sku: 'A', quantity: '2', unit: 'C62', amount: '10.00', details: {} }
    const values = lineValues([
      { ...line, details: { name: 'Wheel', details: { brand: 'X' }, unitPrice: '5' } as never },
      { ...line, line: '2', kind: 'text' },
      { ...line, line: '3', sku: null, quantity: null },
    ])
    expect([...values.keys()]).toEqual(['1', '3'])
    expect(values.get('1')).toMatchObject({ line: 'A Wheel', quantity: '2', unitPrice: '5', amount: '10.00' })
    expect(values.get('3')).toMatchObject({ line: '', quantity: null })
  })

  test('is the same value, however many zeros it was sent with, and no more than 500 characters of a text', () => {
    expect(normaliseValue('gross', '12.500')).toBe('12.5')
    expect(normaliseValue('quantity', '3.000')).toBe('3')
    expect(normaliseValue('customerReference', '3.000')).toBe('3.000')
    expect(normaliseValue('gross', null)).toBeNull()
    expect(normaliseValue('gross', undefined)).toBeNull()
    expect(normaliseValue('holdReason', 'x'.repeat(500))).toBe('x'.repeat(500))
    expect(normaliseValue('holdReason', 'x'.repeat(501))).toBe(`${'x'.repeat(499)}…`)
  })

  test('is money, another number or a text, and hidden from some where it tells a price', () => {
    const amounts = ['net', 'discount', 'charges', 'tax', 'gross', 'paid', 'unitPrice', 'amount']
    for (const name of amounts) expect([name, kindOfChange(name), isAmountField(name)]).toEqual([name, 'money', true])
    expect(['quantity', 'discountPercent'].map(kindOfChange)).toEqual(['decimal', 'decimal'])
    expect(isAmountField('discountPercent')).toBe(true)
    for (const name of ['quantity', 'status', 'shipTo', 'paymentTerms', 'no such field'])
      expect([name, isAmountField(name)]).toEqual([name, false])
    for (const name of ['status', 'promisedDate', 'no such field']) expect(kindOfChange(name)).toBe('text')
  })
})

test('a value of a document has a place of its own in UBL, which no other has', () => {
  const paths = Object.values(ublPaths).flat()
  for (const path of paths) expect(path).toMatch(/^((cac|cbc):[A-Z]\w+)(\/(cac|cbc):[A-Z]\w+)*$/)
  expect(new Set(paths).size).toBe(paths.length)
  for (const name of Object.keys(ublPaths))
    expect(
      documentTypes.some((type) => Object.hasOwn(allFields(type), name)),
      name,
    ).toBe(true)
})
