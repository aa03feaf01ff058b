import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { documentTypes } from '#contract/values.ts'
import { generate } from '#database/seed/generate.ts'
import { isLong } from '#database/testing/long-form.ts'
import { takeIn } from '../ingest/intake.ts'
import { testPortal } from '../testing/portal.ts'
import { validateUbl } from '../testing/ubl.ts'

const today = '2026-03-10'
const portal = await testPortal(`${today}T09:00:00Z`)
const deps = {
  workPool: portal.database.pools.work,
  clock: () => new Date(`${today}T10:00:00Z`),
  newId: () => randomUUIDv7(),
}
/** A unique amount, so that it is found in any reply that reveals it. */
const amount = '7919.37'
const pricedDocuments = documentTypes.map(
  (type): IngestDocument => ({
    ...{ type, number: `${type}/1 ü`, account: 'P-1', issueDate: '2026-03-01', currency: 'EUR' },
    totals: { net: amount, tax: '0', gross: amount },
    taxes: [{ category: 'S', rate: '0', base: amount, amount: '0' }],
    lines: [{ line: '1', sku: 'X', name: 'Wheel', quantity: '1', unitPrice: amount, amount, taxRate: '19' }],
  }),
)

const path = (type: string, number: string) => `/documents/${type}/${encodeURIComponent(number)}`
let demoDocuments: IngestDocument[]
let buyer: string
let packer: string

beforeAll(async () => {
  const generated = [...generate({ size: 'S', today })]
  const account = generated[0]?.account
  // An enquiry that waits for its prices is no quotation yet.
  demoDocuments = generated.filter(
    (document) =>
      document.account === account && (document.type === 'shipments' || document.totals?.gross !== undefined),
  )
  const report = await portal.ingest(
    ...demoDocuments.map((document) => ({ ...document, account: 'A-1' })),
    ...pricedDocuments,
  )
  expect(report.errors).toEqual([])
  buyer = await portal.signIn('buyer@p.example', 'P-1', 'admin')
  packer = await portal.signIn('packer@p.example', 'P-1', 'logistics')
})

/**
 * The part of a detail that UBL can express: without states that follow from other documents, tracking events, the
 * ERP's own dates and the file itself.
 */
function comparable(detail: DocumentDetail): unknown {
  const {
    header,
    lines,
    events: _events,
    chain: _chain,
    missing: _missing,
    attachments: _attachments,
    original: _original,
    version: _version,
    // The file names the sender, which the portal's own data leave open.
    seller: _seller,
    ...rest
  } = detail
  const { type, status, ...otherFields } = rest
  const comparedFields = new Set([
    'number',
    'issueDate',
    'customerReference',
    'currency',
    'gross',
    'lineCount',
    'validUntil',
  ])
  for (const name of [
    'dueDate',
    'requestedDate',
    'promisedDate',
    'despatchDate',
    'deliveredDate',
    'carrier',
    'mode',
    'open',
  ])
    comparedFields.add(name)
  return {
    ...otherFields,
    salesperson: rest.salesperson,
    // UBL cannot say that an ERP's payment was the credit note of an invoice.
    ...(type === 'invoices' ? { status: status === 'overdue' ? 'open' : status === 'credited' ? 'paid' : status } : {}),
    // Every document of a file names both parties, and UBL has no place for a payment's method.
    billTo: rest.billTo,
    shipFrom: type === 'shipments' ? rest.shipFrom : null,
    payments: rest.payments.map(({ method: _method, ...payment }) => payment),
    header: Object.fromEntries(Object.entries(header).filter(([name]) => comparedFields.has(name))),
    lines: lines
      .map(({ stages: _stages, ...line }) =>
        line.kind === 'charge'
          ? { line: line.line, name: line.name, amount: line.amount, taxRate: line.taxRate }
          : line,
      )
      .toSorted((a, b) => (a.line < b.line ? -1 : 1)),
  }
}

test('every document of the demo goes out as valid UBL and comes back as the same document', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  // One in four in the short form.
  const tried = demoDocuments.filter((_, index) => isLong || index % 4 === 0)
  const token = await portal.signIn('all@a.example', 'A-1', 'admin')
  const written = new Map<string, { before: DocumentDetail; ubl: string }>()
  for (const { type, number } of tried) {
    const before = (await portal.get(path(type, number), token)).body as DocumentDetail
    const { status, text } = await portal.get(`${path(type, number)}/ubl`, token)
    expect([type, number, status]).toEqual([type, number, 200])
    validateUbl(text)
    written.set(path(type, number), { before, ubl: text })
  }
  // A supplier's number belongs to one customer: another customer gets it only after the first no longer has it.
  const numbers = tried.map(({ number }) => number)
  await portal.database.owner.query('delete from documents where number = any ($1)', [numbers])
  for (const { type, number } of tried) {
    const content = Buffer.from(written.get(path(type, number))?.ubl ?? '')
    const report = await takeIn(deps, 'ubl', content, { account: 'A-2', dryRun: false })
    expect([number, report.errors, report.warnings]).toEqual([number, [], []])
  }
  const copyToken = await portal.signIn('copy@b.example', 'A-2', 'admin')
  for (const { type, number } of tried) {
    const after = await portal.get(path(type, number), copyToken)
    expect([number, after.status]).toEqual([number, 200])
    const before = written.get(path(type, number))?.before as DocumentDetail
    expect(comparable(after.body as DocumentDetail)).toEqual(comparable(before))
  }
})

describe('UBL of a document', () => {
  test('is saved as an XML file under the document’s number', async () => {
    const reply = await portal.app.inject({
      url: `/api${path('orders', 'orders/1 ü')}/ubl`,
      headers: { authorization: `Bearer ${buyer}` },
    })
    expect(reply.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(reply.headers['content-disposition']).toContain("filename*=UTF-8''orders%2F1%20%C3%BC.xml")
    expect(reply.body).toContain('<cbc:PriceAmount currencyID="EUR">7919.37</cbc:PriceAmount>')
  })

  test.each(documentTypes)('of %s tells no amount to those who may not see prices', async (type) => {
    const { status, text } = await portal.get(`${path(type, `${type}/1 ü`)}/ubl`, packer)
    expect([type, status]).toEqual([type, type === 'shipments' ? 200 : 404])
    for (const hidden of [amount, 'EUR', 'Amount', 'Percent']) expect(text).not.toContain(hidden)
  })

  test('names the customer by the identifiers that its account has', async () => {
    await portal.database.owner.query(
      "insert into account_identifiers (scheme, value, account_id) select 'GLN', '4012345000009', account_id from accounts where number = 'P-1'",
    )
    const { text } = await portal.get(`${path('invoices', 'invoices/1 ü')}/ubl`, buyer)
    expect(text).toContain('<cbc:SupplierAssignedAccountID>P-1</cbc:SupplierAssignedAccountID>')
    expect(text).toContain('<cbc:ID schemeID="0088">4012345000009</cbc:ID>')
  })

  test('is refused with a sentence when the document lacks what UBL wants', async () => {
    await portal.ingest(
      { type: 'orders', number: 'O-9', account: 'P-1' },
      { type: 'invoices', number: 'I-9', account: 'P-1', issueDate: '2026-03-01' },
    )
    expect(await portal.get('/documents/orders/O-9/ubl', buyer)).toMatchObject({
      status: 409,
      body: { message: 'This document names no date, and UBL has no document without one.' },
    })
    expect(await portal.get('/documents/invoices/I-9/ubl', buyer)).toMatchObject({ status: 409 })
  })
})
