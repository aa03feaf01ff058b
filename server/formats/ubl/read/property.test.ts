import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { readUbl } from './read-ubl.ts'

/*
 * An order or invoice is unchanged after it was written as UBL and read again: documents and namespace prefixes are
 * generated at random.
 */

const anyText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => `x${text.replace(/[\p{Cc}\p{Cn}\p{Cs}\s]/gu, '·')}x`)
const decimal = (digits: number, places: number) =>
  fc
    .tuple(
      fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n }),
      fc.stringMatching(new RegExp(`^[0-9]{0,${places}}$`)),
    )
    .map(([whole, fraction]) => (fraction ? `${whole}.${fraction}` : `${whole}`))
const signed = (digits: number, places: number) =>
  fc
    .tuple(fc.boolean(), decimal(digits, places))
    .map(([minus, value]) => (minus && /[1-9]/.test(value) ? `-${value}` : value))
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const lineArbitrary = fc.record({
  ...{
    sku: maybe(anyText),
    customerSku: maybe(anyText),
    name: anyText,
    quantity: signed(9, 6),
    unit: fc.constantFrom('H87', 'KGM', 'MTR'),
  },
  ...{
    unitPrice: maybe(decimal(9, 6)),
    amount: signed(12, 4),
    taxRate: maybe(decimal(2, 2)),
    requestedDate: maybe(day),
    promisedDate: maybe(day),
  },
})
const documentArbitrary = fc.record({
  ...{ type: fc.constantFrom('orders', 'invoices'), number: anyText, currency: fc.constantFrom('EUR', 'JPY', 'KWD') },
  ...{ issueDate: maybe(day), note: maybe(anyText), lines: fc.array(lineArbitrary, { maxLength: 6 }) },
  ...{ net: decimal(12, 4), tax: maybe(decimal(12, 4)), gross: decimal(12, 4), city: anyText, buyer: anyText },
  ...{
    cac: fc.stringMatching(/^[a-z]{1,6}$/).filter((prefix) => !prefix.startsWith('xml')),
    cbc: fc.stringMatching(/^[A-Z]{1,6}$/),
  },
})
type GeneratedDocument = typeof documentArbitrary extends fc.Arbitrary<infer T> ? T : never

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&#62;')

function toUbl(generated: GeneratedDocument): string {
  const basic = (name: string, value: string | undefined, attributes = '') =>
    value === undefined ? '' : `<${generated.cbc}:${name}${attributes}>${escaped(value)}</${generated.cbc}:${name}>`
  const group = (name: string, ...inner: string[]) =>
    inner.join('') ? `<${generated.cac}:${name}>${inner.join('')}</${generated.cac}:${name}>` : ''
  const money = (name: string, value: string | undefined) => basic(name, value, ` currencyID="${generated.currency}"`)
  const isOrder = generated.type === 'orders'
  const lineXml = (line: GeneratedDocument['lines'][number], index: number) => {
    const period = (name: string, date: string | undefined) => group(name, basic('EndDate', date))
    const core = [
      basic('ID', String(index + 1)),
      basic(isOrder ? 'Quantity' : 'InvoicedQuantity', line.quantity, ` unitCode="${line.unit}"`),
      money('LineExtensionAmount', line.amount),
      group(
        'Delivery',
        period('RequestedDeliveryPeriod', line.requestedDate),
        period('PromisedDeliveryPeriod', line.promisedDate),
      ),
      group('Price', money('PriceAmount', line.unitPrice)),
      group(
        'Item',
        basic('Name', line.name),
        group('BuyersItemIdentification', basic('ID', line.customerSku)),
        group('SellersItemIdentification', basic('ID', line.sku)),
        group('ClassifiedTaxCategory', basic('Percent', line.taxRate)),
      ),
    ]
    return isOrder ? group('OrderLine', group('LineItem', ...core)) : group('InvoiceLine', ...core)
  }
  const kind = isOrder ? 'Order' : 'Invoice'
  const schema = (name: string) => `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`
  return [
    `<${kind} xmlns="${schema(kind)}" xmlns:${generated.cac}="${schema('CommonAggregateComponents')}" xmlns:${generated.cbc}="${schema('CommonBasicComponents')}">`,
    basic('ID', generated.number) +
      basic('IssueDate', generated.issueDate) +
      basic('Note', generated.note) +
      basic('DocumentCurrencyCode', generated.currency),
    group(
      isOrder ? 'BuyerCustomerParty' : 'AccountingCustomerParty',
      group(
        'Party',
        group('PartyName', basic('Name', generated.buyer)),
        group('PostalAddress', basic('CityName', generated.city)),
      ),
    ),
    group('TaxTotal', money('TaxAmount', generated.tax)),
    group(
      isOrder ? 'AnticipatedMonetaryTotal' : 'LegalMonetaryTotal',
      money('LineExtensionAmount', generated.net),
      money('TaxInclusiveAmount', generated.gross),
    ),
    ...generated.lines.map(lineXml),
    `</${kind}>`,
  ].join('\n')
}

function expected(generated: GeneratedDocument): Omit<IngestDocument, 'account'> {
  const { type, number, currency, issueDate, note, net, tax, gross } = generated
  const lines = generated.lines.map((line, index) => ({ line: String(index + 1), kind: 'item', ...line }) as IngestLine)
  const document = {
    ...{ type: type as 'orders' | 'invoices', number, currency, issueDate, note, totals: { net, tax, gross } },
    modifiedAt: issueDate && `${issueDate}T00:00:00Z`,
    billTo: { name: generated.buyer, city: generated.city },
    ...(lines.length > 0 ? { lines } : {}),
    ...(type === 'orders' ? { customerReference: number } : { invoiceKind: '380' as const }),
  }
  return JSON.parse(JSON.stringify(document)) as Omit<IngestDocument, 'account'>
}

test('an order or an invoice says after UBL what it said before, whatever it says', async () => {
  await fc.assert(
    fc.asyncProperty(documentArbitrary, async (generated) => {
      const read = await readUbl(new TextEncoder().encode(toUbl(generated)))
      expect(read).toMatchObject({ warnings: [] })
      if ('problems' in read) throw new Error(JSON.stringify(read.problems))
      expect(read.message.document).toEqual(expected(generated))
    }),
    { numRuns: 300 },
  )
})

test('bytes that are not a UBL document are answered with sentences, never with a failure', async () => {
  const pieces = fc.constantFrom(
    '<a>',
    '</a>',
    '<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2">',
    '</Order>',
    '&lt;',
    '&x;',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<?',
    'ü',
    '\0',
    ' ',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.array(pieces, { maxLength: 12 }).map((parts) => new TextEncoder().encode(parts.join(''))),
      ),
      async (content) => {
        const read = await readUbl(content)
        expect('problems' in read && read.problems.every(({ message }) => message.length > 10)).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})
