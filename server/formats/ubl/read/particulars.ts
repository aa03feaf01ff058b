import type { Field as DefinedField } from '#contract/documents/definition.ts'
import { type LineField, lineFields, lineParticulars } from '#contract/documents/line-fields.ts'
import { particularsOf } from '#contract/documents/particulars.ts'
import { ublPaths } from '#contract/documents/ubl-paths.ts'
import type { DocumentType } from '#contract/values.ts'
import {
  country,
  date,
  distinct,
  elementsAt,
  type FieldReader,
  inCurrency,
  price,
  quantity,
  type Reading,
  shape,
  text,
  textOf,
} from './fields.ts'
import type { XmlElement } from './xml.ts'

/*
 * Reads the particulars of a UBL document, its values beyond the main fields, at the paths that contract/documents
 * defines. Values composed of several elements, or subject to conditions, have their own readers here.
 */

type Texts = Readonly<Record<string, string>>
const maxLength = 2000

/** All texts at the paths, without duplicates, separated by commas. */
const allTexts =
  (...paths: string[]): FieldReader<string> =>
  (node) =>
    joinDistinct(
      paths.flatMap((path) => elementsAt(node, path).map(textOf)),
      ', ',
    )

const joinDistinct = (texts: readonly string[], separator: string) =>
  distinct(texts.filter((text) => text !== ''))
    ?.join(separator)
    .slice(0, maxLength)
    .toWellFormed()

const textAt = (node: XmlElement, ...paths: string[]) =>
  paths.flatMap((path) => elementsAt(node, path).map(textOf)).find((text) => text !== '') ?? ''

function readerOf(kind: string, paths: readonly string[], max?: number): FieldReader<string> {
  if (kind === 'date') return date(...paths)
  if (kind === 'flag') return flag(paths)
  if (kind === 'quantity' || kind === 'percent') return quantity(...paths)
  if (kind === 'country') return country(...paths)
  if (kind === 'money') return price(...paths)
  return max === undefined ? allTexts(...paths) : text(max, ...paths)
}

/** "true" if the flag is set, otherwise undefined. */
const flag =
  (paths: readonly string[]): FieldReader<string> =>
  (node) =>
    /^(true|1)$/i.test(textAt(node, ...paths)) ? 'true' : undefined

/** A time without its seconds, such as "01:30", with "UTC" or an offset after it if it has a zone. */
function timeOf(raw: string): string {
  const [, time, zone] = /^(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(raw) ?? []
  return time ? [time, zone === 'Z' ? 'UTC' : zone].filter(Boolean).join(' ') : raw
}

/** A period with times or of more than one day, such as "2026-03-01 08:00 – 2026-03-02"; undefined for a plain day. */
const timeWindow =
  (...paths: string[]): FieldReader<string> =>
  (node) => {
    const [period] = paths.flatMap((path) => elementsAt(node, path))
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

/** Codes of references that other fields cover already. */
const coveredCodes = new Set(['50', '130', '220', '231', '310', '351', '380'])
const referencePaths = [
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

/** Other documents that are named or linked, one per line: number, type, description, link, code and date. */
const otherDocuments: FieldReader<string> = (node) => {
  const lines = referencePaths
    .flatMap((path) => elementsAt(node, path))
    .map((reference) => {
      const typeCode = textAt(reference, 'cbc:DocumentTypeCode')
      const type = textAt(reference, 'cbc:DocumentType')
      const link = textAt(reference, 'cac:Attachment/cac:ExternalReference/cbc:URI')
      const descriptions = [type, textAt(reference, 'cbc:DocumentDescription'), link].filter((text) => text !== '')
      const embedded = elementsAt(reference, 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject')
      const id = textAt(reference, 'cbc:ID')
      const isCovered =
        reference.name === 'cac:AdditionalDocumentReference' && coveredCodes.has(typeCode) && link === ''
      const isAttachment =
        descriptions.length === 0 && embedded.some(({ attributes }) => attributes.filename?.trim() === id)
      if (isCovered || isAttachment || type === 'Revision' || type === 'Superseded') return ''
      const code = typeCode === '' || coveredCodes.has(typeCode) ? [] : [typeCode]
      return [id, ...descriptions, ...code, textAt(reference, 'cbc:IssueDate').slice(0, 10)]
        .filter((text) => text !== '')
        .join(' · ')
    })
  return joinDistinct(lines, '\n')
}

const objectCode = '130'
const invoicedObject: FieldReader<string> = (node) => {
  const references = elementsAt(node, 'cac:AdditionalDocumentReference').filter(
    (reference) => textAt(reference, 'cbc:DocumentTypeCode') === objectCode,
  )
  return joinDistinct(
    references.map((reference) => textAt(reference, 'cbc:ID')),
    ', ',
  )
}

const invoiceType: FieldReader<string> = (node, reading) => {
  const code = text(100, 'cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode')(node, reading)
  return code === undefined || ['380', '381', '386'].includes(code) ? undefined : code
}

/** The buyer's own reference; undefined if it is already used as the reference of the order. */
const buyerReference: FieldReader<string> = (node, reading) => {
  if (node.name.startsWith('Order')) return text(300, 'cbc:CustomerReference')(node, reading)
  const hasOrder = elementsAt(node, 'cac:OrderReference/cbc:ID')
    .map(textOf)
    .some((id) => !/^(n\/?a)?$/i.test(id))
  return hasOrder ? text(300, 'cbc:BuyerReference')(node, reading) : undefined
}

const taxElsewhere: FieldReader<string> = (node, reading) => {
  const others = elementsAt(node, 'cac:TaxTotal/cbc:TaxAmount').filter((element) => !inCurrency(element, reading))
  return joinDistinct(
    others.map((element) => `${textOf(element)} ${element.attributes.currencyID ?? ''}`.trim()),
    ', ',
  )
}

/** Taxes with their names, such as "ReteIVA 15.00 %: 57.00". */
const namedTaxes =
  (path: string): FieldReader<string> =>
  (node) => {
    const subtotals = elementsAt(node, path)
    return joinDistinct(
      subtotals.map((subtotal) => {
        const name = textAt(subtotal, 'cac:TaxCategory/cac:TaxScheme/cbc:Name', 'cac:TaxCategory/cac:TaxScheme/cbc:ID')
        const percent = textAt(subtotal, 'cac:TaxCategory/cbc:Percent', 'cbc:Percent')
        const unit = textAt(subtotal, 'cbc:PerUnitAmount')
        const base = textAt(subtotal, 'cbc:TaxableAmount')
        const rate = [percent && `${percent} %`, unit && `@ ${unit}`, base && `(${base})`].filter(Boolean).join(' ')
        return `${[name, rate].filter(Boolean).join(' ')}: ${textAt(subtotal, 'cbc:TaxAmount')}`
      }),
      '; ',
    )
  }

const exchangeRatePaths = [
  'cac:TaxExchangeRate',
  'cac:PricingExchangeRate',
  'cac:PaymentExchangeRate',
  'cac:PaymentAlternativeExchangeRate',
]
const exchangeRate: FieldReader<string> = (node) => {
  const lines = exchangeRatePaths
    .flatMap((path) => elementsAt(node, path))
    .map((element) => {
      const rate = textAt(element, 'cbc:CalculationRate')
      const day = textAt(element, 'cbc:Date').slice(0, 10)
      if (rate === '') return ''
      const base = textAt(element, 'cbc:SourceCurrencyBaseRate') || '1'
      return `${base} ${textAt(element, 'cbc:SourceCurrencyCode')} = ${rate} ${textAt(element, 'cbc:TargetCurrencyCode')}${day && ` (${day})`}`
    })
  return joinDistinct(lines, ', ')
}

const confirmationNumber: FieldReader<string> = (node, reading) => {
  if (!node.name.startsWith('OrderResponse')) return undefined
  const number = text(200, 'cbc:ID')(node, reading)
  const sellersNumber = textAt(node, 'cbc:SalesOrderID') || textAt(node, 'cac:OrderReference/cbc:SalesOrderID')
  return number === sellersNumber ? undefined : number
}

const composedFields: Readonly<Record<string, FieldReader<string>>> = {
  otherDocuments,
  invoicedObject,
  invoiceType,
  buyerReference,
  taxElsewhere,
  withheld: namedTaxes('cac:WithholdingTaxTotal/cac:TaxSubtotal'),
  exchangeRate,
  deliveredTime: (node) => timeOf(textAt(node, 'cac:Delivery/cbc:ActualDeliveryTime')) || undefined,
  confirmationNumber,
  deliveryWindow: timeWindow(
    'cac:Delivery/cac:RequestedDeliveryPeriod',
    'cac:Shipment/cac:Delivery/cac:RequestedDeliveryPeriod',
  ),
  promisedWindow: timeWindow('cac:Delivery/cac:PromisedDeliveryPeriod'),
}

/** A reader of the particulars that a type defines, for the document's root. */
export function headerParticulars(type: DocumentType): FieldReader<Texts> {
  const fields: Readonly<Record<string, DefinedField>> = particularsOf(type)
  const readers = Object.entries(fields).flatMap(([name, { kind }]): [string, FieldReader<string>][] => {
    const paths = ublPaths[name] ?? []
    const read = composedFields[name] ?? (paths.length > 0 ? readerOf(kind, paths) : undefined)
    return read ? [[name, read]] : []
  })
  return shape(Object.fromEntries(readers)) as FieldReader<Texts>
}

const hasSingleTax = (node: XmlElement) =>
  elementsAt(node, 'cac:TaxTotal/cac:TaxSubtotal').length <= 1 &&
  elementsAt(node, 'cac:TaxTotal').length <= 1 &&
  elementsAt(node, 'cac:TaxTotal/cac:TaxSubtotal/cbc:PerUnitAmount').length === 0

/** A line's tax amount if it has a single tax; for several taxes see `lineTaxes`. */
const lineTax: FieldReader<string> = (node, reading) => {
  return hasSingleTax(node) ? price(...lineParticulars.taxAmount.ubl)(node, reading) : undefined
}

const lineTaxes: FieldReader<string> = (node) =>
  !hasSingleTax(node) ? namedTaxes('cac:TaxTotal/cac:TaxSubtotal')(node, silent) : undefined
const silent: Reading = { errors: [], warnings: [], currency: undefined }

const lineDocuments: FieldReader<string> = (node) => {
  const references = [
    ...elementsAt(node, 'cac:DocumentReference'),
    ...elementsAt(node, 'cac:Item/cac:ItemSpecificationDocumentReference'),
  ]
  return joinDistinct(
    references.map((reference) =>
      [
        ...['cbc:ID', 'cbc:DocumentType', 'cbc:DocumentDescription', 'cac:Attachment/cac:ExternalReference/cbc:URI'],
        ...['cbc:DocumentTypeCode', 'cbc:IssueDate'],
      ]
        .map((path) => textAt(reference, path))
        .filter((text) => text !== '' && text !== objectCode)
        .join(' · '),
    ),
    '\n',
  )
}

/** The numbers of order lines whose order neither the line nor the header names. */
const orderLine: FieldReader<string> = (node) => {
  const isNamed = [node, node.parent].some((scope) => scope && elementsAt(scope, 'cac:OrderReference').length > 0)
  const ownReferences = elementsAt(node, 'cac:OrderLineReference').filter(
    (reference) => elementsAt(reference, 'cac:OrderReference').length === 0,
  )
  const lines = isNamed ? [] : ownReferences.map((reference) => textAt(reference, 'cbc:LineID', 'cbc:SalesOrderLineID'))
  return joinDistinct(
    lines.filter((line) => !/^n\/?a$/i.test(line)),
    ', ',
  )
}

const composedOfLine: Readonly<Record<string, FieldReader<string>>> = {
  taxAmount: lineTax,
  taxes: lineTaxes,
  otherDocuments: lineDocuments,
  orderLine,
  deliveryWindow: timeWindow('cac:Delivery/cac:RequestedDeliveryPeriod'),
  promisedWindow: timeWindow('cac:Delivery/cac:PromisedDeliveryPeriod'),
}

/** Readers of the fields of a list that have UBL paths or a reader of their own, for the element that holds the item. */
const lineReaders = (fields: Readonly<Record<string, LineField>>): Record<string, FieldReader<string>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, ubl, max }]): [string, FieldReader<string>][] => {
      const read = composedOfLine[name] ?? (ubl && readerOf(kind, ubl, max))
      return read ? [[name, read]] : []
    }),
  )

/** A reader of a line's particulars. */
export const particularsOfLine = shape(lineReaders(lineParticulars)) as FieldReader<Texts>

/** Readers of the line fields whose UBL paths are in their list. */
export const listedLineFields = lineReaders(lineFields)
