import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { IngestDocument } from '#contract/ingest/documents.ts'
import { documentExamples, partialExamples } from '#contract/ingest/examples.ts'
import { ingestFieldDescriptions } from '#contract/ingest/fields.ts'
import { createKey } from '#server/ingest/keys.ts'
import { testPortal } from '#server/testing/portal.ts'
import { fieldRows } from './schema-fields.ts'

const portal = await testPortal('2026-03-26T09:00:00Z')
const page = (await portal.get('/docs')).text

/** The text of an element of the page, as a person would copy it. */
function printed(id: string): string {
  const [, html] = new RegExp(`id="${id}">(.*?)</pre>`, 's').exec(page) ?? []
  return (html ?? '').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

describe('A newcomer who copies the examples of the page', () => {
  let key: string
  let ann: string
  const send = async (method: 'POST' | 'PATCH', path: string, type: string, payload: string) => {
    const headers = { 'content-type': type, authorization: `Bearer ${key}` }
    const reply = await portal.app.inject({ method, url: `/api${path}`, headers, payload })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const ndjson = 'application/x-ndjson'
  const detail = async (path: string) => (await portal.get(`/documents/${path}`, ann)).body as Record<string, never>

  beforeAll(async () => {
    const { pools } = portal.database
    key = await createKey(
      { db: pools.server, clock: () => new Date(), newId: () => randomUUIDv7(), random: randomBytes },
      { name: 'ERP', scope: 'ingest' },
    )
    for (const [at] of documentExamples.entries()) {
      const report = await send('POST', '/ingest/documents', ndjson, printed(`ingestDocuments-example-${at + 1}`))
      expect(report).toMatchObject({ received: 1, rejected: 0, errors: [], warnings: [] })
    }
    ann = await portal.signIn('ann@better.example', 'C-1001')
  })

  test('sends a quote, an order, a shipment with events and an invoice with its PDF, and their customer reads them', async () => {
    expect(await detail('quotes/Q-2041')).toMatchObject({ status: 'ordered', header: { gross: '595.0000' } })
    expect(await detail('orders/SO-10042')).toMatchObject({
      status: 'on_hold',
      header: { holdReason: 'One wheel is being checked.', fulfilment: 'partially_delivered' },
    })
    expect(await detail('shipments/DN-5501')).toMatchObject({
      status: 'delivered',
      header: { carrier: 'DHL', signedBy: 'A. Ash', deliveredDate: '2026-03-24' },
    })
    const invoice = await detail('invoices/INV-9001')
    expect(invoice).toMatchObject({ status: 'partially_paid', header: { open: '274.8500' } })
    expect(JSON.stringify(invoice)).toContain('INV-9001.pdf')
  })

  test('sends an event as EPCIS, an invoice as UBL and a payment by PATCH, and their customer reads them', async () => {
    const event = await send('POST', '/epcis/capture', 'application/ld+json', printed('captureEpcis-example-1'))
    expect(event).toMatchObject({ received: 1, created: 1, warnings: [] })
    expect(JSON.stringify(await detail('shipments/DN-5501'))).toContain('arrived_at_hub')
    const xml = printed('ingestUbl-example-1')
    const ubl = await send('POST', '/ingest/ubl?account=C-1001', 'application/xml', xml)
    expect(ubl).toMatchObject({ created: 1, errors: [], warnings: [] })
    expect(await detail('invoices/INV-9002')).toMatchObject({ header: { gross: '238.0000', dueDate: '2026-04-25' } })
    const part = await send('PATCH', '/ingest/documents', ndjson, printed('changeDocuments-example-1'))
    expect(part).toMatchObject({ updated: 1, errors: [], warnings: [] })
    expect(await detail('invoices/INV-9001')).toMatchObject({ status: 'paid', header: { open: '0.0000' } })
  })
})

test('The page and the description for programs say of every field of a document what it means', async () => {
  const examples = [...documentExamples, ...partialExamples].map(({ text }) => JSON.parse(text))
  const rows = fieldRows(IngestDocument, ingestFieldDescriptions, examples)
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter(({ text }) => text === '').map(({ path }) => path)).toEqual([])
  for (const { path } of rows) expect(page).toContain(`<code>${path}</code>`)
  const { paths } = (await portal.get('/openapi.json')).body as { paths: Record<string, Record<string, never>> }
  const call = JSON.stringify(paths['/api/ingest/documents']?.post)
  for (const name of ['accountName', 'modifiedAt', 'estimatedDelivery', 'contentBase64']) {
    expect(page).toContain(name)
    expect(call).toContain(`"${name}":{`)
  }
  expect(call).toContain('When your ERP last changed it.')
  expect(JSON.stringify(paths['/api/epcis/capture'])).toContain('eventTimeZoneOffset')
  expect(JSON.stringify(paths['/api/ingest/ubl'])).toContain('cac:TaxTotal/cbc:TaxAmount → totals.tax')
})
