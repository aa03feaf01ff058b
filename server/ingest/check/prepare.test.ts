import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { IngestDocument, IngestEvent } from '#contract/ingest/documents.ts'
import { prepare } from './prepare.ts'

type DocumentType = IngestDocument['type']
const prepared = (type: DocumentType, fields: Partial<IngestDocument> = {}) =>
  prepare({ type, number: 'N-1', account: 'C-1', ...fields }, 3, 250)
const row = (type: DocumentType, fields: Partial<IngestDocument> = {}) => prepared(type, fields).row
const details = (type: DocumentType, fields: Partial<IngestDocument> = {}) =>
  JSON.parse(row(type, fields).details) as Record<string, unknown>

test('a message is known by where it stood, whose it is and by what was sent, whoever numbered it', () => {
  const message = { type: 'orders', number: 'SO-1', account: 'C-1', accountName: 'Better Bikes', source: 'A' } as const
  const { source: _, ...sent } = message
  const part = { cleared: [['note']], isExplicit: true }
  const made = prepare({ ...message, modifiedAt: '2026-03-01T10:00:00+01:00' }, 3, 250, part)
  expect(made).toMatchObject({
    ...{ line: 3, size: 250, account: 'C-1', accountName: 'Better Bikes', type: 'orders', number: 'SO-1', source: 'A' },
    ...{ modifiedAt: Date.parse('2026-03-01T09:00:00Z'), part },
  })
  expect(prepare(message, 1, 1).modifiedAt).toBeUndefined()
  expect(prepare(message, 1, 1).hash).toEqual(hash('sha256', JSON.stringify(sent), 'buffer'))
  expect(prepare({ ...message, source: 'B' }, 1, 1).hash).toEqual(prepare(message, 1, 1).hash)
  expect(prepare({ ...message, number: 'SO-2' }, 1, 1).hash).not.toEqual(prepare(message, 1, 1).hash)
})

describe('the status', () => {
  test.each([
    ['orders', undefined, 'received', null],
    ['quotes', undefined, 'open', null],
    ['invoices', undefined, 'open', null],
    ['shipments', undefined, 'planned', null],
    ['orders', 'confirmed', 'confirmed', 'confirmed'],
    ['invoices', 'overdue', 'open', 'open'],
    ['quotes', 'expired', 'open', 'open'],
    ['quotes', 'ordered', 'accepted', 'accepted'],
    ['shipments', 'unknown', 'planned', null],
  ] as const)('of %s that come with %j is %j', (type, sent, status, sourceStatus) =>
    expect(row(type, sent === undefined ? {} : { status: sent })).toMatchObject({ status, sourceStatus }),
  )

  test('of a shipment without one follows from its dates', () => {
    expect(row('shipments', { shipment: { despatchDate: '2026-03-01' } }).status).toBe('in_transit')
    expect(row('shipments', { deliveredDate: '2026-03-02' }).status).toBe('delivered')
    const shipment = { despatchDate: '2026-03-01', deliveredAt: '2026-03-02T10:00:00Z' }
    expect(row('shipments', { shipment }).status).toBe('delivered')
    expect(row('shipments', { status: 'packed', shipment }).status).toBe('packed')
    expect(row('orders', { deliveredDate: '2026-03-02' }).status).toBe('received')
  })

  test('of the steps after an order is nothing yet; other documents have none', () => {
    expect(row('orders')).toMatchObject({ fulfilment: 'not_shipped', billing: 'not_invoiced', payment: 'pending' })
    for (const type of ['quotes', 'shipments', 'invoices'] as const)
      expect(row(type)).toMatchObject({ fulfilment: undefined, billing: undefined, payment: undefined })
  })
})

describe('what is paid and open of an invoice', () => {
  const amounts = (fields: Partial<IngestDocument>) => {
    const { paid, open } = row('invoices', fields)
    return { paid, open }
  }
  test('is taken as sent', () => {
    expect(amounts({ totals: { gross: '100.00', paid: '10.00', open: '80.00' } })).toEqual({
      paid: '10.00',
      open: '80.00',
    })
    expect(amounts({ totals: { open: '80.00' }, payments: [{ amount: '5.00' }] })).toEqual({ paid: '5', open: '80.00' })
  })
  test('follows from the payments and what is to be paid', () => {
    const payments = [{ amount: '10.00' }, { amount: '5.50' }, { id: 'without an amount' }]
    expect(amounts({ totals: { gross: '100.00' }, payments })).toEqual({ paid: '15.5', open: '84.5' })
    expect(amounts({ totals: { gross: '100.00', payable: '90.00' }, payments })).toEqual({ paid: '15.5', open: '74.5' })
    expect(amounts({ totals: { gross: '100.00', paid: '20.00' }, payments })).toEqual({ paid: '20.00', open: '80' })
    expect(amounts({ totals: { gross: '100.00' } })).toEqual({ paid: undefined, open: '100' })
    expect(amounts({ totals: { gross: '100.00' }, payments: [] })).toEqual({ paid: undefined, open: '100' })
  })
  test.each([
    ['paid', '0'],
    ['credited', '0'],
    ['cancelled', '0'],
    ['partially_paid', '100'],
    ['overdue', '100'],
  ])('of one that is %s is %s', (status, open) =>
    expect(amounts({ status, totals: { gross: '100.00' } })).toEqual({ paid: undefined, open }),
  )
  test('is not known without an amount', () => {
    expect(amounts({})).toEqual({ paid: undefined, open: undefined })
    expect(amounts({ status: 'paid', payments: [{ amount: '5' }] })).toEqual({ paid: '5', open: undefined })
  })
  test('of another document is what it says', () => {
    expect(row('orders', { totals: { gross: '100.00', paid: '5.00' } })).toMatchObject({
      paid: '5.00',
      open: undefined,
    })
    expect(row('orders', { totals: { open: '7.00' } })).toMatchObject({ paid: undefined, open: '7.00' })
  })
})

test('amounts, dates and references stand in columns of their own', () => {
  const columns = {
    ...{ issueDate: '2026-03-01', validUntil: '2026-03-02', dueDate: '2026-03-03', requestedDate: '2026-03-04' },
    ...{ promisedDate: '2026-03-05', estimatedDate: '2026-03-06', deliveredDate: '2026-03-07' },
    ...{ customerReference: 'PO-1', currency: 'EUR' },
  }
  const totals = { net: '1.00', discount: '2.00', charges: '3.00', tax: '4.00', gross: '5.00' }
  expect(row('orders', { ...columns, totals })).toMatchObject({ ...columns, ...totals })
})

test('an invoice is one unless it says that it is a credit note', () => {
  expect(row('invoices').invoiceKind).toBe('380')
  expect(row('invoices', { invoiceKind: '386' }).invoiceKind).toBe('386')
  expect(row('invoices', { totals: { gross: '-5.00' } })).toMatchObject({ invoiceKind: '381', gross: '5.00' })
  expect(row('orders').invoiceKind).toBeUndefined()
})

describe('a shipment', () => {
  const shipment = {
    carrier: 'DHL',
    despatchDate: '2026-03-02',
    estimatedDelivery: '2026-03-04',
    deliveredAt: '2026-03-05T23:30:00+01:00',
    trackingNumbers: ['T-1', 'T-2'],
    packages: [{ sscc: '1', trackingNumber: 'T-2' }, { trackingNumber: 'T-3' }, { sscc: '2' }],
  }

  test('has its dates, its carrier and every tracking number once', () => {
    expect(row('shipments', { shipment, estimatedDate: '2026-03-09', issueDate: '2026-03-01' })).toMatchObject({
      ...{ carrier: 'DHL', despatchDate: '2026-03-02', estimatedDate: '2026-03-04', deliveredDate: '2026-03-05' },
      ...{ trackingNumbers: ['T-1', 'T-2', 'T-3'], packageCount: 3, lastEventAt: '2026-03-02T00:00:00Z' },
    })
    expect(row('shipments', { shipment, deliveredDate: '2026-03-08' }).deliveredDate).toBe('2026-03-08')
    expect(row('shipments', { estimatedDate: '2026-03-09', issueDate: '2026-03-01' })).toMatchObject({
      ...{ estimatedDate: '2026-03-09', lastEventAt: '2026-03-01T00:00:00Z', trackingNumbers: [], packageCount: 0 },
    })
    expect(row('shipments').lastEventAt).toBeUndefined()
    const trackingNumbers = Array.from({ length: 1000 }, (_, index) => `T-${index}`)
    const many = { trackingNumbers, packages: [{ trackingNumber: 'X' }] }
    expect(row('shipments', { shipment: many }).trackingNumbers).toEqual(trackingNumbers)
  })

  test('is known by its number and packages; what another document says of one is left out', () => {
    expect(prepared('shipments', { shipment }).keys).toContain('despatch:N-1')
    expect(prepared('orders', { shipment })).toMatchObject({ keys: [], events: [], content: { type: 'orders' } })
    expect(prepared('orders', { shipment }).content).toEqual({ type: 'orders', number: 'N-1', account: 'C-1' })
    expect(row('orders', { shipment, issueDate: '2026-03-01' })).toMatchObject({
      ...{ carrier: undefined, despatchDate: undefined, lastEventAt: undefined, deliveredDate: undefined },
    })
  })

  test('keeps among its details what no list shows', () => {
    const shown = {
      ...{ mode: 'road', service: 'Express', trackingUrl: 'https://t.example/1', waybill: 'W-1', signedBy: 'Ann' },
      grossWeight: { value: '5', unit: 'KGM' },
    }
    expect(details('shipments', { shipment: { ...shipment, ...shown } })).toEqual({
      ...shown,
      packages: shipment.packages,
      deliveredAt: '2026-03-05T22:30:00.000Z',
    })
  })

  test('may have its particulars among the details', () => {
    const beside = { details: { waybill: 'W-1', destination: 'Hall B' } }
    expect(prepared('shipments', beside).content).toMatchObject({
      shipment: { waybill: 'W-1' },
      details: { destination: 'Hall B' },
    })
    expect(prepared('shipments', { ...beside, shipment: { mode: 'road' } }).content.shipment).toEqual({
      mode: 'road',
      waybill: 'W-1',
    })
    expect(prepared('shipments', { details: { destination: 'Hall B' } }).content).not.toHaveProperty('shipment')
    expect(prepared('shipments', { details: { waybill: 'W-1' } }).content).not.toHaveProperty('details')
    expect(prepared('orders', { details: { destination: 'Hall B', waybill: 'W-1' } }).content).toMatchObject({
      details: { destination: 'Hall B', waybill: 'W-1' },
    })
  })
})

test('why an order waits may be sent as a property or among the details', () => {
  const expected = { type: 'orders', number: 'N-1', account: 'C-1', holdReason: 'Credit limit' }
  expect(prepared('orders', { holdReason: 'Credit limit' }).content).toEqual(expected)
  expect(prepared('orders', { details: { holdReason: 'Credit limit' } }).content).toEqual(expected)
  expect(details('orders', { holdReason: 'Credit limit' })).toEqual({ holdReason: 'Credit limit' })
  expect(prepared('quotes', { holdReason: 'Credit limit' }).content).not.toHaveProperty('holdReason')
  expect(prepared('orders').content).toEqual({ type: 'orders', number: 'N-1', account: 'C-1' })
})

test('payments and the kind of an invoice are left out of other documents', () => {
  const payments = [{ amount: '5.00', date: '2026-03-01' }]
  expect(prepared('invoices', { payments, invoiceKind: '386' }).content).toMatchObject({ payments, invoiceKind: '386' })
  expect(prepared('invoices').content).toEqual({ type: 'invoices', number: 'N-1', account: 'C-1' })
  for (const type of ['quotes', 'orders', 'shipments'] as const)
    expect(prepared(type, { payments, invoiceKind: '386' }).content).toEqual({ type, number: 'N-1', account: 'C-1' })
})

describe('details', () => {
  test('hold parties, persons, terms and what only its type has', () => {
    const fields = {
      ...{ billTo: { name: 'A' }, shipTo: { name: 'B' }, shipFrom: { name: 'C' }, seller: { name: 'D' } },
      ...{ buyer: { name: 'E' }, originator: { name: 'F' }, payee: { name: 'G' }, taxRepresentative: { name: 'H' } },
      ...{ contact: { name: 'I' }, salesperson: { name: 'J' }, paymentTerms: '30 days', deliveryTerms: 'DAP' },
      ...{ project: 'P', costCentre: '4711', note: 'N', taxes: [{ rate: '19' }] },
    }
    expect(details('orders', fields)).toEqual(fields)
    expect(details('orders')).toEqual({})
  })

  test('of an invoice hold its payments and what was sent as open and payable', () => {
    const fields = { payments: [{ amount: '5' }], totals: { gross: '9', open: '4', payable: '8' } }
    expect(details('invoices', fields)).toEqual({ payments: fields.payments, openAsSent: '4', payable: '8' })
    expect(details('orders', fields)).toEqual({})
  })

  test('hold moments in UTC, and texts as they are', () => {
    const moment = '2026-03-01T10:00:00+01:00'
    expect(details('quotes', { details: { sentAt: moment, acceptedBy: moment, revision: null } })).toEqual({
      ...{ sentAt: '2026-03-01T09:00:00.000Z', acceptedBy: moment, revision: null },
    })
    expect(details('quotes', { details: { sentAt: null } })).toEqual({ sentAt: null })
  })

  test('say of an invoice where to pay, from the first means of payment', () => {
    const means = [{ account: 'DE02', bank: 'BIC', reference: 'RF18' }, { account: 'DE03' }]
    const paid = (paymentMeans: NonNullable<IngestDocument['paymentMeans']>, more: Partial<IngestDocument> = {}) =>
      details('invoices', { paymentMeans, ...more })
    expect(paid(means)).toEqual({ paymentMeans: means, bankAccount: 'DE02 · BIC', paymentReference: 'RF18' })
    expect(paid([{ account: 'DE02' }])).toEqual({ paymentMeans: [{ account: 'DE02' }], bankAccount: 'DE02' })
    expect(paid([{ bank: 'BIC' }])).toEqual({ paymentMeans: [{ bank: 'BIC' }] })
    expect(paid([])).toEqual({ paymentMeans: [] })
    expect(paid(means, { details: { bankAccount: 'Our account' } }).bankAccount).toBe('Our account')
    expect(details('orders', { paymentMeans: means })).toEqual({ paymentMeans: means })
  })
})

test('a line has its article, quantity and amount in columns and the rest among its details', () => {
  const columns = { line: '1', kind: 'charge', sku: 'A', quantity: '2', unit: 'EA', amount: '5.00' } as const
  const rest = { name: 'Wheel', unitPrice: '2.50', serials: ['S-1'], details: { brand: 'Nord' } }
  const references = [{ type: 'orders' as const, number: 'SO-1' }]
  const made = prepared('invoices', {
    lines: [
      { ...columns, ...rest, references },
      { line: '2', name: 'Freight' },
    ],
  })
  const empty = { sku: null, quantity: null, unit: null, amount: null }
  expect(made.lines.map((line) => ({ ...line, details: JSON.parse(line.details) }))).toEqual([
    { ...columns, details: rest },
    { line: '2', kind: 'charge', ...empty, details: { name: 'Freight' } },
  ])
  expect(prepared('orders', { lines: [{ line: '1' }] }).lines).toEqual([
    { line: '1', kind: 'item', ...empty, details: '{}' },
  ])
  expect(prepared('orders').lines).toEqual([])
  expect(made.links.map(({ toNumber }) => toNumber)).toEqual(['SO-1', 'SO-1'])
  expect(made.units).toEqual([{ position: 1, kind: 'serial', written: 'S-1' }])
  expect(made.items.map(({ sku }) => sku)).toEqual(['A'])
  expect(made.search.terms.has('wheel')).toBe(true)
})

test('an attachment is kept as its bytes and is no part of the content', () => {
  const attachment = { name: 'a.pdf', mimeType: 'application/pdf', contentBase64: 'QUJD' }
  const made = prepared('orders', { attachments: [attachment, { ...attachment, purpose: 'proof_of_delivery' }] })
  const kept = { name: 'a.pdf', mimeType: 'application/pdf', content: Buffer.from('ABC') }
  expect(made.attachments).toEqual([
    { ...kept, purpose: null },
    { ...kept, purpose: 'proof_of_delivery' },
  ])
  expect(made.content).not.toHaveProperty('attachments')
  expect(prepared('orders').attachments).toEqual([])
})

test('an event is kept in UTC with the offset where it happened; the same event twice is one', () => {
  const event: IngestEvent = { at: '2026-03-01T10:00:00+0530', code: 'delivered' }
  const full: IngestEvent = {
    ...{ id: 'E-1', at: '2026-03-01T10:00:00Z', code: 'delayed', classifier: 'estimated' },
    ...{ place: { city: 'Hamburg' }, description: 'Fog', reasonCode: 'F', package: '1', retracts: 'E-0' },
  }
  const { events } = prepared('shipments', { shipment: { events: [event, { ...event }, full] } })
  expect(events).toEqual([
    {
      ...{ at: '2026-03-01T04:30:00.000Z', offset: '+05:30', classifier: 'actual', code: 'delivered', place: '{}' },
      ...{ description: null, reasonCode: null, package: null, retracts: null },
      sourceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
    {
      ...{ at: '2026-03-01T10:00:00.000Z', offset: null, classifier: 'estimated', code: 'delayed' },
      ...{ place: '{"city":"Hamburg"}', description: 'Fog', reasonCode: 'F', package: '1' },
      ...{ sourceId: 'E-1', retracts: 'E-0' },
    },
  ])
  expect(prepared('shipments').events).toEqual([])
})
