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

describe('The description for programs', async () => {
  type Operation = {
    responses: Record<string, unknown>
    security: unknown
    requestBody?: { content: Record<string, unknown> }
    description?: string
  }
  const description = (await portal.get('/openapi.json')).body as {
    info: { description: string }
    paths: Record<string, Record<string, Operation>>
  }

  test('says of each call by what its caller is known, and whether something is sent with it', () => {
    const of = (method: string, path: string) => description.paths[`/api${path}`]?.[method]
    expect(of('post', '/ingest/documents')?.security).toEqual([{ apiKey: [] }])
    expect(of('get', '/documents/{type}')?.security).toEqual([{ accessToken: [] }])
    expect(of('get', '/portal')?.security).toEqual([])
    expect(of('get', '/documents/{type}')).not.toHaveProperty('requestBody')
    expect(of('post', '/auth/refresh')).not.toHaveProperty('requestBody')
    expect(Object.keys(of('post', '/auth/login')?.requestBody?.content ?? {})).toEqual(['application/json'])
    expect(Object.keys(of('post', '/ingest/documents')?.requestBody?.content ?? {})).toEqual(['application/x-ndjson'])
  })

  test('says with which failures a call may answer, and that any other has the same form', () => {
    const answersOf = (method: string, path: string) =>
      Object.keys(description.paths[`/api${path}`]?.[method]?.responses ?? {}).filter((status) => status !== '200')
    expect(answersOf('post', '/ingest/documents').join(' ')).toBe('400 401 403 404 409 413 415 429 503 507 default')
    expect(answersOf('post', '/enquiries').join(' ')).toBe('400 401 403 404 409 413 429 503 507 default')
    expect(answersOf('get', '/documents/{type}').join(' ')).toBe('400 401 403 404 409 413 429 503 default')
    expect(answersOf('get', '/documents/{type}/{number}/pdf')).toContain('501')
    for (const [path, methods] of Object.entries(description.paths))
      for (const { responses } of Object.values(methods))
        expect([path, Object.keys(responses)]).toEqual([path, expect.arrayContaining(['default'])])
  })

  test('leaves no word out: every summary, meaning and name in it says something', () => {
    const empty: string[] = []
    const visit = (value: unknown, path: string) => {
      // What an ERP may send empty is no word of the description.
      if (path.endsWith('.examples') || path.endsWith('.enum') || path.endsWith('.example')) return
      if (value === '') empty.push(path)
      if (typeof value !== 'object' || value === null) return
      for (const [name, child] of Object.entries(value)) {
        if (name === '') empty.push(`${path}.(a name)`)
        visit(child, `${path}.${name}`)
      }
    }
    visit(description, '')
    expect(empty).toEqual([])
    expect(description.info.description).toContain('times are UTC with Z')
  })
})

test('The page leaves no word out: every rule, heading, caption and first column says something', () => {
  const blank = /<(li|h[1-4]|caption|summary|p|code|pre|th)( [^>]*)?>\s*<\/\1>/g
  expect([...page.matchAll(blank)].map(([tag]) => tag)).toEqual([])
  expect(page).toContain('<code>code of an event</code>')
  for (const [, command] of page.matchAll(/<pre>(curl .*?)<\/pre>/g)) expect(command).toMatch(/Content-Type: \w+\//)
})

test('The page says of each field what may be written in it', () => {
  const typeOf = (path: string) =>
    fieldRows(IngestDocument, ingestFieldDescriptions, []).find((row) => row.path === path)?.type
  expect(typeOf('currency')).toBe('3 capital letters')
  expect(typeOf('billTo.country')).toBe('2 capital letters')
  expect(typeOf('totals.net')).toMatch(/^decimal as text, at most \d+ digits before and 4 behind the point$/)
  expect(typeOf('issueDate')).toBe('date YYYY-MM-DD, as text')
  expect(typeOf('modifiedAt')).toBe('moment with Z or an offset, as text')
  expect(typeOf('lines')).toMatch(/^list, at most [\d,]+$/)
  expect(typeOf('billTo')).toBe('object')
  expect(typeOf('number')).toMatch(/^text, at most \d+ characters$/)
  expect(typeOf('partial')).toBe('true or false')
})

test('An example of a field is the first that a document has, also in a list, and none where none has it', () => {
  const exampleOf = (path: string, ...documents: object[]) =>
    fieldRows(IngestDocument, ingestFieldDescriptions, documents).find((row) => row.path === path)?.example
  expect(exampleOf('lines[].sku', { lines: [{ line: '10' }, { line: '20', sku: 'BK-42' }] })).toBe('"BK-42"')
  expect(exampleOf('lines[].sku', { lines: [] }, { lines: [{ sku: 'BK-43' }] })).toBe('"BK-43"')
  expect(exampleOf('lines[].sku', {}, { lines: 'none' })).toBeUndefined()
  expect(exampleOf('billTo.name', { billTo: null }, { billTo: { name: 'Better Bikes' } })).toBe('"Better Bikes"')
})
