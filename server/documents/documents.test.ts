import { beforeAll, describe, expect, test } from 'vitest'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '../testing/portal.ts'
import { withoutIds } from '../testing/without-ids.ts'

type Page = {
  rows: Record<string, unknown>[]
  nextCursor: string | null
  total: { count: number; exact: boolean }
}

const portal = await testPortal('2026-03-10T09:00:00Z')
const account = { account: 'C-1', accountName: 'Better Bikes' }
const line = (number: string, quantity: string, overrides: object = {}) => ({
  line: number,
  sku: `BK-${number}`,
  name: `Part ${number}`,
  quantity,
  unit: 'EA',
  ...overrides,
})
const sold = { unitPrice: '10.00', amount: '100.00' }

const documentChain: IngestDocument[] = [
  {
    ...account,
    type: 'quotes',
    number: 'Q-1',
    status: 'accepted',
    issueDate: '2026-01-05',
    currency: 'EUR',
    totals: { net: '200.00', gross: '200.00' },
    lines: [line('1', '10', sold), line('2', '5', sold)],
  },
  {
    ...account,
    type: 'quotes',
    number: 'Q-2',
    status: 'open',
    issueDate: '2026-01-06',
    validUntil: '2026-03-09',
  },
  {
    ...account,
    type: 'orders',
    number: 'SO/1 ä',
    status: 'confirmed',
    issueDate: '2026-01-10',
    promisedDate: '2026-02-01',
    customerReference: 'PO-7781',
    currency: 'EUR',
    totals: { net: '200.00', tax: '38.00', gross: '238.00' },
    billTo: { name: 'Better Bikes', city: 'Berlin', country: 'DE' },
    references: [{ type: 'quotes', number: 'Q-1' }],
    lines: [
      line('1', '10', { ...sold, references: [{ type: 'quotes', number: 'Q-1', line: '1' }] }),
      line('2', '5', { requestedDate: '2026-02-01' }),
    ],
  },
  {
    ...account,
    type: 'shipments',
    number: 'SH-1',
    issueDate: '2026-01-20',
    promisedDate: '2026-01-25',
    lines: [line('1', '4', { references: [{ type: 'orders', number: 'SO/1 ä', line: '1' }], serials: ['SN-77-1'] })],
    shipment: {
      carrier: 'Fast Freight',
      trackingNumbers: ['1Z 999'],
      despatchDate: '2026-01-20',
      events: [
        { id: 'e1', at: '2026-01-20T10:00:00+01:00', code: 'picked_up', place: { city: 'Berlin', country: 'DE' } },
        { id: 'e2', at: '2026-01-26T09:30:00+01:00', code: 'delivered' },
      ],
    },
  },
  {
    ...account,
    type: 'invoices',
    number: 'IN-1',
    issueDate: '2026-01-21',
    dueDate: '2026-02-20',
    currency: 'EUR',
    totals: { net: '40.00', gross: '47.60', paid: '10.00', open: '37.60' },
    references: [
      { type: 'shipments', number: 'SH-1' },
      { type: 'orders', number: 'never-came' },
    ],
    lines: [line('1', '4', { ...sold, references: [{ type: 'shipments', number: 'SH-1', line: '1' }] })],
  },
]

let admin: string
let logistics: string
beforeAll(async () => {
  // In reverse: an invoice before its shipment before its order.
  const report = await portal.ingest(...documentChain.toReversed())
  expect(report).toMatchObject({ received: 5, created: 5, errors: [] })
  admin = await portal.signIn('ann@better.example', 'C-1')
  logistics = await portal.signIn('lou@better.example', 'C-1', 'logistics')
})

const list = async (path: string, token = admin) => (await portal.get(`/documents/${path}`, token)).body as Page
const detail = async (type: string, number: string, token = admin) =>
  (await portal.get(`/documents/${type}/${encodeURIComponent(number)}`, token)).body as DocumentDetail

describe('a list', () => {
  test('a customer sees their orders with what became of them', async () => {
    const { rows, total } = await list('orders')
    expect(total).toEqual({ count: 1, exact: true })
    expect(rows[0]).toMatchObject({
      type: 'orders',
      number: 'SO/1 ä',
      status: 'confirmed',
      customerReference: 'PO-7781',
      fulfilment: 'partially_delivered',
      billing: 'partially_invoiced',
      payment: 'partially_paid',
      gross: '238.0000',
      promisedDate: '2026-02-01',
    })
  })

  test('an open quote past its date is shown as expired and an unpaid invoice past its due date as overdue', async () => {
    expect((await list('quotes?status=expired')).rows.map((row) => row.number)).toEqual(['Q-2'])
    expect((await list('quotes?status=open')).rows).toEqual([])
    expect((await list('invoices?status=overdue,paid')).rows).toMatchObject([{ number: 'IN-1', status: 'overdue' }])
    expect((await list('invoices?status=partially_paid')).total).toEqual({ count: 0, exact: true })
  })

  test('a quote that was ordered says so', async () => {
    expect((await list('quotes?status=ordered')).rows).toMatchObject([{ number: 'Q-1', status: 'ordered' }])
  })

  test('a shipment that came after its promise is late', async () => {
    expect((await list('shipments')).rows[0]).toMatchObject({
      status: 'delivered',
      late: true,
      deliveredDate: '2026-01-26',
    })
  })

  test('the counts by status agree with the lists behind them', async () => {
    for (const type of ['quotes', 'orders', 'shipments', 'invoices']) {
      const { statuses } = (await portal.get(`/documents/${type}/statuses`, admin)).body as {
        statuses: { status: string; count: number }[]
      }
      for (const { status, count } of statuses) {
        const { rows, total } = await list(`${type}?status=${status}`)
        expect([status, rows.length, total.count]).toEqual([status, count, count])
      }
    }
  })

  test('the kept totals are those of the documents, also after a status has changed', async () => {
    const moved = { ...documentChain[2], status: 'on_hold', modifiedAt: '2026-03-01T00:00:00Z' } as IngestDocument
    expect(await portal.ingest(moved)).toMatchObject({ updated: 1 })
    const { rows } = await portal.database.owner.query(
      `select type, status, coalesce(c.count, 0) as kept, coalesce(d.count, 0) as there
       from (select account_id, type, status, count from document_counts where count <> 0) c
       full join (select account_id, type, status, count(*) from documents group by 1, 2, 3) d using (account_id, type, status)
       where c.count is distinct from d.count`,
    )
    expect(rows).toEqual([])
    const { rows: days } = await portal.database.owner.query(
      `select type, status, field, coalesce(k.count, 0) as kept, coalesce(d.count, 0) as there
       from (
         select type, case when last_day < $1 then '' else status end as status, field, sum(count) as count
         from document_days where field <> 'late_day' or day <= $1 group by 1, 2, 3 having sum(count) <> 0) k
       full join (
         select d.type, case when s.shown = d.status then d.status else '' end as status, f.field, count(*)
         from documents d
         cross join lateral shown_status(d.type, d.status, d.valid_until, d.due_date, d.last_event_at, $1) s (shown)
         cross join (values ('list_date'), ('key_date'), ('late_day')) f (field)
         where f.field <> 'late_day' or is_late(d.promised_date, d.estimated_date, d.delivered_date, d.status, $1)
         group by 1, 2, 3) d using (type, status, field)
       where field <> 'last_shown_day' and k.count is distinct from d.count`,
      ['2026-03-10'],
    )
    expect(days).toEqual([])
    expect(await portal.ingest({ ...moved, status: 'confirmed', modifiedAt: '2026-03-02T00:00:00Z' })).toMatchObject({
      updated: 1,
    })
  })

  test('a customer finds documents by words, references and serial numbers, whichever way they are typed', async () => {
    const findNumbers = async (type: string, q: string) =>
      (await list(`${type}?q=${encodeURIComponent(q)}`)).rows.map((row) => row.number)
    expect(await findNumbers('orders', 'po7781')).toEqual(['SO/1 ä'])
    expect(await findNumbers('orders', 'berlin BIKES')).toEqual(['SO/1 ä'])
    expect(await findNumbers('shipments', '1z999')).toEqual(['SH-1'])
    expect(await findNumbers('shipments', 'sn 77')).toEqual(['SH-1'])
    expect(await findNumbers('orders', 'nothing like it')).toEqual([])
  })

  test('a filter that is none is answered with a sentence that names it', async () => {
    for (const [query, field] of [
      ['status=shipped', 'status'],
      ['sort=colour', 'sort'],
      ['from=2026-02-30', 'from'],
      ['cursor=abc', 'cursor'],
      ['limit=1e309', 'limit'],
      ['limit=0x10', 'limit'],
      ['colour=red', 'colour'],
    ]) {
      const { status, body } = await portal.get(`/documents/orders?${query}`, admin)
      expect([query, status, body]).toEqual([
        query,
        400,
        expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ field })] }),
      ])
    }
    expect((await portal.get('/documents/orders?q=%00', admin)).status).toBe(400)
  })
})

describe('a detail', () => {
  test('an order tells what of each line was shipped, delivered, invoiced and is still open', async () => {
    const order = await detail('orders', 'SO/1 ä')
    expect(order.lines.map((orderLine) => orderLine.stages)).toEqual([
      { ordered: '10', shipped: '4', delivered: '4', invoiced: '4', returned: '0', cancelled: '0', open: '6' },
      { ordered: '5', shipped: '0', delivered: '0', invoiced: '0', returned: '0', cancelled: '0', open: '5' },
    ])
    expect(order.lines[0]?.references).toEqual([{ type: 'quotes', number: 'Q-1', line: '1' }])
    expect(order.totals).toMatchObject({ net: '200.0000', tax: '38.0000', gross: '238.0000' })
    expect(order.billTo).toMatchObject({ name: 'Better Bikes', city: 'Berlin', contact: null, lines: [] })
  })

  test('every document of a story shows the whole chain from quote to invoice', async () => {
    for (const [type, number] of [
      ['quotes', 'Q-1'],
      ['orders', 'SO/1 ä'],
      ['shipments', 'SH-1'],
      ['invoices', 'IN-1'],
    ] as const) {
      const { chain } = await detail(type, number)
      expect([number, chain.map((document) => document.number)]).toEqual([number, ['Q-1', 'SO/1 ä', 'SH-1', 'IN-1']])
    }
  })

  test('a shipment that was delivered on an unknown day has none among the documents of its order', async () => {
    const shipment = (number: string, dates: Partial<IngestDocument>): IngestDocument => ({
      account: 'C-3',
      accountName: 'Undated Goods',
      type: 'shipments',
      number,
      issueDate: '2026-03-01',
      ...dates,
      references: [{ type: 'orders', number: 'SO-3' }],
    })
    const sent = await portal.ingest(
      { account: 'C-3', type: 'orders', number: 'SO-3', status: 'confirmed', issueDate: '2026-03-01' },
      shipment('SH-3', { status: 'delivered', promisedDate: '2026-03-08', estimatedDate: '2026-03-20' }),
      shipment('SH-4', { status: 'delivered', promisedDate: '2026-03-08', deliveredDate: '2026-03-09' }),
      shipment('SH-5', { status: 'in_transit', promisedDate: '2026-03-12' }),
    )
    expect(sent.errors).toEqual([])
    const { chain } = await detail('orders', 'SO-3', await portal.signIn('una@undated.example', 'C-3'))
    expect(Object.fromEntries(chain.map(({ number, keyDate }) => [number, keyDate]))).toEqual({
      'SO-3': null,
      'SH-3': null,
      'SH-4': '2026-03-09',
      'SH-5': '2026-03-12',
    })
  })

  test('a reference to a document that has not come is told as missing', async () => {
    expect((await detail('invoices', 'IN-1')).missing).toEqual([{ type: 'orders', number: 'never-came' }])
  })

  test('a reference to a document that has not come is told only to those who may see its type', async () => {
    const references = [{ type: 'invoices', number: 'never-came' } as const]
    const sent = { account: 'C-1', type: 'shipments', number: 'SH-2', status: 'planned', references } as const
    expect(await portal.ingest(sent)).toMatchObject({ errors: [] })
    expect((await detail('shipments', 'SH-2')).missing).toEqual(references)
    expect((await detail('shipments', 'SH-2', logistics)).missing).toEqual([])
  })

  test('a line names the lines of other documents only to those who may see their type', async () => {
    const finance = await portal.signIn('fay@better.example', 'C-1', 'finance')
    const referencesOf = async (type: string, number: string, token: string) =>
      (await detail(type, number, token)).lines[0]?.references
    const quote = { type: 'quotes', number: 'Q-1', line: '1' }
    const order = { type: 'orders', number: 'SO/1 ä', line: '1' }
    const shipment = { type: 'shipments', number: 'SH-1', line: '1' }
    expect(await referencesOf('orders', order.number, admin)).toEqual([quote])
    expect(await referencesOf('orders', order.number, logistics)).toEqual([])
    expect(await referencesOf('orders', order.number, finance)).toEqual([])
    expect(await referencesOf('shipments', shipment.number, logistics)).toEqual([order])
    expect(await referencesOf('invoices', 'IN-1', admin)).toEqual([shipment])
    expect(await referencesOf('invoices', 'IN-1', finance)).toEqual([])
  })

  test('a shipment tells its events, newest first, in their own time', async () => {
    const { events } = await detail('shipments', 'SH-1')
    expect(events.map(({ code, occurredAt, offset }) => [code, occurredAt, offset])).toEqual([
      ['delivered', '2026-01-26T08:30:00Z', '+01:00'],
      ['picked_up', '2026-01-20T09:00:00Z', '+01:00'],
    ])
  })

  test('without the right to prices no amount leaves the server', async () => {
    const paths = ['/documents/orders', `/documents/orders/${encodeURIComponent('SO/1 ä')}`, '/search?q=po7781']
    for (const path of paths) {
      const { status, text } = await portal.get(path, logistics)
      expect([path, status]).toEqual([path, 200])
      expect(withoutIds(text)).not.toMatch(/238|200\.00|"10\.00|100\.00/)
    }
    expect((await portal.get('/documents/invoices', logistics)).status).toBe(404)
    expect((await detail('shipments', 'SH-1', logistics)).chain.map((document) => document.type)).toEqual([
      'orders',
      'shipments',
    ])
  })
})

describe('a long list', () => {
  test('pages follow each other without a gap or a repeat, in every sorting', async () => {
    const orders = Array.from(
      { length: 230 },
      (_, index): IngestDocument => ({
        account: 'C-2',
        accountName: 'Many Orders',
        type: 'orders',
        number: `M-${index}`,
        status: 'confirmed',
        // Several documents of one day, and some without a date.
        ...(index % 10 === 0 ? {} : { issueDate: `2026-02-${String((index % 28) + 1).padStart(2, '0')}` }),
      }),
    )
    await portal.ingest(...orders)
    const token = await portal.signIn('max@many.example', 'C-2')
    for (const sort of ['-issueDate', 'issueDate', 'number', '-number', 'keyDate', '-keyDate']) {
      const seen: unknown[] = []
      let cursor = ''
      do {
        const page = await list(`orders?limit=37&sort=${sort}${cursor}`, token)
        expect(page.total).toEqual({ count: 230, exact: true })
        seen.push(...page.rows.map((row) => row.number))
        cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : ''
      } while (cursor)
      expect([sort, seen.length, new Set(seen).size]).toEqual([sort, 230, 230])
    }
  })
})
