import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { fromMillionths, toMillionths } from '#contract/money.ts'
import { allowances, discountPercent } from './charges.ts'
import {
  amount,
  date,
  distinct,
  each,
  either,
  elementsAt,
  type FieldReader,
  identifier,
  inside,
  multilineText,
  price,
  quantity,
  type Reading,
  reference,
  shape,
  text,
  textOf,
  unitOf,
} from './fields.ts'
import { applyItemProperties, isPlaceholder, linePropertyNames, optionOf } from './line-kinds.ts'
import { listedLineFields, particularsOfLine } from './particulars.ts'
import { type XmlElement, xpathOf } from './xml.ts'

/* The lines of each kind of document, as data: the path of a line, and the paths of its values. */

type LineReference = NonNullable<IngestLine['references']>[number]
type LineReferenceReader = (
  node: XmlElement,
  reading: Reading,
  header: NonNullable<IngestDocument['references']>,
) => LineReference[]

export type LineMapping = { path: string; fields: FieldReader<Partial<IngestLine>>; references: LineReferenceReader }

/** The end of the period at `path`, otherwise its beginning. */
export const periodEnd = (path: string) => date(`${path}/cbc:EndDate`, `${path}/cbc:StartDate`)

/** The price of one unit: UBL's price, divided by its base quantity. */
const unitPrice: FieldReader<string> = (node, reading) => {
  const statedPrice = price('cac:Price/cbc:PriceAmount')(node, reading)
  const base = quantity('cac:Price/cbc:BaseQuantity')(node, reading)
  if (statedPrice === undefined || base === undefined) return statedPrice
  const [element] = elementsAt(node, 'cac:Price/cbc:BaseQuantity')
  const unit = unitOf(...quantityPaths)(node, { ...reading, warnings: [] })
  const baseUnit = element?.attributes.unitCode?.trim()
  if (element && unit && baseUnit && unit !== baseUnit) {
    const message = `The price is for ${baseUnit}, but the quantity is in ${unit}: the price was left out.`
    reading.warnings.push({ path: xpathOf(element), message })
    return undefined
  }
  const divisor = toMillionths(base)
  if (divisor <= 0n || divisor === 1_000_000n) return statedPrice
  const scaled = toMillionths(statedPrice) * 1_000_000n
  const half = (scaled < 0n ? -divisor : divisor) / 2n
  return fromMillionths((scaled + half) / divisor, 2)
}

const quantityPaths = ['cbc:Quantity', 'cbc:InvoicedQuantity', 'cbc:CreditedQuantity', 'cbc:DeliveredQuantity']

/** The partial deliveries of a line, if there are several and each has a quantity. */
const deliveries: FieldReader<NonNullable<IngestLine['deliveries']>> = (node, reading) => {
  const elements = elementsAt(node, 'cac:Delivery')
  if (elements.length < 2 || elements.some((element) => elementsAt(element, 'cbc:Quantity').length === 0))
    return undefined
  return elements.map((element) => deliveryPart(element, reading) ?? {})
}
const deliveryPart: FieldReader<NonNullable<IngestLine['deliveries']>[number]> = shape({
  quantity: quantity('cbc:Quantity'),
  requestedDate: either(periodEnd('cac:RequestedDeliveryPeriod'), date('cbc:LatestDeliveryDate')),
  promisedDate: periodEnd('cac:PromisedDeliveryPeriod'),
  estimatedDate: periodEnd('cac:EstimatedDeliveryPeriod'),
})
const latestDate =
  (name: 'requestedDate' | 'promisedDate' | 'estimatedDate'): FieldReader<string> =>
  (node, reading) =>
    deliveries(node, reading)
      ?.flatMap((delivery) => delivery[name] ?? [])
      .toSorted()
      .at(-1)

const joinedCodes =
  (...paths: string[]): FieldReader<string> =>
  (node) =>
    distinct(paths.flatMap((path) => elementsAt(node, path).map(textOf)).filter((code) => code !== ''))
      ?.join(', ')
      .slice(0, 100)

/** The item's properties, without those that describe the line. */
const properties: FieldReader<NonNullable<IngestLine['properties']>> = (node, reading) => {
  const entries = each(
    shape({ name: text(300, 'cbc:Name'), value: text(1000, 'cbc:Value', 'cbc:ValueQuantity') }),
    'cac:Item/cac:AdditionalItemProperty',
  )(node, reading)
  const itemProperties = entries?.filter(({ name }) => !linePropertyNames.includes(name ?? ''))
  return itemProperties && itemProperties.length > 0
    ? (itemProperties as NonNullable<IngestLine['properties']>)
    : undefined
}

/** The sub-lines of a line, at all levels, as a flat list of at most 1,000. */
const parts: FieldReader<NonNullable<IngestLine['parts']>> = (node, reading) => {
  const elements = ['cac:SubInvoiceLine', 'cac:SubCreditNoteLine'].flatMap((path) => elementsAt(node, path))
  const subLines = elements.flatMap((element) => [subLine(element, reading) ?? {}, ...(parts(element, reading) ?? [])])
  return subLines.length === 0 ? undefined : subLines.slice(0, 1000)
}
const subLine: FieldReader<NonNullable<IngestLine['parts']>[number]> = shape({
  line: text(60, 'cbc:ID'),
  sku: text(100, 'cac:Item/cac:SellersItemIdentification/cbc:ID'),
  name: text(1000, 'cac:Item/cbc:Name', 'cac:Item/cbc:Description'),
  quantity: quantity(...quantityPaths),
  unit: unitOf(...quantityPaths),
  unitPrice,
  amount: amount('cbc:LineExtensionAmount'),
})

const serials = each(identifier(100, 'cbc:SerialID'), 'cac:Item/cac:ItemInstance')

const lots: NonNullable<FieldReader<NonNullable<IngestLine['lots']>>> = (node, reading) => {
  const entries = each(
    shape({
      lot: identifier(100, 'cbc:LotNumberID'),
      expiry: date('cbc:ExpiryDate'),
      quantity: quantity('cac:AdditionalItemProperty/cbc:ValueQuantity'),
    }),
    'cac:Item/cac:ItemInstance/cac:LotIdentification',
  )(node, reading)
  return distinct((entries ?? []).flatMap(({ lot, ...rest }) => (lot ? [{ lot, ...rest }] : [])))
}

/** The fields of a line's item, common to all kinds of lines. */
const itemFields = {
  sku: identifier(100, 'cac:Item/cac:SellersItemIdentification/cbc:ID'),
  customerSku: identifier(100, 'cac:Item/cac:BuyersItemIdentification/cbc:ID'),
  gtin: text(20, 'cac:Item/cac:StandardItemIdentification/cbc:ID'),
  name: text(1000, 'cac:Item/cbc:Name', 'cac:Item/cbc:Description'),
  description: multilineText(10_000, 'cac:Item/cbc:Description'),
  quantity: quantity(...quantityPaths),
  unit: unitOf(...quantityPaths),
  unitPrice,
  discountPercent,
  taxRate: quantity(
    'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent',
    'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent',
    'cac:TaxTotal/cac:TaxSubtotal/cbc:Percent',
  ),
  amount: amount('cbc:LineExtensionAmount'),
  requestedDate: either(
    latestDate('requestedDate'),
    periodEnd('cac:Delivery/cac:RequestedDeliveryPeriod'),
    date('cac:Delivery/cbc:LatestDeliveryDate'),
  ),
  promisedDate: either(latestDate('promisedDate'), periodEnd('cac:Delivery/cac:PromisedDeliveryPeriod')),
  estimatedDate: either(latestDate('estimatedDate'), periodEnd('cac:Delivery/cac:EstimatedDeliveryPeriod')),
  deliveries,
  ...listedLineFields,
  commodityCode: joinedCodes(
    'cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode',
    'cac:Item/cac:CommodityClassification/cbc:CommodityCode',
  ),
  allowances,
  properties,
  parts,
  details: particularsOfLine,
}

const lineFields = shape({
  line: reference(60, 'cbc:ID'),
  ...itemFields,
  serials,
  lots,
  note: multilineText(10_000, 'cbc:Note'),
})

/** A line that contains a LineItem: the LineItem's values, with the notes of both. */
const wrappedLine =
  (ownNumber: boolean): FieldReader<Partial<IngestLine>> =>
  (node, reading) => {
    const item = inside(lineFields, 'cac:LineItem')(node, reading)
    const line = ownNumber ? reference(60, 'cbc:ID')(node, reading) : undefined
    const note = multilineText(10_000, 'cbc:Note')(node, reading)
    const notes = distinct([note, item?.note].filter((text) => text !== undefined))?.join('\n')
    return { ...item, ...(line ? { line } : {}), ...(notes ? { note: notes } : {}) }
  }

/** A quote's line, with its lead time and whether it is optional or an alternative. */
const quotationLine: FieldReader<Partial<IngestLine>> = (node, reading) => {
  const [leadTime] = elementsAt(
    node,
    'cac:LineItem/cac:PricingReference/cac:OriginalItemLocationQuantity/cbc:LeadTimeMeasure',
  )
  const days = leadTime && (leadTime.attributes.unitCode ?? 'DAY') === 'DAY' ? textOf(leadTime) : ''
  return {
    ...wrappedLine(true)(node, reading),
    ...(/^[0-9]{1,4}$/.test(days) ? { leadTimeDays: days } : {}),
    ...optionOf(node),
  }
}

const despatchLineFields = shape({
  line: reference(60, 'cbc:ID'),
  ...itemFields,
  note: (node, reading) => {
    const notes = ['cbc:Note', 'cbc:BackorderReason', 'cbc:OutstandingReason']
    return distinct(notes.flatMap((path) => multilineText(3000, path)(node, reading) ?? []))?.join('\n')
  },
  serials,
  lots,
  package: identifier(100, 'cac:Shipment/cac:TransportHandlingUnit/cbc:ID'),
})

/** The number of a referenced order: the seller's, otherwise the buyer's. */
export const orderNumber = either(reference(200, 'cbc:SalesOrderID'), reference(200, 'cbc:ID'))

/** A line's references of a type. One without a number refers to the header's document, if there is only one. */
const lineReferencesTo =
  (
    type: LineReference['type'],
    path: string,
    number: FieldReader<string>,
    line: FieldReader<string>,
  ): LineReferenceReader =>
  (node, reading, header) => {
    const ofType = header.filter((candidate) => candidate.type === type)
    return elementsAt(node, path).flatMap((element) => {
      const lineNumber = line(element, reading)
      // A reference to line "NA" without a document's number refers to nothing.
      const headerNumber = lineNumber !== undefined && ofType.length === 1 ? ofType[0]?.number : undefined
      const ownNumber = number(element, reading) ?? headerNumber
      if (ownNumber === undefined) return []
      return [{ type, number: ownNumber, ...(lineNumber === undefined ? {} : { line: lineNumber }) }]
    })
  }

const combineReferences =
  (...readers: LineReferenceReader[]): LineReferenceReader =>
  (node, reading, header) =>
    distinct(readers.flatMap((read) => read(node, reading, header))) ?? []

const lineId = reference(60, 'cbc:LineID', 'cbc:SalesOrderLineID')
const toOrder = lineReferencesTo('orders', 'cac:OrderLineReference', inside(orderNumber, 'cac:OrderReference'), lineId)
const toQuote = lineReferencesTo(
  'quotes',
  'cac:QuotationLineReference',
  reference(200, 'cac:DocumentReference/cbc:ID'),
  lineId,
)
const toShipment = lineReferencesTo(
  'shipments',
  'cac:DespatchLineReference',
  reference(200, 'cac:DocumentReference/cbc:ID'),
  lineId,
)
const toInvoice = lineReferencesTo(
  'invoices',
  'cac:BillingReference',
  reference(200, 'cac:InvoiceDocumentReference/cbc:ID'),
  reference(60, 'cac:BillingReferenceLine/cbc:ID'),
)
const billedReferences = combineReferences(toOrder, toShipment, toInvoice)
const noReferences: LineReferenceReader = () => []

/** The mapping of the lines of each kind of document. */
export const lineMappings: Readonly<Record<string, LineMapping>> = {
  Quotation: { path: 'cac:QuotationLine', fields: quotationLine, references: noReferences },
  Order: { path: 'cac:OrderLine', fields: wrappedLine(false), references: toQuote },
  OrderResponse: { path: 'cac:OrderLine', fields: wrappedLine(false), references: toQuote },
  DespatchAdvice: { path: 'cac:DespatchLine', fields: despatchLineFields, references: toOrder },
  Invoice: { path: 'cac:InvoiceLine', fields: lineFields, references: billedReferences },
  CreditNote: { path: 'cac:CreditNoteLine', fields: lineFields, references: billedReferences },
}

/** Reads the lines; a line without a number gets its position as its number. */
export function readLines(
  root: XmlElement,
  mapping: LineMapping,
  header: IngestDocument['references'],
  reading: Reading,
): IngestLine[] {
  const seen = new Set<string>()
  return elementsAt(root, mapping.path).flatMap((element, index) => {
    const { description, ...fields } = mapping.fields(element, reading) ?? {}
    if (isPlaceholder(element, fields)) return []
    const line = fields.line ?? String(index + 1)
    if (seen.has(line))
      reading.errors.push({ path: xpathOf(element), message: `Line "${line}" stands in the document twice.` })
    seen.add(line)
    const references = mapping.references(element, reading, header ?? [])
    const descriptionField = description !== undefined && description !== fields.name ? { description } : {}
    return {
      ...applyItemProperties(element, { kind: 'item', ...fields, ...descriptionField }),
      ...{ line, ...(references.length > 0 ? { references } : {}) },
    } as IngestLine
  })
}
