import { describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { eInvoiceOf, writeEInvoice } from '#server/formats/ubl/write/e-invoice/e-invoice.ts'
import type { TradeParties } from '#server/formats/ubl/write/parties.ts'
import { brokenRules } from '#server/testing/en16931/rules.ts'
import { validateUbl } from '#server/testing/ubl.ts'

/*
 * Invoices for the network Peppol. Its rules are published as Schematron that may not be handed on, so that those which
 * concern what is written stand here by their numbers.
 */

const parties: TradeParties = {
  seller: {
    ...{ name: 'Nordhafen GmbH', lines: ['Hafen 1'], city: 'Hamburg', postalCode: '20457', country: 'DE' },
    ...{ taxNumber: 'DE123456788', phone: '+49 40 555010', email: 'sales@nordhafen.example', contact: 'Jan Kruse' },
  },
  sellerAddress: { scheme: '9930', value: 'DE123456788' },
  account: { number: 'C-1001', name: 'Better Bikes', identifiers: [{ scheme: 'GLN', value: '4012345000009' }] },
}
const invoice: IngestDocument = {
  ...{
    type: 'invoices',
    number: 'I-1',
    account: 'C-1001',
    invoiceKind: '380',
    issueDate: '2026-03-24',
    currency: 'EUR',
  },
  ...{ dueDate: '2026-04-23', customerReference: 'PO-7781' },
  billTo: { name: 'Better Bikes', lines: ['12 Mill Lane'], city: 'Köln', postalCode: '50667', country: 'DE' },
  totals: { net: '90.00', tax: '17.10', gross: '107.10', open: '107.10' },
  taxes: [{ category: 'S', rate: '19', base: '90.00', amount: '17.10' }],
  lines: [
    {
      ...{ line: '1', name: 'Wheel', quantity: '2', unit: 'H87', unitPrice: '50.00', amount: '90.00', taxRate: '19' },
      allowances: [{ reason: 'Season', percent: '10', base: '100.00', amount: '-10.00' }],
    },
  ],
  details: { bankAccount: 'DE02120300000000202051' },
}

const made = (document: IngestDocument, of: TradeParties = parties) => {
  const outcome = eInvoiceOf(document, of, 'peppol')
  return 'missing' in outcome ? outcome.missing : writeEInvoice(outcome.invoice)
}
const [line] = invoice.lines ?? []
const withLine = (more: object): IngestDocument => ({
  ...invoice,
  lines: [{ ...line, ...more } as typeof line & object],
})
const without = <T extends object>(value: T, ...names: (keyof T)[]): T =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as keyof T))) as T
const account = (identifiers: TradeParties['account']['identifiers']) => ({
  ...{ ...parties, account: { ...parties.account, identifiers } },
})

describe('An invoice for Peppol', () => {
  test('names specification, process, references and both addresses, and passes EN 16931 and the schema', {
    tags: 'long',
  }, () => {
    const xml = made(invoice)
    if (typeof xml !== 'string') throw new Error(`It lacks ${xml.join(', ')}`)
    const said = {
      R004: 'CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0<',
      R007: 'ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0<',
      R003: 'BuyerReference>PO-7781<',
      R010: 'EndpointID schemeID="0088">4012345000009<',
      R020: 'EndpointID schemeID="9930">DE123456788<',
    }
    for (const [rule, text] of Object.entries(said)) expect(xml, rule).toContain(text)
    // R001, R002, R005, R008, R053, R054, R080: what there is once, and nothing that is empty.
    for (const name of ['cbc:ProfileID', 'cbc:CustomizationID', 'cac:TaxTotal'])
      expect(xml.match(new RegExp(`<${name}>`, 'g')), name).toHaveLength(1)
    expect(xml).not.toMatch(/<cbc:TaxCurrencyCode|><\/|\/>/)
    // R051: one currency.
    expect(new Set(xml.match(/currencyID="[A-Z]+"/g))).toEqual(new Set(['currencyID="EUR"']))
    expect(brokenRules('ubl', xml)).toEqual([])
    validateUbl(xml)
  })

  const wrongs: [string, IngestDocument, TradeParties, string[]][] = [
    ['R003', without(invoice, 'customerReference'), parties, ['buyerReference']],
    ['R010', invoice, account([]), ['buyerAddress']],
    ['R020', invoice, without(parties, 'sellerAddress'), ['sellerAddress']],
    ['CL008', invoice, account([{ scheme: '0001', value: 'x' }]), ['buyerAddress']],
    ['COMMON-R040', invoice, account([{ scheme: 'GLN', value: '4012345000008' }]), ['buyerAddress']],
    ['P0100', { ...invoice, details: { ...invoice.details, invoiceType: '389' } }, parties, ['invoiceType']],
    [
      'R040',
      withLine({ allowances: [{ reason: 'x', percent: '20', base: '100.00', amount: '-10.00' }] }),
      parties,
      ['chargeBase'],
    ],
    ['R041', withLine({ allowances: [{ reason: 'x', percent: '10', amount: '-10.00' }] }), parties, ['chargeBase']],
    ['R042', withLine({ allowances: [{ reason: 'x', base: '100.00', amount: '-10.00' }] }), parties, ['chargeBase']],
    ['R046', withLine({ details: { listPrice: '60.00', priceDiscount: '5.00' } }), parties, ['listPrice']],
    [
      'R110',
      {
        ...withLine({ details: { periodStart: '2026-01-31' } }),
        details: { ...invoice.details, periodStart: '2026-02-01' },
      },
      parties,
      ['linePeriod'],
    ],
    ['R120', withLine({ allowances: [] }), parties, ['sums']],
    ['DE-R-001', { ...invoice, details: {} }, parties, ['bankAccount']],
    ['DE-R-002', invoice, { ...parties, seller: without(parties.seller, 'contact') }, ['sellerContact']],
    ['DE-R-003', invoice, { ...parties, seller: without(parties.seller, 'city') }, ['sellerCity']],
    ['DE-R-009', { ...invoice, billTo: without(invoice.billTo ?? {}, 'postalCode') }, parties, ['buyerCity']],
    ['DE-R-010', { ...invoice, shipTo: { name: 'x', country: 'DE' } }, parties, ['deliveryCity']],
    ['DK-R', invoice, { ...parties, seller: { ...parties.seller, country: 'DK' } }, ['nationalRules']],
  ]
  test.each(wrongs)('that breaks %s is not made, and the term is named', (_, document, of, missing) => {
    expect(made(document, of)).toEqual(missing)
  })
})
