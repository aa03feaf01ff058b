import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ciiExample } from '#contract/ingest/cii-elements.ts'
import type { TradeMessage } from '#server/formats/message.ts'
import { readUbl } from '#server/formats/ubl/read/read-ubl.ts'
import { cii } from './format.ts'
import { readCii } from './read-cii.ts'

const creditNote = readFileSync(join(import.meta.dirname, 'fixtures/credit-note.xml'), 'utf8')

async function read(xml: string): Promise<TradeMessage> {
  const outcome = await readCii(Buffer.from(xml))
  if ('problems' in outcome) throw new Error(JSON.stringify(outcome.problems))
  expect(outcome.warnings).toEqual([])
  return outcome.message
}

async function problemsOf(xml: string) {
  const outcome = await readCii(Buffer.from(xml))
  return 'problems' in outcome ? outcome.problems : []
}

describe('An invoice in CII', () => {
  test('says what its terms of EN 16931 say, and what Factur-X adds to them', async () => {
    const { kind, document, supplier } = await read(creditNote)
    expect(kind).toBe('CreditNote')
    expect(document).toMatchObject({
      ...{ type: 'invoices', number: 'GS-77', invoiceKind: '381', issueDate: '2026-04-02', dueDate: '2026-04-30' },
      ...{ note: 'Goods came back.', customerReference: 'PO-4711', project: 'P-9', deliveredDate: '2026-03-24' },
      ...{ currency: 'EUR', paymentTerms: 'Is debited' },
      totals: { net: '95.00', charges: '5.00', tax: '19.00', gross: '119.00', open: '119.00' },
      taxes: [{ category: 'S', rate: '19', base: '100.00', amount: '19.00' }],
      billTo: { name: 'Stadtwerke Ulm Zentrale' },
      buyer: { name: 'Wasserwerk Süd', lines: ['Am Kanal 7', 'Tor 2', 'Halle C'], city: 'Ulm', postalCode: '89073' },
      shipTo: { name: 'Werk 2', city: 'Neu-Ulm', country: 'DE' },
      seller: { name: 'Nordhafen', legalName: 'Nordhafen Pumpen GmbH', taxNumber: 'DE987654321, 201/113/40209' },
      salesperson: { name: 'Ida Brandt', email: 'ida@nordhafen.example' },
      paymentMeans: [{ code: '59', mandate: 'M-1', payerAccount: 'DE02120300000000202051', reference: 'RF18 77' }],
      details: {
        ...{ buyerReference: '04011000-1', invoicedObject: 'Z-1', tenderNumber: 'LOT-5', taxPointDate: '2026-03-31' },
        ...{ paymentReference: 'RF18 77', taxElsewhere: '16.20 GBP', earlyPayment: '2 % (2026-04-12)' },
      },
      attachments: [{ name: 'note.txt', mimeType: 'text/plain', contentBase64: 'aGVsbG8=' }],
    })
    expect(document.references).toEqual(
      expect.arrayContaining([
        { type: 'orders', number: 'PO-4711' },
        { type: 'invoices', number: 'RE-900' },
      ]),
    )
    expect(document.lines).toMatchObject([
      {
        ...{ line: '1', sku: 'RI-40', gtin: '04012345678901', name: 'Ring 40 mm', quantity: '50', unit: 'H87' },
        ...{ unitPrice: '2.00', amount: '95.00', taxRate: '19', serials: ['S-1'] },
        allowances: [{ reason: 'Restocking', amount: '-5.00' }],
        properties: [{ name: 'Material', value: 'NBR' }],
        details: { listPrice: '250.00', priceDiscount: '50.00' },
        references: [
          { type: 'orders', number: 'PO-4711', line: '10' },
          { type: 'shipments', number: 'LS-800', line: '1' },
        ],
      },
      { line: 'AC1', kind: 'charge', name: 'Handling', amount: '2.00', taxRate: '19' },
      { line: 'AC2', kind: 'charge', name: 'Freight', amount: '3.00' },
    ])
    expect(supplier).toBe('LEGAL HRB 7')
  })

  test('names its customer by every identifier of the buyer', async () => {
    const { buyer } = await read(creditNote.replace(/<ram:InvoiceeTradeParty>.*<\/ram:InvoiceeTradeParty>/, ''))
    expect(buyer).toMatchObject({
      name: 'Wasserwerk Süd',
      identifiers: [
        { scheme: 'PARTY', value: 'K-1' },
        { scheme: 'GLN', value: '4012345000009' },
        { scheme: 'EM', value: 'invoices@wasserwerk.example' },
        { scheme: 'VAT', value: 'DE811569869' },
      ],
    })
  })

  test.each([
    ['380', '380', undefined],
    ['381', '381', undefined],
    ['384', '380', '384'],
    ['386', '386', undefined],
    ['389', '380', '389'],
    ['261', '381', '261'],
    ['396', '381', '396'],
  ])('of the type %s is one of the kind %s', async (code, kind, type) => {
    const { document } = await read(ciiExample.replace('380', code))
    expect([document.invoiceKind, document.details?.invoiceType]).toEqual([kind, type])
  })

  test('that credits by negative amounts credits them', async () => {
    const negative = creditNote
      .replace(/(<ram:\w*Amount[^>]*>)(\d)/g, '$1-$2')
      .replace('>50</ram:Billed', '>-50</ram:Billed')
    expect((await read(negative)).document.totals).toMatchObject({ gross: '119.00', open: '119.00' })
  })

  test('of a profile without lines has none', async () => {
    const { document } = await read(
      ciiExample.replace(/<ram:IncludedSupply.*<\/ram:IncludedSupplyChainTradeLineItem>/s, ''),
    )
    expect([document.lines, document.totals?.gross]).toEqual([undefined, '238.00'])
  })

  test('of ZUGFeRD 1.0 is read by its former names, and a remark between its lines is a text', async () => {
    const former = ciiExample
      .replaceAll('CrossIndustryInvoice:100', 'x')
      .replace(/xmlns:rsm="[^"]*"/, 'xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0"')
      .replace('ReusableAggregateBusinessInformationEntity:100', 'ReusableAggregateBusinessInformationEntity:12')
      .replace('UnqualifiedDataType:100', 'UnqualifiedDataType:15')
      .replaceAll('rsm:CrossIndustryInvoice', 'rsm:CrossIndustryDocument')
      .replaceAll('rsm:ExchangedDocumentContext', 'rsm:SpecifiedExchangedDocumentContext')
      .replaceAll('rsm:ExchangedDocument>', 'rsm:HeaderExchangedDocument>')
      .replaceAll('rsm:SupplyChainTradeTransaction', 'rsm:SpecifiedSupplyChainTradeTransaction')
      .replaceAll(/ApplicableHeaderTrade(\w+)/g, 'ApplicableSupplyChainTrade$1')
      .replaceAll(/SpecifiedLineTrade(\w+)/g, 'SpecifiedSupplyChainTrade$1')
      .replaceAll(
        /SpecifiedTradeSettlement(Line|Header)MonetarySummation/g,
        'SpecifiedTradeSettlementMonetarySummation',
      )
      .replaceAll('RateApplicablePercent', 'ApplicablePercent')
      .replaceAll('IssuerAssignedID', 'ID')
      .replace(
        '<ram:IncludedSupplyChainTradeLineItem>',
        '<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:IncludedNote><ram:Content>As agreed:</ram:Content></ram:IncludedNote></ram:AssociatedDocumentLineDocument></ram:IncludedSupplyChainTradeLineItem>$&',
      )
    const { document } = await read(former)
    const { lines: [remark, ...lines] = [], ...header } = document
    const { document: today } = await read(ciiExample)
    expect({ ...header, lines }).toEqual(today)
    expect(remark).toEqual({ line: 'T1', kind: 'text', description: 'As agreed:' })
  })
})

test('A file of another kind is refused, and told where it goes', async () => {
  const invoice = '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>'
  expect((await problemsOf(invoice))[0]?.message).toContain('POST /api/ingest/ubl')
  expect((await problemsOf('<order/>'))[0]?.message).toContain('is no CII invoice')
  const outcome = await readUbl(Buffer.from(ciiExample))
  expect('problems' in outcome && outcome.problems[0]?.message).toContain('POST /api/ingest/cii')
})

test('A file says by its beginning that it is CII', () => {
  expect([ciiExample, creditNote, '%PDF-1.7', '<Invoice/>'].map((head) => cii.recognises?.(head))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('What is wrong is told at the place in the file that was sent', async () => {
  const wrong = creditNote
    .replace('20260430', '30.04.2026')
    .replace('>95.00</ram:LineTotalAmount></ram:Sp', '>ninety</ram:LineTotalAmount></ram:Sp')
  const paths = (await problemsOf(wrong)).map(({ path }) => path)
  expect(paths).toEqual([
    expect.stringMatching(/ApplicableHeaderTradeSettlement\/.*ram:DueDateDateTime\/udt:DateTimeString$/),
    expect.stringMatching(/ram:IncludedSupplyChainTradeLineItem\/.*ram:LineTotalAmount$/),
  ])
  expect(await problemsOf(ciiExample.replace('<ram:ID>INV-9003</ram:ID>', ''))).toEqual([
    { path: '/CrossIndustryInvoice', message: 'The number of the document, ram:ID, is missing.' },
  ])
})

test.each([
  ['an entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'document type or entities'],
  ['entities that multiply', `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(99)}">]><a>&b;</a>`, 'document type or entities'],
  ['depth', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`, 'nested deeper'],
  ['a million and one elements', `<a>${'<b/>'.repeat(1_000_001)}</a>`, 'elements. Send it in parts'],
  ['what is no XML', 'hello', 'not well-formed XML'],
])('CII with %s is refused', async (_, xml, sentence) => {
  expect((await problemsOf(xml))[0]?.message).toContain(sentence)
})
