import { describe, expect, test } from 'vitest'
import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { eInvoiceOf, writeEInvoice } from '#server/formats/ubl/write/e-invoice/e-invoice.ts'
import type { TradeParties } from '#server/formats/ubl/write/parties.ts'
import { brokenRules } from '#server/testing/en16931/rules.ts'

/* What an invoice lacks for an e-invoice by EN 16931: the numbers that its tax asks for, and amounts in cents. */

const parties: TradeParties = {
  seller: { name: 'Nordhafen GmbH', city: 'Hamburg', country: 'DE' },
  account: { number: 'C-1001', name: 'Better Bikes', identifiers: [] },
}
const line: IngestLine = {
  ...{ line: '1', name: 'Wheel', quantity: '2', unit: 'H87', unitPrice: '45.00', amount: '90.00' },
}
const untaxed: IngestDocument = {
  ...{ type: 'invoices', number: 'I-1', account: 'C-1001', invoiceKind: '380', issueDate: '2026-03-24' },
  ...{ currency: 'EUR', dueDate: '2026-04-23', deliveredDate: '2026-03-23' },
  ...{ billTo: { country: 'FR', taxNumber: 'FR12345678901' }, shipTo: { country: 'FR' } },
  ...{ totals: { gross: '90.00' }, lines: [line] },
}
const taxed: Partial<IngestDocument> = {
  totals: { gross: '99.00' },
  taxes: [{ category: 'S', rate: '10', base: '90.00', amount: '9.00' }],
}

function outcomeOf(category: string, more: Partial<IngestDocument>) {
  const taxes = [{ category, rate: '0', base: '90.00', amount: '0.00', reason: 'By law' }]
  return eInvoiceOf({ ...untaxed, taxes, ...(category === 'S' ? taxed : {}), ...more }, parties)
}
function lackOf(category: string, more: Partial<IngestDocument>): string[] {
  const outcome = outcomeOf(category, more)
  return 'missing' in outcome ? outcome.missing : []
}

const taxNumber = '27/123/45678'
const companyNumber = 'HRB 1'
const seller = { taxNumber: 'DE123456788' }
const taxRepresentative = { name: 'Fiscalité', country: 'FR', taxNumber: 'FR12345678901' }

describe('The e-invoice', () => {
  test.each<[string, string, Partial<IngestDocument>, string[]]>([
    ['of a seller without any number lacks its tax number', 'S', {}, ['sellerTaxNumber']],
    [
      'of a seller with nothing but a tax number lacks its company number',
      'S',
      { seller: { taxNumber } },
      ['sellerCompanyNumber'],
    ],
    [
      'of a seller with a tax number and a company number lacks nothing',
      'S',
      { seller: { taxNumber, companyNumber } },
      [],
    ],
    ['of a seller with a VAT number lacks nothing', 'S', { seller }, []],
    [
      'of goods for another country of the EU lacks the VAT number of a seller who has none',
      'K',
      { seller: { taxNumber, companyNumber } },
      ['sellerVatNumber'],
    ],
    [
      'of exported goods lacks the VAT number of a seller who has none',
      'G',
      { seller: { taxNumber, companyNumber } },
      ['sellerVatNumber'],
    ],
    [
      'of exported goods takes the VAT number of the seller’s representative',
      'G',
      { seller: { companyNumber }, taxRepresentative },
      [],
    ],
    [
      'that is not subject to VAT lacks the company number of a seller with a VAT number',
      'O',
      { seller },
      ['sellerCompanyNumber'],
    ],
    ['that is not subject to VAT takes the company number alone', 'O', { seller: { companyNumber } }, []],
  ])('%s', (_, category, more, missing) => {
    expect(lackOf(category, more)).toEqual(missing)
  })

  test.each<[string, Partial<IngestDocument>]>([
    ['an allowance', { lines: [{ ...line, allowances: [{ reason: 'Season', amount: '-0.005' }] }] }],
    [
      'the base of an allowance',
      { lines: [{ ...line, allowances: [{ reason: 'Season', amount: '-0.01', base: '90.005' }] }] },
    ],
    ['the tax in another currency', { details: { taxElsewhere: '7.125 GBP' } }],
  ])('is not made where %s has more than two decimal places', (_, more) => {
    expect(lackOf('S', { seller, ...more })).toEqual(['decimals'])
  })

  test('has the lines of an address in three, as the official rules of EN 16931 want it', () => {
    const shipTo = { lines: ['Stores', 'Gate 4', 'Hall B', '12 Quai Est'], city: 'Lyon', country: 'FR' }
    const outcome = outcomeOf('S', { seller, shipTo })
    if ('missing' in outcome) throw new Error(`It lacks ${outcome.missing.join(', ')}`)
    const xml = writeEInvoice(outcome.invoice)
    expect(xml).toContain('<cbc:Line>Hall B, 12 Quai Est</cbc:Line>')
    expect(brokenRules('ubl', xml)).toEqual([])
  })
})
