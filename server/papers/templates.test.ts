import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestLine } from '#contract/ingest/documents.ts'
import { type Language, languages } from '#contract/languages.ts'
import { type PaperKind, paperKinds } from '#contract/papers.ts'
import { type PaperTemplate, paperTemplates } from '#contract/seller.ts'
import { isLong } from '#database/testing/long-form.ts'
import { type ReadPdf, readPdf, withoutSpaces } from '../testing/pdf.ts'
import { testPortal } from '../testing/portal.ts'
import { consoleOf } from '../testing/staff.ts'
import { expectTagged } from '../testing/tagged-pdf.ts'

/* How papers look in each template that a supplier may choose. */

const now = '2026-03-10T09:00:00Z'
const portal = await testPortal(now)
const desk = consoleOf(portal, () => new Date(now))
const seller = {
  ...{ name: 'Nordwind Parts GmbH', lines: ['Am Hafen 1'], postalCode: '20457', city: 'Hamburg', country: 'DE' },
  bank: { iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
}
const customer = { name: 'Better Bikes', lines: ['Radweg 7'], city: 'Berlin', postalCode: '10115', country: 'DE' }
const totals = { net: '100.00', tax: '19.00', gross: '119.00', open: '119.00' }
const common = {
  ...{ account: 'C-1', currency: 'EUR', issueDate: '2026-03-01', modifiedAt: '2026-03-02T08:00:00Z' },
  ...{ billTo: customer, totals },
}
const linesOf = (count: number): IngestLine[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ line: String(index + 1), name: `Part ${index + 1}`, sku: `SKU-${index + 1}`, quantity: '2', unit: 'EA' },
    ...{ unitPrice: '1.50', amount: '3.00' },
  }))

/** The same order with a first line that is longer each time, so that the first page ends at another part of a row. */
const shifted = [0, 1, 2, 3, 4, 5].map((count) => ({
  ...{ ...common, type: 'orders' as const, number: `O-shifted-${count}`, status: 'confirmed' },
  lines: linesOf(70).map((line, index) =>
    index === 0 ? { ...line, note: 'Galvanised\n'.repeat(count).trim() } : line,
  ),
}))

let editor: string
let ada: string
beforeAll(async () => {
  editor = (await desk.join('content@supplier.example', 'content')).cookie
  const invoice = { ...common, type: 'invoices' as const, dueDate: '2026-03-31', lines: linesOf(2) }
  const { errors } = await portal.ingest(
    { ...common, type: 'orders', number: 'O-200', status: 'confirmed', lines: linesOf(200) },
    ...[19, 20, 21, 22].map((count) => ({
      ...{ ...common, type: 'orders' as const, number: `O-${count}`, status: 'confirmed', lines: linesOf(count) },
    })),
    ...shifted,
    { ...invoice, number: 'I-open', status: 'open' },
    { ...invoice, number: 'I-late', status: 'open', dueDate: '2026-01-15' },
    { ...invoice, number: 'I-paid', status: 'paid' },
    {
      ...{ ...common, type: 'shipments', number: 'S-1', status: 'in_transit', lines: linesOf(1), shipTo: customer },
      shipment: {
        trackingNumbers: ['00340434161094042557', '00340434161094042564'],
        packages: [{ sscc: '340123450000000018' }],
        grossWeight: { value: '12.5', unit: 'KGM' },
      },
    },
  )
  expect(errors).toEqual([])
  ada = await portal.signIn('ada@c.example', 'C-1')
})

async function publish(paperTemplate: PaperTemplate): Promise<void> {
  const body = { seller: { ...seller, paperTemplate }, logo: null }
  expect((await desk.call('PUT', '/content/seller', { cookie: editor, body })).status).toBe(200)
}
async function readPaper(path: string, query = ''): Promise<ReadPdf> {
  const headers = { authorization: `Bearer ${ada}` }
  const reply = await portal.app.inject({ url: `/api/documents/${path}/pdf?source=portal&${query}`, headers })
  expect([path, reply.statusCode]).toEqual([path, 200])
  return readPdf(reply.rawPayload)
}
async function readExample(paperTemplate: PaperTemplate, kind: PaperKind, language: string): Promise<ReadPdf> {
  const body = { seller: { ...seller, paperTemplate }, logo: null, kind, language }
  const reply = await portal.app.inject({
    ...{ method: 'POST', url: '/api/console/content/seller/paper', body, cookies: { console: editor } },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect([kind, reply.statusCode]).toEqual([kind, 200])
  return readPdf(reply.rawPayload)
}

/**
 * The kinds of paper that are tried in a template and a language: each in one of the templates, for what a language changes
 * is the same in all; in the long form, where the text runs in one direction and the other, all of them.
 */
const kindsTried = (template: PaperTemplate, language: string): readonly PaperKind[] =>
  isLong && (language === 'en' || language === 'ar')
    ? paperKinds
    : paperKinds.filter((_, index) => (index + paperTemplates.indexOf(template)) % paperTemplates.length === 0)

/** In the short form each language in one of the templates. */
const languagesTried = (template: PaperTemplate): readonly Language[] =>
  languages.filter((_, index) => isLong || index % paperTemplates.length === paperTemplates.indexOf(template))

describe.each(paperTemplates)('In the template %s', (template) => {
  test.each(languagesTried(template))(
    'papers are complete and tagged for those who do not see them, in %s',
    async (language) => {
      for (const kind of kindsTried(template, language)) {
        const read = await readExample(template, kind, language)
        for (const expected of [seller.name, 'Hamburg', 'Example Ltd', 'C-1001'])
          expect([kind, read.text]).toEqual([kind, expect.stringContaining(withoutSpaces(expected))])
        expectTagged(read, language)
        if (kind !== 'invoices') continue
        expect(read.text).toContain('DE02120300000000202051')
        expect(read.tags.some(({ role, alt }) => role === 'Figure' && alt?.includes('DE02'))).toBe(true)
      }
    },
  )

  // The first is the one of a supplier who has chosen none.
  const tags = template === paperTemplates[0] ? [] : ['long']

  test('a long paper repeats the head of its table, numbers its pages and leaves no sum alone', { tags }, async () => {
    await publish(template)
    for (const count of [19, 20, 21, 22, 200]) {
      const { pages, perPage } = await readPaper(`orders/O-${count}`)
      perPage.forEach((text, index) => {
        expect(text).toContain(withoutSpaces(`Page ${index + 1} of ${pages}`))
        if (/Part\d/.test(text)) expect(text).toContain('Unitprice')
        if (text.includes('€119.00')) expect(text).toContain(`Part${count}`)
      })
    }
  })

  test('an invoice is headed the same whatever becomes of it', async () => {
    await publish(template)
    const headOf = async (number: string) => {
      const { text } = await readPaper(`invoices/${number}`)
      return text
        .slice(0, text.indexOf('Part1'))
        .replaceAll(number, '')
        .replace(/Duedate.*?2026/, '')
    }
    const [open, late, paid] = await Promise.all(['I-open', 'I-late', 'I-paid'].map(headOf))
    expect(open).toContain('Invoice')
    expect([late, paid]).toEqual([open, open])
  })

  test.each(['en', 'ar'])('a wide number does not cover what stands beside it, in %s', async (language) => {
    await publish(template)
    const { positions } = await readPaper('shipments/S-1', `language=${language}`)
    const numbers = positions.find(({ text }) => text.includes('00340434161094042557'))
    expect(numbers).toBeDefined()
    const beside = positions.filter((one) => one !== numbers && Math.abs(one.y - (numbers?.y ?? 0)) < 1)
    expect(positions.some(({ text }) => text === '12.5 kg' || text.includes('12.5'))).toBe(true)
    for (const { text, x, width } of beside) {
      const [left, right] = [numbers?.x ?? 0, (numbers?.x ?? 0) + (numbers?.width ?? 0)]
      expect([text, x + width <= left || x >= right]).toEqual([text, true])
    }
  })
})

describe('The templates', () => {
  test('differ in how many lines a page holds', { tags: 'long' }, async () => {
    const pagesOf: Partial<Record<PaperTemplate, number>> = {}
    for (const template of paperTemplates) {
      await publish(template)
      pagesOf[template] = (await readPaper('orders/O-200')).pages
    }
    const { classic = 0, modern = 0, compact = 0 } = pagesOf
    expect(compact).toBeLessThanOrEqual(classic / 2)
    expect(classic).toBeLessThanOrEqual(modern)
  })

  test('are named by the etag, so that a paper that somebody has is made again after another choice', async () => {
    const headers = { authorization: `Bearer ${ada}` }
    const etagOf = async (template: PaperTemplate) => {
      await publish(template)
      const reply = await portal.app.inject({ url: '/api/documents/invoices/I-open/pdf', headers })
      return reply.headers.etag
    }
    expect(await etagOf('modern')).not.toBe(await etagOf('compact'))
  })

  test.each(['modern', 'compact'] as const)(
    'called %s tears no line in two between pages',
    { tags: 'long' },
    async (template) => {
      await publish(template)
      for (const { number } of shifted) {
        for (const text of (await readPaper(`orders/${number}`)).perPage)
          expect([number, text.match(/Part\d+ItemSKU/g)?.length]).toEqual([number, text.match(/Part\d/g)?.length])
      }
    },
  )

  test('called modern shows the address in the window of a DIN envelope', async () => {
    await publish('modern')
    const { positions } = await readPaper('invoices/I-open')
    for (const line of [customer.name, 'Radweg 7', '10115 Berlin']) {
      const { x, y } = positions.find(({ text }) => text === line) ?? { x: 0, y: 0 }
      // DIN 5008, form B: 85 mm by 45 mm, 45 mm from the top and 20 mm from the left; 5 mm are kept free at the left.
      expect([line, x >= 25 - 0.5 && x < 105, y > 45 && y < 90]).toEqual([line, true, true])
    }
  })
})
