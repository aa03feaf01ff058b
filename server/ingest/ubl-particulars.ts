import type { Field as DefinedField } from '../../contract/documents/definition.ts'
import { lineParticulars } from '../../contract/documents/line-particulars.ts'
import { particulars } from '../../contract/documents/particulars.ts'
import { ublPlaces } from '../../contract/documents/ubl-places.ts'
import type { DocumentType } from '../../contract/values.ts'
import {
  date,
  distinct,
  elementsAt,
  type Field,
  inCurrency,
  price,
  quantity,
  type Reading,
  shape,
  words,
  wordsOf,
} from './ubl-fields.ts'
import type { XmlElement } from './ubl-xml.ts'

/*
 * What a UBL document says beyond its main fields: contract/documents/particulars.ts tells where each value stands. Those
 * that are put together of several elements, or of which not every value counts, are read here.
 */

type Texts = Readonly<Record<string, string>>
const most = 2000

/** Every text that the paths lead to, once. */
const everyText =
  (...paths: string[]): Field<string> =>
  (at) =>
    listed(
      paths.flatMap((path) => elementsAt(at, path).map(wordsOf)),
      ', ',
    )

const listed = (texts: readonly string[], between: string) =>
  distinct(texts.filter((text) => text !== ''))
    ?.join(between)
    .slice(0, most)
    .toWellFormed()

const textAt = (at: XmlElement, ...paths: string[]) =>
  paths.flatMap((path) => elementsAt(at, path).map(wordsOf)).find((text) => text !== '') ?? ''

function readerOf(kind: string, paths: readonly string[]): Field<string> {
  if (kind === 'date') return date(...paths)
  if (kind === 'flag') return isSo(paths)
  if (kind === 'quantity') return quantity(...paths)
  return kind === 'money' ? price(...paths) : everyText(...paths)
}

/** Said only where it is so. */
const isSo =
  (paths: readonly string[]): Field<string> =>
  (at) =>
    /^(true|1)$/i.test(textAt(at, ...paths)) ? 'true' : undefined

/** "01:30" of a time with seconds; "UTC" behind one that says so. */
function timeOf(written: string): string {
  const [, time, zone] = /^(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(written) ?? []
  return time ? [time, zone === 'Z' ? 'UTC' : zone].filter(Boolean).join(' ') : written
}

/** From when to when something is wanted, where that is more than one day: "2026-03-01 08:00 – 2026-03-02". */
const window =
  (...paths: string[]): Field<string> =>
  (at) => {
    const [period] = paths.flatMap((path) => elementsAt(at, path))
    if (!period) return undefined
    const moment = (edge: 'Start' | 'End') => {
      const time = timeOf(textAt(period, `cbc:${edge}Time`))
      return [textAt(period, `cbc:${edge}Date`).slice(0, 10), time].filter(Boolean).join(' ')
    }
    const [from, to] = [moment('Start'), moment('End')]
    return from !== to && from !== '' && (to !== '' || from.length > 10)
      ? [from, to].filter(Boolean).join(' – ')
      : to.length > 10
        ? to
        : undefined
  }

/** References that say nothing more than what other fields are made of. */
const spoken = new Set(['50', '130', '220', '231', '310', '351', '380'])
const beside = [
  'cac:AdditionalDocumentReference',
  'cac:OrderDocumentReference',
  'cac:StatementDocumentReference',
  'cac:CatalogueDocumentReference',
  'cac:CatalogueReference',
  'cac:DocumentReference',
  'cac:BillingReference/cac:CreditNoteDocumentReference',
  'cac:BillingReference/cac:DebitNoteDocumentReference',
  'cac:BillingReference/cac:SelfBilledInvoiceDocumentReference',
  'cac:BillingReference/cac:AdditionalDocumentReference',
]

/** Documents that are named or linked: number, kind, description, date and address, a line each. */
const otherDocuments: Field<string> = (at) => {
  const lines = beside
    .flatMap((path) => elementsAt(at, path))
    .map((one) => {
      const typeCode = textAt(one, 'cbc:DocumentTypeCode')
      const type = textAt(one, 'cbc:DocumentType')
      const link = textAt(one, 'cac:Attachment/cac:ExternalReference/cbc:URI')
      const said = [type, textAt(one, 'cbc:DocumentDescription'), link].filter((text) => text !== '')
      const embedded = elementsAt(one, 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject')
      const id = textAt(one, 'cbc:ID')
      const isSpoken = one.name === 'cac:AdditionalDocumentReference' && spoken.has(typeCode) && link === ''
      const isPaper = said.length === 0 && embedded.some(({ attributes }) => attributes.filename?.trim() === id)
      if (isSpoken || isPaper || type === 'Revision' || type === 'Superseded') return ''
      const code = typeCode === '' || spoken.has(typeCode) ? [] : [typeCode]
      return [id, ...said, ...code, textAt(one, 'cbc:IssueDate').slice(0, 10)].filter((text) => text !== '').join(' · ')
    })
  return listed(lines, '\n')
}

const objectCode = '130'
const invoicedObject: Field<string> = (at) => {
  const found = elementsAt(at, 'cac:AdditionalDocumentReference').filter(
    (one) => textAt(one, 'cbc:DocumentTypeCode') === objectCode,
  )
  return listed(
    found.map((one) => textAt(one, 'cbc:ID')),
    ', ',
  )
}

const invoiceType: Field<string> = (at, reading) => {
  const code = words(100, 'cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode')(at, reading)
  return code === undefined || ['380', '381', '386'].includes(code) ? undefined : code
}

/** The buyer's word for whom the invoice or the goods are to reach, unless it already stands for the order. */
const buyerReference: Field<string> = (at, reading) => {
  if (at.name.startsWith('Order')) return words(300, 'cbc:CustomerReference')(at, reading)
  const ordered = elementsAt(at, 'cac:OrderReference/cbc:ID')
    .map(wordsOf)
    .some((id) => !/^(n\/?a)?$/i.test(id))
  return ordered ? words(300, 'cbc:BuyerReference')(at, reading) : undefined
}

const taxElsewhere: Field<string> = (at, reading) => {
  const others = elementsAt(at, 'cac:TaxTotal/cbc:TaxAmount').filter((element) => !inCurrency(element, reading))
  return listed(
    others.map((element) => `${wordsOf(element)} ${element.attributes.currencyID ?? ''}`.trim()),
    ', ',
  )
}

/** Taxes by their names, such as "ReteIVA 15.00 %: 57.00". */
const taxesNamed =
  (path: string): Field<string> =>
  (at) => {
    const subtotals = elementsAt(at, path)
    return listed(
      subtotals.map((one) => {
        const name = textAt(one, 'cac:TaxCategory/cac:TaxScheme/cbc:Name', 'cac:TaxCategory/cac:TaxScheme/cbc:ID')
        const percent = textAt(one, 'cac:TaxCategory/cbc:Percent', 'cbc:Percent')
        const unit = textAt(one, 'cbc:PerUnitAmount')
        const base = textAt(one, 'cbc:TaxableAmount')
        const rate = [percent && `${percent} %`, unit && `@ ${unit}`, base && `(${base})`].filter(Boolean).join(' ')
        return `${[name, rate].filter(Boolean).join(' ')}: ${textAt(one, 'cbc:TaxAmount')}`
      }),
      '; ',
    )
  }

const rates = [
  'cac:TaxExchangeRate',
  'cac:PricingExchangeRate',
  'cac:PaymentExchangeRate',
  'cac:PaymentAlternativeExchangeRate',
]
const exchangeRate: Field<string> = (at) => {
  const lines = rates
    .flatMap((path) => elementsAt(at, path))
    .map((one) => {
      const rate = textAt(one, 'cbc:CalculationRate')
      const day = textAt(one, 'cbc:Date').slice(0, 10)
      if (rate === '') return ''
      const base = textAt(one, 'cbc:SourceCurrencyBaseRate') || '1'
      return `${base} ${textAt(one, 'cbc:SourceCurrencyCode')} = ${rate} ${textAt(one, 'cbc:TargetCurrencyCode')}${day && ` (${day})`}`
    })
  return listed(lines, ', ')
}

const confirmationNumber: Field<string> = (at, reading) => {
  if (!at.name.startsWith('OrderResponse')) return undefined
  const number = words(200, 'cbc:ID')(at, reading)
  const seller = textAt(at, 'cbc:SalesOrderID') || textAt(at, 'cac:OrderReference/cbc:SalesOrderID')
  return number === seller ? undefined : number
}

const composed: Readonly<Record<string, Field<string>>> = {
  otherDocuments,
  invoicedObject,
  invoiceType,
  buyerReference,
  taxElsewhere,
  withheld: taxesNamed('cac:WithholdingTaxTotal/cac:TaxSubtotal'),
  exchangeRate,
  deliveredTime: (at) => timeOf(textAt(at, 'cac:Delivery/cbc:ActualDeliveryTime')) || undefined,
  confirmationNumber,
  deliveryWindow: window(
    'cac:Delivery/cac:RequestedDeliveryPeriod',
    'cac:Shipment/cac:Delivery/cac:RequestedDeliveryPeriod',
  ),
  promisedWindow: window('cac:Delivery/cac:PromisedDeliveryPeriod'),
}

/** The particulars of a type, as far as the document has them. Read at the root. */
export function headerParticulars(type: DocumentType): Field<Texts> {
  const fields: Readonly<Record<string, DefinedField>> = particulars[type]
  const readers = Object.entries(fields).flatMap(([name, { kind }]): [string, Field<string>][] => {
    const ubl = ublPlaces[name] ?? []
    const read = composed[name] ?? (ubl.length > 0 ? readerOf(kind, ubl) : undefined)
    return read ? [[name, read]] : []
  })
  return shape(Object.fromEntries(readers)) as Field<Texts>
}

const isOneTax = (at: XmlElement) =>
  elementsAt(at, 'cac:TaxTotal/cac:TaxSubtotal').length <= 1 &&
  elementsAt(at, 'cac:TaxTotal').length <= 1 &&
  elementsAt(at, 'cac:TaxTotal/cac:TaxSubtotal/cbc:PerUnitAmount').length === 0

/** A line's tax, where one amount says it; several are told by their names. */
const lineTax: Field<string> = (at, reading) => {
  return isOneTax(at) ? price(...lineParticulars.taxAmount.ubl)(at, reading) : undefined
}

const lineTaxes: Field<string> = (at) =>
  !isOneTax(at) ? taxesNamed('cac:TaxTotal/cac:TaxSubtotal')(at, quiet) : undefined
const quiet: Reading = { errors: [], warnings: [], currency: undefined }

const lineDocuments: Field<string> = (at) => {
  const found = [
    ...elementsAt(at, 'cac:DocumentReference'),
    ...elementsAt(at, 'cac:Item/cac:ItemSpecificationDocumentReference'),
  ]
  return listed(
    found.map((one) =>
      [
        ...['cbc:ID', 'cbc:DocumentType', 'cbc:DocumentDescription', 'cac:Attachment/cac:ExternalReference/cbc:URI'],
        ...['cbc:DocumentTypeCode', 'cbc:IssueDate'],
      ]
        .map((path) => textAt(one, path))
        .filter((text) => text !== '' && text !== objectCode)
        .join(' · '),
    ),
    '\n',
  )
}

/** The line of an order that neither the line nor the header names. */
const orderLine: Field<string> = (at) => {
  const named = [at, at.parent].some((one) => one && elementsAt(one, 'cac:OrderReference').length > 0)
  const own = elementsAt(at, 'cac:OrderLineReference').filter(
    (one) => elementsAt(one, 'cac:OrderReference').length === 0,
  )
  const lines = named ? [] : own.map((one) => textAt(one, 'cbc:LineID', 'cbc:SalesOrderLineID'))
  return listed(
    lines.filter((line) => !/^n\/?a$/i.test(line)),
    ', ',
  )
}

const composedOfLine: Readonly<Record<string, Field<string>>> = {
  taxAmount: lineTax,
  taxes: lineTaxes,
  otherDocuments: lineDocuments,
  orderLine,
  deliveryWindow: window('cac:Delivery/cac:RequestedDeliveryPeriod'),
  promisedWindow: window('cac:Delivery/cac:PromisedDeliveryPeriod'),
}

/** The particulars of a line, as far as it has them. Read at the element that holds the item. */
export const particularsOfLine: Field<Texts> = shape(
  Object.fromEntries(
    Object.entries(lineParticulars).map(([name, { kind, ubl }]) => [name, composedOfLine[name] ?? readerOf(kind, ubl)]),
  ),
) as Field<Texts>
