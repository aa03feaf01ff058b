import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { OrderedItem } from '#contract/items/endpoints.ts'
import { checkDigit } from '#contract/items/gs1.ts'
import { testPortal } from '../testing/portal.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')
const account = { account: 'C-1', accountName: 'Better Bikes', currency: 'EUR' }
const gtin = `0400123400001${checkDigit('0400123400001')}`
const sscc = `00340123450000001${checkDigit('00340123450000001')}`
const bike = { sku: 'BK-42', customerSku: 'OUR-7', gtin, name: 'Städter blue', unit: 'EA' }

const order = (number: string, quantity: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
  ...account,
  type: 'orders',
  number,
  issueDate: '2026-03-01',
  customerReference: `PO-${number}`,
  promisedDate: '2026-03-20',
  lines: [{ line: '1', ...bike, quantity, unitPrice: '50.25', discountPercent: '5', amount: '100.00' }],
  ...overrides,
})
const shipment = (
  number: string,
  to: string,
  quantity: string,
  overrides: Partial<IngestDocument> = {},
): IngestDocument => ({
  ...account,
  type: 'shipments',
  number,
  issueDate: '2026-03-05',
  status: 'in_transit',
  references: [{ type: 'orders', number: to }],
  lines: [{ line: '1', ...bike, quantity, references: [{ type: 'orders', number: to, line: '1' }] }],
  ...overrides,
})

let buyer: string
let logistics: string
beforeAll(async () => {
  const report = await portal.ingest(
    order('SO-1', '10'),
    order('SO-2', '4', { promisedDate: '2026-03-15', issueDate: '2026-03-02' }),
    order('SO-3', '7', { status: 'cancelled' }),
    {
      ...shipment('S-1', 'SO-1', '6'),
      shipment: {
        despatchDate: '2026-03-05',
        estimatedDelivery: '2026-03-12',
        trackingNumbers: ['1Z 999 AA1'],
        packages: [{ sscc }],
        events: [
          { id: 'e1', at: '2026-03-05T10:00:00+01:00', code: 'in_transit', place: { city: 'Köln' } },
          { id: 'e2', at: '2026-03-06T10:00:00+01:00', code: 'delivered', place: { city: 'Nowhere' } },
          { id: 'e3', at: '2026-03-06T11:00:00+01:00', code: 'delivered', retracts: 'e2' },
        ],
      },
    },
    {
      ...shipment('S-2', 'SO-1', '1'),
      status: 'delivered',
      lines: [
        {
          line: '1',
          ...bike,
          quantity: '1',
          serials: ['SN-0001', 'SN-0002'],
          lots: [{ lot: 'L/7', quantity: '1', expiry: '2027-01-31' }],
          references: [{ type: 'orders', number: 'SO-1', line: '1' }],
        },
      ],
    },
    {
      ...account,
      type: 'invoices',
      number: 'I-1',
      issueDate: '2026-03-06',
      totals: { gross: '75.00' },
      lines: [
        {
          line: '1',
          ...bike,
          quantity: '1',
          unitPrice: '75.00',
          references: [{ type: 'orders', number: 'SO-1', line: '1' }],
        },
        { line: '2', sku: '=SUM(A1)', name: '+Odd', quantity: '1', unitPrice: '1.00' },
      ],
    },
  )
  expect(report.errors).toEqual([])
  buyer = await portal.signIn('buyer@c.example', 'C-1', 'buyer')
  logistics = await portal.signIn('logistics@c.example', 'C-1', 'logistics')
})

type ItemsReply = {
  items: { sku: string; next: { open: string; arrival: string | null } | null }[]
  units: { kind: string; code: string; sku: string }[]
  documents: { type: string; number: string; items: { sku: string }[] }[]
  coming: { type: string; number: string; open: string; inTransit: string; arrival: string | null }[]
  nextCursor: string | null
}
const find = async (q: string, token = buyer) =>
  (await portal.get(`/items?q=${encodeURIComponent(q)}`, token)).body as ItemsReply

describe('finding', () => {
  test.each([
    'BK-42',
    'bk42',
    'our7',
    'OUR-7',
    'stadter',
    'STÄDTER',
    'blue städ',
    gtin,
    gtin.slice(1),
    `(01)${gtin}(21)X`,
  ])('%j finds the bike', async (q) => {
    expect((await find(q)).items).toMatchObject([{ sku: 'BK-42', next: { inTransit: '6', arrival: '2026-03-12' } }])
  })

  test.each(['SN-0002', 'sn0002', `01${gtin}21SN-0002`, `https://id.gs1.org/01/${gtin}/21/SN-0002`])(
    '%j finds the serial',
    async (q) => {
      expect((await find(q)).units).toEqual([{ kind: 'serial', code: 'SN-0002', sku: 'BK-42', name: bike.name }])
    },
  )

  test('the beginning of a serial finds all that begin so', async () => {
    expect((await find('SN-00')).units.map(({ code }) => code)).toEqual(['SN-0001', 'SN-0002'])
  })

  test.each([
    ['1Z999AA1', 'S-1'],
    [sscc, 'S-1'],
    [`(00)${sscc}`, 'S-1'],
    ['PO-SO-2', 'SO-2'],
  ])('%j finds the document and what is in it', async (q, number) => {
    expect((await find(q)).documents).toMatchObject([{ number, items: [{ sku: 'BK-42' }] }])
  })

  test.each(['%', '_', '\\', "'", 'zzz', ' ', 'a'.repeat(500)])('%j finds nothing and breaks nothing', async (q) => {
    const { status, body } = await portal.get(`/items?q=${encodeURIComponent(q)}`, buyer)
    expect([status, (body as ItemsReply).items]).toEqual([200, []])
  })
})

describe('what is still to come', () => {
  test('stands soonest first, a page at a time, without what was cancelled', async () => {
    const first = (await portal.get('/items?limit=1', buyer)).body as ItemsReply
    expect(first.coming).toMatchObject([{ number: 'SO-1', open: '3', inTransit: '6', arrival: '2026-03-12' }])
    const second = (await portal.get(`/items?limit=1&cursor=${first.nextCursor}`, buyer)).body as ItemsReply
    expect(second.coming).toMatchObject([{ number: 'SO-2', open: '4', inTransit: '0', arrival: '2026-03-15' }])
    expect(second.nextCursor).toBeNull()
    expect((await portal.get('/items?cursor=bm9uZQ', buyer)).status).toBe(400)
  })

  test('is a file too', async () => {
    const { text } = await portal.get('/coming/csv', logistics)
    expect(text.split('\r\n').slice(1)).toEqual([
      'BK-42,Städter blue,Order,SO-1,1,PO-SO-1,10,3,6,EA,2026-03-12',
      'BK-42,Städter blue,Order,SO-2,1,PO-SO-2,4,4,0,EA,2026-03-15',
      '',
    ])
  })
})

describe('an item', () => {
  test('shows what became of all that was ordered', async () => {
    const { body } = await portal.get('/items/BK-42', buyer)
    expect(body).toMatchObject({
      totals: [{ unit: 'EA', ordered: '21', open: '7', inTransit: '6', delivered: '1', returned: '0', invoiced: '1' }],
      coming: [{ number: 'SO-1' }, { number: 'SO-2' }],
    })
  })

  test('what is sent again with other quantities changes the totals, and what arrives lowers what is to come', async () => {
    const before = await portal.get('/items/BK-42', buyer)
    await portal.ingest(
      order('SO-9', '5'),
      order('SO-9', '3', { modifiedAt: '2026-03-09T00:00:00Z' }),
      shipment('S-9', 'SO-9', '3', { status: 'delivered' }),
    )
    expect((await portal.get('/items/BK-42', buyer)).body).toMatchObject({
      totals: [{ ordered: '24', open: '7', inTransit: '6', delivered: '4' }],
    })
    await portal.ingest(order('SO-9', '0', { modifiedAt: '2026-03-10T00:00:00Z', lines: [] }))
    expect((await portal.get('/items/BK-42', buyer)).body).toMatchObject({
      totals: (before.body as { totals: object[] }).totals,
    })
  })

  test('has its lines newest first, a page at a time, of one type or all', async () => {
    const numbers: string[] = []
    let cursor = ''
    do {
      const { body } = await portal.get(`/items/BK-42/lines?limit=2${cursor && `&cursor=${cursor}`}`, buyer)
      const page = body as { rows: { number: string }[]; nextCursor: string | null }
      numbers.push(...page.rows.map(({ number }) => number))
      cursor = page.nextCursor ?? ''
    } while (cursor !== '')
    expect(numbers.slice(0, 1)).toEqual(['I-1'])
    expect(numbers.toSorted()).toEqual(['I-1', 'S-1', 'S-2', 'S-9', 'SO-1', 'SO-2', 'SO-3'])
    const shipments = await portal.get('/items/BK-42/lines?type=shipments', buyer)
    expect((shipments.body as { rows: { type: string }[] }).rows.map(({ type }) => type)).toEqual([
      'shipments',
      'shipments',
      'shipments',
    ])
  })

  test('shows prices and invoices only to those who may see them', async () => {
    expect((await portal.get('/items/BK-42', buyer)).body).toMatchObject({
      prices: [
        { type: 'invoices', unitPrice: '75.00' },
        { type: 'orders', number: 'SO-2', unitPrice: '50.25', discountPercent: '5' },
      ],
    })
    for (const path of ['', '/lines', '/csv', '/units']) {
      const { status, text } = await portal.get(`/items/BK-42${path}`, logistics)
      expect(status).toBe(200)
      for (const hidden of ['50.25', '75.00', '100.00', 'EUR', 'I-1', 'discountPercent":"5'])
        expect(text).not.toContain(hidden)
    }
    const { body } = await portal.get('/items/BK-42', logistics)
    expect(body).toMatchObject({ prices: null, totals: [{ invoiced: null, ordered: '21' }] })
  })

  test('that stands only in documents of another type is not there for a member who does not see them', async () => {
    const sku = encodeURIComponent('=SUM(A1)')
    expect((await portal.get(`/items/${sku}`, buyer)).status).toBe(200)
    expect((await portal.get(`/items/${sku}`, logistics)).status).toBe(404)
    expect((await find('SUM(A1)', logistics)).items).toEqual([])
    expect((await portal.get(`/items/${sku}/csv`, buyer)).text).toContain('Invoice,I-1,2,')
  })

  test('is nothing for a member who does not see items', async () => {
    const finance = await portal.signIn('finance@c.example', 'C-1', 'finance')
    for (const path of [
      '/items',
      '/items/BK-42',
      '/items/BK-42/lines',
      '/items/BK-42/csv',
      '/units/SN-0001',
      '/coming/csv',
    ]) {
      expect([path, (await portal.get(path, finance)).status]).toEqual([path, 404])
    }
  })
})

describe('a serial or a lot', () => {
  test('has the lines in which it stands, its events and its expiry', async () => {
    expect((await portal.get('/units/sn 0001', buyer)).body).toMatchObject({
      units: [{ kind: 'serial', code: 'SN-0001', sku: 'BK-42' }],
      rows: [{ type: 'shipments', number: 'S-2', sku: 'BK-42' }],
    })
    expect((await portal.get(`/units/${encodeURIComponent('L/7')}`, buyer)).body).toMatchObject({
      expiry: '2027-01-31',
      rows: [{ number: 'S-2', lotQuantity: '1' }],
    })
    expect((await portal.get('/units/SN-9', buyer)).status).toBe(404)
  })

  test('shows what happened on its way, without what was taken back or happened to another package', async () => {
    await portal.ingest({
      ...shipment('S-1', 'SO-1', '6', { modifiedAt: '2026-03-09T00:00:00Z' }),
      lines: [
        {
          line: '1',
          ...bike,
          quantity: '6',
          serials: ['SN-0500'],
          package: sscc,
          references: [{ type: 'orders', number: 'SO-1', line: '1' }],
        },
      ],
      shipment: {
        packages: [{ sscc }, { sscc: `00340123450000002${checkDigit('00340123450000002')}`, trackingNumber: 'T-2' }],
        events: [
          { id: 'e1', at: '2026-03-05T10:00:00+01:00', code: 'in_transit', place: { city: 'Köln' } },
          { id: 'e2', at: '2026-03-06T10:00:00+01:00', code: 'delivered', place: { city: 'Nowhere' } },
          { id: 'e3', at: '2026-03-06T11:00:00+01:00', code: 'delivered', retracts: 'e2' },
          { id: 'e4', at: '2026-03-07T10:00:00+01:00', code: 'damaged', package: 't 2' },
          { id: 'e5', at: '2026-03-07T11:00:00+01:00', code: 'delayed', package: `(00) ${sscc}` },
        ],
      },
    })
    expect((await portal.get('/units/SN-0500', logistics)).body).toMatchObject({
      events: [
        { shipment: 'S-1', code: 'delayed' },
        { shipment: 'S-1', code: 'in_transit', offset: '+01:00', place: 'Köln', country: null },
      ],
    })
  })

  test('on several lines of a shipment has on each page the events of the shipments on it, and of no other', async () => {
    const line = (number: string) => ({ line: number, ...bike, quantity: '1', lots: [{ lot: 'L-70', quantity: '1' }] })
    const event = (code: 'picked_up' | 'in_transit', day: string) => ({ id: code, code, at: `${day}T10:00:00+01:00` })
    const own = { account: 'C-7', accountName: 'Two Lines' }
    const sent = await portal.ingest(
      shipment('S-70', 'SO-70', '2', {
        ...own,
        issueDate: '2026-03-06',
        lines: [line('1'), line('2')],
        shipment: { events: [event('picked_up', '2026-03-06'), event('in_transit', '2026-03-07')] },
      }),
      shipment('S-71', 'SO-71', '1', {
        ...own,
        lines: [line('1')],
        shipment: { events: [event('picked_up', '2026-03-05')] },
      }),
    )
    expect(sent.errors).toEqual([])
    const token = await portal.signIn('logistics@c7.example', 'C-7', 'logistics')
    const pages: string[][] = []
    let cursor = ''
    do {
      const { body } = await portal.get(`/units/L-70?limit=1${cursor && `&cursor=${cursor}`}`, token)
      const page = body as {
        rows: { number: string; line: string }[]
        events: { shipment: string; code: string }[]
        nextCursor: string | null
      }
      const lines = page.rows.map((row) => `${row.number}/${row.line}`)
      pages.push([...lines, ...page.events.map(({ shipment: of, code }) => `${of} ${code}`)])
      cursor = page.nextCursor ?? ''
    } while (cursor !== '')
    const newer = ['S-70 in_transit', 'S-70 picked_up']
    expect(pages).toEqual([
      ['S-70/2', ...newer],
      ['S-70/1', ...newer],
      ['S-71/1', 'S-71 picked_up'],
    ])
  })

  test('is listed at its item, a page at a time', async () => {
    const first = (await portal.get('/items/BK-42/units?limit=2', buyer)).body as {
      rows: { code: string }[]
      nextCursor: string
    }
    const second = (await portal.get(`/items/BK-42/units?limit=2&cursor=${first.nextCursor}`, buyer))
      .body as typeof first
    expect([...first.rows, ...second.rows].map(({ code }) => code)).toEqual(['L/7', 'SN-0001', 'SN-0002', 'SN-0500'])
    expect(second.nextCursor).toBeNull()
  })
})

describe('goods on their way without an order', () => {
  const own = { account: 'C-2', accountName: 'Rad & Ruder' }
  const orderlessShipment = (status: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
    ...shipment('S-50', 'SO-50', '8', { ...own, status, estimatedDate: '2026-03-18', ...overrides }),
  })
  const readState = async (token: string) => {
    const { coming } = (await portal.get('/items', token)).body as ItemsReply
    const { body } = await portal.get('/items/BK-42', token)
    const [totals] = (body as { totals: { ordered: string; open: string; inTransit: string; delivered: string }[] })
      .totals
    return { coming: coming.map((line) => [line.type, line.number, line.open, line.inTransit, line.arrival]), totals }
  }

  test('stand under their shipment until its order arrives, and are counted once', async () => {
    const day = (number: number) => ({ modifiedAt: `2026-03-0${number}T00:00:00Z` })
    await portal.ingest(orderlessShipment('packed', day(1)))
    const token = await portal.signIn('logistics@c2.example', 'C-2', 'logistics')
    expect(await readState(token)).toMatchObject({
      coming: [['shipments', 'S-50', '8', '0', '2026-03-18']],
      totals: { ordered: '0', open: '8', inTransit: '0' },
    })
    await portal.ingest(orderlessShipment('in_transit', day(2)))
    expect(await readState(token)).toMatchObject({
      coming: [['shipments', 'S-50', '0', '8', '2026-03-18']],
      totals: { ordered: '0', open: '0', inTransit: '8' },
    })
    await portal.ingest(order('SO-50', '10', own))
    expect(await readState(token)).toMatchObject({
      coming: [['orders', 'SO-50', '2', '8', '2026-03-18']],
      totals: { ordered: '10', open: '2', inTransit: '8', delivered: '0' },
    })
  })

  test('are no longer to come once they are there, lost or cancelled', async () => {
    const token = await portal.signIn('admin@c3.example', await createAccount('C-3'), 'admin')
    for (const [status, delivered] of [
      ['delivered', '8'],
      ['lost_or_damaged', undefined],
      ['cancelled', undefined],
    ] as const) {
      await portal.ingest(
        orderlessShipment('in_transit', { account: 'C-3', modifiedAt: '2026-03-01T00:00:00Z', number: `S-${status}` }),
      )
      expect((await readState(token)).coming).toHaveLength(1)
      await portal.ingest(
        orderlessShipment(status, { account: 'C-3', modifiedAt: '2026-03-02T00:00:00Z', number: `S-${status}` }),
      )
      expect((await readState(token)).coming).toEqual([])
      if (delivered) expect((await readState(token)).totals).toMatchObject({ delivered, inTransit: '0' })
    }
  })
})

describe('an article that is named anew', () => {
  const named = (account: string, name: string, day: number): IngestDocument => ({
    type: 'quotes',
    number: `Q-${account}`,
    account,
    accountName: account,
    issueDate: `2026-03-0${day}`,
    modifiedAt: `2026-03-0${day}T00:00:00Z`,
    lines: [{ line: '1', sku: 'NEW-1', name, quantity: '1' }],
  })
  const findSkus = async (q: string, token: string) => (await find(q, token)).items.map(({ sku }) => sku)

  test('is found by its new words and no longer by the old, in that account alone', async () => {
    await portal.ingest(named('C-4', 'Anvil', 1), named('C-5', 'Anvil', 1))
    await portal.ingest(named('C-4', 'Hammer', 2))
    const four = await portal.signIn('admin@c4.example', 'C-4', 'admin')
    const five = await portal.signIn('admin@c5.example', 'C-5', 'admin')
    expect([await findSkus('hammer', four), await findSkus('anvil', four), await findSkus('new1', four)]).toEqual([
      ['NEW-1'],
      [],
      ['NEW-1'],
    ])
    expect([await findSkus('hammer', five), await findSkus('anvil', five)]).toEqual([[], ['NEW-1']])
  })
})

/** Creates an account, and returns its number. */
async function createAccount(account: string): Promise<string> {
  await portal.ingest({ type: 'quotes', number: `Q-${account}`, account, accountName: account })
  return account
}

describe('what was ordered before', () => {
  const ordered = async (q = '', token = buyer) => {
    const path = q === '' ? '/ordered' : `/ordered?q=${encodeURIComponent(q)}`
    const { status, body } = await portal.get(path, token)
    return status === 200 ? (body as { items: OrderedItem[] }).items : status
  }
  const chain = { sku: 'CH-1', name: 'Chain', unit: 'EA' }
  const line = (number: string, item: object, quantity: string) => ({ line: number, ...item, quantity })

  test('is offered over all orders, the newest first, with the quantity of the last time', async () => {
    await portal.ingest(
      order('SO-90', '3', { issueDate: '2026-03-08', lines: [line('1', bike, '3'), line('2', chain, '20')] }),
      order('SO-91', '5', { issueDate: '2026-03-09', lines: [line('1', chain, '12.5')] }),
    )
    expect(await ordered()).toMatchObject([
      { ...chain, quantity: '12.5', order: 'SO-91', orderedOn: '2026-03-09' },
      { sku: bike.sku, quantity: '3', order: 'SO-90', orderedOn: '2026-03-08' },
    ])
  })

  test('is found by any number or name; what stands only in an invoice was never ordered', async () => {
    for (const q of ['ch-1', 'chain', 'Cha']) expect(await ordered(q), q).toMatchObject([{ sku: 'CH-1' }])
    expect(await ordered('our7')).toMatchObject([{ sku: bike.sku }])
    expect(await ordered('odd')).toEqual([])
    expect(await ordered('?!')).toEqual([])
  })

  test('is shown to members who see orders, and to nobody else', async () => {
    await portal.ingest({ ...shipment('S-9', 'none', '1'), account: 'C-9', references: [], lines: [] })
    expect(await ordered('', await portal.signIn('other@d.example', 'C-9', 'buyer'))).toEqual([])
    expect(await ordered('', await portal.signIn('money@c.example', 'C-1', 'finance'))).toBe(404)
  })
})
