import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { isLong } from '#database/testing/long-form.ts'
import { findMissingValue, writeUbl } from '../formats/ubl/write/write-ubl.ts'
import { validateUbl } from '../testing/ubl.ts'
import { carried, readAgain, rewrittenUbl, sides, withLinks, withoutEmpty } from '../testing/ubl-round-trip.ts'

/*
 * A document that is written as UBL is valid by the OASIS schemas, and is the same when it is read again. `carried`
 * names what UBL has no place for; nothing else may be lost.
 */

const letters = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 24 })
  .map((text) => `x${text.replace(/[\p{Cc}\p{Cn}\p{Cs}\s]/gu, '·').normalize('NFC')}x`)
const hostile = fc.constantFrom(']]>', '<!--', '&amp;', '"><script>', "'", '&#0;', '<cbc:ID>', '\u200f', '𝒳')
const word = fc.oneof(
  { weight: 5, arbitrary: letters },
  hostile.map((text) => `a${text}b`),
)
const prose = fc.uniqueArray(word, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'))
const decimal = (digits: number, places: number, minus = false) =>
  fc
    .tuple(
      fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n }),
      fc.stringMatching(new RegExp(`^[0-9]{0,${places}}$`)),
      minus ? fc.boolean() : fc.constant(false),
    )
    .map(([whole, fraction, negative]) => {
      const value = fraction ? `${whole}.${fraction}` : `${whole}`
      return negative && /[1-9]/.test(value) ? `-${value}` : value
    })
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const country = fc.constantFrom('DE', 'FR', 'US', 'JP')
const unit = fc.constantFrom('H87', 'KGM', 'MTR', 'XPX')
const party = fc.record({
  ...{ name: word, contact: maybe(word), lines: maybe(fc.uniqueArray(word, { minLength: 1, maxLength: 4 })) },
  ...{ city: maybe(word), region: maybe(word), postalCode: maybe(word), country: maybe(country) },
})
const person = fc.record({ name: word, email: maybe(word), phone: maybe(word) })
const rates = ['0', '7', '19', '5.5']
const taxes = fc.subarray(rates).chain((subset) =>
  fc.tuple(
    ...subset.map((rate) =>
      fc.record({
        category: maybe(fc.constantFrom('S', 'Z', 'AE')),
        rate: fc.constant(rate),
        base: decimal(9, 2),
        amount: decimal(9, 2),
      }),
    ),
  ),
)
const number = fc
  .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 })
  .map((text) => `R${text.trim().replace(/\s+/g, ' ')}`)
const reference = (types: readonly IngestDocument['type'][]) => fc.record({ type: fc.constantFrom(...types), number })
const beforeLines: Readonly<Partial<Record<IngestDocument['type'], readonly IngestDocument['type'][]>>> = {
  quotes: [],
  orders: ['quotes'],
  shipments: ['orders'],
  invoices: ['orders', 'shipments', 'invoices'],
}

const lineOf = (type: IngestDocument['type']) => {
  const priced = type !== 'shipments'
  const onlyWhen = <T>(when: boolean, value: fc.Arbitrary<T>) => (when ? maybe(value) : fc.constant(undefined))
  return fc.record({
    ...{
      kind: fc.constantFrom('item' as const, 'item' as const, 'text' as const),
      sku: maybe(word),
      customerSku: maybe(word),
    },
    ...{ gtin: maybe(fc.stringMatching(/^[0-9]{14}$/)), name: word, description: maybe(prose), note: maybe(prose) },
    ...{ counted: maybe(fc.tuple(decimal(6, 6, true), unit)), unitPrice: onlyWhen(priced, decimal(6, 6)) },
    ...{ taxRate: onlyWhen(priced, fc.constantFrom(...rates)), amount: onlyWhen(priced, decimal(9, 4, true)) },
    discountPercent: onlyWhen(priced, fc.constantFrom('0', '5', '12.5')),
    ...{
      requestedDate: onlyWhen(priced, day),
      promisedDate: onlyWhen(priced, day),
      estimatedDate: onlyWhen(priced, day),
    },
    deliveries: onlyWhen(
      priced,
      fc.array(fc.record({ quantity: decimal(5, 3), promisedDate: maybe(day), estimatedDate: maybe(day) }), {
        minLength: 2,
        maxLength: 3,
      }),
    ),
    ...{ originCountry: maybe(country), commodityCode: maybe(word) },
    option: onlyWhen(type === 'quotes', fc.constantFrom('optional' as const, 'alternative' as const)),
    leadTimeDays: onlyWhen(type === 'quotes', fc.stringMatching(/^[0-9]{1,4}$/)),
    references: fc.uniqueArray(
      fc.record({
        type: fc.constantFrom(...(beforeLines[type] ?? []), 'orders' as const),
        number,
        line: maybe(number),
      }),
      {
        maxLength: !beforeLines[type]?.length ? 0 : type === 'orders' ? 1 : 3,
        selector: (entry) => `${entry.type}/${entry.number}`,
      },
    ),
    serials: onlyWhen(!priced, fc.uniqueArray(word, { minLength: 1, maxLength: 3 })),
    lots: onlyWhen(
      !priced,
      fc.uniqueArray(fc.record({ lot: word, expiry: maybe(day), quantity: maybe(decimal(5, 3)) }), {
        minLength: 1,
        maxLength: 2,
        selector: ({ lot }) => lot,
      }),
    ),
  })
}

type DrawnLine = ReturnType<typeof lineOf> extends fc.Arbitrary<infer T> ? T : never

function toLine(
  { counted, discountPercent, references, deliveries, ...line }: DrawnLine,
  index: number,
  type: string,
): IngestLine {
  const [quantity, unitOfMeasure] = counted ?? []
  const kept = references.filter((entry) => (type === 'orders' ? entry.type === 'quotes' : true))
  const latest = (name: 'promisedDate' | 'estimatedDate') =>
    deliveries
      ?.flatMap((delivery) => delivery[name] ?? [])
      .toSorted()
      .at(-1)
  return withoutEmpty({
    ...line,
    // A line with several deliveries has the dates of the last one.
    ...(deliveries
      ? {
          deliveries,
          requestedDate: undefined,
          promisedDate: latest('promisedDate'),
          estimatedDate: latest('estimatedDate'),
        }
      : {}),
    line: String((index + 1) * 10),
    quantity,
    unit: unitOfMeasure,
    references: kept,
    // A discount is an amount of quantity times price; without those UBL has no place for it.
    discountPercent: quantity !== undefined && line.unitPrice !== undefined ? discountPercent : undefined,
    description: line.description === line.name ? undefined : line.description,
  }) as IngestLine
}

const chargeOf = fc.record({
  amount: decimal(6, 2, true).filter((value) => /[1-9]/.test(value)),
  name: maybe(word),
  taxRate: maybe(fc.constantFrom(...rates)),
})
const shipmentOf = fc.record({
  ...{
    mode: maybe(fc.constantFrom('road', 'air', 'rail')),
    carrier: maybe(word),
    service: maybe(word),
    waybill: maybe(word),
  },
  trackingNumbers: maybe(fc.uniqueArray(number, { minLength: 1, maxLength: 3 })),
  ...{ despatchDate: maybe(day), estimatedDelivery: maybe(day) },
  grossWeight: maybe(fc.record({ value: decimal(5, 3), unit: fc.constant('KGM') })),
  packages: maybe(
    fc.array(
      fc.record({
        type: fc.constantFrom('CT', 'PX'),
        weight: maybe(fc.record({ value: decimal(5, 3), unit: fc.constant('KGM') })),
        sscc: maybe(fc.stringMatching(/^[0-9]{18}$/)),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  ),
})

const anyDocument = fc
  .constantFrom('quotes' as const, 'orders' as const, 'shipments' as const, 'invoices' as const)
  .chain((type) => {
    const priced = type !== 'shipments'
    return fc
      .record({
        ...{
          number,
          issueDate: day,
          note: maybe(prose),
          customerReference: maybe(number),
          billTo: maybe(party),
          shipTo: maybe(party),
        },
        ...{
          shipFrom: maybe(party),
          contact: maybe(person),
          salesperson: maybe(person),
          project: maybe(word),
          costCentre: maybe(word),
        },
        ...{
          paymentTerms: maybe(prose),
          deliveryTerms: fc.constantFrom(undefined, 'DAP Berlin', 'EXW', 'free of charge & carriage'),
        },
        ...{
          currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
          invoiceKind: fc.constantFrom('380' as const, '381' as const, '386' as const),
        },
        ...{
          first: day,
          second: day,
          third: day,
          enquiryNumber: maybe(number),
          supersedes: maybe(number),
          revision: maybe(word),
          sentAt: fc.constantFrom(undefined, '2026-03-01T08:30:00Z', '2026-03-01T00:30:00.250+02:00'),
          bankAccount: fc.constantFrom(undefined, 'DE00 1', 'DE00 2 · NORDDE'),
        },
        ...{ paymentReference: maybe(word), earlyPayment: fc.constantFrom(undefined, '2 %', '2.5 % (2026-03-10)') },
        ...{
          net: decimal(12, 4),
          discount: maybe(decimal(9, 2)),
          charges: maybe(decimal(9, 2)),
          tax: maybe(decimal(12, 4)),
        },
        ...{
          gross: decimal(12, 4),
          paid: maybe(decimal(9, 4)),
          open: maybe(decimal(9, 4)),
          taxes,
          shipment: shipmentOf,
        },
        payments: fc.uniqueArray(fc.record({ date: day, amount: decimal(9, 4), reference: word }), {
          maxLength: 2,
          selector: ({ reference: of }) => of,
        }),
        references: fc.uniqueArray(reference(['quotes', 'orders', 'shipments', 'invoices']), {
          maxLength: 4,
          selector: (entry) => `${entry.type}/${entry.number}`,
        }),
        lines: fc.array(lineOf(type), { maxLength: 4 }),
        extra: priced ? fc.array(chargeOf, { maxLength: 2 }) : fc.constant([]),
        status: fc.constantFrom(
          'received',
          'on_hold',
          'confirmed',
          'in_progress',
          'completed',
          'rejected',
          'cancelled',
        ),
      })
      .map((drawn) => documentOf(type, drawn))
  })

type DrawnDocument = { [name: string]: unknown } & { lines: DrawnLine[]; extra: IngestLine[] }

/** The fields that a document of the type has, out of all generated ones. */
function documentOf(type: IngestDocument['type'], drawn: unknown): IngestDocument {
  const fields = drawn as DrawnDocument & Record<string, string>
  const { lines, extra, first, second, third, net, discount, charges, tax, gross, paid, open, ...remaining } = fields
  const {
    enquiryNumber,
    supersedes,
    revision,
    sentAt,
    bankAccount,
    paymentReference,
    earlyPayment,
    shipment,
    shipFrom,
    invoiceKind,
    payments,
    taxes: drawnTaxes,
    ...rest
  } = remaining as Record<string, unknown>
  const { status, paymentTerms, costCentre, currency, ...common } = rest
  const invoice = type === 'invoices'
  const itemLines = lines.map((line, index) => toLine(line, index, type))
  const chargeLines = extra.map((line, index) =>
    withoutEmpty({ ...line, line: `AC${index + 1}`, kind: 'charge' as const }),
  )
  const otherReferences = ((common.references ?? []) as { type: string; number: string }[]).filter(
    (ref) => ref.type !== type || ref.number !== common.number,
  )
  return withoutEmpty({
    ...common,
    ...{ type, account: sides.account.number, references: otherReferences },
    lines: [...itemLines, ...chargeLines],
    ...(type === 'shipments'
      ? { shipFrom, shipment, costCentre, promisedDate: first, deliveredDate: second }
      : {
          currency,
          paymentTerms,
          totals: { net, discount, charges, tax, gross, ...(invoice ? { paid, open } : {}) },
          taxes: drawnTaxes,
        }),
    ...(type === 'quotes' ? { validUntil: first, details: { enquiryNumber, supersedes, revision, sentAt } } : {}),
    ...(type === 'orders'
      ? { status, costCentre, requestedDate: first, promisedDate: second, estimatedDate: third }
      : {}),
    ...(invoice
      ? { costCentre, dueDate: first, invoiceKind, payments, details: { bankAccount, paymentReference, earlyPayment } }
      : {}),
  }) as unknown as IngestDocument
}

test('a document is valid by the schemas of OASIS and says after UBL what it said before, whatever it says', async () => {
  await fc.assert(
    fc.asyncProperty(anyDocument, async (document) => {
      expect(findMissingValue(document)).toBeUndefined()
      const xml = writeUbl(document, sides)
      validateUbl(xml)
      expect(withLinks(await readAgain(xml))).toEqual(withLinks(carried(document)))
    }),
    { numRuns: isLong ? 100 : 15 },
  )
}, 120_000)

test('a schema refuses what is no UBL', () => {
  const xml = writeUbl({ type: 'quotes', number: 'Q-1', account: 'C-1001', issueDate: '2026-03-01' }, sides)
  expect(() => validateUbl(xml)).toThrow(/QuotedMonetaryTotal/)
})

test('what others wrote as UBL says the same after we wrote it', async () => {
  const folder = join(import.meta.dirname, '../formats/ubl/fixtures')
  let written = 0
  for (const name of readdirSync(folder)) {
    const rewritten = await rewrittenUbl(readFileSync(join(folder, name)))
    if (rewritten === undefined) continue
    expect([name, rewritten.after]).toEqual([name, rewritten.before])
    written += 1
  }
  expect(written).toBeGreaterThanOrEqual(5)
})
