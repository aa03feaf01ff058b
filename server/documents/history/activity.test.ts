import { describe, expect, test } from 'vitest'
import type { DocumentChange } from '#contract/documents/activity.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '#server/testing/portal.ts'
import { withoutIds } from '#server/testing/without-ids.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')
const account = { account: 'C-1', accountName: 'Better Bikes' }
const ann = await portal
  .ingest({ ...account, type: 'orders', number: 'SO-0' })
  .then(() => portal.signIn('ann@c.example', 'C-1'))
const leo = await portal.signIn('leo@c.example', 'C-1', 'logistics')

const order = (number: string, day: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
  ...account,
  type: 'orders',
  number,
  status: 'confirmed',
  currency: 'EUR',
  modifiedAt: `2026-03-${day}T08:00:00Z`,
  ...overrides,
})
const line = (name: string, overrides: object = {}) => ({
  line: name,
  sku: `BK-${name}`,
  quantity: '10',
  unit: 'EA',
  ...overrides,
})

type Page = { rows: DocumentChange[]; nextCursor: string | null }
const changes = async (path: string, token = ann) => (await portal.get(`/documents/${path}`, token)).body as Page
/** Each change as one line of text, newest message first. */
const changeTexts = async (path: string, token = ann) =>
  (await changes(`${path}/changes`, token)).rows.map(({ at, changes: entries }) => [
    at,
    ...entries.map((change) =>
      [change.field, change.lines.length > 0 ? `(${change.lines.join(' ')})` : '', `${change.old} > ${change.new}`]
        .filter(Boolean)
        .join(' '),
    ),
  ])

describe('what changed when', () => {
  test('a document that has just come has no story, and the same message again adds none', async () => {
    await portal.ingest(order('SO-1', '01', { promisedDate: '2026-04-01', lines: [line('1')] }))
    await portal.ingest(order('SO-1', '01', { promisedDate: '2026-04-01', lines: [line('1')] }))
    expect(await changeTexts('orders/SO-1')).toEqual([])
  })

  test('a moved promise, a new quantity, a line that came and one that went are told', async () => {
    await portal.ingest(
      order('SO-2', '01', {
        promisedDate: '2026-04-01',
        lines: [line('1', { promisedDate: '2026-04-01' }), line('2', { promisedDate: '2026-04-01' }), line('3')],
      }),
    )
    await portal.ingest(
      order('SO-2', '02', {
        status: 'on_hold',
        holdReason: 'Credit limit reached',
        promisedDate: '2026-04-01',
        estimatedDate: '2026-04-08',
        lines: [
          line('1', { promisedDate: '2026-04-08' }),
          line('2', { promisedDate: '2026-04-08', quantity: '12.50' }),
          line('4', { name: 'Bell' }),
        ],
      }),
    )
    expect(await changeTexts('orders/SO-2')).toEqual([
      [
        '2026-03-02T08:00:00Z',
        'status confirmed > on_hold',
        'estimatedDate null > 2026-04-08',
        'holdReason null > Credit limit reached',
        'promisedDate (1 2) 2026-04-01 > 2026-04-08',
        'quantity (2) 10 > 12.5',
        'line (3) BK-3 > null',
        'sku (3) BK-3 > null',
        'quantity (3) 10 > null',
        'unit (3) EA > null',
        'line (4) null > BK-4 Bell',
        'sku (4) null > BK-4',
        'quantity (4) null > 10',
        'unit (4) null > EA',
      ],
    ])
  })

  test('an article with another name is no change, and a status that a shipment states itself is told once', async () => {
    await portal.ingest(order('SO-30', '01', { lines: [line('1', { name: 'Bell' })] }))
    await portal.ingest(order('SO-30', '02', { lines: [line('1', { name: 'Bell, chrome' })] }))
    expect(await changeTexts('orders/SO-30')).toEqual([])
    const shipment = (day: string, status: string, overrides: Partial<IngestDocument> = {}) =>
      ({ ...order('SH-30', day, { status, ...overrides }), type: 'shipments' }) as const
    await portal.ingest(shipment('01', 'in_transit'))
    await portal.ingest(shipment('02', 'delivered', { deliveredDate: '2026-03-02' }))
    expect(await changeTexts('shipments/SH-30')).toEqual([
      ['2026-03-02T08:00:00Z', 'status in_transit > delivered', 'deliveredDate null > 2026-03-02'],
    ])
  })

  test('amounts are told to those who may see prices, and to nobody else', async () => {
    const priced = (unitPrice: string, gross: string, overrides: object = {}) => ({
      totals: { gross },
      lines: [line('1', { unitPrice, amount: gross })],
      ...overrides,
    })
    await portal.ingest(order('SO-3', '01', priced('10.00', '100.00')))
    await portal.ingest(order('SO-3', '02', priced('11.00', '110.00')))
    await portal.ingest(order('SO-3', '03', priced('12.00', '120.00', { holdReason: 'Stock' })))
    expect(await changeTexts('orders/SO-3')).toEqual([
      [
        '2026-03-03T08:00:00Z',
        'holdReason null > Stock',
        'gross 110 > 120',
        'unitPrice (1) 11 > 12',
        'amount (1) 110 > 120',
      ],
      ['2026-03-02T08:00:00Z', 'gross 100 > 110', 'unitPrice (1) 10 > 11', 'amount (1) 100 > 110'],
    ])
    expect(await changeTexts('orders/SO-3', leo)).toEqual([['2026-03-03T08:00:00Z', 'holdReason null > Stock']])
    expect(withoutIds(JSON.stringify(await changes('orders/SO-3/changes', leo)))).not.toMatch(/110|120|only_amounts/)
  })

  test('what was said in between is told even when one file brings several messages at once', async () => {
    const orderWithEstimate = (day: string, estimatedDate: string) => order('SO-4', day, { estimatedDate })
    await portal.ingest(
      orderWithEstimate('01', '2026-04-01'),
      orderWithEstimate('02', '2026-04-05'),
      orderWithEstimate('03', '2026-04-09'),
    )
    await portal.ingest(orderWithEstimate('04', '2026-04-10'), orderWithEstimate('05', '2026-04-12'))
    expect(await changeTexts('orders/SO-4')).toEqual([
      ['2026-03-05T08:00:00Z', 'estimatedDate 2026-04-10 > 2026-04-12'],
      ['2026-03-04T08:00:00Z', 'estimatedDate 2026-04-09 > 2026-04-10'],
      ['2026-03-03T08:00:00Z', 'estimatedDate 2026-04-05 > 2026-04-09'],
      ['2026-03-02T08:00:00Z', 'estimatedDate 2026-04-01 > 2026-04-05'],
    ])
  })

  test('an order tells that it was shipped and invoiced when its shipment and its invoice come', async () => {
    await portal.ingest(order('SO-5', '01', { lines: [line('1')] }))
    const taken = {
      ...account,
      modifiedAt: '2026-03-05T10:00:00Z',
      lines: [line('1', { references: [{ type: 'orders' as const, number: 'SO-5', line: '1' }] })],
    }
    await portal.ingest({ ...taken, type: 'shipments', number: 'SH-5', status: 'in_transit' })
    await portal.ingest({ ...taken, type: 'invoices', number: 'IN-5', modifiedAt: '2026-03-06T10:00:00Z' })
    expect(await changeTexts('orders/SO-5')).toEqual([
      ['2026-03-06T10:00:00Z', 'billing not_invoiced > invoiced'],
      ['2026-03-05T10:00:00Z', 'fulfilment not_shipped > shipped'],
    ])
  })

  test('a shipment tells its new estimate and its delivery, also when only its events know of them', async () => {
    const shipment = (day: string, events: object[], overrides: object = {}) => ({
      ...account,
      type: 'shipments' as const,
      number: 'SH-6',
      modifiedAt: `2026-03-${day}T10:00:00Z`,
      shipment: { carrier: 'Fast Freight', events: events as [], ...overrides },
    })
    const pickedUp = { id: '1', at: '2026-03-02T09:00:00Z', code: 'picked_up' }
    const estimatedDelivery = (id: string, day: string) => ({
      id,
      at: `2026-03-${day}T09:00:00Z`,
      code: 'delivered',
      classifier: 'estimated',
    })
    await portal.ingest(shipment('02', [pickedUp, estimatedDelivery('2', '05')]))
    await portal.ingest(shipment('03', [pickedUp, estimatedDelivery('2', '07')], { trackingNumbers: ['1Z 9'] }))
    await portal.ingest(
      shipment(
        '07',
        [pickedUp, estimatedDelivery('2', '07'), { id: '3', at: '2026-03-07T09:00:00Z', code: 'delivered' }],
        {
          trackingNumbers: ['1Z 9'],
        },
      ),
    )
    expect(await changeTexts('shipments/SH-6')).toEqual([
      ['2026-03-07T10:00:00Z', 'status picked_up > delivered', 'deliveredDate null > 2026-03-07'],
      ['2026-03-03T10:00:00Z', 'estimatedDate 2026-03-05 > 2026-03-07', 'trackingNumber null > 1Z 9'],
    ])
  })

  test('an older message changes nothing and tells nothing', async () => {
    await portal.ingest(order('SO-7', '05', { estimatedDate: '2026-04-05' }))
    await portal.ingest(order('SO-7', '04', { estimatedDate: '2026-04-01' }))
    expect(await changeTexts('orders/SO-7')).toEqual([])
  })

  test('a paper that is put beside a document is told once, and again when its bytes are others', async () => {
    await portal.ingest(order('SO-8', '01'))
    const paper = (text: string) => [{ name: 'terms.txt', mimeType: 'text/plain', contentBase64: btoa(text) }]
    await portal.ingest(order('SO-8', '02', { attachments: paper('one') }))
    await portal.ingest(order('SO-8', '03', { attachments: paper('one'), note: 'Read it' }))
    await portal.ingest(order('SO-8', '04', { attachments: paper('two') }))
    expect(await changeTexts('orders/SO-8')).toEqual([
      ['2026-03-04T08:00:00Z', 'attachment null > terms.txt'],
      ['2026-03-02T08:00:00Z', 'attachment null > terms.txt'],
    ])
  })

  test('a long story is read page by page, none twice and none left out', async () => {
    for (let day = 1; day <= 9; day++)
      await portal.ingest(order('SO-9', `0${day}`, { estimatedDate: `2026-04-0${day}` }))
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page = await changes(`orders/SO-9/changes?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
      expect(page.rows.length).toBeLessThanOrEqual(3)
      seen.push(...page.rows.map(({ changes: [change] }) => change?.new ?? ''))
      cursor = page.nextCursor
    }
    expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((day) => `2026-04-0${day}`))
    expect((await portal.get('/documents/orders/SO-9/changes?cursor=bm90IG9uZQ', ann)).status).toBe(400)
  })
})
