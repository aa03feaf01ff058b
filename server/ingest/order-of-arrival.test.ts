import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '#database/testing/database.ts'
import { isLong } from '#database/testing/long-form.ts'
import { ingestDocuments } from './ingest.ts'

const database = await testDatabase()
const deps = {
  workPool: database.pools.work,
  clock: () => new Date('2026-03-10T09:00:00Z'),
  newId: () => randomUUIDv7(),
}

type JsonObject = Record<string, unknown>
const at = (day: number) => `2026-03-0${day}T08:00:00Z`
const referenceTo = (type: string, number: string, line?: string) => ({ type, number, ...(line ? { line } : {}) })

/**
 * What a supplier sends about one customer in the course of a week: each entry is a message, changes are messages of
 * their own.
 */
function messagesOf(account: string): JsonObject[] {
  const base = { account, accountName: `Company ${account}` }
  const lineItem = (line: string, quantity: string, ...references: object[]) => ({
    line,
    sku: `SKU-${line}`,
    quantity,
    references,
  })
  const order = { ...base, type: 'orders', number: 'SO 1/a', references: [referenceTo('quotes', 'Q-1')] }
  const orderLines = [lineItem('1', '10'), lineItem('2', '5')]
  const parcel = {
    ...base,
    type: 'shipments',
    number: 'S-1',
    lines: [lineItem('1', '6', referenceTo('orders', 'SO 1/a', '1'))],
  }
  const second = { ...base, type: 'shipments', number: 'S-2', references: [referenceTo('orders', 'SO 1/a')] }
  const bill = { ...base, type: 'invoices', currency: 'EUR', totals: { net: '100.00', gross: '100.00' } }
  const event = (id: string, day: number, code: string, more = {}) => ({ id, at: at(day), code, ...more })
  return [
    { ...base, type: 'quotes', number: 'Q-1', status: 'open', modifiedAt: at(1) },
    { ...base, type: 'quotes', number: 'Q-1', status: 'accepted', modifiedAt: at(2) },
    { ...order, status: 'received', lines: orderLines, modifiedAt: at(2) },
    { ...order, status: 'confirmed', lines: orderLines, modifiedAt: at(3) },
    {
      ...base,
      type: 'orders',
      number: 'SO-2',
      status: 'cancelled',
      references: [referenceTo('quotes', 'Q-2')],
      modifiedAt: at(3),
    },
    { ...base, type: 'quotes', number: 'Q-2', status: 'rejected', modifiedAt: at(1) },
    { ...parcel, shipment: { events: [event('1', 3, 'picked_up')] }, modifiedAt: at(3) },
    { ...parcel, shipment: { events: [event('1', 3, 'picked_up'), event('2', 5, 'delivered')] }, modifiedAt: at(5) },
    { ...second, status: 'planned', references: [referenceTo('orders', 'SO-2')], modifiedAt: at(3) },
    {
      ...second,
      status: 'in_transit',
      lines: [
        { line: '1', sku: 'SKU-1', quantity: '4' },
        { line: '2', sku: 'SKU-2', quantity: '-1' },
      ],
      modifiedAt: at(4),
    },
    {
      ...bill,
      number: 'I-1',
      lines: [lineItem('1', '6', referenceTo('shipments', 'S-1', '1'))],
      payments: [{ amount: '30.00' }],
      modifiedAt: at(5),
    },
    {
      ...bill,
      number: 'I-1',
      lines: [lineItem('1', '6', referenceTo('shipments', 'S-1', '1'))],
      payments: [{ amount: '30.00' }, { amount: '70.00' }],
      modifiedAt: at(6),
    },
    {
      ...bill,
      number: 'I-2',
      references: [referenceTo('orders', 'SO 1/a')],
      lines: [
        lineItem('1', '4', referenceTo('orders', 'SO 1/a', '1')),
        lineItem('2', '5', referenceTo('orders', 'SO 1/a', '2')),
      ],
      modifiedAt: at(6),
    },
    {
      ...bill,
      number: 'C-1',
      invoiceKind: '381',
      references: [referenceTo('invoices', 'I-2')],
      lines: [lineItem('1', '2', referenceTo('invoices', 'I-2', '1'))],
      modifiedAt: at(7),
    },
    {
      ...bill,
      number: 'C-2',
      invoiceKind: '381',
      status: 'cancelled',
      references: [referenceTo('invoices', 'I-1')],
      modifiedAt: at(7),
    },
    { ...bill, number: 'I-3', references: [referenceTo('orders', 'NEVER-CAME')], modifiedAt: at(7) },
  ]
}

/** Everything that a reader could see, without ids and times of import. */
const endStateQuery = `select jsonb_agg(to_jsonb(x) order by x.account, x.type, x.number) as state from (
  select a.number as account, a.name, d.type, d.number, d.status, d.source_status, d.fulfilment, d.billing, d.payment, d.paid, d.open,
    d.gross, d.delivered_date, d.last_event_at, d.line_count, d.details, encode(d.content_hash, 'hex') as hash, d.source_modified_at,
    (select jsonb_agg(to_jsonb(l) - 'document_id' - 'account_id' order by l.position) from document_lines l where l.document_id = d.id) as lines,
    (select jsonb_agg(to_jsonb(o) - 'order_id' - 'account_id' - 'carried' || jsonb_build_object('carried', (
      select jsonb_object_agg(p.type || ' ' || p.number, c.value) from jsonb_each(o.carried) c join documents p on p.id = c.key::uuid
    )) order by o.position) from ordered_lines o where o.order_id = d.id) as stages,
    (select jsonb_agg(to_jsonb(k) - 'document_id' - 'account_id' order by k.position, k.to_type, k.to_number, k.to_line) from document_links k where k.document_id = d.id) as links,
    (select jsonb_agg(to_jsonb(e) - 'document_id' - 'account_id' - 'id' order by e.source_event_id) from shipment_events e where e.document_id = d.id) as events,
    (select array(select split_part(t, ':', 2) from unnest(tsvector_to_array(s.terms)) t order by 1) from document_search s where s.document_id = d.id) as terms
  from documents d join accounts a using (account_id)) x`

async function stateAfter(files: JsonObject[][]): Promise<JsonObject[]> {
  await database.owner.query('truncate accounts cascade')
  for (const file of files) {
    const incoming = file.map((document, index) => ({ line: index + 1, document }))
    // Two customers with the same numbers, to show that they are never confused.
    const numbering = { source: '', numberedBy: 'customer' } as const
    const report = await ingestDocuments(deps, incoming, { dryRun: false, source: 'ndjson', numbering })
    expect(report.errors).toEqual([])
  }
  const { rows } = await database.owner.query(endStateQuery)
  return rows[0].state
}

test('In whatever order and however often messages arrive, the end is the same', { timeout: 120_000 }, async () => {
  const messages = [...messagesOf('C-1'), ...messagesOf('C-2')]
  const expected = await stateAfter([messages])
  expect(expected).toHaveLength(22)
  const findDocument = (number: string) =>
    expected.find((document) => document.account === 'C-1' && document.number === number)
  expect(findDocument('SO 1/a')).toMatchObject({
    fulfilment: 'partially_delivered',
    billing: 'partially_invoiced',
    payment: 'partially_paid',
  })
  expect(findDocument('Q-1')).toMatchObject({ status: 'ordered' })
  expect(findDocument('Q-2')).toMatchObject({ status: 'rejected' })
  expect(findDocument('I-1')).toMatchObject({ status: 'paid' })
  expect(findDocument('I-2')).toMatchObject({ status: 'credited' })
  const shuffled = fc.shuffledSubarray(messages, { minLength: messages.length })
  const repeated = fc.array(fc.constantFrom(...messages), { maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(
      shuffled,
      repeated,
      fc.integer({ min: 1, max: 12 }),
      async (shuffledMessages, repeatedMessages, size) => {
        const stream = [...shuffledMessages, ...repeatedMessages]
        const files = Array.from({ length: Math.ceil(stream.length / size) }, (_, index) =>
          stream.slice(index * size, (index + 1) * size),
        )
        expect(await stateAfter(files)).toEqual(expected)
      },
    ),
    { numRuns: isLong ? 12 : 4 },
  )
})
