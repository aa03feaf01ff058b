import { expect, test } from 'vitest'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { sum } from '#contract/money.ts'
import { testPortal } from '../testing/portal.ts'

/* The cases of docs/derived.md, each a test of that title: checks/rules/derived.ts compares the two. */

const portal = await testPortal('2026-03-10T09:00:00Z')
let accounts = 0

type SentDocument = Omit<IngestDocument, 'account'>
type ComingRows = { rows: { number: string; sku: string | null; open: string; inTransit: string }[] }

const item = (line: string, sku: string, quantity: string, overrides: Partial<IngestLine> = {}): IngestLine => ({
  ...{ line, sku, name: `Article ${sku}`, quantity, unit: 'EA' },
  ...overrides,
})
const ofOrder = (number: string, line?: string) => ({
  references: [{ type: 'orders' as const, number, ...(line ? { line } : {}) }],
})
const order = (lines: IngestLine[], overrides: Partial<SentDocument> = {}): SentDocument => ({
  ...{
    type: 'orders',
    number: 'SO-1',
    status: 'confirmed',
    issueDate: '2026-03-01',
    promisedDate: '2026-03-20',
    lines,
  },
  ...overrides,
})
const shipment = (
  number: string,
  status: string,
  lines: IngestLine[],
  overrides: Partial<SentDocument> = {},
): SentDocument => ({
  ...{ type: 'shipments', number, status, issueDate: '2026-03-05', ...ofOrder('SO-1'), lines },
  ...overrides,
})
const invoice = (number: string, lines: IngestLine[], overrides: Partial<SentDocument> = {}): SentDocument => ({
  ...{
    type: 'invoices',
    number,
    issueDate: '2026-03-06',
    currency: 'EUR',
    totals: { gross: '100.00' },
    ...ofOrder('SO-1'),
    lines,
  },
  ...overrides,
})

/** Ingests the documents in a new account, in this order, and reads what each page and file says of its order. */
async function ingestAndRead(...documents: SentDocument[]) {
  accounts += 1
  const account = `D-${accounts}`
  for (const document of documents) expect((await portal.ingest({ ...document, account })).errors).toEqual([])
  const token = await portal.signIn(`d${accounts}@d.example`, account)
  const read = async (path: string) => (await portal.get(path, token)).body
  const detail = (await read('/documents/orders/SO-1')) as DocumentDetail
  const list = (await read('/documents/orders')) as { rows: Record<string, string>[] }
  const itemsPage = (await read('/items')) as { coming: ComingRows['rows'] }
  const csv = (await portal.get('/coming/csv', token)).text
  const skus = [...new Set(detail.lines.flatMap(({ sku }) => sku ?? []))]
  const items = new Map(
    await Promise.all(
      skus.map(async (sku) => {
        const { totals } = (await read(`/items/${sku}`)) as { totals: Record<string, string>[] }
        return [sku, totals[0] ?? {}] as const
      }),
    ),
  )
  const row = list.rows.find(({ number }) => number === 'SO-1') ?? {}
  const coming = itemsPage.coming.filter(({ number }) => number === 'SO-1')
  expectAgreement(detail, row, items, coming, csv)
  const lines = Object.fromEntries(
    detail.lines.flatMap(({ line, stages }) =>
      stages
        ? [
            [
              line,
              `${stages.shipped} shipped, ${stages.delivered} delivered, ${stages.open} open, ${stages.cancelled} not to come`,
            ],
          ]
        : [],
    ),
  )
  return {
    lines,
    fulfilment: row.fulfilment,
    billing: row.billing,
    coming: coming.map(({ sku, open, inTransit }) => [sku, open, inTransit]),
    detail,
    items,
    token,
  }
}

/** Expects the list, the detail, the item pages, the deliveries to come and their file to agree. */
function expectAgreement(
  detail: DocumentDetail,
  row: Record<string, string>,
  items: ReadonlyMap<string, Record<string, string>>,
  coming: ComingRows['rows'],
  csv: string,
) {
  expect(detail.header.fulfilment).toBe(row.fulfilment)
  const kits = new Set(detail.lines.flatMap(({ parent }) => parent ?? []))
  const parts = detail.lines.filter(({ line }) => !kits.has(line))
  expect(sum(coming.map(({ open }) => open))).toBe(sum(parts.map(({ stages }) => stages?.open)))
  for (const [sku, totals] of items) {
    const ownLines = detail.lines.filter((line) => line.sku === sku && line.stages)
    for (const name of ['ordered', 'delivered', 'open', 'cancelled'] as const) {
      expect([sku, name, totals[name] ?? '0']).toEqual([sku, name, sum(ownLines.map(({ stages }) => stages?.[name]))])
    }
  }
  expect(csv.split('\r\n').filter((line) => line.includes(',SO-1,'))).toHaveLength(coming.length)
  for (const { stages } of detail.lines) {
    if (stages)
      expect(Number(stages.open) + Number(stages.cancelled)).toBe(
        Math.max(Number(stages.ordered) - Number(stages.shipped), 0),
      )
  }
}

const quantities = (shipped: number, delivered: number, open: number, cancelled = 0) =>
  `${shipped} shipped, ${delivered} delivered, ${open} open, ${cancelled} not to come`

test('What was ordered and has not left is open', async () => {
  const { lines, fulfilment, coming } = await ingestAndRead(
    order([item('10', 'A', '10')]),
    shipment('DN-1', 'delivered', [item('1', 'A', '4', ofOrder('SO-1', '10'))]),
    shipment('DN-2', 'in_transit', [item('1', 'A', '1.5', ofOrder('SO-1', '10'))]),
    shipment('DN-3', 'planned', [item('1', 'A', '2', ofOrder('SO-1', '10'))]),
  )
  expect(lines).toEqual({ 10: quantities(5.5, 4, 4.5) })
  expect([fulfilment, coming]).toEqual(['partially_delivered', [['A', '4.5', '1.5']]])
})

test('More shipped than ordered leaves nothing open, and does not make up for another line', async () => {
  const { lines, fulfilment } = await ingestAndRead(
    order([item('10', 'A', '8'), item('20', 'B', '3')]),
    shipment('DN-1', 'delivered', [item('1', 'A', '11', ofOrder('SO-1', '10'))]),
  )
  expect(lines).toEqual({ 10: quantities(11, 11, 0), 20: quantities(0, 0, 3) })
  expect(fulfilment).toBe('partially_delivered')
})

test('A completed order that was closed short has nothing open: the rest will not come', async () => {
  const { lines, fulfilment, coming } = await ingestAndRead(
    order([item('10', 'A', '10'), item('20', 'B', '5')], { status: 'completed' }),
    shipment('DN-1', 'delivered', [item('1', 'A', '8', ofOrder('SO-1', '10'))]),
  )
  expect(lines).toEqual({ 10: quantities(8, 8, 0, 2), 20: quantities(0, 0, 0, 5) })
  expect([fulfilment, coming]).toEqual(['delivered', []])
})

test('A completed order of which nothing was shipped has nothing open and is not called delivered', async () => {
  const { lines, fulfilment, coming } = await ingestAndRead(order([item('10', 'A', '10')], { status: 'completed' }))
  expect(lines).toEqual({ 10: quantities(0, 0, 0, 10) })
  expect([fulfilment, coming]).toEqual(['not_shipped', []])
})

test('A completed order whose delivered shipments say nothing of their goods is delivered', async () => {
  const { fulfilment, billing } = await ingestAndRead(
    order([item('10', 'A', '10')], { status: 'completed' }),
    shipment('DN-1', 'delivered', []),
    invoice('IN-1', []),
  )
  expect([fulfilment, billing]).toEqual(['delivered', 'invoiced'])
})

test.each(['cancelled', 'rejected'])(
  'Of an order that is %s the rest will not come, and it never counts as delivered',
  async (status) => {
    const { lines, fulfilment, coming } = await ingestAndRead(
      order([item('10', 'A', '10')], { status }),
      shipment('DN-1', 'delivered', [item('1', 'A', '3', ofOrder('SO-1', '10'))]),
    )
    expect(lines).toEqual({ 10: quantities(3, 3, 0, 7) })
    expect([fulfilment, coming]).toEqual(['partially_delivered', []])
  },
)

test.each(['closed', 'cancelled', 'rejected'] as const)(
  'A line that the ERP calls %s has nothing open, and the order is whole without it',
  async (status) => {
    const { lines, fulfilment, coming, detail } = await ingestAndRead(
      order([item('10', 'A', '10'), item('20', 'B', '5', { status })]),
      shipment('DN-1', 'delivered', [item('1', 'A', '10', ofOrder('SO-1', '10'))]),
    )
    expect(lines).toEqual({ 10: quantities(10, 10, 0), 20: quantities(0, 0, 0, 5) })
    expect([fulfilment, coming]).toEqual(['delivered', []])
    expect(detail.lines.map((line) => line.status)).toEqual([null, status])
  },
)

test('Freight, fees and hours are not waited for, whether the ERP says their kind or not', async () => {
  const { lines, fulfilment, billing, coming, detail } = await ingestAndRead(
    order([
      item('10', 'A', '10'),
      { line: '20', name: 'Freight', quantity: '1', unit: 'EA' },
      { line: '30', name: 'Fitting', quantity: '2', unit: 'HUR' },
      { line: '40', sku: 'TOLL', name: 'Toll', quantity: '1', kind: 'charge' },
    ]),
    shipment('DN-1', 'delivered', [item('1', 'A', '10', ofOrder('SO-1', '10'))]),
    invoice('IN-1', [item('1', 'A', '10', ofOrder('SO-1', '10'))]),
  )
  expect(lines).toEqual({ 10: quantities(10, 10, 0) })
  expect([fulfilment, billing, coming]).toEqual(['delivered', 'invoiced', []])
  expect(detail.lines.map(({ kind }) => kind)).toEqual(['item', 'charge', 'charge', 'charge'])
})

const kit = () =>
  order([item('10', 'KIT', '2'), item('20', 'P', '4', { parent: '10' }), item('30', 'Q', '2', { parent: '10' })])

test('A kit has arrived as far as all its components have', async () => {
  const first = [
    kit(),
    shipment('DN-1', 'delivered', [
      item('1', 'P', '4', ofOrder('SO-1', '20')),
      item('2', 'Q', '1', ofOrder('SO-1', '30')),
    ]),
  ]
  const half = await ingestAndRead(...first)
  expect(half.lines).toEqual({ 10: quantities(1, 1, 1), 20: quantities(4, 4, 0), 30: quantities(1, 1, 1) })
  expect(half.coming).toEqual([['Q', '1', '0']])
  const whole = await ingestAndRead(
    ...first,
    shipment('DN-2', 'delivered', [item('1', 'Q', '1', ofOrder('SO-1', '30'))]),
  )
  expect([whole.lines[10], whole.fulfilment, whole.coming]).toEqual([quantities(2, 2, 0), 'delivered', []])
})

test('The components of a kit that is shipped and invoiced as one have arrived with it', async () => {
  const { lines, fulfilment, billing, coming } = await ingestAndRead(
    kit(),
    shipment('DN-1', 'delivered', [item('1', 'KIT', '2', ofOrder('SO-1', '10'))]),
    invoice('IN-1', [item('1', 'KIT', '2', ofOrder('SO-1', '10'))]),
  )
  expect(lines).toEqual({ 10: quantities(2, 2, 0), 20: quantities(4, 4, 0), 30: quantities(2, 2, 0) })
  expect([fulfilment, billing, coming]).toEqual(['delivered', 'invoiced', []])
})

test('A line that was numbered anew keeps what was shipped by its article', async () => {
  const { lines, fulfilment, coming } = await ingestAndRead(
    order([item('10', 'A', '5')]),
    shipment('DN-1', 'delivered', [item('1', 'A', '5', ofOrder('SO-1', '10'))]),
    order([item('20', 'A', '5')]),
  )
  expect(lines).toEqual({ 20: quantities(5, 5, 0) })
  expect([fulfilment, coming]).toEqual(['delivered', []])
})

test('A line number that another article has taken over does not take over what was shipped', async () => {
  const { lines } = await ingestAndRead(
    order([item('10', 'A', '5'), item('20', 'B', '3')]),
    shipment('DN-1', 'delivered', [item('1', 'A', '5', ofOrder('SO-1', '10'))]),
    order([item('10', 'B', '3'), item('20', 'A', '5')]),
  )
  expect(lines).toEqual({ 10: quantities(0, 0, 3), 20: quantities(5, 5, 0) })
})

test('A substitute under another article number counts for the line that it names', async () => {
  const { lines } = await ingestAndRead(
    order([item('10', 'A', '5')]),
    shipment('DN-1', 'delivered', [item('1', 'A-NEW', '5', ofOrder('SO-1', '10'))]),
  )
  expect(lines).toEqual({ 10: quantities(5, 5, 0) })
})

test('What names an article alone fills that article’s lines in the order of their dates', async () => {
  const { lines, fulfilment, coming } = await ingestAndRead(
    order([
      item('10', 'A', '5', { promisedDate: '2026-03-30' }),
      item('20', 'A', '5', { promisedDate: '2026-03-15' }),
      item('30', 'A', '5', { promisedDate: '2026-04-15' }),
    ]),
    shipment('DN-1', 'delivered', [item('1', 'A', '5')]),
    shipment('DN-2', 'in_transit', [item('1', 'A', '3')]),
  )
  expect(lines).toEqual({ 10: quantities(3, 0, 2), 20: quantities(5, 5, 0), 30: quantities(0, 0, 5) })
  expect(fulfilment).toBe('partially_delivered')
  expect(coming).toEqual([
    ['A', '2', '3'],
    ['A', '5', '0'],
  ])
})

test('Lost goods are still to come as long as they are not credited', async () => {
  const { lines, fulfilment } = await ingestAndRead(
    order([item('10', 'A', '20')]),
    shipment('DN-1', 'lost_or_damaged', [item('1', 'A', '20', ofOrder('SO-1', '10'))]),
  )
  expect([lines[10], fulfilment]).toEqual([quantities(0, 0, 20), 'not_shipped'])
})

test('Lost goods that were credited will not come', async () => {
  const sent = [
    order([item('10', 'A', '20')]),
    shipment('DN-1', 'lost_or_damaged', [item('1', 'A', '20', ofOrder('SO-1', '10'))]),
    invoice('IN-1', [item('1', 'A', '20', ofOrder('SO-1', '10'))]),
  ]
  const back = { type: 'invoices' as const, number: 'IN-1' }
  const byLine = invoice('CN-1', [item('1', 'A', '15', { references: [{ ...back, line: '1' }] })], {
    ...{ invoiceKind: '381', totals: { gross: '75.00' }, references: [back] },
  })
  expect((await ingestAndRead(...sent, byLine)).lines).toEqual({ 10: quantities(0, 0, 5, 15) })
  const whole = invoice('CN-1', [], { invoiceKind: '381', references: [back] })
  const { lines, coming } = await ingestAndRead(...sent, whole)
  expect([lines, coming]).toEqual([{ 10: quantities(0, 0, 0, 20) }, []])
})

test('Goods that came back are returned, not open', async () => {
  const { lines, detail, coming } = await ingestAndRead(
    order([item('10', 'A', '10')]),
    shipment('DN-1', 'delivered', [item('1', 'A', '10', ofOrder('SO-1', '10'))]),
    shipment('RT-1', 'delivered', [item('1', 'A', '-2', ofOrder('SO-1', '10'))]),
  )
  expect([lines[10], detail.lines[0]?.stages?.returned, coming]).toEqual([quantities(10, 10, 0), '2', []])
})

test('A cancelled shipment carries nothing, and a part delivery stays on its way', async () => {
  const { lines, fulfilment, coming } = await ingestAndRead(
    order([item('10', 'A', '10')]),
    shipment('DN-1', 'cancelled', [item('1', 'A', '10', ofOrder('SO-1', '10'))]),
    shipment('DN-2', 'partially_delivered', [item('1', 'A', '6', ofOrder('SO-1', '10'))]),
  )
  expect([lines[10], fulfilment, coming]).toEqual([quantities(6, 0, 4), 'partially_delivered', [['A', '4', '6']]])
})

test('An invoice that names only the shipment’s line counts for the order’s line behind it', async () => {
  const { billing, detail } = await ingestAndRead(
    order([item('10', 'A', '10')]),
    shipment('DN-1', 'delivered', [item('5', 'A', '10', ofOrder('SO-1', '10'))]),
    invoice('IN-1', [item('1', 'A', '10', { references: [{ type: 'shipments', number: 'DN-1', line: '5' }] })], {
      references: [],
    }),
  )
  expect([billing, detail.lines[0]?.stages?.invoiced]).toEqual(['invoiced', '10'])
})

test('A kept promise needs all of it: an order that was closed short counts neither as kept nor as missed', async () => {
  const sent = (quantity: string) => [
    order([item('10', 'A', quantity)], { status: 'completed', promisedDate: '2026-02-20' }),
    shipment('DN-1', 'delivered', [item('1', 'A', '10', ofOrder('SO-1', '10'))], { deliveredDate: '2026-02-19' }),
  ]
  const promises = async (quantity: string) => {
    const { token } = await ingestAndRead(...sent(quantity))
    const { body } = await portal.get('/dashboard', token)
    return (body as { punctuality: object[] }).punctuality
  }
  expect(await promises('10')).toContainEqual({ month: '2026-02-01', promised: 1, kept: 1 })
  expect(await promises('12')).toEqual([])
})
