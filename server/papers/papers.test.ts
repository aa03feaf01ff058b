import { randomUUIDv7 } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { type Language, languages } from '#contract/languages.ts'
import type { DocumentType } from '#contract/values.ts'
import { isLong } from '#database/testing/long-form.ts'
import { type ReadPdf, readPdf, withoutSpaces } from '../testing/pdf.ts'
import { testPortal } from '../testing/portal.ts'
import { expectTagged } from '../testing/tagged-pdf.ts'

const seller = {
  name: 'Nordwind Parts GmbH',
  lines: ['Am Hafen 1'],
  postalCode: '20457',
  city: 'Hamburg',
  country: 'DE',
  vatNumber: 'DE123456788',
  legal: ['Amtsgericht Hamburg, HRB 1'],
  bank: { iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001', name: 'Hausbank' },
}
/** PAPER_LINES=5000 makes it a long test. */
const longLines = Number(process.env.PAPER_LINES ?? 1000)
const portal = await testPortal('2026-03-10T09:00:00Z', { seller })
const party = { name: 'Better Bikes', lines: ['Radweg 7'], city: 'Berlin', postalCode: '10115', country: 'DE' }
const lines: IngestLine[] = [
  {
    line: '1',
    sku: 'BK-42',
    customerSku: 'OUR-9',
    name: 'Wheel',
    quantity: '2',
    unit: 'EA',
    unitPrice: '7919.37',
    taxRate: '19',
    amount: '15838.74',
  },
  { line: '2', kind: 'charge', name: 'Freight', amount: '5.00' },
]
const commonFields = {
  account: 'C-1',
  accountName: 'Better Bikes',
  currency: 'EUR',
  issueDate: '2026-03-01',
  modifiedAt: '2026-03-02T08:00:00Z',
  customerReference: 'PO-7781',
  billTo: party,
  shipTo: party,
  paymentTerms: '30 days',
  deliveryTerms: 'DAP Berlin',
  salesperson: { name: 'Katharina Brink', email: 'k@nordwind.example', phone: '+49 40 1' },
  note: 'Mind the step',
  totals: { net: '15838.74', charges: '5.00', tax: '3010.31', gross: '18854.05', paid: '1000.00', open: '17854.05' },
  taxes: [{ category: 'S', rate: '19', base: '15843.74', amount: '3010.31' }],
  lines,
} satisfies Partial<IngestDocument>
const documents: IngestDocument[] = [
  { ...commonFields, type: 'quotes', number: 'Q-1', status: 'open', validUntil: '2026-04-01' },
  {
    ...commonFields,
    type: 'orders',
    number: 'O-1',
    status: 'confirmed',
    references: [{ type: 'quotes', number: 'Q-1' }],
  },
  {
    ...commonFields,
    type: 'shipments',
    number: 'S-1',
    status: 'in_transit',
    references: [{ type: 'orders', number: 'O-1' }],
    lines: [
      {
        ...lines[0],
        line: '1',
        serials: ['SN-77'],
        lots: [{ lot: 'L-5', quantity: '2' }],
        package: '340123450000000018',
      },
    ],
    shipment: {
      carrier: 'Tulip',
      trackingNumbers: ['TRACK-1'],
      grossWeight: { value: '12.5', unit: 'KGM' },
      packages: [{ sscc: '340123450000000018', type: 'CT', weight: { value: '12.5', unit: 'KGM' } }],
    },
  },
  {
    ...commonFields,
    type: 'invoices',
    number: 'I-1',
    dueDate: '2026-03-31',
    invoiceKind: '380',
    references: [{ type: 'orders', number: 'O-1' }],
    payments: [{ date: '2026-03-02', amount: '1000.00', method: 'Transfer', reference: 'TRX-1' }],
  },
  {
    ...commonFields,
    type: 'invoices',
    number: 'C-1',
    invoiceKind: '381',
    references: [{ type: 'invoices', number: 'I-0' }],
  },
  { ...commonFields, type: 'invoices', number: 'P-1', invoiceKind: '386', dueDate: '2026-03-31' },
]

let finance: string
let logistics: string
beforeAll(async () => {
  expect((await portal.ingest(...documents)).errors).toEqual([])
  finance = await portal.signIn('finance@c.example', 'C-1')
  logistics = await portal.signIn('packer@c.example', 'C-1', 'logistics')
})

const request = (path: string, token: string, headers: Record<string, string> = {}) =>
  portal.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}`, ...headers } })
async function readPaper(type: DocumentType, number: string, query = '', token = finance): Promise<ReadPdf> {
  const reply = await request(`/documents/${type}/${encodeURIComponent(number)}/pdf?${query}`, token)
  expect([number, reply.statusCode, reply.headers['content-type']]).toEqual([number, 200, 'application/pdf'])
  return readPdf(reply.rawPayload)
}

/** The name of each paper by language; in Arabic a word without the ligature that PDF readers split. */
const titles: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  'quotes/Q-1': { en: 'Quote', de: 'Angebot', fr: 'Devis', es: 'Presupuesto', nl: 'Offerte', ar: 'عرض' },
  'orders/O-1': {
    en: 'Order confirmation',
    de: 'Auftragsbestätigung',
    fr: 'Confirmation de commande',
    es: 'Confirmación de pedido',
    nl: 'Orderbevestiging',
    ar: 'تأكيد',
  },
  'shipments/S-1': {
    en: 'Packing list',
    de: 'Lieferschein',
    fr: 'Bon de livraison',
    es: 'Albarán de entrega',
    nl: 'Pakbon',
    ar: 'قائمة',
  },
  'invoices/I-1': { en: 'Invoice', de: 'Rechnung', fr: 'Facture', es: 'Factura', nl: 'Factuur', ar: 'فاتورة' },
  'invoices/C-1': {
    en: 'Credit note',
    de: 'Gutschrift',
    fr: 'Avoir',
    es: 'Nota de abono',
    nl: 'Creditnota',
    ar: 'إشعار',
  },
  'invoices/P-1': {
    en: 'Prepayment invoice',
    de: 'Anzahlungsrechnung',
    fr: 'Facture d’acompte',
    es: 'Factura de anticipo',
    nl: 'Voorschotfactuur',
    ar: 'دفعة',
  },
}

describe.each(Object.keys(titles))('The paper of %s', (path) => {
  const [type, number] = path.split('/') as [DocumentType, string]

  test.each(isLong ? languages : (['en', 'ar'] as const))(
    'is tagged for those who do not see it, and speaks %s',
    async (language) => {
      const read = await readPaper(type, number, `language=${language}`)
      expect(read.text).toContain(withoutSpaces(titles[path]?.[language] ?? '-'))
      for (const expected of [number, 'PO-7781', 'Wheel', 'BK-42', 'Radweg 7', seller.name])
        expect(read.text).toContain(withoutSpaces(expected))
      expect(read.title).toContain(number)
      expectTagged(read, language)
    },
  )
})

describe('A paper', () => {
  test('of an invoice says what is due, when, where to, and has a code that banking apps read', async () => {
    const { text, tags } = await readPaper('invoices', 'I-1')
    for (const expected of [
      'Please pay €17,854.05 by 31 Mar 2026.',
      'DE02 1203 0000 0000 2020 51',
      'BYLADEM1001',
      'TRX-1',
      '2 pieces',
      '€18,854.05',
    ])
      expect(text).toContain(withoutSpaces(expected))
    expect(tags.find((tag) => tag.role === 'Figure')?.alt).toBe(
      'QR code for a bank transfer of €17,854.05 to DE02 1203 0000 0000 2020 51',
    )
  })

  test('of an invoice is headed the same whatever becomes of it, unless it is cancelled', async () => {
    const totals = { net: '15838.74', charges: '5.00', tax: '3010.31', gross: '18854.05' }
    const invoice = {
      ...commonFields,
      totals,
      type: 'invoices' as const,
      invoiceKind: '380' as const,
      dueDate: '2026-01-15',
    }
    const statuses = { 'I-late': 'open', 'I-paid': 'paid', 'I-cred': 'credited', 'I-void': 'cancelled' }
    const sent = Object.entries(statuses).map(([number, status]) => ({ ...invoice, number, status }))
    expect((await portal.ingest(...sent)).errors).toEqual([])
    const shown = await request('/documents/invoices?status=overdue', finance)
    expect(shown.body).toContain('"number":"I-late"')
    const headOf = async (number: string) => {
      const { text } = await readPaper('invoices', number)
      return text.slice(0, text.indexOf('PO-7781')).replaceAll(number, '')
    }
    const [late, paid, credited, cancelled] = await Promise.all(Object.keys(statuses).map(headOf))
    expect(late).toContain('Invoice')
    expect([paid, credited]).toEqual([late, late])
    expect(cancelled).toContain('Cancelled')
  })

  test('of a quote says which items are optional or alternative, and how long each takes', async () => {
    const options = [
      { line: '1', kind: 'item' as const, name: 'Saddle', quantity: '1', leadTimeDays: '1' },
      { line: '2', kind: 'item' as const, name: 'Bell', option: 'optional' as const, leadTimeDays: '12' },
      { line: '3', kind: 'item' as const, name: 'Saddle, leather', option: 'alternative' as const },
    ]
    await portal.ingest({ ...commonFields, type: 'quotes', number: 'Q-options', status: 'open', lines: options })
    const { text } = await readPaper('quotes', 'Q-options')
    for (const expected of [
      'Saddle Lead time: 1 day',
      'Bell Optional · Lead time: 12 days',
      'Saddle, leather Alternative',
    ])
      expect(text).toContain(withoutSpaces(expected))
    expect((await readPaper('quotes', 'Q-options', 'language=de')).text).toContain(
      withoutSpaces('Optional · Lieferzeit: 12 Tage'),
    )
  })

  test('of a credit note names its invoice and asks for nothing', async () => {
    const { text } = await readPaper('invoices', 'C-1')
    expect(text).toContain(withoutSpaces('Credits invoice I-0'))
    expect(text).toContain(withoutSpaces('there is nothing to pay'))
    expect(text).not.toContain(withoutSpaces('Please pay'))
  })

  test('of a shipment lists packages, serial numbers and lots, and never an amount', async () => {
    const { text } = await readPaper('shipments', 'S-1')
    for (const expected of ['340123450000000018', 'SN-77', 'Lot L-5: 2 pieces', 'Carton', '12.5 kg', 'TRACK-1'])
      expect(text).toContain(withoutSpaces(expected))
    expect(text).not.toMatch(/7,?919|15,?838|18,?854|€|EUR/)
  })

  test.each(['orders/O-1', 'shipments/S-1'])('of %s tells no amount to those who may not see prices', async (path) => {
    const [type, number] = path.split('/') as [DocumentType, string]
    for (const language of languages) {
      const { text, source } = await readPaper(type, number, `language=${language}`, logistics)
      expect(text).toContain('Wheel')
      // Coordinates on the page may contain the same digits after their decimal point.
      expect(`${text}${source}`).not.toMatch(
        /(?<!\d|\d\.)(?:7[.,\s\u202f]?919|15[.,\s\u202f]?838|18[.,\s\u202f]?854|3[.,\s\u202f]?010)(?!\d)/,
      )
      expect(text).not.toMatch(/€|EUR|19\s?%/)
    }
    expect((await request('/documents/invoices/I-1/pdf', logistics)).statusCode).toBe(404)
  })

  test('is as large as paper is where its reader lives', async () => {
    await portal.ingest({ ...commonFields, type: 'orders', number: 'O-US', billTo: { ...party, country: 'US' } })
    expect((await readPaper('orders', 'O-US')).size).toEqual({ width: 612, height: 792 })
    expect((await readPaper('orders', 'O-1')).size.width).toBeCloseTo(595.28, 1)
  })

  test('has a name in the reader’s language that no header breaks on', async () => {
    await portal.ingest({ ...commonFields, type: 'orders', number: 'O/1 "ü"\\' })
    const reply = await request(
      `/documents/orders/${encodeURIComponent('O/1 "ü"\\')}/pdf?language=de&disposition=inline`,
      finance,
    )
    expect(reply.headers['content-disposition']).toBe(
      `inline; filename="Auftragsbestatigung O-1 -u-.pdf"; filename*=UTF-8''Auftragsbest%C3%A4tigung%20O-1%20-%C3%BC-.pdf`,
    )
  })

  test('is not made again for a person who has it, and is another for one who may see less or reads another language', async () => {
    const [first, again, german, packers] = await Promise.all([
      request('/documents/orders/O-1/pdf', finance),
      request('/documents/orders/O-1/pdf', finance),
      request('/documents/orders/O-1/pdf?language=de', finance),
      request('/documents/orders/O-1/pdf', logistics),
    ])
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
    const etags = [first, german, packers].map((reply) => String(reply.headers.etag))
    expect(new Set(etags).size).toBe(3)
    // Neither a proxy nor the browser of a shared computer stores it.
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'authorization' })
    const cached = await request('/documents/orders/O-1/pdf', finance, { 'if-none-match': `"x", W/${etags[0]}` })
    expect([cached.statusCode, cached.body]).toEqual([304, ''])
    expect(
      (await request('/documents/orders/O-1/pdf', finance, { 'if-none-match': String(etags[2]) })).statusCode,
    ).toBe(200)
  })

  test('that the ERP sent comes first, but never for those who may not see prices', async () => {
    const content = '%PDF-1.4 of the ERP with 99.95 EUR'
    const attachment = { mimeType: 'application/pdf', contentBase64: Buffer.from(content).toString('base64') }
    await portal.ingest({
      ...commonFields,
      type: 'orders',
      number: 'O-77',
      attachments: [
        { ...attachment, name: 'drawing.pdf', contentBase64: Buffer.from('%PDF another').toString('base64') },
        { ...attachment, name: 'AB_o77_final.pdf' },
      ],
    })
    expect((await request('/documents/orders/O-77/pdf', finance)).body).toBe(content)
    expect((await readPaper('orders', 'O-77', 'source=portal')).text).toContain('Wheel')
    expect((await readPaper('orders', 'O-77', '', logistics)).text).toContain('Wheel')
  })

  test('of a credit note that has an invoice’s number says the number that the ERP gave it', async () => {
    const content = '%PDF-1.4 of the ERP'
    const contentBase64 = Buffer.from(content).toString('base64')
    const attachments = [{ name: '1001.pdf', mimeType: 'application/pdf', contentBase64 }]
    const numbered = { ...commonFields, type: 'invoices' as const, number: '1001' }
    await portal.ingest({ ...numbered, invoiceKind: '381', attachments }, { ...numbered, invoiceKind: '380' })
    const marked = '1001\u00A0CN'
    const { text } = await readPaper('invoices', marked, 'source=portal')
    expect(text).toContain('1001')
    expect(text).not.toContain('1001CN')
    expect((await request(`/documents/invoices/${encodeURIComponent(marked)}/pdf`, finance)).body).toBe(content)
  })

  test('takes what people type as words, whatever it looks like', async () => {
    const words = [
      '#eval("1+1") #read("/etc/passwd") $x^2$ *b* _i_ `c` \\ @ref <label> = heading',
      'a🚲bc\u202ed\u200fe\u{e000}f\ufeffg',
      'x'.repeat(300),
      '漢字 ไทย Ελλάδα Привет',
      'line one\nline two\r\nline three',
    ]
    await portal.ingest({
      ...commonFields,
      type: 'orders',
      number: 'O-hostile',
      customerReference: '"}); #panic() //',
      note: words.join('\n'),
      lines: words.map((name, index) => ({
        line: String(index),
        name,
        sku: name.slice(0, 60),
        quantity: '1',
        unit: '#x',
      })),
    })
    const { text } = await readPaper('orders', 'O-hostile')
    expect(text).toContain(
      withoutSpaces('#eval("1+1") #read("/etc/passwd") $x^2$ *b* _i_ `c` \\ @ref <label> = heading'),
    )
    expect(text).toContain('a□bcdefg')
    expect(text).toContain('x'.repeat(300))
    expect(text).toContain('Ελλάδα')
    expect(text).toContain('#panic()')
    // The same content also works on a right-to-left page.
    expect((await readPaper('orders', 'O-hostile', 'language=ar')).text).toContain('a□bcdefg')
  })
})

describe('A long paper', () => {
  const manyLines = (count: number): IngestLine[] =>
    Array.from({ length: count }, (_, index) => ({ ...lines[0], line: String(index + 1), name: `Part ${index + 1}` }))

  test('repeats the head of its table, numbers its pages and leaves no sum alone', { tags: 'long' }, async () => {
    for (const count of [14, 15, 16, 17, 18, 19, 20]) {
      await portal.ingest({ ...commonFields, type: 'orders', number: `O-${count}-lines`, lines: manyLines(count) })
      const { pages, perPage } = await readPaper('orders', `O-${count}-lines`)
      perPage.forEach((text, pageIndex) => {
        expect(text).toContain(withoutSpaces(`Page ${pageIndex + 1} of ${pages}`))
        if (text.includes('€18,854.05') || /Part\d/.test(text)) expect(text).toContain('Unitprice')
        if (text.includes('€18,854.05')) expect(text).toMatch(new RegExp(`Part${count}`))
      })
    }
  })

  test('of fifty lines takes a fraction of a second, and others are answered meanwhile', {
    tags: 'long',
    timeout: 60_000,
  }, async () => {
    await portal.ingest({ ...commonFields, type: 'orders', number: 'O-50', lines: manyLines(50) })
    await request('/documents/orders/O-50/pdf', finance)
    const times: number[] = []
    for (const language of ['nl', 'de', 'fr']) {
      const began = performance.now()
      expect((await request(`/documents/orders/O-50/pdf?language=${language}`, finance)).statusCode).toBe(200)
      times.push(performance.now() - began)
    }
    // The limit is 300 ms on an idle machine; here many tests run at once.
    expect(Math.min(...times)).toBeLessThan(1_500)

    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const replies = await Promise.all(
      [...languages, ...languages].map((language) =>
        request(`/documents/orders/O-50/pdf?language=${language}`, finance),
      ),
    )
    delay.disable()
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array(12).fill(200))
    // Made in the server's own process, the twelve papers would block it for a second or more.
    expect(delay.percentile(99) / 1e6).toBeLessThan(250)
  })

  test('of very many lines is made, and one that nobody could read is refused with a sentence', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    await portal.ingest({ ...commonFields, type: 'orders', number: 'O-long', lines: manyLines(longLines) })
    const reply = await request('/documents/orders/O-long/pdf', finance)
    expect([reply.statusCode, reply.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect(reply.rawPayload.length).toBeGreaterThan(200 * longLines)
    await portal.ingest({ ...commonFields, type: 'orders', number: 'O-6001', lines: manyLines(6001) })
    expect((await request('/documents/orders/O-6001/pdf', finance)).json()).toMatchObject({
      code: 'too_large',
      message: 'This document has 6001 lines; a PDF holds 6000 at most.',
    })
  })
})

describe('A statement', () => {
  test.each(languages)('lists every movement between its balances in %s', async (language) => {
    const reply = await request(
      `/statement/pdf?from=2026-01-01&to=2026-03-31&currency=EUR&language=${language}`,
      finance,
    )
    expect([reply.statusCode, reply.body.slice(0, 5)]).toEqual([200, '%PDF-'])
    const read = await readPdf(reply.rawPayload)
    for (const expected of ['I-1', 'C-1', 'P-1', 'PO-7781', seller.name])
      expect(read.text).toContain(withoutSpaces(expected))
    expect(read.title).toContain('EUR 2026-01-01 – 2026-03-31')
    expect(read.tags.filter((tag) => tag.role === 'Table')).toHaveLength(2)
    expectTagged(read, language)
  })

  test('is not there for those who may not see amounts', async () => {
    const reply = await request('/statement/pdf?from=2026-01-01&to=2026-03-31&currency=EUR', logistics)
    expect(reply.statusCode).toBe(404)
  })

  test('without movements says so', async () => {
    const reply = await request('/statement/pdf?from=2020-01-01&to=2020-03-31&currency=EUR', finance)
    expect((await readPdf(reply.rawPayload)).text).toContain(withoutSpaces('There were no movements in this period.'))
  })
})

test('nobody gets a paper by guessing a number', async () => {
  for (const number of ['I-2', randomUUIDv7()])
    expect((await request(`/documents/invoices/${number}/pdf`, finance)).statusCode).toBe(404)
})
