import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IngestDocument, IngestLine } from '../../contract/ingest.ts'
import { readUbl } from './ubl-read.ts'

/*
 * Whatever an order or an invoice says, it says the same after a way through UBL: documents are made up, written as UBL
 * with prefixes made up too, and read again.
 */

const letters = fc
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

const lineOf = fc.record({
  ...{
    sku: maybe(letters),
    customerSku: maybe(letters),
    name: letters,
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
const documentOf = fc.record({
  ...{ type: fc.constantFrom('orders', 'invoices'), number: letters, currency: fc.constantFrom('EUR', 'JPY', 'KWD') },
  ...{ issueDate: maybe(day), note: maybe(letters), lines: fc.array(lineOf, { maxLength: 6 }) },
  ...{ net: decimal(12, 4), tax: maybe(decimal(12, 4)), gross: decimal(12, 4), city: letters, buyer: letters },
  ...{
    cac: fc.stringMatching(/^[a-z]{1,6}$/).filter((prefix) => !prefix.startsWith('xml')),
    cbc: fc.stringMatching(/^[A-Z]{1,6}$/),
  },
})
type Made = typeof documentOf extends fc.Arbitrary<infer T> ? T : never

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&#62;')

function toUbl(made: Made): string {
  const basic = (name: string, value: string | undefined, attributes = '') =>
    value === undefined ? '' : `<${made.cbc}:${name}${attributes}>${escaped(value)}</${made.cbc}:${name}>`
  const group = (name: string, ...inner: string[]) =>
    inner.join('') ? `<${made.cac}:${name}>${inner.join('')}</${made.cac}:${name}>` : ''
  const money = (name: string, value: string | undefined) => basic(name, value, ` currencyID="${made.currency}"`)
  const order = made.type === 'orders'
  const line = (one: Made['lines'][number], index: number) => {
    const period = (name: string, date: string | undefined) => group(name, basic('EndDate', date))
    const core = [
      basic('ID', String(index + 1)),
      basic(order ? 'Quantity' : 'InvoicedQuantity', one.quantity, ` unitCode="${one.unit}"`),
      money('LineExtensionAmount', one.amount),
      group(
        'Delivery',
        period('RequestedDeliveryPeriod', one.requestedDate),
        period('PromisedDeliveryPeriod', one.promisedDate),
      ),
      group('Price', money('PriceAmount', one.unitPrice)),
      group(
        'Item',
        basic('Name', one.name),
        group('BuyersItemIdentification', basic('ID', one.customerSku)),
        group('SellersItemIdentification', basic('ID', one.sku)),
        group('ClassifiedTaxCategory', basic('Percent', one.taxRate)),
      ),
    ]
    return order ? group('OrderLine', group('LineItem', ...core)) : group('InvoiceLine', ...core)
  }
  const kind = order ? 'Order' : 'Invoice'
  const schema = (name: string) => `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`
  return [
    `<${kind} xmlns="${schema(kind)}" xmlns:${made.cac}="${schema('CommonAggregateComponents')}" xmlns:${made.cbc}="${schema('CommonBasicComponents')}">`,
    basic('ID', made.number) +
      basic('IssueDate', made.issueDate) +
      basic('Note', made.note) +
      basic('DocumentCurrencyCode', made.currency),
    group(
      order ? 'BuyerCustomerParty' : 'AccountingCustomerParty',
      group(
        'Party',
        group('PartyName', basic('Name', made.buyer)),
        group('PostalAddress', basic('CityName', made.city)),
      ),
    ),
    group('TaxTotal', money('TaxAmount', made.tax)),
    group(
      order ? 'AnticipatedMonetaryTotal' : 'LegalMonetaryTotal',
      money('LineExtensionAmount', made.net),
      money('TaxInclusiveAmount', made.gross),
    ),
    ...made.lines.map(line),
    `</${kind}>`,
  ].join('\n')
}

function expected(made: Made): Omit<IngestDocument, 'account'> {
  const { type, number, currency, issueDate, note, net, tax, gross } = made
  const lines = made.lines.map((one, index) => ({ line: String(index + 1), kind: 'item', ...one }) as IngestLine)
  const document = {
    ...{ type: type as 'orders' | 'invoices', number, currency, issueDate, note, totals: { net, tax, gross } },
    modifiedAt: issueDate && `${issueDate}T00:00:00Z`,
    billTo: { name: made.buyer, city: made.city },
    ...(lines.length > 0 ? { lines } : {}),
    ...(type === 'orders' ? { customerReference: number } : { invoiceKind: '380' as const }),
  }
  return JSON.parse(JSON.stringify(document)) as Omit<IngestDocument, 'account'>
}

test('an order or an invoice says after UBL what it said before, whatever it says', async () => {
  await fc.assert(
    fc.asyncProperty(documentOf, async (made) => {
      const read = await readUbl(new TextEncoder().encode(toUbl(made)))
      expect(read).toMatchObject({ warnings: [] })
      if ('problems' in read) throw new Error(JSON.stringify(read.problems))
      expect(read.message.document).toEqual(expected(made))
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
        fc.array(pieces, { maxLength: 12 }).map((all) => new TextEncoder().encode(all.join(''))),
      ),
      async (content) => {
        const read = await readUbl(content)
        expect('problems' in read && read.problems.every(({ message }) => message.length > 10)).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})
