import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { compare, fromMillionths, multiply, sum, toMillionths } from '#contract/money.ts'
import { isLong } from '#database/testing/long-form.ts'
import { readCii } from '#server/formats/cii/read-cii.ts'
import { writeCii } from '#server/formats/cii/write-cii.ts'
import type { TradeReadResult } from '#server/formats/message.ts'
import { readUbl } from '#server/formats/ubl/read/read-ubl.ts'
import { eInvoiceOf, writeEInvoice } from '#server/formats/ubl/write/e-invoice/e-invoice.ts'
import type { TradeParties } from '#server/formats/ubl/write/parties.ts'
import { brokenRules } from '#server/testing/en16931/rules.ts'
import { validateCii, validateUbl } from '#server/testing/ubl.ts'

/*
 * What is written as an e-invoice passes the official rules of EN 16931 in both syntaxes, and says in both what the
 * document said. Documents are generated whose sums add up, as those of an ERP do.
 */

const parties: TradeParties = {
  seller: { name: 'Nordhafen GmbH', lines: ['Hafen 1'], city: 'Hamburg', postalCode: '20457', country: 'DE' },
  account: {
    ...{ number: 'C-1001', name: 'Better Bikes' },
    identifiers: [
      { scheme: 'GLN', value: '4012345000009' },
      { scheme: 'VAT', value: 'GB123456789' },
    ],
  },
}

const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 16 })
  .map((text) => `x${text.replace(/[\p{Cc}\p{Cn}\p{Cs}\s]/gu, '·').normalize('NFC')}x`)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const money = fc.bigInt({ min: 1n, max: 9_999_999n }).map((value) => fromMillionths(value * 10_000n, 2))
const party = fc.record({
  ...{ name: word, lines: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }), city: word, postalCode: maybe(word) },
  ...{ region: maybe(word), country: fc.constantFrom('DE', 'FR', 'GB', 'US') },
})
type Tax = { category: string; rate?: string; reason?: string }
const standard: Tax = { category: 'S', rate: '19' }
/** The taxes that stand on one invoice: what has no rate, or the same, is told apart by its invoice. */
const taxesOfInvoices: readonly (readonly Tax[])[] = [
  [standard, { category: 'S', rate: '7' }, { category: 'AE', rate: '0', reason: 'Reverse charge' }],
  [{ category: 'K', rate: '0', reason: 'Intra-community supply' }],
  [standard, { category: 'G', rate: '0', reason: 'Export outside the EU' }],
  [{ category: 'O', reason: 'Not subject to VAT' }],
  [standard, { category: 'Z', rate: '0' }],
  [standard, { category: 'E', rate: '0', reason: 'Medical services' }],
]
const exact = (amount: string) => fromMillionths(toMillionths(amount), 2)
const cents = (amount: string) => fromMillionths(((toMillionths(amount) + 5_000n) / 10_000n) * 10_000n, 2)

const lineOf = fc.record({
  ...{ name: word, description: maybe(word), sku: maybe(word), customerSku: maybe(word), note: maybe(word) },
  ...{ gtin: maybe(fc.constant('04012345000016')), originCountry: maybe(fc.constantFrom('DE', 'CN')) },
  ...{ unit: fc.constantFrom('H87', 'KGM', 'MTR', 'XPX'), quantity: fc.integer({ min: 1, max: 999 }).map(String) },
  ...{
    unitPrice: money,
    tax: fc.nat(),
    properties: maybe(fc.array(fc.record({ name: word, value: word }), { minLength: 1, maxLength: 2 })),
  },
  ...{ allowance: maybe(fc.record({ reason: word, amount: money, isCharge: fc.boolean() })) },
  ...{ details: fc.record({ costCentre: maybe(word), periodStart: maybe(day) }) },
})
const chargeOf = fc.record({ name: word, amount: money, tax: fc.nat(), isAllowance: fc.boolean() })

const numbersOf = fc.record({
  taxNumber: maybe(fc.constantFrom('DE123456788', '27/123/45678', 'DE123456788, 27/123/45678')),
  companyNumber: maybe(fc.constant('HRB 1')),
})

const documentOf = (taxesOfInvoice: readonly Tax[]) =>
  fc
    .record({
      ...{ number: word, issueDate: day, dueDate: maybe(day), currency: fc.constantFrom('EUR', 'GBP', 'USD') },
      ...{
        paymentTerms: word,
        note: maybe(word),
        costCentre: maybe(word),
        customerReference: maybe(word),
        project: maybe(word),
      },
      ...{ numbers: numbersOf, taxRepresentative: maybe(party) },
      ...{
        billTo: party,
        shipTo: maybe(party),
        deliveredDate: maybe(day),
        orderNumber: maybe(word),
        paid: maybe(money),
      },
      ...{
        kind: fc.constantFrom('380' as const, '381' as const, '386' as const),
        lines: fc.array(lineOf, { minLength: 1, maxLength: 4 }),
      },
      ...{ charges: fc.array(chargeOf, { maxLength: 2 }), contractNumber: maybe(word), receiptNumber: maybe(word) },
      ...{ account: maybe(fc.constantFrom('DE02120300000000202051', '1234567')), paymentReference: maybe(word) },
    })
    .map((drawn): IngestDocument => {
      const taxOf = (index: number) => taxesOfInvoice[index % taxesOfInvoice.length] as Tax
      const lines = drawn.lines.map(({ tax: taxIndex, allowance, details, ...line }, index) => {
        const tax = taxOf(taxIndex)
        const signed = allowance && (allowance.isCharge ? allowance.amount : `-${allowance.amount}`)
        return {
          tax,
          line: {
            ...line,
            ...{ line: String((index + 1) * 10), kind: 'item', taxRate: tax.rate, details },
            amount: exact(sum([multiply(line.quantity, line.unitPrice), signed])),
            ...(allowance && signed ? { allowances: [{ reason: allowance.reason, amount: signed }] } : {}),
          } as IngestLine,
        }
      })
      const charges = drawn.charges.map(({ tax, amount, isAllowance, name }, index) => ({
        tax: taxOf(tax),
        line: {
          ...{ line: `AC${index + 1}`, kind: 'charge', name, taxRate: taxOf(tax).rate },
          amount: isAllowance ? `-${amount}` : amount,
        } as IngestLine,
      }))
      const all = [...lines, ...charges]
      const taxes = [...new Set(all.map(({ tax }) => tax))].map((tax) => {
        const base = exact(sum(all.filter((one) => one.tax === tax).map(({ line }) => line.amount)))
        return { ...tax, base, amount: cents(multiply(multiply(base, tax.rate ?? '0'), '0.01').replace(/^-/, '')) }
      })
      const negative = taxes.some(({ base }) => base.startsWith('-'))
      const tax = exact(sum(taxes.map(({ amount }) => amount)))
      const gross = exact(sum([...all.map(({ line }) => line.amount), tax]))
      // Nobody pays back more than was credited.
      const isPaidBackInFull = drawn.kind === '381' && drawn.paid !== undefined && compare(drawn.paid, gross) > 0
      const paid = isPaidBackInFull ? gross : drawn.paid
      const total = (sign: 1 | -1) =>
        exact(
          sum(charges.flatMap(({ line }) => (line.amount?.startsWith('-') === (sign === -1) ? line.amount : []))),
        ).replace('-', '')
      const isWithinCommunity = taxes.some(({ category }) => category === 'K')
      const nonzero = (value: string) => (value === '0.00' ? undefined : value)
      return clean({
        ...{
          type: 'invoices',
          account: 'C-1001',
          number: drawn.number,
          issueDate: drawn.issueDate,
          currency: drawn.currency,
        },
        ...{ dueDate: drawn.dueDate, paymentTerms: drawn.paymentTerms, note: drawn.note, costCentre: drawn.costCentre },
        ...{
          customerReference: drawn.customerReference,
          project: drawn.project,
          billTo: { ...drawn.billTo, taxNumber: 'GB123456789' },
        },
        // An intra-community supply says where and when the goods arrived.
        shipTo: drawn.shipTo ?? (isWithinCommunity ? drawn.billTo : undefined),
        deliveredDate: drawn.deliveredDate ?? (isWithinCommunity ? drawn.issueDate : undefined),
        ...{ invoiceKind: drawn.kind, seller: { ...parties.seller, ...drawn.numbers } },
        taxRepresentative: drawn.taxRepresentative && { ...drawn.taxRepresentative, taxNumber: 'FR12345678901' },
        references: drawn.orderNumber ? [{ type: 'orders', number: drawn.orderNumber }] : undefined,
        totals: {
          ...{
            net: exact(sum(lines.map(({ line }) => line.amount))),
            discount: nonzero(total(-1)),
            charges: nonzero(total(1)),
          },
          ...{ tax, gross, paid, open: exact(sum([gross, paid && multiply(paid, '-1')])) },
        },
        taxes: negative ? [] : taxes,
        details: {
          ...{ contractNumber: drawn.contractNumber, receiptNumber: drawn.receiptNumber },
          ...{ bankAccount: drawn.account, paymentReference: drawn.paymentReference },
        },
        lines: all.map(({ line }) => line),
      }) as IngestDocument
    })

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, clean(inner)] as const)
  return Object.fromEntries(
    entries.filter(
      ([, inner]) => inner !== undefined && !(typeof inner === 'object' && Object.keys(inner as object).length === 0),
    ),
  )
}

const anyDocument = fc.constantFrom(...taxesOfInvoices).chain(documentOf)

function documentOfFile(read: TradeReadResult): unknown {
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  expect(read.warnings).toEqual([])
  const { modifiedAt: _, ...document } = read.message.document
  return { ...document, account: 'C-1001' }
}

/** What is not subject to VAT names nobody's VAT number, and so nobody who represents the seller in it. */
function withoutVatNumbers({ taxRepresentative: _, ...document }: IngestDocument): IngestDocument {
  const others = document.seller?.taxNumber?.split(', ').filter((number) => !number.startsWith('DE'))
  return clean({
    ...document,
    seller: { ...document.seller, taxNumber: others?.join(', ') || undefined },
    billTo: { ...document.billTo, taxNumber: undefined },
  }) as IngestDocument
}

test('an invoice is the same after it was written in CII and read, and in UBL', { tags: 'long' }, async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(anyDocument, async (document) => {
      const written = eInvoiceOf(document, parties)
      if ('missing' in written) return
      made += 1
      const ubl = writeEInvoice(written.invoice)
      const fromUbl = documentOfFile(await readUbl(Buffer.from(ubl)))
      const fromCii = documentOfFile(await readCii(Buffer.from(writeCii(written.invoice))))
      const isOutside = document.taxes?.some(({ category }) => category === 'O')
      const expected = isOutside ? withoutVatNumbers(document) : document
      expect(fromUbl).toEqual(expected)
      expect(fromCii).toEqual(expected)
      validateUbl(ubl)
      validateCii(writeCii(written.invoice))
    }),
    { numRuns: 150 },
  )
  // Those without have an allowance that is larger than what is taxed at its rate.
  expect(made).toBeGreaterThan(75)
})

test.each(taxesOfInvoices.map((taxes) => [taxes.map(({ category }) => category).join(', '), taxes] as const))(
  'an e-invoice with the tax categories %s passes the official rules of EN 16931 in both syntaxes',
  (_, taxes) => {
    fc.assert(
      fc.property(documentOf(taxes), (document) => {
        const written = eInvoiceOf(document, parties)
        if ('missing' in written) {
          fc.pre(false)
          return
        }
        expect(brokenRules('ubl', writeEInvoice(written.invoice))).toEqual([])
        expect(brokenRules('cii', writeCii(written.invoice))).toEqual([])
      }),
      { numRuns: isLong ? 12 : 2 },
    )
  },
  120_000,
)
