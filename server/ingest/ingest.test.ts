import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { testDatabase } from '#database/testing/database.ts'
import { ingestDocuments } from './ingest.ts'

const database = await testDatabase()
const deps = {
  workPool: database.pools.work,
  clock: () => new Date('2026-03-10T09:00:00Z'),
  newId: () => randomUUIDv7(),
}

beforeEach(async () => {
  await database.owner.query('truncate accounts, raw_messages, quarantine cascade')
})

async function send(documents: unknown[], dryRun = false): Promise<IngestReport> {
  const incoming = documents.map((document, index) => ({ line: index + 1, document }))
  return ingestDocuments(deps, incoming, { dryRun, source: 'ndjson' })
}
async function findDocument(type: string, number: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await database.owner.query('select * from documents where type = $1 and number = $2', [type, number])
  return rows[0]
}
async function count(table: string): Promise<number> {
  const { rows } = await database.owner.query(`select count(*)::int as count from ${table}`)
  return rows[0].count
}
const order = (number: string, fields: object = {}) => ({ type: 'orders', number, account: 'C-1', ...fields })

describe('What was sent', () => {
  test('A bad line never stops the good ones', async () => {
    const report = await send([order('A'), { type: 'orders' }, order('B')])
    expect(report).toMatchObject({ received: 3, created: 2, rejected: 1 })
    expect(report.errors[0]).toMatchObject({ line: 2, path: '$.number' })
    expect(await count('documents')).toBe(2)
  })

  test('Sending the same file twice changes nothing', async () => {
    const file = [order('A', { lines: [{ line: '1', sku: 'X', quantity: '2' }] }), order('B')]
    await send(file)
    expect(await send(file)).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    expect(await count('document_lines')).toBe(1)
  })

  test('An older message never overwrites a newer one', async () => {
    await send([order('A', { note: 'new', modifiedAt: '2026-03-02T08:00:00Z' })])
    expect(await send([order('A', { note: 'old', modifiedAt: '2026-03-02T08:59:59+01:00' })])).toMatchObject({
      stale: 1,
    })
    expect(await findDocument('orders', 'A')).toMatchObject({ details: { note: 'new' } })
    expect(await send([order('A', { note: 'newer', modifiedAt: '2026-03-02T08:00:01Z' })])).toMatchObject({
      updated: 1,
    })
  })

  test('Of duplicate lines in one file the later one counts, unless it is older', async () => {
    const report = await send([order('A', { note: '1' }), order('A', { note: '2' }), order('A', { note: '2' })])
    expect(report).toMatchObject({ created: 1, updated: 1, unchanged: 1 })
    expect(await findDocument('orders', 'A')).toMatchObject({ details: { note: '2' } })
  })

  test('A dry run tells what would happen and writes nothing', async () => {
    await send([order('A')])
    const report = await send([order('A'), order('B'), order('B', { note: 'x' }), order('C', { account: 'c-1' })], true)
    expect(report).toMatchObject({ unchanged: 1, created: 1, updated: 1, rejected: 1 })
    expect(await count('documents')).toBe(1)
    expect(await count('raw_messages')).toBe(0)
  })

  test('A number with slashes, spaces and Unicode, and one of 200 characters, is found as it was sent', async () => {
    const numbers = ['SO/2026 №7 – ä', '你好/1', 'x'.repeat(200)]
    expect(await send(numbers.map((number) => order(number)))).toMatchObject({ created: 3, rejected: 0 })
    for (const number of numbers) expect(await findDocument('orders', number)).toMatchObject({ number })
    expect(await send([order('x'.repeat(201))])).toMatchObject({ rejected: 1 })
  })

  test('An account number that differs only by case is refused, in the same file and later', async () => {
    const report = await send([order('A'), order('B', { account: 'c-1' })])
    expect(report).toMatchObject({ created: 1, rejected: 1 })
    expect(report.errors[0]?.message).toContain('"c-1" differs only by upper and lower case from the account "C-1"')
    expect(await send([order('B', { account: 'c-1' })])).toMatchObject({ rejected: 1 })
    expect(await count('accounts')).toBe(1)
  })

  test('A document of 5 000 lines goes in whole', async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => ({
      line: `${index + 1}`,
      sku: `S-${index}`,
      quantity: '1',
    }))
    expect(await send([order('LONG', { lines })])).toMatchObject({ created: 1 })
    expect(await count('document_lines')).toBe(5000)
  })

  test('A document that only the database can refuse is rejected alone', async () => {
    const payments = [1, 2, 3].map(() => ({ amount: '99999999999999.0000' }))
    const bad = { type: 'invoices', number: 'BIG', account: 'C-1', currency: 'EUR', payments }
    const report = await send([order('A'), bad, order('B')])
    expect(report).toMatchObject({ created: 2, rejected: 1 })
    expect(report.errors).toMatchObject([{ line: 2, path: '$' }])
    expect(await findDocument('invoices', 'BIG')).toBeUndefined()
  })

  test('Two imports of the same accounts at once both succeed and agree', async () => {
    const half = (from: number) =>
      Array.from({ length: 300 }, (_, index) => order(`N-${from + index}`, { account: `C-${(index * 7) % 20}` }))
    const reports = await Promise.all([send(half(0)), send(half(150).reverse()), send(half(300))])
    expect(reports.reduce((sum, report) => sum + report.rejected, 0)).toBe(0)
    expect(await count('accounts')).toBe(20)
  })

  test('Imports that name the same new customers at the same moment take them for the same, not for misspelt ones', async () => {
    for (let round = 0; round < 12; round++) {
      const reports = await Promise.all(
        [0, 1, 2, 3].map((index) => send([order(`R-${round}-${index}`, { account: `NEW-${round}` })])),
      )
      expect(reports.flatMap(({ errors }) => errors)).toEqual([])
    }
  })

  test('Imports that give the same numbers to different customers at once leave each with the customer that was named last', async () => {
    const customers = ['C-1', 'C-2', 'C-3', 'C-4']
    await send(customers.map((account, index) => order(`FIRST-${index}`, { account })))
    for (let round = 0; round < 12; round++) {
      const reports = await Promise.all(
        customers.map((account, hour) =>
          send([order(`N-${round}`, { account, modifiedAt: `2026-03-01T1${hour}:00:00Z` })]),
        ),
      )
      expect(reports.flatMap(({ errors }) => errors)).toEqual([])
    }
    const { rows } = await database.owner.query(
      `select a.number, count(*)::int as documents from documents d join accounts a on a.account_id = d.account_id
where d.number like 'N-%' group by a.number`,
    )
    expect(rows).toEqual([{ number: 'C-4', documents: 12 }])
  })

  test('A new version replaces lines, links and search terms', async () => {
    await send([order('A', { lines: [{ line: '1', sku: 'OLD', references: [{ type: 'quotes', number: 'Q' }] }] })])
    await send([order('A', { lines: [{ line: '1', sku: 'NEW' }] })])
    expect(await count('document_links')).toBe(0)
    const { rows } = await database.owner.query('select terms::text from document_search')
    expect(rows[0].terms).toContain(":new'")
    expect(rows[0].terms).not.toContain(":old'")
  })
})

describe('What follows from it', () => {
  const line = (number: string, quantity: string, lineNumber = '1') => ({
    line: lineNumber,
    sku: `SKU-${lineNumber}`,
    quantity,
    references: [{ type: 'orders', number, line: lineNumber }],
  })
  const boughtOrder = order('SO', { currency: 'EUR', lines: [{ line: '1', sku: 'SKU-1', quantity: '10' }] })
  const shipment = (number: string, quantity: string, fields: object) => ({
    type: 'shipments',
    number,
    account: 'C-1',
    lines: [line('SO', quantity)],
    ...fields,
  })
  const invoice = (number: string, quantity: string, fields: object = {}) => ({
    type: 'invoices',
    number,
    account: 'C-1',
    currency: 'EUR',
    totals: { gross: '100.00' },
    lines: [line('SO', quantity)],
    ...fields,
  })

  test('An order is shipped, delivered, invoiced and paid as far as its lines are', async () => {
    await send([boughtOrder, shipment('S1', '4', { status: 'packed' })])
    expect(await findDocument('orders', 'SO')).toMatchObject({ fulfilment: 'not_shipped', billing: 'not_invoiced' })
    await send([shipment('S1', '4', { status: 'in_transit' })])
    expect(await findDocument('orders', 'SO')).toMatchObject({ fulfilment: 'partially_shipped' })
    await send([
      shipment('S2', '6', { status: 'in_transit' }),
      invoice('I1', '10', { totals: { gross: '100', paid: '40' } }),
    ])
    expect(await findDocument('orders', 'SO')).toMatchObject({
      fulfilment: 'shipped',
      billing: 'invoiced',
      payment: 'partially_paid',
    })
    expect(await findDocument('invoices', 'I1')).toMatchObject({ status: 'partially_paid', open: '60.0000' })
    await send([
      shipment('S2', '6', { status: 'delivered' }),
      invoice('I1', '10', { totals: { gross: '100', paid: '100' } }),
    ])
    expect(await findDocument('orders', 'SO')).toMatchObject({ fulfilment: 'partially_delivered', payment: 'paid' })
    await send([shipment('S1', '4', { status: 'delivered' }), invoice('C1', '3', { invoiceKind: '381' })])
    expect(await findDocument('orders', 'SO')).toMatchObject({ fulfilment: 'delivered', billing: 'partially_invoiced' })
    await send([shipment('S1', '4', { status: 'cancelled' }), shipment('S2', '6', { status: 'cancelled' })])
    expect(await findDocument('orders', 'SO')).toMatchObject({ fulfilment: 'not_shipped' })
  })

  test('A shipment without lines still shows that something left', async () => {
    await send([
      boughtOrder,
      shipment('S1', '0', { status: 'delivered', lines: [], references: [{ type: 'orders', number: 'SO' }] }),
    ])
    expect(await findDocument('orders', 'SO')).toMatchObject({ fulfilment: 'partially_delivered' })
  })

  test('Lines that name no order are matched by SKU when the document names one', async () => {
    const lines = [{ line: '9', sku: 'SKU-1', quantity: '10' }]
    await send([
      boughtOrder,
      shipment('S1', '0', { status: 'in_transit', lines, references: [{ type: 'orders', number: 'SO' }] }),
    ])
    expect(await findDocument('orders', 'SO')).toMatchObject({ fulfilment: 'shipped' })
  })

  test('A line that names several order lines counts once, for the first of them', async () => {
    const references = [
      { type: 'orders', number: 'SO', line: '2' },
      { type: 'orders', number: 'SO', line: '1' },
    ]
    const twoLineOrder = order('SO', {
      lines: ['1', '2'].map((number) => ({ line: number, sku: `SKU-${number}`, quantity: '10' })),
    })
    await send([
      twoLineOrder,
      shipment('S1', '0', { status: 'in_transit', lines: [{ line: '1', quantity: '10', references }] }),
    ])
    expect(await findDocument('orders', 'SO')).toMatchObject({ fulfilment: 'partially_shipped' })
    expect(await count('document_links')).toBe(3)
  })

  test('An invoice to a shipment counts for the order behind it, whichever comes first', async () => {
    const lines = [{ line: '1', quantity: '10', references: [{ type: 'shipments', number: 'S1', line: '1' }] }]
    await send([invoice('I1', '0', { lines }), boughtOrder, shipment('S1', '10', { status: 'in_transit' })])
    expect(await findDocument('orders', 'SO')).toMatchObject({ billing: 'invoiced', payment: 'pending' })
    await send([invoice('I1', '0', { lines, status: 'paid' })])
    expect(await findDocument('orders', 'SO')).toMatchObject({ payment: 'paid' })
  })

  test('An invoice to an order that never comes is kept, and its reference too', async () => {
    expect(await send([invoice('I1', '10')])).toMatchObject({ created: 1, rejected: 0 })
    expect(await count('document_links')).toBe(2)
  })

  test('A quote is ordered while an order that stands refers to it', async () => {
    const quote = { type: 'quotes', number: 'Q', account: 'C-1', status: 'accepted' }
    const quoteReference = { references: [{ type: 'quotes', number: 'Q' }] }
    await send([order('SO', quoteReference), quote])
    expect(await findDocument('quotes', 'Q')).toMatchObject({ status: 'ordered' })
    await send([order('SO', { ...quoteReference, status: 'cancelled' })])
    expect(await findDocument('quotes', 'Q')).toMatchObject({ status: 'accepted' })
    await send([order('SO', quoteReference)])
    await send([order('SO')])
    expect(await findDocument('quotes', 'Q')).toMatchObject({ status: 'accepted' })
  })

  test('Credit notes that cover an invoice make it credited, until they are cancelled', async () => {
    const credit = invoice('C1', '10', {
      invoiceKind: '381',
      references: [{ type: 'invoices', number: 'I1' }],
      lines: [],
    })
    await send([credit, invoice('I1', '10')])
    expect(await findDocument('invoices', 'I1')).toMatchObject({ status: 'credited', open: '0.0000' })
    await send([{ ...credit, status: 'cancelled' }])
    expect(await findDocument('invoices', 'I1')).toMatchObject({ status: 'open', open: '100.0000' })
  })

  test('A shipment stands where its last event that was not retracted put it', async () => {
    const events = [
      { id: '1', at: '2026-03-03T10:00:00+01:00', code: 'picked_up' },
      { id: '2', at: '2026-03-05T00:30:00+01:00', code: 'delivered' },
      { id: '3', at: '2026-03-05T12:00:00Z', code: 'arrived_at_hub' },
      { id: '4', at: '2026-03-06T12:00:00Z', code: 'delayed' },
      { id: '5', at: '2026-03-09T12:00:00Z', code: 'returned', classifier: 'planned' },
    ]
    await send([shipment('S1', '1', { status: 'planned', shipment: { events } })])
    expect(await findDocument('shipments', 'S1')).toMatchObject({
      status: 'delivered',
      delivered_date: '2026-03-05',
      last_event_at: '2026-03-06T12:00:00Z',
    })
    const retraction = { id: '6', at: '2026-03-07T12:00:00Z', code: 'delivered', retracts: '2' }
    await send([shipment('S1', '1', { status: 'planned', shipment: { events: [...events, retraction] } })])
    expect(await findDocument('shipments', 'S1')).toMatchObject({ status: 'in_transit', delivered_date: null })
  })
})
