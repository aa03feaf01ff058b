import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { sum } from '#contract/money.ts'
import { paymentFile } from '#contract/payments/payment-file.ts'
import { type RemittedPart, transfersOf } from '#contract/payments/transfers.ts'
import { isLong } from '#database/testing/long-form.ts'

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
const packed = readFileSync(join(import.meta.dirname, '../testing/iso20022/pain.001.001.09.xsd.gz'))
const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(gunzipSync(packed)))

/** The text of each element with this name. Throws where the file breaks the schema of ISO 20022. */
function read(xml: string, name: string): string[] {
  const document = XmlDocument.fromString(xml)
  try {
    validator.validate(document)
    return document.find(`//p:${name}`, { p: namespace }).map(({ content }) => content)
  } finally {
    document.dispose()
  }
}

const account = {
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  bank: null,
  holder: 'Müller & Söhne <GmbH>',
  text: null,
}
const payer = { name: 'Bike Größe', iban: 'NL91ABNA0417164300' }
const remitted = (number: string, amount: string, more: Partial<RemittedPart> = {}): RemittedPart => ({
  ...{ number, amount, currency: 'EUR', reference: number, account },
  ...more,
})
const fileOf = (parts: readonly RemittedPart[], name = payer.name) =>
  paymentFile({
    ...{ payer: { ...payer, name }, transfers: transfersOf(parts, 'RA-7K2M9Q4D'), advice: 'RA-7K2M9Q4D' },
    ...{ paidOn: '2026-03-11', createdAt: '2026-03-10T09:00:00Z' },
  }) ?? ''

describe('a payment file', () => {
  test('pays the sum of all invoices less the credit notes, in the words that banks take', () => {
    const xml = fileOf([remitted('I-1', '98.00'), remitted('I-2', '50.5'), remitted('C-1', '-30')])
    expect(read(xml, 'InstdAmt')).toEqual(['118.50'])
    expect(read(xml, 'Ustrd')).toEqual(['RA-7K2M9Q4D I-1 I-2 C-1'])
    expect(read(xml, 'Nm')).toEqual(['Bike Grosse', 'Bike Grosse', 'Muller + Sohne GmbH'])
    expect(read(xml, 'IBAN')).toEqual(['NL91ABNA0417164300', 'DE02120300000000202051'])
    expect(read(xml, 'Dt')).toEqual(['2026-03-11'])
  })

  test('is refused by the schema of ISO 20022 when a part is missing, out of order or of another form', () => {
    const xml = fileOf([remitted('I-1', '98.00')])
    for (const [part, other] of [
      ['<PmtMtd>TRF</PmtMtd>', ''],
      ['<NbOfTxs>1</NbOfTxs><CtrlSum>98.00</CtrlSum>', '<CtrlSum>98.00</CtrlSum><NbOfTxs>1</NbOfTxs>'],
      ['<BICFI>BYLADEM1001</BICFI>', '<BICFI>Sparkasse</BICFI>'],
    ] as const) {
      expect(xml).toContain(part)
      expect(() => read(xml.replaceAll(part, other), 'Nm')).toThrow()
    }
  })

  test('has a payment for each currency, with its own decimal places', () => {
    const xml = fileOf([
      remitted('I-1', '10'),
      remitted('I-2', '7', { currency: 'USD' }),
      remitted('I-3', '900', { currency: 'JPY' }),
    ])
    expect(read(xml, 'InstdAmt')).toEqual(['10.00', '7.00', '900'])
    expect(read(xml, 'Cd')).toEqual(['SEPA'])
    expect(read(xml, 'NbOfTxs')).toEqual(['3', '1', '1', '1'])
  })

  test('of a single invoice names what its supplier wants to read', () => {
    expect(read(fileOf([remitted('I-1', '10', { reference: 'RF18539007547034' })]), 'Ustrd')).toEqual([
      'RF18539007547034',
    ])
  })

  test('pays to no account that the invoices do not agree on, or that is no IBAN', () => {
    const other = { ...account, iban: 'NL91ABNA0417164300' }
    expect(fileOf([remitted('I-1', '10'), remitted('I-2', '10', { account: other })])).toBe('')
    expect(fileOf([remitted('I-1', '10', { account: { ...account, iban: null, text: 'Giro 12' } })])).toBe('')
    expect(fileOf([remitted('I-1', '10', { account: null })])).toBe('')
  })

  test('keeps to its schema and its sums, whatever the names are and however many invoices it pays', () => {
    const parts = fc.array(
      fc.record({
        number: fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }),
        cents: fc.integer({ min: 1, max: 10 ** 12 }),
        currency: fc.constantFrom('EUR', 'USD', 'KWD'),
      }),
      { minLength: 1, maxLength: 60 },
    )
    fc.assert(
      fc.property(parts, fc.string({ unit: 'binary' }), (rows, name) => {
        const all = rows.map(({ number, cents, currency }) =>
          remitted(number, `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`, { currency }),
        )
        const xml = fileOf(all, name)
        expect(sum(read(xml, 'InstdAmt'))).toBe(sum(all.map(({ amount }) => amount)))
        const [total, ...each] = read(xml, 'CtrlSum')
        expect(sum(each)).toBe(sum([total]))
      }),
      { numRuns: isLong ? 100 : 30 },
    )
  })
})
