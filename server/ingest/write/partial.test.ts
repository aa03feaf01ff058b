import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { beforeEach, describe, expect, test } from 'vitest'
import { allFields } from '#contract/documents/all-fields.ts'
import { statusesOf } from '#contract/documents/types.ts'
import { IngestDocument, type IngestReport } from '#contract/ingest/documents.ts'
import { documentTypes } from '#contract/values.ts'
import { testDatabase } from '#database/testing/database.ts'
import { isLong } from '#database/testing/long-form.ts'
import { checkDocument } from '../check/check.ts'
import { ingestDocuments } from '../ingest.ts'

const database = await testDatabase()
const now = '2026-03-10T09:00:00Z'
const deps = { workPool: database.pools.work, clock: () => new Date(now), newId: () => randomUUIDv7() }

beforeEach(async () => {
  await database.owner.query('truncate accounts, raw_messages cascade')
})

async function send(documents: object[], options: { dryRun?: boolean; parts?: boolean } = {}): Promise<IngestReport> {
  const incoming = documents.map((document, index) => ({ line: index + 1, document }))
  return ingestDocuments(deps, incoming, { dryRun: false, source: 'ndjson', ...options })
}

const tables = ['document_lines', 'document_links', 'shipment_events', 'shipment_keys', 'units', 'attachments']
const volatileColumns = ['content_hash', 'ingested_at', 'status_changed_at', 'recorded_at', 'source_modified_at']

/** All that is stored of documents, except when and by which message it came. */
async function storedContent(): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {}
  for (const table of ['documents', 'document_search', ...tables]) {
    const { rows } = await database.owner.query(`select to_jsonb(x) as row from ${table} x`)
    content[table] = rows
      .map(({ row }) => {
        for (const name of volatileColumns) delete row[name]
        if (table === 'shipment_events') delete row.id
        if (table === 'document_search') row.codes = row.codes.split(' ').toSorted()
        return JSON.stringify(row)
      })
      .toSorted()
  }
  return content
}

async function findDocument(number: string): Promise<Record<string, unknown>> {
  const { rows } = await database.owner.query('select * from documents where number = $1', [number])
  return rows[0]
}
async function linesOf(number: string): Promise<unknown[]> {
  const { rows } = await database.owner.query(
    `select l.line, l.quantity::float as quantity, l.details ->> 'promisedDate' as promised from document_lines l
join documents d on d.account_id = l.account_id and d.id = l.document_id where d.number = $1 order by l.position`,
    [number],
  )
  return rows
}

const base = { account: 'C-1', number: 'U-6' }
const order = {
  ...base,
  type: 'orders',
  status: 'confirmed',
  currency: 'EUR',
  requestedDate: '2026-03-20',
  totals: { net: '100.00', tax: '19.00', gross: '119.00' },
  lines: [
    { line: '10', sku: 'A', quantity: '5', promisedDate: '2026-03-18' },
    { line: '20', sku: 'B', quantity: '2' },
  ],
}

describe('A message that names a part', () => {
  test('Cancelling an order without its lines leaves lines, dates and totals as they are', async () => {
    await send([order])
    expect(await send([{ ...base, type: 'orders', status: 'cancelled' }])).toMatchObject({ updated: 1, warnings: [] })
    expect(await findDocument('U-6')).toMatchObject({
      status: 'cancelled',
      requested_date: '2026-03-20',
      gross: '119.0000',
      line_count: 2,
    })
    expect(await linesOf('U-6')).toHaveLength(2)
    const { rows } = await database.owner.query('select changes from document_changes')
    expect(rows).toEqual([{ changes: [{ field: 'status', old: 'confirmed', new: 'cancelled' }] }])
  })

  test('One line of a partial message changes that line, and a new one is added', async () => {
    await send([order])
    const lines = [
      { line: '10', promisedDate: '2026-03-25' },
      { line: '30', sku: 'C', quantity: '1' },
    ]
    expect(await send([{ ...base, type: 'orders', partial: true, lines }])).toMatchObject({ updated: 1, warnings: [] })
    expect(await linesOf('U-6')).toEqual([
      { line: '10', quantity: 5, promised: '2026-03-25' },
      { line: '20', quantity: 2, promised: null },
      { line: '30', quantity: 1, promised: null },
    ])
  })

  test('A tracking update adds its event and keeps the lines of the shipment and what the order has received', async () => {
    const shipment = {
      ...{ account: 'C-1', number: 'S-1', type: 'shipments', references: [{ type: 'orders', number: 'U-6' }] },
      lines: [{ line: '1', sku: 'A', quantity: '5' }],
      shipment: {
        carrier: 'DHL',
        despatchDate: '2026-03-09',
        events: [{ id: 'e1', at: '2026-03-09T08:00:00+01:00', code: 'despatched' }],
      },
    }
    await send([order, shipment])
    const update = {
      ...{ account: 'C-1', number: 'S-1', type: 'shipments' },
      shipment: { events: [{ id: 'e2', at: '2026-03-10T07:00:00+01:00', code: 'delivered' }] },
    }
    expect(await send([update])).toMatchObject({ updated: 1 })
    expect(await findDocument('S-1')).toMatchObject({ status: 'delivered', carrier: 'DHL', line_count: 1 })
    expect(await findDocument('U-6')).toMatchObject({ fulfilment: 'partially_delivered' })
    const { rows } = await database.owner.query('select source_event_id as id from shipment_events order by id')
    expect(rows.map(({ id }) => id).toSorted()).toEqual(['e1', 'e2'])
    expect(await send([update])).toMatchObject({ unchanged: 1 })
  })

  test('null forgets what is named; a list of lines goes only by an empty one', async () => {
    await send([order])
    await send([{ ...base, type: 'orders', requestedDate: null, totals: { tax: '' }, lines: null }])
    expect(await findDocument('U-6')).toMatchObject({
      requested_date: null,
      tax: null,
      gross: '119.0000',
      line_count: 2,
    })
    const report = await send([{ ...base, type: 'orders', status: 'confirmed', lines: [] }])
    expect(report.warnings[0]?.message).toContain('2 lines that were there are gone: lines 10, 20')
    expect(await linesOf('U-6')).toEqual([])
  })

  test('A payment with an id is added to those before; a list without ids replaces them and says so', async () => {
    const invoice = { account: 'C-1', number: 'I-1', type: 'invoices' }
    const wholeInvoice = {
      ...invoice,
      currency: 'EUR',
      totals: { gross: '119.00' },
      lines: [],
      payments: [{ id: 'p1', amount: '19.00' }],
    }
    await send([wholeInvoice])
    await send([{ ...invoice, payments: [{ id: 'p2', amount: '50.00' }] }])
    expect(await findDocument('I-1')).toMatchObject({ paid: '69.0000', open: '50.0000', status: 'partially_paid' })
    const report = await send([{ ...invoice, payments: [{ amount: '50.00' }] }])
    expect(report.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('The list of payments is replaced: before there were 2 (69 in all), now there are 1.'),
    ])
    await send([{ ...wholeInvoice, totals: { gross: '119.00', open: '119.00' }, payments: [] }])
    const finalReport = await send([{ ...invoice, payments: [{ id: 'p3', amount: '119.00' }] }])
    expect(finalReport.warnings[0]?.message).toContain('it stays 119, as sent before. Send totals.open')
  })

  test('A part of a document that is not there is refused when it calls itself one, and is the document otherwise', async () => {
    const report = await send([{ ...base, type: 'orders', partial: true, status: 'cancelled' }])
    expect(report).toMatchObject({ rejected: 1, errors: [{ line: 1, path: '$.number' }] })
    expect(report.errors[0]?.message).toContain('Send the document whole first.')
    expect(await send([{ ...base, type: 'orders', status: 'cancelled' }], { parts: true })).toMatchObject({
      rejected: 1,
    })
    expect(await send([{ ...base, type: 'orders', status: 'confirmed' }])).toMatchObject({ created: 1 })
  })

  test('A part is compared with what it makes of the document: amounts need its currency, an older one is stale', async () => {
    await send([{ ...order, modifiedAt: '2026-03-02T08:00:00Z' }])
    expect(await send([{ ...base, type: 'orders', totals: { gross: '120.00' } }])).toMatchObject({
      updated: 1,
      warnings: [{ message: expect.stringContaining('The totals do not add up') }],
    })
    const staleMessage = { ...base, type: 'orders', status: 'on_hold', modifiedAt: '2026-03-01T08:00:00Z' }
    expect(await send([staleMessage])).toMatchObject({ stale: 1 })
    expect(await send([{ ...base, number: 'NEW', type: 'orders', totals: { gross: '1.00' } }])).toMatchObject({
      rejected: 1,
      errors: [{ path: '$.currency' }],
    })
  })

  test('Parts of one document in one file follow each other, and a dry run says the same of them', async () => {
    await send([order])
    const file = [
      { ...base, type: 'orders', status: 'on_hold', holdReason: 'credit' },
      { ...base, type: 'orders', partial: true, lines: [{ line: '10', quantity: '6' }] },
      { ...base, type: 'orders', status: 'on_hold' },
    ]
    const dryRunReport = await send(file, { dryRun: true })
    expect(await send(file)).toMatchObject({ updated: 2, unchanged: 1 })
    expect(dryRunReport).toMatchObject({ updated: 2, unchanged: 1 })
    expect(await findDocument('U-6')).toMatchObject({
      status: 'on_hold',
      details: { holdReason: 'credit' },
      line_count: 2,
    })
    expect(await linesOf('U-6')).toMatchObject([{ quantity: 6 }, { quantity: 2 }])
    expect(await send(file)).toMatchObject({ unchanged: 3 })
  })
})

const invoice = { ...base, type: 'invoices', currency: 'EUR' }

test('A part that changes where to pay changes it everywhere, unless the ERP has said it in words of its own', async () => {
  const whole = {
    ...{ ...invoice, lines: [], totals: { gross: '119.00' } },
    paymentMeans: [{ account: 'DE02 OLD', bank: 'BIC', reference: 'RF1' }],
  }
  const paysTo = async () => {
    const { bankAccount, paymentReference } = (await findDocument('U-6')).details as Record<string, unknown>
    return [bankAccount, paymentReference]
  }
  await send([whole])
  expect(await paysTo()).toEqual(['DE02 OLD · BIC', 'RF1'])
  await send([{ ...base, type: 'invoices', paymentMeans: [{ account: 'DE02 NEW' }] }])
  expect(await paysTo()).toEqual(['DE02 NEW', undefined])
  await send([{ ...base, type: 'invoices', paymentMeans: null }])
  expect(await paysTo()).toEqual([undefined, undefined])
  await send([{ ...whole, details: { bankAccount: 'Our account at the savings bank' } }])
  await send([{ ...base, type: 'invoices', paymentMeans: [{ account: 'DE02 NEW', reference: 'RF2' }] }])
  expect(await paysTo()).toEqual(['Our account at the savings bank', 'RF2'])
})

describe('A part that says that an invoice is overpaid', () => {
  const overpaid = { ...base, type: 'invoices', totals: { paid: '129.00', open: '-10.00' } }
  const whole = { ...invoice, lines: [], totals: { gross: '119.00' } }
  const kinds = async () => {
    const { rows } = await database.owner.query(
      'select number, invoice_kind as kind, open::float from documents order by number',
    )
    return rows.map(({ number, kind, open }) => `${number} ${kind} ${open}`)
  }

  test.each([
    ['a part by its call', {}, { parts: true }],
    ['a part by its word', { partial: true }, {}],
    ['a message without lines', { currency: 'EUR' }, {}],
  ])('leaves it an invoice as %s, whether it comes later or with it', async (_, more, options: { parts?: boolean }) => {
    await send([whole])
    expect(await send([{ ...overpaid, ...more }], { ...options, dryRun: true })).toMatchObject({ updated: 1 })
    expect(await send([{ ...overpaid, ...more }], options)).toMatchObject({ updated: 1, rejected: 0 })
    expect(await kinds()).toEqual(['U-6 380 -10'])
    await database.owner.query('truncate accounts cascade')
    if (options.parts) return
    expect(await send([whole, { ...overpaid, ...more }])).toMatchObject({ created: 1, updated: 1 })
    expect(await kinds()).toEqual(['U-6 380 -10'])
  })

  test('leaves it an invoice that came just before with its amount alone', async () => {
    const { lines: _, ...withoutLines } = whole
    expect(await send([withoutLines, { ...overpaid, currency: 'EUR' }])).toMatchObject({ created: 1, updated: 1 })
    expect(await kinds()).toEqual(['U-6 380 -10'])
  })

  test('leaves it an invoice where it moves to another customer', async () => {
    await send([whole])
    expect(await send([{ ...overpaid, account: 'C-2', partial: true }])).toMatchObject({ updated: 1, rejected: 0 })
    expect(await kinds()).toEqual(['U-6 380 -10'])
  })

  test('is a credit note when nothing is known of it, and changes the credit note of its number', async () => {
    const credit = { ...overpaid, currency: 'EUR', totals: { open: '-10.00' } }
    expect(await send([credit])).toMatchObject({ created: 1 })
    expect(await kinds()).toEqual(['U-6 381 10'])
    await send([{ ...whole, invoiceKind: '381', totals: { gross: '-119.00' } }])
    expect(await send([{ ...credit, totals: { open: '-7.00' } }])).toMatchObject({ updated: 1 })
    expect(await kinds()).toEqual(['U-6 381 7'])
  })
})

test('A part leaves each line the kind that the ERP has given it', async () => {
  const lines = [
    { line: '1', kind: 'item', sku: 'PORT-2', name: 'Lifting eye', quantity: '2' },
    { line: '2', kind: 'item', sku: 'S-1', name: 'Surveillance', quantity: '12', unit: 'MON' },
    { line: '3', name: 'Freight', quantity: '1' },
  ]
  const kinds = async () =>
    (await database.owner.query('select line, kind from document_lines order by position')).rows.map(
      ({ line, kind }) => `${line} ${kind}`,
    )
  const part = { ...base, type: 'orders', partial: true }
  await send([{ ...order, lines }])
  await send([{ ...part, note: 'later' }])
  expect(await kinds()).toEqual(['1 item', '2 item', '3 charge'])
  await send([
    {
      ...part,
      lines: [
        { line: '2', unit: 'MON', promisedDate: '2026-04-01' },
        { line: '4', name: 'Postage', quantity: '1' },
      ],
    },
  ])
  expect(await kinds()).toEqual(['1 item', '2 item', '3 charge', '4 charge'])
})

test('A whole message that loses lines or dates is taken, and says what is gone', async () => {
  await send([order])
  const shorter = { ...order, requestedDate: null, lines: [{ line: '10', sku: 'A', quantity: '5' }] }
  const dryRunReport = await send([shorter], { dryRun: true })
  const report = await send([shorter])
  expect(report).toMatchObject({ updated: 1, rejected: 0 })
  expect(report.warnings.map(({ path, message }) => [path, message.split('. ')[0]])).toEqual([
    ['$.lines', 'A line that was there is gone: line 20'],
    ['$', 'Dates that were known are gone: requestedDate, promisedDate of line 10'],
  ])
  expect(dryRunReport.warnings).toEqual(report.warnings)
  expect((await send([{ ...order, note: 'again' }])).warnings).toEqual([])
})

test('Of the lines that are gone ten are named, and the others are counted', async () => {
  const withLines = (count: number, gone: number) => ({
    ...order,
    lines: Array.from({ length: count }, (_, index) => ({ line: String(index + 1), sku: 'A', quantity: '1' })).slice(
      gone,
    ),
  })
  const sentencesFor = async (gone: number) => {
    await send([withLines(20, 0)])
    return (await send([withLines(20, gone)])).warnings.map(({ message }) => message.split('. ')[0])
  }
  const ten = '1, 2, 3, 4, 5, 6, 7, 8, 9, 10'
  expect(await sentencesFor(10)).toEqual([`10 lines that were there are gone: lines ${ten}`])
  expect(await sentencesFor(12)).toEqual([`12 lines that were there are gone: lines ${ten} and 2 more`])
})

test('A delivery that only its events tell of follows them after a part was sent, too', async () => {
  const event = (at: string, code: string) => ({ id: code, at, code, classifier: 'actual' })
  const shipment = (deliveredAt: string) => ({
    ...{ type: 'shipments', account: 'C-1', number: 'S-1', status: 'in_transit' },
    shipment: { events: [event('2026-03-03T08:00:00Z', 'picked_up'), event(deliveredAt, 'delivered')] },
  })
  await send([shipment('2026-03-05T08:00:00Z')])
  expect(await findDocument('S-1')).toMatchObject({ status: 'delivered', delivered_date: '2026-03-05' })
  await send([{ type: 'shipments', account: 'C-1', number: 'S-1', note: 'Ring twice.' }])
  expect(await findDocument('S-1')).toMatchObject({ status: 'delivered', delivered_date: '2026-03-05' })
  await send([{ ...shipment('2026-03-06T08:00:00Z'), partial: true }])
  expect(await findDocument('S-1')).toMatchObject({ status: 'delivered', delivered_date: '2026-03-06' })
  // What the ERP calls delivered on a day of its own stays on that day.
  const stated = { type: 'shipments', account: 'C-1', number: 'S-2', status: 'delivered', deliveredDate: '2026-03-05' }
  await send([{ ...stated, shipment: { events: [event('2026-03-05T08:00:00Z', 'delivered')] } }])
  await send([{ type: 'shipments', account: 'C-1', number: 'S-2', note: 'Ring twice.' }])
  await send([
    {
      ...{ type: 'shipments', account: 'C-1', number: 'S-2', partial: true },
      shipment: { events: [event('2026-03-06T08:00:00Z', 'delivered')] },
    },
  ])
  expect(await findDocument('S-2')).toMatchObject({ delivered_date: '2026-03-05' })
})

test('A dry run of an invoice and a credit note with the same number says the same as the import', async () => {
  const invoice = { ...base, type: 'invoices', currency: 'EUR', totals: { gross: '10.00' } }
  const credit = { ...invoice, invoiceKind: '381', totals: { gross: '4.00' } }
  for (const file of [[credit], [invoice], [credit, { ...invoice, note: 'again' }], [{ ...credit, account: 'C-2' }]]) {
    const dryRunReport = await send(file, { dryRun: true })
    expect(await send(file)).toEqual(dryRunReport)
  }
})

test('A dry run of a file that is longer than a batch says the same of documents and accounts that are not there yet', async () => {
  const file = Array.from({ length: 600 }, (_, index) => ({ ...order, number: `D-${index}`, lines: [] }))
  const again = { ...order, number: 'D-1', lines: [], status: 'on_hold' }
  const status = { type: 'orders', number: 'D-0', account: 'C-1', status: 'cancelled' }
  const dryRunReport = await send([...file, again, status], { dryRun: true })
  expect(dryRunReport).toMatchObject({ created: 600, updated: 2, rejected: 0, warnings: [] })
})

test('A change in the far future is refused, and one that is stored holds up no later version', async () => {
  const report = await send([{ ...order, modifiedAt: '2999-01-01T00:00:00Z' }])
  expect(report).toMatchObject({ rejected: 1, errors: [{ path: '$.modifiedAt' }] })
  expect(report.errors[0]?.message).toContain('here it is 2026-03-10T09:00:00.000Z')
  expect(await send([{ ...order, modifiedAt: '2026-03-11T08:59:00Z' }])).toMatchObject({ created: 1 })
  await database.owner.query("update documents set source_modified_at = '2999-01-01T00:00:00Z'")
  expect(await send([{ ...order, note: 'new', modifiedAt: '2026-03-09T08:00:00Z' }])).toMatchObject({ updated: 1 })
})

const samples = [
  '1.5',
  '0.25',
  '-3',
  '2026-03-05',
  '2026-02-28',
  'EUR',
  'DE',
  '7',
  '2026-03-05T07:30:00+02:00',
  '2026-03-09T22:10:00Z',
]
const arbitraryOf = (schema: TSchema): fc.Arbitrary<unknown> => {
  const {
    type,
    properties = {},
    required = [],
    items,
    pattern,
    enum: words,
  } = schema as {
    type?: string
    properties?: Record<string, TSchema>
    required?: string[]
    items?: TSchema
    pattern?: string
    enum?: string[]
  }
  if (words) return fc.constantFrom(...words)
  if (type === 'object') {
    const { partial: _, attachments: __, details: ___, ...included } = properties
    const arbitraries = Object.fromEntries(
      Object.entries(included).map(([name, property]) => [name, arbitraryOf(property)]),
    )
    return fc.record(arbitraries, { requiredKeys: required })
  }
  if (type === 'array' && items) return fc.array(arbitraryOf(items), { maxLength: 3 })
  if (type === 'number') return fc.constantFrom(0, 12.5, -7)
  if (pattern) return fc.constantFrom(...samples.filter((sample) => new RegExp(pattern).test(sample)))
  return fc.constantFrom('A-1', 'B 2', '7', 'ü/3')
}

const sampleOf: Readonly<Record<string, string>> = {
  ...{ instant: '2026-03-05T07:30:00+02:00', date: '2026-03-05', money: '1.5' },
}

const arbitraryDocument = fc
  .tuple(
    arbitraryOf(IngestDocument) as fc.Arbitrary<IngestDocument>,
    fc.constantFrom(...documentTypes),
    fc.nat(),
    fc.boolean(),
  )
  .map(([document, type, pick, hasDetails]): object => {
    const statuses = statusesOf(type)
    const fields = Object.entries(allFields(type) as Record<string, { stored: string; kind: string }>)
    const details = fields
      .filter(([, field]) => field.stored === 'details')
      .map(([name, field]) => [name, sampleOf[field.kind] ?? 'x'])
    return {
      ...document,
      ...{
        type,
        account: 'C-1',
        status: statuses[pick % statuses.length],
        currency: 'EUR',
        lines: (document.lines ?? []).map((line, index) => ({ ...line, line: `${index + 1}0` })),
      },
      ...(hasDetails ? { details: Object.fromEntries(details.slice(0, 1 + (pick % details.length))) } : {}),
      ...(document.shipment?.events
        ? {
            shipment: {
              ...document.shipment,
              events: document.shipment.events.map(({ vocabulary: _, ...event }, index) => ({
                ...{ ...event, id: `${index}` },
                code: ['despatched', 'delivered', 'in_transit'][(pick + index) % 3],
              })),
            },
          }
        : {}),
    }
  })
  .filter((document) => 'document' in checkDocument(document))

test('Whatever a document holds, a part that changes its note and one that changes it back leave all else as it was', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryDocument, { minLength: 1, maxLength: 12 }), async (documents) => {
      run++
      await database.owner.query('truncate documents cascade')
      const numbers = documents.map((_, index) => `N-${run}-${index}`)
      const file = documents.map((document, index) => ({ ...document, number: numbers[index], note: 'first' }))
      await send(file)
      const before = await storedContent()
      const note = (text: string) =>
        file.map(({ type, account, number }: Record<string, unknown>) => ({ type, account, number, note: text }))
      expect(await send(note('other'))).toMatchObject({ updated: file.length, rejected: 0 })
      expect(await send(note('first'))).toMatchObject({ updated: file.length, rejected: 0 })
      expect(await storedContent()).toEqual(before)
      expect(await send(note('first'))).toMatchObject({ unchanged: file.length })
    }),
    { numRuns: isLong ? 8 : 4, endOnFailure: true },
  )
})
