import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { ciiExample } from '#contract/ingest/cii-elements.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { ublExample } from '#contract/ingest/ubl-elements.ts'
import { createKey } from '#server/ingest/keys.ts'
import { brokenRules } from '#server/testing/en16931/rules.ts'
import { testPortal } from '#server/testing/portal.ts'

/* Invoices in CII as they come over HTTP, and e-invoices as customers download them. */

const portal = await testPortal('2026-04-10T09:00:00Z')
const { server: db, work: workPool } = portal.database.pools
const deps = { workPool, clock: () => new Date('2026-04-10T09:00:00Z'), newId: randomUUIDv7 }
const key = await createKey({ ...deps, db, random: randomBytes }, { name: 'erp', scope: 'ingest' })
const invoice: IngestDocument = {
  ...{ type: 'invoices', number: 'INV-1', account: 'C-1', issueDate: '2026-03-05', dueDate: '2026-04-05' },
  ...{ currency: 'EUR', billTo: { name: 'Better Bikes', country: 'GB' } },
  seller: { name: 'Nordwind Parts GmbH', country: 'DE', taxNumber: 'DE123456788' },
  totals: { net: '200.00', tax: '38.00', gross: '238.00' },
  taxes: [{ category: 'S', rate: '19', base: '200.00', amount: '38.00' }],
  lines: [
    { line: '1', name: 'Wheel', quantity: '4', unit: 'H87', unitPrice: '50.00', amount: '200.00', taxRate: '19' },
  ],
}
await portal.ingest(
  invoice,
  { ...invoice, number: 'INV-2', totals: { gross: '250.00' }, taxes: [], lines: [] },
  { type: 'quotes', number: 'Q-2', account: 'C-2' },
)
const ann = await portal.signIn('ann@c.example', 'C-1', 'finance')
const bob = await portal.signIn('bob@c.example', 'C-2', 'finance')
const packer = await portal.signIn('packer@c.example', 'C-1', 'logistics')

const send = async (content: string | Buffer, type = 'application/xml', format: 'cii' | 'ubl' = 'cii') =>
  (
    await portal.app.inject({
      method: 'POST',
      url: `/api/ingest/${format}?account=C-1`,
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      payload: Buffer.from(content),
    })
  ).json()

function pdfWith(xml: string): Buffer {
  const packed = deflateSync(Buffer.from(xml))
  const spec = '<< /Type /Filespec /F (factur-x.xml) /UF (factur-x.xml) /EF << /F 2 0 R >> >>'
  const file = `<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`
  return Buffer.from(`%PDF-1.7\n1 0 obj\n${spec}\nendobj\n2 0 obj\n${file}\nendobj\n%%EOF\n`, 'latin1')
}

describe('An invoice in CII', () => {
  test('is shown to its customer, who gets it byte for byte as the original e-invoice', async () => {
    expect(await send(ciiExample)).toMatchObject({ created: 1, errors: [], warnings: [] })
    const { body } = await portal.get('/documents/invoices/INV-9003', ann)
    expect(body as DocumentDetail).toMatchObject({
      header: { dueDate: '2026-04-25', customerReference: 'PO-7781' },
      totals: { gross: '238.0000' },
      original: { kind: 'Invoice' },
    })
    const { text } = await portal.get('/documents/invoices/INV-9003/original', ann)
    expect(text).toBe(ciiExample)
    expect(await send(ciiExample)).toMatchObject({ unchanged: 1 })
  })

  test('inside a PDF is read, and the PDF is the paper that its customer opens', async () => {
    const pdf = pdfWith(ciiExample.replaceAll('INV-9003', 'INV-9004'))
    expect(await send(pdf, 'application/pdf')).toMatchObject({ created: 1, errors: [], warnings: [] })
    const paper = await portal.app.inject({
      url: '/api/documents/invoices/INV-9004/pdf',
      headers: { authorization: `Bearer ${ann}` },
    })
    expect([paper.headers['content-type'], paper.rawPayload.equals(pdf)]).toEqual(['application/pdf', true])
    const { text } = await portal.get('/documents/invoices/INV-9004/original', ann)
    expect(text).toContain('<ram:ID>INV-9004</ram:ID>')
  })

  test('that a PDF does not carry is refused with a sentence', async () => {
    const report = await send('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n', 'application/pdf')
    expect(report).toMatchObject({ rejected: 1, errors: [{ path: '/' }] })
    expect(report.errors[0].message).toContain('The PDF carries no file')
  })
})

/** A file whose gross amount of 238.44 is rounded to the payable one of 238.00. */
const rounded = {
  cii: (number: string) =>
    ciiExample
      .replaceAll('INV-9003', number)
      .replace('<ram:GrandTotalAmount>238.00', '<ram:RoundingAmount>-0.44</ram:RoundingAmount>$&')
      .replace('<ram:GrandTotalAmount>238.00', '<ram:GrandTotalAmount>238.44'),
  ubl: (number: string) =>
    ublExample
      .replace(/<cbc:ID>[^<]*/, `<cbc:ID>${number}`)
      .replace('"EUR">238.00</cbc:TaxInclusiveAmount>', '"EUR">238.44</cbc:TaxInclusiveAmount>')
      .replace('<cbc:PayableAmount', '<cbc:PayableRoundingAmount currencyID="EUR">-0.44</cbc:PayableRoundingAmount>$&'),
}

describe.each(['ubl', 'cii'] as const)('An invoice in %s that rounds what is to be paid', (format) => {
  const number = `R-${format}`
  const detailOf = async () => (await portal.get(`/documents/invoices/${number}`, ann)).body as DocumentDetail

  test('is not paid in part, and the statement charges what is to be paid', async () => {
    expect(await send(rounded[format](number), 'application/xml', format)).toMatchObject({ created: 1, errors: [] })
    expect(await detailOf()).toMatchObject({
      ...{ status: 'open', totals: { gross: '238.4400', open: '238.0000', payable: '238' } },
    })
    const { body } = await portal.get('/statement?from=2000-01-01&to=2100-01-01&currency=EUR', ann)
    const { movements } = body as { movements: { number: string; kind: string; amount: string }[] }
    expect(movements.filter((one) => one.number === number)).toMatchObject([{ kind: 'invoice', amount: '238' }])
  })

  test('is settled by a credit note over all that is to be paid', async () => {
    await portal.ingest({
      ...{ type: 'invoices', number: `CN-${format}`, account: 'C-1', invoiceKind: '381', currency: 'EUR' },
      ...{ totals: { gross: '238.00' }, references: [{ type: 'invoices', number }], lines: [] },
    })
    expect(await detailOf()).toMatchObject({ status: 'credited', totals: { open: '0.0000' } })
  })
})

describe('An e-invoice', () => {
  test.each(['ubl', 'cii'] as const)('in %s names the supplier and passes the rules of EN 16931', async (syntax) => {
    expect((await portal.get('/documents/invoices/INV-1/eInvoice/missing', ann)).body).toMatchObject({ missing: [] })
    const { status, text } = await portal.get(`/documents/invoices/INV-1/eInvoice?syntax=${syntax}`, ann)
    expect([status, brokenRules(syntax, text)]).toEqual([200, []])
    expect(text).toContain('Nordwind Parts GmbH')
  })

  test('is refused by the names of the terms that the invoice lacks', async () => {
    const reply = await portal.get('/documents/invoices/INV-2/eInvoice?syntax=cii', ann)
    expect(reply).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(reply.body).toMatchObject({
      message: expect.stringContaining('(BG-25, BG-23, BT-106 to BT-117)'),
      errors: expect.arrayContaining([{ field: 'BG-25', message: 'The invoice has no lines.' }]),
    })
    const { body } = await portal.get('/documents/invoices/INV-2/eInvoice/missing', ann)
    expect((body as { missing: string[] }).missing).toContain('BG-25')
  })

  test('is there for those alone who may see the invoice and its amounts', async () => {
    for (const token of [bob, packer])
      for (const path of ['e-invoice?syntax=ubl', 'e-invoice/missing'])
        expect((await portal.get(`/documents/invoices/INV-1/${path}`, token)).status).toBe(404)
    expect((await portal.get('/documents/quotes/Q-2/eInvoice?syntax=ubl', bob)).status).toBe(404)
  })
})
