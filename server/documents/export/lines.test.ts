import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')
const order: IngestDocument = {
  ...{ account: 'E-1', accountName: 'Exporters', type: 'orders', number: 'SO/1', status: 'confirmed' },
  ...{ issueDate: '2026-03-01', currency: 'EUR' },
  lines: [
    {
      ...{ line: '10', sku: '=1+1', name: 'Chain spray', quantity: '12', unit: 'EA', unitPrice: '9.5', amount: '114' },
      ...{ promisedDate: '2026-03-20', originCountry: 'BE', unNumber: 'UN1950', discountPercent: '5' },
      ...{ details: { brand: 'Nord', freeOfCharge: 'true', listPrice: '10' }, serials: ['S-1', 'S-2'] },
    },
    {
      line: '20',
      sku: 'KL-6200',
      name: 'Bearing',
      quantity: '2.5',
      unit: 'MTR',
      unitPrice: '0.123456',
      amount: '0.31',
    },
    { line: '30', kind: 'charge', name: 'Freight', quantity: '1', amount: '5', status: 'closed' },
  ],
}
const shipment: IngestDocument = {
  ...{ account: 'E-1', type: 'shipments', number: 'DN-1', status: 'in_transit', issueDate: '2026-03-02' },
  lines: [
    {
      ...{
        line: '1',
        sku: '=1+1',
        quantity: '4',
        unit: 'EA',
        references: [{ type: 'orders', number: 'SO/1', line: '10' }],
      },
      lots: [{ lot: 'L-7', quantity: '4' }],
    },
  ],
}

let admin: string
let logistics: string
beforeAll(async () => {
  expect(await portal.ingest(order, shipment)).toMatchObject({ created: 2, errors: [] })
  admin = await portal.signIn('ann@export.example', 'E-1')
  logistics = await portal.signIn('lou@export.example', 'E-1', 'logistics')
})

const path = (query: string) => `/documents/orders/${encodeURIComponent('SO/1')}/lines?${query}`
const fileOf = (url: string, token: string) =>
  portal.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } })
/** The text of the first sheet of a workbook. */
async function sheetOf(workbook: Buffer): Promise<string> {
  const zip = await fromBufferPromise(workbook)
  for await (const entry of zip.eachEntry())
    if (entry.fileName === 'xl/worksheets/sheet1.xml') return text(await zip.openReadStreamPromise(entry))
  throw new Error('The workbook has no sheet')
}
async function csvOf(query: string, token = admin): Promise<string[]> {
  const reply = await fileOf(path(`format=csv&${query}`), token)
  expect(reply.statusCode).toBe(200)
  return reply.payload.replace('\uFEFF', '').split('\r\n')
}

describe('the lines of a document as a file', () => {
  test('hold each field that one of the lines has, and what has become of it', async () => {
    expect(await csvOf('language=en')).toEqual([
      'Line,Status,Item no. (SKU),Item,Quantity,Unit,Promised,Price,Discount,Amount,Origin,UN number,Brand,Free of charge,List price,Shipped,Delivered,Invoiced,Open,Serial numbers',
      "10,,'=1+1,Chain spray,12,EA,2026-03-20,9.50,5,114.00,BE,UN1950,Nord,Yes,10.00,4,0,0,8,S-1; S-2",
      '20,,KL-6200,Bearing,2.5,MTR,,0.123456,,0.31,,,,,,0,0,0,2.5,',
      '30,Closed: the rest will not be shipped,,Freight,1,,,,,5.00,,,,,,,,,,',
      '',
    ])
  })

  test('have headings and words in the language of their reader', async () => {
    const [headings = '', spray = ''] = await csvOf('language=de')
    expect(headings).toContain('UN-Nummer')
    expect(headings).not.toMatch(/[a-z]\.[a-z]/)
    expect(spray).toContain('Ja')
  })

  test('name no amount to a member who may not see prices', async () => {
    const reply = await fileOf('/documents/shipments/DN-1/lines?format=csv', logistics)
    expect(reply.payload).toBe("\uFEFFLine,Item no. (SKU),Quantity,Unit,Lots\r\n1,'=1+1,4,EA,L-7 (4)\r\n")
    const [headings = '', first = ''] = await csvOf('language=en', logistics)
    expect(headings).not.toMatch(/Price|Amount|Discount/)
    expect(first).not.toMatch(/9\.5|114/)
  })

  test('are a workbook that is called after the document', async () => {
    const reply = await fileOf(path('format=xlsx&language=en'), admin)
    expect(reply.headers['content-disposition']).toContain('filename="SO-1 Lines.xlsx"')
    expect(await sheetOf(reply.rawPayload)).not.toContain('rightToLeft')
  })

  test('are a workbook that begins at the right in Arabic', async () => {
    const { rawPayload } = await fileOf(path('format=xlsx&language=ar'), admin)
    expect(await sheetOf(rawPayload)).toContain('rightToLeft="1"')
  })

  test('of a document that does not exist are not found', async () => {
    expect((await portal.get('/documents/orders/SO-2/lines?format=csv', admin)).status).toBe(404)
    expect((await portal.get(path('format=pdf'), admin)).status).toBe(400)
  })
})
