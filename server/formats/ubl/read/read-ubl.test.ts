import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sum } from '#contract/money.ts'
import type { TradeMessage } from '#server/formats/message.ts'
import { mergeOrder } from '#server/formats/order-messages.ts'
import { readUbl } from './read-ubl.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures', `${name}.xml`))
const bytes = (text: string) => new TextEncoder().encode(text)

async function readMessage(content: Uint8Array | string): Promise<TradeMessage> {
  const outcome = await readUbl(typeof content === 'string' ? bytes(content) : content)
  if ('problems' in outcome) throw new Error(JSON.stringify(outcome.problems))
  return outcome.message
}

async function problemsOf(content: Uint8Array | string) {
  const outcome = await readUbl(typeof content === 'string' ? bytes(content) : content)
  return 'problems' in outcome ? outcome.problems : []
}

const ns = (kind: string) =>
  `xmlns="urn:oasis:names:specification:ubl:schema:xsd:${kind}-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"`
const invoice = (inner: string) =>
  `<Invoice ${ns('Invoice')}><cbc:ID>1</cbc:ID><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>${inner}</Invoice>`

describe('what each kind of document says', () => {
  test('a quotation is an open quote with its validity, and its price is per piece, not per hundred', async () => {
    const { document, buyer } = await readMessage(fixture('quotation'))
    expect(document).toMatchObject({
      ...{ type: 'quotes', number: 'AN/2026 17', status: 'open', issueDate: '2026-02-03', validUntil: '2026-03-03' },
      ...{ currency: 'EUR', customerReference: 'RFQ-9', details: { enquiryNumber: 'RFQ-9' } },
      salesperson: { name: 'Ida Brandt', email: 'ida@nordhafen.example', phone: '+49 40 555 01' },
      totals: { net: '400.00', gross: '476.00' },
    })
    expect(document.lines).toEqual([
      {
        ...{
          line: '10',
          kind: 'item',
          sku: 'RI-40',
          name: 'Ring 40 mm',
          description: 'Sealing ring, NBR',
          quantity: '200',
        },
        ...{ unit: 'H87', unitPrice: '2.00', amount: '400.00', originCountry: 'DE', note: 'Lead time four weeks' },
      },
    ])
    expect(buyer.accountNumbers).toEqual(['C-2001'])
  })

  test('an order goes by the seller’s number, keeps the buyer’s, and its charges are lines of their own', async () => {
    const { document, buyer, buyersNumber } = await readMessage(fixture('order'))
    expect(document).toMatchObject({
      ...{ type: 'orders', number: 'SO-100', customerReference: 'PO-4711', requestedDate: '2026-03-20' },
      modifiedAt: '2026-02-10T09:30:00+01:00',
      references: [{ type: 'quotes', number: 'AN/2026 17' }],
      totals: { net: '400.00', charges: '12.50', discount: '2.50', gross: '410.00' },
      billTo: { name: 'Wasserwerk Süd', lines: ['Am Kanal 7'], city: 'Ulm', postalCode: '89073', country: 'DE' },
      shipTo: { lines: ['Werkstor 2'], city: 'Neu-Ulm' },
    })
    expect(document.lines?.[0]).toMatchObject({
      ...{ sku: 'RI-40', customerSku: 'W-55', gtin: '04012345678901' },
      references: [{ type: 'quotes', number: 'AN/2026 17', line: '10' }],
    })
    expect(document.lines?.slice(1)).toEqual([
      { line: 'AC1', kind: 'charge', name: 'Pallet', amount: '12.50' },
      { line: 'AC2', kind: 'charge', name: 'Loyalty', amount: '-2.50' },
    ])
    expect(buyersNumber).toBe('PO-4711')
    expect(buyer.identifiers).toEqual([
      { scheme: 'GLN', value: '4012345000009' },
      { scheme: 'VAT', value: 'DE811569869' },
    ])
  })

  test('a despatch advice tells carrier, tracking, package, serials and lots, whatever its prefixes are called', async () => {
    const { document, buyersReferences } = await readMessage(fixture('despatch-advice'))
    expect(document).toMatchObject({
      ...{ type: 'shipments', number: 'LS-800', customerReference: 'PO-4711' },
      references: [{ type: 'orders', number: 'PO-4711' }],
      shipment: {
        ...{ mode: 'road', carrier: 'Schnellfracht', trackingNumbers: ['1Z999'], waybill: 'WB-77' },
        ...{ despatchDate: '2026-03-24', estimatedDelivery: '2026-03-26', grossWeight: { value: '18.5', unit: 'KGM' } },
        packages: [{ sscc: '340123450000000018', type: 'CT' }],
      },
      seller: { name: 'Nordhafen Pumpen GmbH' },
      shipTo: { name: 'Wasserwerk Süd' },
    })
    expect(document.lines).toEqual([
      {
        ...{ line: '1', kind: 'item', sku: 'RI-40', name: 'Ring 40 mm', quantity: '150', unit: 'H87' },
        ...{ serials: ['S-1', 'S-2'], lots: [{ lot: 'L-9', expiry: '2030-01-31' }], package: '340123450000000018' },
        references: [{ type: 'orders', number: 'PO-4711', line: '1' }],
      },
    ])
    expect(buyersReferences).toEqual(['PO-4711'])
  })

  test('an invoice tells amounts as sent, how to pay, what was paid, and brings its papers', async () => {
    const { document } = await readMessage(fixture('invoice'))
    expect(document).toMatchObject({
      ...{ type: 'invoices', number: 'RE-900', invoiceKind: '380', dueDate: '2026-04-24', paymentTerms: '30 days net' },
      totals: { net: '300.00', tax: '57.00', gross: '357.00', paid: '100.00', open: '257.00' },
      taxes: [{ category: 'S', rate: '19', base: '300.00', amount: '57.00' }],
      payments: [{ date: '2026-03-01', amount: '100.00', reference: 'AZ-1' }],
      details: {
        bankAccount: 'DE02120300000000202051 · BYLADEM1001',
        paymentReference: 'RF18 900',
        earlyPayment: '2 % (2026-04-04)',
      },
      attachments: [{ name: 'note.txt', mimeType: 'text/plain', contentBase64: 'aGVsbG8=' }],
    })
    expect(document.lines?.[0]).toMatchObject({
      discountPercent: '20',
      references: [
        { type: 'orders', number: 'PO-4711', line: '1' },
        { type: 'shipments', number: 'LS-800', line: '1' },
      ],
    })
  })

  test.each([
    ['what is rounded', { gross: '99.98', rounding: '0.02', payable: '100.00' }, '100'],
    ['what is rounded and paid in part', { gross: '99.98', rounding: '0.02', paid: '40.00', payable: '60.00' }, '100'],
    ['no rounding', { gross: '99.98', rounding: '0.00', payable: '99.98' }, undefined],
    ['a rounding that does not add up', { gross: '100.00', rounding: '0.02', payable: '100.00' }, undefined],
    ['the kind and sign of a credit', { gross: '-99.98', rounding: '-0.02', payable: '-100.00' }, '100'],
  ])(
    'an invoice with %s says what is to be paid of it where that is not its gross amount',
    async (_, sums, payable) => {
      const names = { gross: 'TaxInclusive', paid: 'Prepaid', rounding: 'PayableRounding', payable: 'Payable' } as const
      const amounts = Object.entries(names).map(([name, element]) => {
        const value = (sums as Record<string, string>)[name]
        return value && `<cbc:${element}Amount currencyID="EUR">${value}</cbc:${element}Amount>`
      })
      const total = `<cac:LegalMonetaryTotal>${amounts.join('')}</cac:LegalMonetaryTotal>`
      const code = `<cbc:InvoiceTypeCode>${sums.gross.startsWith('-') ? '381' : '380'}</cbc:InvoiceTypeCode>`
      const { totals, details } = (await readMessage(invoice(`${code}${total}`))).document
      expect(totals?.payable).toBe(payable)
      if (payable !== undefined) expect(sum([totals?.gross, details?.rounding])).toBe(payable)
    },
  )

  test('a credit note of negative amounts is a credit note of positive ones', async () => {
    const { document } = await readMessage(fixture('credit-note'))
    expect(document).toMatchObject({
      ...{ invoiceKind: '381', totals: { net: '20.00', gross: '23.80', open: '23.80' } },
      lines: [{ quantity: '10', amount: '20.00', unitPrice: '2.00', references: [{ number: 'RE-900', line: '1' }] }],
    })
  })

  test('a response confirms the order, promises a date and changes the line that it marks as changed', async () => {
    const order = await readMessage(fixture('order'))
    const response = await readMessage(fixture('order-response'))
    const merged = mergeOrder([response, order], 'SO-100')
    expect(merged).toEqual(mergeOrder([order, response], 'SO-100'))
    expect(merged).toMatchObject({
      ...{ number: 'SO-100', status: 'confirmed', promisedDate: '2026-03-27', note: 'We need a week more.' },
      ...{ modifiedAt: '2026-02-11T00:00:00Z', issueDate: '2026-02-10', totals: { gross: '410.00' } },
    })
    expect(merged.lines?.[0]).toMatchObject({ name: 'Ring 40 mm', quantity: '150', promisedDate: '2026-03-27' })
    expect(merged.lines?.[0]).not.toHaveProperty('amount')
  })
})

describe('a response answers the lines of its order, whatever it calls its own', () => {
  const line = (
    id: string,
    quantity: string,
    options: { of?: string; code?: string; on?: string; name?: string } = {},
  ) =>
    `<cac:OrderLine><cac:LineItem><cbc:ID>${id}</cbc:ID>${options.code ? `<cbc:LineStatusCode>${options.code}</cbc:LineStatusCode>` : ''}<cbc:Quantity unitCode="H87">${quantity}</cbc:Quantity>${options.on ? `<cac:Delivery><cac:PromisedDeliveryPeriod><cbc:EndDate>${options.on}</cbc:EndDate></cac:PromisedDeliveryPeriod></cac:Delivery>` : ''}<cac:Item><cbc:Name>${options.name ?? 'Pump'}</cbc:Name></cac:Item></cac:LineItem>${options.of ? `<cac:OrderLineReference><cbc:LineID>${options.of}</cbc:LineID></cac:OrderLineReference>` : ''}</cac:OrderLine>`
  const order = `<Order ${ns('Order')}><cbc:ID>PO-1</cbc:ID><cbc:IssueDate>2026-03-01</cbc:IssueDate>${line('10', '100')}${line('20', '50')}</Order>`
  const response = (...lines: string[]) =>
    `<OrderResponse ${ns('OrderResponse')}><cbc:ID>AB-1</cbc:ID><cbc:IssueDate>2026-03-02</cbc:IssueDate><cbc:OrderResponseCode>CA</cbc:OrderResponseCode><cac:OrderReference><cbc:ID>PO-1</cbc:ID></cac:OrderReference>${lines.join('')}</OrderResponse>`
  const mergedLines = async (...lines: string[]) => {
    const messages = [await readMessage(order), await readMessage(response(...lines))]
    const mergedOrder = mergeOrder(messages, 'PO-1')
    expect(mergeOrder(messages.toReversed(), 'PO-1')).toEqual(mergedOrder)
    return mergedOrder.lines?.map(({ kind: _kind, name: _name, unit: _unit, ...rest }) => rest)
  }
  const split = [
    line('1', '80', { of: '10', code: '3', on: '2026-03-27' }),
    line('2', '20', { of: '10', code: '3', on: '2026-04-10' }),
    line('3', '50', { of: '20', code: '5', on: '2026-03-20' }),
  ]

  test('a line that comes in two parts is one line with both, due when the last part comes', async () => {
    expect(await mergedLines(...split)).toEqual([
      {
        ...{ line: '10', quantity: '100', promisedDate: '2026-04-10' },
        deliveries: [
          { quantity: '80', promisedDate: '2026-03-27' },
          { quantity: '20', promisedDate: '2026-04-10' },
        ],
      },
      { line: '20', quantity: '50', promisedDate: '2026-03-20' },
    ])
  })

  test('without its order, it counts the ordered lines too', async () => {
    const { document } = await readMessage(response(...split))
    expect(document.lines?.map(({ line: number, quantity }) => [number, quantity])).toEqual([
      ['10', '100'],
      ['20', '50'],
    ])
  })

  test('lines that refer to others by number never touch the line that only shares their number', async () => {
    expect(await mergedLines(line('20', '100', { of: '10', code: '5', on: '2026-03-27' }))).toEqual([
      { line: '10', quantity: '100', promisedDate: '2026-03-27' },
      { line: '20', quantity: '50' },
    ])
  })

  test('a line that the supplier added stands beside the one of the order that has its number', async () => {
    const added = line('10', '1', { code: '1', on: '2026-05-01' })
    expect(await mergedLines(line('11', '50', { of: '20', code: '5' }), added)).toEqual([
      { line: '10', quantity: '100' },
      { line: '20', quantity: '50' },
      { line: "10'", quantity: '1', promisedDate: '2026-05-01' },
    ])
  })

  test('of a line refused in part, the rest is ordered', async () => {
    const outcome = await readUbl(
      bytes(response(line('1', '80', { of: '10', code: '5' }), line('2', '20', { of: '10', code: '7' }))),
    )
    expect(outcome).toMatchObject({
      message: { document: { lines: [{ line: '10', quantity: '80' }] }, response: { verdict: { changed: ['10'] } } },
      warnings: [{ path: '/OrderResponse/cac:OrderLine[2]/cac:LineItem/cbc:LineStatusCode' }],
    })
  })
})

describe('what is wrong is told with its place', () => {
  const line = (amount: string) =>
    `<cac:InvoiceLine><cbc:ID>${amount.length}</cbc:ID><cbc:LineExtensionAmount currencyID="EUR">${amount}</cbc:LineExtensionAmount></cac:InvoiceLine>`

  test('an amount with a comma is an error that names its line by XPath', async () => {
    expect(await problemsOf(invoice(line('1') + line('2.5') + line('12,50')))).toEqual([
      { path: '/Invoice/cac:InvoiceLine[3]/cbc:LineExtensionAmount', message: expect.stringContaining('"12,50"') },
    ])
  })

  test('a day that the calendar does not have, and a currency that nobody has, are errors', async () => {
    const problems = await problemsOf(invoice('<cbc:IssueDate>2026-02-30</cbc:IssueDate>').replace('>EUR<', '>QQQ<'))
    expect(problems.map(({ path }) => path)).toEqual(['/Invoice/cbc:DocumentCurrencyCode', '/Invoice/cbc:IssueDate'])
  })

  test('two lines of one number are an error', async () => {
    expect(await problemsOf(invoice(line('1') + line('2')))).toEqual([
      { path: '/Invoice/cac:InvoiceLine[2]', message: 'Line "1" stands in the document twice.' },
    ])
  })

  test('unknown units and amounts of another currency are warnings', async () => {
    const outcome = await readUbl(
      bytes(
        invoice(
          '<cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="USD">5</cbc:PayableAmount></cac:LegalMonetaryTotal><cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="BUCKET">1</cbc:InvoicedQuantity></cac:InvoiceLine>',
        ),
      ),
    )
    expect(outcome).toMatchObject({
      message: { document: { lines: [{ unit: 'BUCKET' }] } },
      warnings: expect.arrayContaining([
        expect.objectContaining({ message: expect.stringContaining('"BUCKET" is not a unit') }),
        expect.objectContaining({ message: expect.stringContaining('The amount is in USD') }),
      ]),
    })
  })
})

describe('what no honest document holds is refused fast, with a sentence', () => {
  const bomb = `<!DOCTYPE l [<!ENTITY a "x">${'bcdefghi'.replace(/./g, (c, i: number) => `<!ENTITY ${c} "${`&${'abcdefgh'[i]};`.repeat(10)}">`)}]>`
  const validInvoice = invoice('')
  const hostileInputs: [string, Uint8Array | string, RegExp][] = [
    ['nothing', '', /empty/],
    ['white space', ' \n ', /empty/],
    ['a billion laughs', `${bomb}${validInvoice}`, /document type/],
    ['an external entity', `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${validInvoice}`, /document type/],
    ['an undeclared entity', invoice('<cbc:Note>&xxe;</cbc:Note>'), /well-formed/],
    ['UTF-16', Buffer.from(`\ufeff${validInvoice}`, 'utf16le'), /UTF-8/],
    ['Latin-1 by its declaration', `<?xml version="1.0" encoding="ISO-8859-1"?>${validInvoice}`, /ISO-8859-1/],
    ['bytes that are not UTF-8', Buffer.concat([Buffer.from(validInvoice), Buffer.from([0xc3, 0x28])]), /UTF-8/],
    ['a NUL', validInvoice.replace('>1<', '>1\0<'), /NUL/],
    ['junk before the root', `junk ${validInvoice}`, /well-formed/],
    ['text after the root', `${validInvoice} more`, /well-formed/],
    ['a second root', `${validInvoice}${validInvoice}`, /well-formed/],
    ['half a document', validInvoice.slice(0, -5), /well-formed/],
    ['endless nesting', `${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}`, /deeper than 64/],
    [
      'half a million character references',
      invoice(`<cbc:Note>${'&#65;'.repeat(500_000)}</cbc:Note>`),
      /character references/,
    ],
    [
      'a hundred thousand attributes',
      `<r ${Array.from({ length: 100_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`,
      /attributes/,
    ],
    ['more than 20 MB', new Uint8Array(20 * 1024 * 1024 + 1).fill(0x20), /20 MB/],
    ['XML of somebody else', '<rss version="2.0"/>', /not a UBL document/],
    ['another kind of UBL', `<Reminder ${ns('Reminder')}/>`, /kind Reminder are not taken.*Invoice/],
    ['UBL 1.0', '<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-1.0"/>', /UBL 1/],
  ]

  test.each(hostileInputs)('%s', async (_, content, sentence) => {
    const started = performance.now()
    const problems = await problemsOf(content)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.message).toMatch(sentence)
    expect(problems[0]?.message).toMatch(/\.$/)
    expect(performance.now() - started).toBeLessThan(2000)
  })

  test('a byte order mark, comments, processing instructions and CDATA are no reason to refuse', async () => {
    const { document } = await readMessage(
      `\ufeff<?xml version="1.0" encoding="utf-8"?><!-- c --><?p i?>${invoice('<cbc:Note><![CDATA[a < b]]></cbc:Note>')}`,
    )
    expect(document.note).toBe('a < b')
  })
})

describe('an order agreement, which answers no order', () => {
  test('is an agreed order of its buyer, whoever gets the invoice, with the papers of its items', async () => {
    const { document, buyer, response } = await readMessage(fixture('order-agreement'))
    expect(document).toMatchObject({
      ...{ type: 'orders', number: 'AU-7001', customerReference: 'B-11233', billTo: { name: 'Accounting' } },
      buyer: { name: 'Stadtklinik Lübeck', lines: ['Am Stadtpark 40', 'Entrance B'], city: 'Lübeck' },
      details: { buyerReference: 'KST 0815', confirmationNumber: 'VB-2026-17' },
      attachments: [
        { name: 'bottle.txt', mimeType: 'text/plain', contentBase64: 'aGVsbG8=' },
        { name: 'bottle (2).txt', mimeType: 'text/plain', contentBase64: 'd29ybGQ=' },
      ],
    })
    expect(document.lines?.[0]?.details).toMatchObject({ promisedWindow: '2026-03-18 08:00 – 2026-03-20 12:00' })
    expect(buyer.name).toBe('Stadtklinik Lübeck')
    expect(response?.verdict.status).toBe('confirmed')
    expect(mergeOrder([await readMessage(fixture('order-agreement'))], 'AU-7001').status).toBe('confirmed')
  })

  test('goes by its own number where it names no other', async () => {
    const text = fixture('order-agreement')
      .toString()
      .replace('<cbc:SalesOrderID>AU-7001</cbc:SalesOrderID>', '')
      .replace('<cac:OrderReference><cbc:ID>B-11233</cbc:ID></cac:OrderReference>', '')
    expect((await readMessage(text)).document.number).toBe('VB-2026-17')
    const response = text.replaceAll('order_agreement', 'order_response')
    expect(await problemsOf(response)).toMatchObject([{ message: expect.stringMatching(/The order that is answered/) }])
  })
})

test('a response adds its own number and its window to what the order says', async () => {
  const order = await readMessage(
    `<Order ${ns('Order')}><cbc:ID>P-1</cbc:ID><cac:Contract><cbc:ID>RV-1</cbc:ID></cac:Contract></Order>`,
  )
  const response = await readMessage(
    `<OrderResponse ${ns('OrderResponse')}><cbc:ID>AB-7</cbc:ID><cac:OrderReference><cbc:ID>P-1</cbc:ID></cac:OrderReference><cac:Contract><cbc:ID>RV-2</cbc:ID></cac:Contract>
    <cac:Delivery><cac:PromisedDeliveryPeriod><cbc:StartDate>2026-03-18</cbc:StartDate><cbc:EndDate>2026-03-20</cbc:EndDate></cac:PromisedDeliveryPeriod></cac:Delivery></OrderResponse>`,
  )
  expect(mergeOrder([response, order], 'P-1').details).toEqual({
    contractNumber: 'RV-1',
    confirmationNumber: 'AB-7',
    promisedWindow: '2026-03-18 – 2026-03-20',
  })
})
