import type { IngestDocument, IngestLine } from '../../contract/ingest.ts'
import { fromMillionths, toMillionths } from '../../contract/money.ts'
import { allowances, discountPercent } from './ubl-charges.ts'
import {
  amount,
  country,
  date,
  distinct,
  each,
  either,
  elementsAt,
  type Field,
  identifier,
  inside,
  price,
  prose,
  quantity,
  type Reading,
  reference,
  shape,
  unitOf,
  words,
  wordsOf,
} from './ubl-fields.ts'
import { asItsItemSays, isPlaceholder, optionOf, ownProperties } from './ubl-line-kinds.ts'
import { particularsOfLine } from './ubl-particulars.ts'
import { type XmlElement, xpathOf } from './ubl-xml.ts'

/* The lines of each kind of document, as data: where a line stands, and where in it each value does. */

type LineReference = NonNullable<IngestLine['references']>[number]
type LineReferences = (
  at: XmlElement,
  reading: Reading,
  header: NonNullable<IngestDocument['references']>,
) => LineReference[]

export type LineMapping = { path: string; fields: Field<Partial<IngestLine>>; references: LineReferences }

/** The end of a period, else its beginning. */
export const periodEnd = (path: string) => date(`${path}/cbc:EndDate`, `${path}/cbc:StartDate`)

/** The price of one unit: what UBL states for a base quantity is divided by it. */
const unitPrice: Field<string> = (at, reading) => {
  const stated = price('cac:Price/cbc:PriceAmount')(at, reading)
  const base = quantity('cac:Price/cbc:BaseQuantity')(at, reading)
  if (stated === undefined || base === undefined) return stated
  const [element] = elementsAt(at, 'cac:Price/cbc:BaseQuantity')
  const unit = unitOf(...quantities)(at, { ...reading, warnings: [] })
  const baseUnit = element?.attributes.unitCode?.trim()
  if (element && unit && baseUnit && unit !== baseUnit) {
    const message = `The price is for ${baseUnit}, but the quantity is in ${unit}: the price was left out.`
    reading.warnings.push({ path: xpathOf(element), message })
    return undefined
  }
  const divisor = toMillionths(base)
  if (divisor <= 0n || divisor === 1_000_000n) return stated
  const scaled = toMillionths(stated) * 1_000_000n
  const half = (scaled < 0n ? -divisor : divisor) / 2n
  return fromMillionths((scaled + half) / divisor, 2)
}

const quantities = ['cbc:Quantity', 'cbc:InvoicedQuantity', 'cbc:CreditedQuantity', 'cbc:DeliveredQuantity']

/** The parts in which a line comes: its deliveries, where there are several and each says how much. */
const deliveries: Field<NonNullable<IngestLine['deliveries']>> = (at, reading) => {
  const found = elementsAt(at, 'cac:Delivery')
  if (found.length < 2 || found.some((one) => elementsAt(one, 'cbc:Quantity').length === 0)) return undefined
  return found.map((one) => part(one, reading) ?? {})
}
const part: Field<NonNullable<IngestLine['deliveries']>[number]> = shape({
  quantity: quantity('cbc:Quantity'),
  requestedDate: either(periodEnd('cac:RequestedDeliveryPeriod'), date('cbc:LatestDeliveryDate')),
  promisedDate: periodEnd('cac:PromisedDeliveryPeriod'),
  estimatedDate: periodEnd('cac:EstimatedDeliveryPeriod'),
})
const lastOf =
  (name: 'requestedDate' | 'promisedDate' | 'estimatedDate'): Field<string> =>
  (at, reading) =>
    deliveries(at, reading)
      ?.flatMap((one) => one[name] ?? [])
      .toSorted()
      .at(-1)

const everyCode =
  (...paths: string[]): Field<string> =>
  (at) =>
    distinct(paths.flatMap((path) => elementsAt(at, path).map(wordsOf)).filter((code) => code !== ''))
      ?.join(', ')
      .slice(0, 100)

/** What the item is like, in the sender's words. */
const properties: Field<NonNullable<IngestLine['properties']>> = (at, reading) => {
  const all = each(
    shape({ name: words(300, 'cbc:Name'), value: words(1000, 'cbc:Value', 'cbc:ValueQuantity') }),
    'cac:Item/cac:AdditionalItemProperty',
  )(at, reading)
  const told = all?.filter(({ name }) => !ownProperties.includes(name ?? ''))
  return told && told.length > 0 ? (told as NonNullable<IngestLine['properties']>) : undefined
}

/** The lines of which a line is made, whatever they hang under. */
const parts: Field<NonNullable<IngestLine['parts']>> = (at, reading) => {
  const under = ['cac:SubInvoiceLine', 'cac:SubCreditNoteLine'].flatMap((path) => elementsAt(at, path))
  const found = under.flatMap((one) => [subLine(one, reading) ?? {}, ...(parts(one, reading) ?? [])])
  return found.length === 0 ? undefined : found.slice(0, 1000)
}
const subLine: Field<NonNullable<IngestLine['parts']>[number]> = shape({
  line: words(60, 'cbc:ID'),
  sku: words(100, 'cac:Item/cac:SellersItemIdentification/cbc:ID'),
  name: words(1000, 'cac:Item/cbc:Name', 'cac:Item/cbc:Description'),
  quantity: quantity(...quantities),
  unit: unitOf(...quantities),
  unitPrice,
  amount: amount('cbc:LineExtensionAmount'),
})

const serials = each(identifier(100, 'cbc:SerialID'), 'cac:Item/cac:ItemInstance')

const lots: NonNullable<Field<NonNullable<IngestLine['lots']>>> = (at, reading) => {
  const found = each(
    shape({
      lot: identifier(100, 'cbc:LotNumberID'),
      expiry: date('cbc:ExpiryDate'),
      quantity: quantity('cac:AdditionalItemProperty/cbc:ValueQuantity'),
    }),
    'cac:Item/cac:ItemInstance/cac:LotIdentification',
  )(at, reading)
  return distinct((found ?? []).flatMap(({ lot, ...more }) => (lot ? [{ lot, ...more }] : [])))
}

/** What a line says of its item, wherever the line stands. */
const itemFields = {
  sku: identifier(100, 'cac:Item/cac:SellersItemIdentification/cbc:ID'),
  customerSku: identifier(100, 'cac:Item/cac:BuyersItemIdentification/cbc:ID'),
  gtin: words(20, 'cac:Item/cac:StandardItemIdentification/cbc:ID'),
  name: words(1000, 'cac:Item/cbc:Name', 'cac:Item/cbc:Description'),
  description: prose(10_000, 'cac:Item/cbc:Description'),
  quantity: quantity(...quantities),
  unit: unitOf(...quantities),
  unitPrice,
  discountPercent,
  taxRate: quantity(
    'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent',
    'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent',
    'cac:TaxTotal/cac:TaxSubtotal/cbc:Percent',
  ),
  amount: amount('cbc:LineExtensionAmount'),
  requestedDate: either(
    lastOf('requestedDate'),
    periodEnd('cac:Delivery/cac:RequestedDeliveryPeriod'),
    date('cac:Delivery/cbc:LatestDeliveryDate'),
  ),
  promisedDate: either(lastOf('promisedDate'), periodEnd('cac:Delivery/cac:PromisedDeliveryPeriod')),
  estimatedDate: either(lastOf('estimatedDate'), periodEnd('cac:Delivery/cac:EstimatedDeliveryPeriod')),
  deliveries,
  originCountry: country('cac:Item/cac:OriginCountry/cbc:IdentificationCode'),
  commodityCode: everyCode(
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
  note: prose(10_000, 'cbc:Note'),
})

/** A line that wraps a line item: the item's values, with the notes of both. */
const wrapped =
  (ownNumber: boolean): Field<Partial<IngestLine>> =>
  (at, reading) => {
    const item = inside(lineFields, 'cac:LineItem')(at, reading)
    const line = ownNumber ? reference(60, 'cbc:ID')(at, reading) : undefined
    const note = prose(10_000, 'cbc:Note')(at, reading)
    const notes = distinct([note, item?.note].filter((text) => text !== undefined))?.join('\n')
    return { ...item, ...(line ? { line } : {}), ...(notes ? { note: notes } : {}) }
  }

/** A quote's line: it also says how long its goods take, and whether it must be ordered. */
const quoted: Field<Partial<IngestLine>> = (at, reading) => {
  const [time] = elementsAt(
    at,
    'cac:LineItem/cac:PricingReference/cac:OriginalItemLocationQuantity/cbc:LeadTimeMeasure',
  )
  const days = time && (time.attributes.unitCode ?? 'DAY') === 'DAY' ? wordsOf(time) : ''
  return {
    ...wrapped(true)(at, reading),
    ...(/^[0-9]{1,4}$/.test(days) ? { leadTimeDays: days } : {}),
    ...optionOf(at),
  }
}

const despatchFields = shape({
  line: reference(60, 'cbc:ID'),
  ...itemFields,
  note: (at, reading) => {
    const notes = ['cbc:Note', 'cbc:BackorderReason', 'cbc:OutstandingReason']
    return distinct(notes.flatMap((path) => prose(3000, path)(at, reading) ?? []))?.join('\n')
  },
  serials,
  lots,
  package: identifier(100, 'cac:Shipment/cac:TransportHandlingUnit/cbc:ID'),
})

/** The number under which a referred order is known: the seller's, else the buyer's. */
export const orderNumber = either(reference(200, 'cbc:SalesOrderID'), reference(200, 'cbc:ID'))

/** References of a line by the reference elements in it; the number may stand at the header, when only one does there. */
const referring =
  (type: LineReference['type'], path: string, number: Field<string>, line: Field<string>): LineReferences =>
  (at, reading, header) => {
    const ofType = header.filter((one) => one.type === type)
    return elementsAt(at, path).flatMap((element) => {
      const named = line(element, reading)
      // "NA" for a line of no document in particular refers to nothing.
      const only = named !== undefined && ofType.length === 1 ? ofType[0]?.number : undefined
      const own = number(element, reading) ?? only
      if (own === undefined) return []
      return [{ type, number: own, ...(named === undefined ? {} : { line: named }) }]
    })
  }

const together =
  (...all: LineReferences[]): LineReferences =>
  (at, reading, header) =>
    distinct(all.flatMap((one) => one(at, reading, header))) ?? []

const lineId = reference(60, 'cbc:LineID', 'cbc:SalesOrderLineID')
const toOrder = referring('orders', 'cac:OrderLineReference', inside(orderNumber, 'cac:OrderReference'), lineId)
const toQuote = referring(
  'quotes',
  'cac:QuotationLineReference',
  reference(200, 'cac:DocumentReference/cbc:ID'),
  lineId,
)
const toShipment = referring(
  'shipments',
  'cac:DespatchLineReference',
  reference(200, 'cac:DocumentReference/cbc:ID'),
  lineId,
)
const toInvoice = referring(
  'invoices',
  'cac:BillingReference',
  reference(200, 'cac:InvoiceDocumentReference/cbc:ID'),
  reference(60, 'cac:BillingReferenceLine/cbc:ID'),
)
const billed = together(toOrder, toShipment, toInvoice)
const noReferences: LineReferences = () => []

/** Where each kind keeps its lines. */
export const lineMappings: Readonly<Record<string, LineMapping>> = {
  Quotation: { path: 'cac:QuotationLine', fields: quoted, references: noReferences },
  Order: { path: 'cac:OrderLine', fields: wrapped(false), references: toQuote },
  OrderResponse: { path: 'cac:OrderLine', fields: wrapped(false), references: toQuote },
  DespatchAdvice: { path: 'cac:DespatchLine', fields: despatchFields, references: toOrder },
  Invoice: { path: 'cac:InvoiceLine', fields: lineFields, references: billed },
  CreditNote: { path: 'cac:CreditNoteLine', fields: lineFields, references: billed },
}

/** Reads the lines; one without a number of its own gets its place. */
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
    const told = description !== undefined && description !== fields.name ? { description } : {}
    return {
      ...asItsItemSays(element, { kind: 'item', ...fields, ...told }),
      ...{ line, ...(references.length > 0 ? { references } : {}) },
    } as IngestLine
  })
}
