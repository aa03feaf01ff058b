import type { DocumentDetail, DocumentLine } from '#contract/documents/endpoints.ts'
import { headerFieldList } from '#contract/documents/header-fields.ts'
import { type LineFieldName, lineFields } from '#contract/documents/line-fields.ts'
import { type AgeingStep, ageingSteps, type Movement, type Statement } from '#contract/statement.ts'
import type { PrintedReturn } from './return.ts'

/*
 * Business that nobody does: what a paper of each kind is made of, so that one sees a supplier's data on it. All amounts
 * add up, at a tax rate of 19 %.
 */

/** Writes a calendar date so many days after that of the example. */
type DateAfter = (days: number) => string

const day = 24 * 3600 * 1000
/** Gives the calendar dates around the day of the example. */
const datesAround =
  (today: string): DateAfter =>
  (days) =>
    new Date(Date.parse(today) + days * day).toISOString().slice(0, 10)

/** The customer of all examples. */
export const exampleAccount = { number: 'C-1001', name: 'Example Ltd' }
const [currency, taxPercent] = ['EUR', 19]
const customerIn = (country: string | null) => ({
  ...exampleAccount,
  ...{ contact: null, lines: ['1 Example Street'], postalCode: '00000', city: 'Example', region: null, country },
  ...{ email: null, phone: null, legalName: null, taxNumber: null, companyNumber: null },
})
const goods = [
  { sku: 'BB-6204', name: 'Ball bearing 6204-2RS, 20 × 47 × 14 mm', cents: 485, of: 40 },
  { sku: 'OR-2430', name: 'O-ring 24 × 3 mm, NBR 70', cents: 38, of: 250 },
  { sku: 'HX-0840', name: 'Hex bolt M8 × 40, ISO 4017, A2', cents: 21, of: 500 },
  { sku: 'VB-1215', name: 'V-belt SPA 1215', cents: 1290, of: 12 },
  { sku: 'PU-0316', name: 'Gear pump G 3/16, 250 bar', cents: 31_400, of: 2 },
]
const amount = (cents: number) => (cents / 100).toFixed(2)
const noLineFields = Object.fromEntries(Object.keys(lineFields).map((name) => [name, null])) as Record<
  LineFieldName,
  null
>
const noHeaderFields = Object.fromEntries(headerFieldList.map(([name]) => [name, null]))

type Goods = { line: DocumentLine; cents: number }

function exampleLine(index: number, dateAfter: DateAfter): Goods {
  const item = goods[index % goods.length] as (typeof goods)[number]
  const cents = item.cents * item.of
  const line: DocumentLine = {
    ...noLineFields,
    ...{ line: String(index + 1), kind: 'item', sku: item.sku, name: item.name, quantity: String(item.of), unit: 'EA' },
    ...{ unitPrice: amount(item.cents), taxRate: String(taxPercent), amount: amount(cents) },
    promisedDate: dateAfter(7),
    ...{ deliveries: [], allowances: [], properties: [], parts: [], details: {} },
    ...{ serials: [], lots: [], references: [] },
  }
  return { line, cents }
}

function totalsOf(lines: readonly Goods[], paidCents: number) {
  const net = lines.reduce((sum, { cents }) => sum + cents, 0)
  const tax = Math.round((net * taxPercent) / 100)
  const gross = net + tax
  const settlement = {
    paid: paidCents === 0 ? null : amount(paidCents),
    credited: null,
    open: amount(gross - paidCents),
  }
  return {
    totals: {
      ...{ net: amount(net), discount: null, charges: null, tax: amount(tax), gross: amount(gross), payable: null },
      ...settlement,
    },
    taxes: [{ category: 'S', rate: String(taxPercent), base: amount(net), amount: amount(tax), reason: null }],
  }
}

const numbers = { quotes: 'Q-1001', orders: 'SO-1001', shipments: 'DN-1001', invoices: 'INV-1001' } as const
const statuses = { quotes: 'open', orders: 'confirmed', shipments: 'in_transit', invoices: 'open' } as const
type ExampleType = keyof typeof numbers

type ExampleOptions = { type: ExampleType; isCreditNote?: boolean; lineCount: number; country: string | null }
/** When the example is made, and the supplier's day of that moment. */
type ExampleTime = { now: Date; today: string }

/** A document with so many lines of a customer in a country, and what its paper names of the business before it. */
export function exampleDocument(
  { type, isCreditNote = false, lineCount, country }: ExampleOptions,
  { now, today }: ExampleTime,
) {
  const dateAfter = datesAround(today)
  const lines = Array.from({ length: lineCount }, (_, index) => exampleLine(index, dateAfter))
  const header: Readonly<Record<ExampleType, Readonly<Record<string, unknown>>>> = {
    quotes: { validUntil: dateAfter(30) },
    orders: { promisedDate: dateAfter(7) },
    shipments: { despatchDate: dateAfter(0), carrier: 'Example Carrier', trackingNumbers: ['00340434161094042557'] },
    invoices: isCreditNote ? { invoiceKind: '381' } : { invoiceKind: '380', dueDate: dateAfter(30) },
  }
  const customer = customerIn(country)
  const isShipment = type === 'shipments'
  const detail: DocumentDetail = {
    ...(noHeaderFields as { [N in keyof DocumentDetail]: null }),
    ...{ type, number: isCreditNote ? 'CN-1001' : numbers[type], status: statuses[type], act: null },
    header: {
      ...{ issueDate: dateAfter(0), currency, customerReference: 'PO-7781' },
      ...{ sourceModifiedAt: `${now.toISOString().slice(0, 16)}:00Z`, ...header[type] },
    },
    ...{ billTo: customer, shipTo: type === 'invoices' ? null : customer, shipFrom: null, seller: null, buyer: null },
    ...{ originator: null, payee: null, taxRepresentative: null, contact: null, salesperson: null },
    ...totalsOf(lines, 0),
    ...{ payments: [], paymentMeans: [], packages: [], grossWeight: null, lines: lines.map(({ line }) => line) },
    ...{ chain: [], missing: [], events: [], attachments: [], original: null },
    ...{ paymentLink: null, payTo: null, transferCode: null, version: null },
    ...(isShipment ? { packages: [examplePackage], grossWeight: { value: '38.4', unit: 'KGM' } } : {}),
  }
  const before = { quotes: [], orders: ['quotes'], shipments: ['orders'], invoices: ['orders', 'shipments'] } as const
  const references = isCreditNote ? (['invoices'] as const) : before[type]
  return { detail, references: references.map((earlier) => ({ type: earlier, number: numbers[earlier] })) }
}

const examplePackage: DocumentDetail['packages'][number] = {
  ...{ sscc: '340123450000000018', type: 'CT', weight: { value: '38.4', unit: 'KGM' }, trackingNumber: null },
  ...{ dimensions: { length: null, width: null, height: null, unit: null }, parent: null },
}

/** A statement of the last month with so many invoices, all but the last of them paid. */
export function exampleStatement(invoiceCount: number, { today }: ExampleTime): Statement {
  const dateAfter = datesAround(today)
  const cents = 118_405
  const common = { customerReference: null, method: null, reference: null, setOff: [], disputed: false }
  const movements = Array.from({ length: invoiceCount }, (_, index): Movement[] => {
    const number = `INV-${1001 + index}`
    const date = dateAfter(Math.floor(((index - invoiceCount) * 28) / invoiceCount))
    const invoice: Movement = {
      ...{ ...common, date, kind: 'invoice', number, dueDate: dateAfter(20), customerReference: `PO-${7781 + index}` },
      ...{ amount: amount(cents), balance: amount(cents) },
    }
    const payment: Movement = {
      ...{ ...common, date, kind: 'payment', number, dueDate: null, method: 'SEPA', reference: `TRX-${index + 1}` },
      ...{ amount: amount(-cents), balance: '0.00' },
    }
    return index === invoiceCount - 1 ? [invoice] : [invoice, payment]
  }).flat()
  const ageing = ageingSteps.map((step: AgeingStep) => ({
    ...{ step, amount: step === 'current' ? amount(cents) : '0', count: step === 'current' ? 1 : 0, disputed: '0' },
    ...{ from: null, to: null },
  }))
  return {
    ...{ account: exampleAccount, currency, from: dateAfter(-30), to: dateAfter(0), opening: '0.00' },
    ...{ charged: amount(cents * invoiceCount), settled: amount(-cents * (invoiceCount - 1)), closing: amount(cents) },
    ...{ count: movements.length, movements, today: dateAfter(0) },
    balances: [
      {
        ...{ currency, balance: amount(cents), overdue: '0', disputed: '0', disputedOverdue: '0', creditLimit: null },
        ageing,
      },
    ],
  }
}

/** A return of so many lines to which the supplier has agreed. */
export function exampleReturn(lineCount: number, { now, today }: ExampleTime): PrintedReturn {
  const at = now.toISOString()
  return {
    ...{ number: 'R-1001', supplierNumber: null, collectAt: null, sendTo: null, request: { madeAt: at } },
    steps: [
      { step: 'asked', at },
      { step: 'approved', at },
    ],
    lines: Array.from({ length: lineCount }, (_, index) => {
      const { line, sku, name, unit } = exampleLine(index, datesAround(today)).line
      return {
        ...{ line, sku, name, unit, shipment: numbers.shipments, order: numbers.orders, orderLine: line, note: null },
        ...{ reason: 'damaged', quantity: '2', approved: '2', received: '0', credited: '0' },
      }
    }),
  }
}
