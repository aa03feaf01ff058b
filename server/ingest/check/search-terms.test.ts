import { describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { searchTerms } from './search-terms.ts'

const reference = 1
const article = 2
const unit = 4
const other = 8

const termsOf = (fields: Partial<IngestDocument>, type: IngestDocument['type'] = 'orders') =>
  searchTerms({ type, number: 'N', account: 'C-1', ...fields })
/** Of what kinds the terms of a document are that has these fields, beside those of its number. */
const kinds = (fields: Partial<IngestDocument>) => {
  const terms = new Map(termsOf(fields).terms)
  terms.delete('n')
  return Object.fromEntries(terms)
}

describe('a document is found', () => {
  test('by its number, with and without zeros and signs', () => {
    const { terms, codes } = termsOf({ number: 'SO-0042' })
    expect([...terms.keys()]).toEqual(expect.arrayContaining(['so0042', 'so42', '0042', '42']))
    expect(new Set(terms.values())).toEqual(new Set([other]))
    expect(codes).toBe('so0042')
  })

  test('by the customer’s own reference, as a code and in its words', () => {
    expect(kinds({ customerReference: 'PO 77 Hall B' })).toEqual({
      po77hallb: reference,
      po: reference,
      '77hallb': reference,
      '77': reference,
      hallb: reference,
      hall: reference,
      b: reference,
    })
  })

  test('by the enquiry that it answers', () => {
    expect(termsOf({ details: { enquiryNumber: 'RFQ-9' } }, 'quotes').codes).toBe('n rfq9')
    expect(termsOf({ details: { enquiryNumber: null } }, 'quotes').codes).toBe('n')
  })

  test('by what its parcels carry', () => {
    const shipment = {
      trackingNumbers: ['TR 1'],
      waybill: 'WB-2',
      packages: [{ sscc: '003', trackingNumber: 'TR-4' }, { sscc: '005' }, {}],
    }
    const { codes, terms } = termsOf({ shipment: { ...shipment, carrier: 'Nord Express' } }, 'shipments')
    expect(codes).toBe('n tr1 wb2 003 tr4 005')
    expect(terms.get('nord')).toBe(other)
    expect(terms.get('express')).toBe(other)
    expect(termsOf({ shipment: {} }, 'shipments').codes).toBe('n')
  })

  test('by its articles, under the supplier’s number, the customer’s and the GTIN', () => {
    const lines = [{ line: '1', sku: 'BK-42', customerSku: 'K7', gtin: '04006381333931' }, { line: '2' }]
    const terms = kinds({ lines })
    expect(terms).toEqual({
      bk42: article,
      bk: article,
      '42': article,
      k7: article,
      '7': article,
      '04006381333931': article,
      '4006381333931': article,
    })
    // A GTIN is found when it is typed from its beginning only.
    expect(termsOf({ lines }).codes).toBe('n bk42 k7')
  })

  test('by serial numbers and lots, which come after the names of articles', () => {
    const lines = [{ line: '1', name: 'Pump', serials: ['SN-1'], lots: [{ lot: 'LOT7' }] }]
    expect(kinds({ lines })).toEqual({
      pump: other,
      sn1: unit,
      sn: unit,
      '1': unit,
      lot7: unit,
      '7': unit,
    })
  })

  test('by its amounts with and without tax and by what is open, and by no other', () => {
    const totals = { gross: '119.00', net: '100.5', open: '-7', tax: '19.00', paid: '3.00', payable: '4.00' }
    expect(kinds({ totals })).toEqual({ '$119.00': other, '$100.50': other, '$7.00': other })
  })

  test('by names, streets and places of who pays and where the goods go, and by what is noted', () => {
    const party = (name: string) => ({
      ...{ name, contact: `${name}contact`, lines: [`${name}street`, `${name}gate`] },
      ...{ postalCode: `${name}code`, city: `${name}city` },
    })
    const names = ['payer', 'receiver', 'sender']
    const terms = kinds({
      ...{ billTo: party('payer'), shipTo: party('receiver'), shipFrom: party('sender') },
      ...{ project: 'Harbour', note: 'Urgent' },
    })
    const ends = ['', 'contact', 'street', 'gate', 'code', 'city']
    const expected = [...names.flatMap((name) => ends.map((end) => `${name}${end}`)), 'harbour', 'urgent']
    expect(terms).toEqual(Object.fromEntries(expected.map((word) => [word, other])))
    expect(Object.keys(kinds({ project: 'Harbour', billTo: party('payer'), note: 'Urgent' }))).toEqual([
      'harbour',
      ...ends.map((end) => `payer${end}`),
      'urgent',
    ])
  })

  test('by what is noted on a line, and by the text of a line that is one', () => {
    const lines = [
      { line: '1', note: 'Fragile', description: 'Unsearched' },
      { line: '2', kind: 'text' as const, description: 'Assembly' },
    ]
    expect(kinds({ lines })).toEqual({ fragile: other, assembly: other })
  })

  test('by a term of several kinds under each of them', () => {
    const terms = kinds({ customerReference: 'A1', lines: [{ line: '1', sku: 'A1', serials: ['A1'] }], note: 'A1' })
    expect(terms.a1).toBe(reference + article + unit + other)
  })
})

test('another spelling is looked for among words of four to thirty letters', () => {
  const project = `pump abc Schraube A1B2 ${'x'.repeat(30)} ${'y'.repeat(31)}`
  expect(termsOf({ project }).words).toEqual(['pump', 'schraube', 'x'.repeat(30)])
})

test('a code of signs alone is none', () => {
  expect(termsOf({ customerReference: '---' })).toEqual({ terms: new Map([['n', other]]), codes: 'n', words: [] })
})

test('a document of thousands of lines is still found by its numbers, and what is kept of it stays small', () => {
  const lines = Array.from({ length: 6000 }, (_, index) => ({ line: `${index}`, sku: `ART${index}` }))
  const { terms, codes } = termsOf({ number: 'SO-1', customerReference: 'PO-7', lines })
  expect(terms.size).toBe(5000)
  expect(terms.get('so1')).toBe(other)
  expect(terms.get('po7')).toBe(reference)
  expect(codes.split(' ')).toHaveLength(2000)
  expect(codes).toMatch(/^so1 po7 art0 art1 /)
})
