/*
 * The fields of a line, each named once. What an ERP may send, what is stored and answered, the page of a document, its
 * paper, its history and the comparison of its versions follow from these two lists, in their order. A label is the text
 * `field.<name>` unless the field names another; the history calls a field `changed.<name>`.
 */

/** What a value is: it decides how it is checked, shown and, where it has a UBL path, read and written. */
export type LineFieldKind =
  /** Words; dates in them are shown in the reader's form. */
  | 'text'
  /** A number or a code, shown as it is. */
  | 'code'
  | 'choice'
  | 'date'
  | 'quantity'
  | 'money'
  | 'percent'
  | 'days'
  | 'country'
  | 'flag'

export type LineField = {
  kind: LineFieldKind
  /** The greatest length of a text or code. */
  max?: number
  /** The values of a choice. */
  values?: readonly string[]
  /** The decimal places of an amount: six for a price, otherwise four. */
  places?: 6
  /** Stored in a column of its own, because SQL reads it; other fields are stored in the line's details. */
  stored?: 'column'
  /** Only for members who may see prices. */
  priced?: true
  /** The key of the label, where it is not `field.<name>`. */
  label?: string
  /** Shown among the facts of an opened line. */
  detail?: true
  /** Printed below the item's name on papers. */
  paper?: true
  /** A change of it is recorded and shown in the document's history. */
  history?: true
  /** Compared between two versions of a document. */
  comparison?: true
  /** UBL paths: reading tries them in this order, writing takes the first that the kind of document has. */
  ubl?: readonly string[]
}

/**
 * What ends a line of an order: the rest is not delivered, the customer or the supplier cancelled it, or the supplier
 * never accepted it.
 */
const lineStatuses = ['closed', 'cancelled', 'rejected'] as const
export type LineStatus = (typeof lineStatuses)[number]

/** Fields that are properties of a line as it is sent and answered. Those that papers or UBL treat apart are not marked. */
export const lineFields = {
  /** The kit's line, when this line of an order is a component of a kit. */
  parent: { kind: 'code', max: 60 },
  /** On an order's line of which nothing more will be delivered: closed short, cancelled, or never accepted. */
  status: { kind: 'choice', values: lineStatuses },
  sku: { kind: 'code', max: 100, stored: 'column', label: 'lines.sku', detail: true, history: true },
  customerSku: { kind: 'code', max: 100, label: 'lines.customerSku', detail: true },
  gtin: { kind: 'code', max: 20, label: 'lines.gtin', detail: true },
  name: { kind: 'text', max: 1000 },
  description: { kind: 'text', max: 10_000 },
  quantity: { kind: 'quantity', stored: 'column', history: true, comparison: true },
  unit: { kind: 'code', max: 20, stored: 'column', history: true, comparison: true },
  requestedDate: { kind: 'date', detail: true, history: true, comparison: true },
  promisedDate: { kind: 'date', detail: true, history: true, comparison: true },
  estimatedDate: { kind: 'date', detail: true, history: true, comparison: true },
  unitPrice: { kind: 'money', places: 6, priced: true, history: true, comparison: true },
  discountPercent: {
    kind: 'percent',
    priced: true,
    label: 'lines.discount',
    detail: true,
    history: true,
    comparison: true,
  },
  taxRate: { kind: 'percent', priced: true, label: 'lines.tax', detail: true },
  amount: { kind: 'money', stored: 'column', priced: true, history: true, comparison: true },
  /** Days from order to despatch, as a quote offers them. */
  leadTimeDays: { kind: 'days', label: 'lines.leadTime', detail: true, history: true, comparison: true },
  package: { kind: 'code', max: 100, label: 'lines.package', detail: true },
  originCountry: {
    kind: 'country',
    label: 'lines.origin',
    detail: true,
    ubl: ['cac:Item/cac:OriginCountry/cbc:IdentificationCode'],
  },
  commodityCode: { kind: 'code', max: 100, label: 'lines.commodity', detail: true },
  /** Of dangerous goods. */
  unNumber: {
    kind: 'code',
    max: 20,
    detail: true,
    paper: true,
    history: true,
    comparison: true,
    ubl: ['cac:Item/cac:HazardousItem/cbc:UNDGCode'],
  },
  note: { kind: 'text', max: 10_000 },
  /** On a quote's line: `optional` need not be ordered, `alternative` may be ordered instead of another line. */
  option: { kind: 'choice', values: ['optional', 'alternative'] },
} as const satisfies Readonly<Record<string, LineField>>

type ParticularKind = 'text' | 'date' | 'quantity' | 'money' | 'flag'

const unpriced = <K extends ParticularKind>(kind: K, ...ubl: string[]) =>
  ({ kind, detail: true, paper: true, ubl }) as const
const priced = <K extends ParticularKind>(kind: K, ...ubl: string[]) =>
  ({ ...unpriced(kind, ...ubl), priced: true }) as const

/** Fields that a line has in its `details`, as texts: they are shown and printed. */
export const lineParticulars = {
  deliveredDate: unpriced('date', 'cac:Delivery/cbc:ActualDeliveryDate'),
  deliveryWindow: unpriced('text'),
  promisedWindow: unpriced('text'),
  deliveryPlace: unpriced(
    'text',
    'cac:Delivery/cac:DeliveryLocation/cbc:Name',
    'cac:Delivery/cac:DeliveryLocation/cbc:ID',
  ),
  /** The line of an order whose number is not known. */
  orderLine: unpriced('text'),
  periodStart: unpriced('date', 'cac:InvoicePeriod/cbc:StartDate'),
  periodEnd: unpriced('date', 'cac:InvoicePeriod/cbc:EndDate'),
  taxPointDate: unpriced('date', 'cbc:TaxPointDate'),
  costCentre: unpriced('text', 'cbc:AccountingCost', 'cbc:AccountingCostCode'),
  originator: unpriced('text', 'cac:OriginatorParty/cac:PartyName/cbc:Name'),
  brand: unpriced('text', 'cac:Item/cbc:BrandName'),
  model: unpriced('text', 'cac:Item/cbc:ModelName'),
  manufacturer: unpriced('text', 'cac:Item/cac:ManufacturerParty/cac:PartyName/cbc:Name'),
  manufacturerSku: unpriced('text', 'cac:Item/cac:ManufacturersItemIdentification/cbc:ID'),
  catalogueSku: unpriced('text', 'cac:Item/cac:CatalogueItemIdentification/cbc:ID'),
  otherSku: unpriced('text', 'cac:Item/cac:AdditionalItemIdentification/cbc:ID'),
  otherDocuments: unpriced('text'),
  backorder: unpriced('quantity', 'cbc:BackorderQuantity', 'cbc:OutstandingQuantity'),
  creditReason: unpriced('text', 'cac:DiscrepancyResponse/cbc:Description'),
  freeOfCharge: unpriced('flag', 'cbc:FreeOfChargeIndicator'),
  listPrice: priced('money', 'cac:Price/cac:AllowanceCharge/cbc:BaseAmount'),
  priceDiscount: priced('money', 'cac:Price/cac:AllowanceCharge/cbc:Amount'),
  priceReason: priced('text', 'cac:Price/cac:AllowanceCharge/cbc:AllowanceChargeReason'),
  usualPrice: priced('money', 'cac:PricingReference/cac:AlternativeConditionPrice/cbc:PriceAmount'),
  taxAmount: priced('money', 'cac:TaxTotal/cbc:TaxAmount', 'cbc:TotalTaxAmount'),
  /** Several taxes as one text, with their names. */
  taxes: priced('text'),
  exemptionReason: priced(
    'text',
    'cac:Item/cac:ClassifiedTaxCategory/cbc:TaxExemptionReason',
    'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:TaxExemptionReason',
  ),
} as const satisfies Readonly<Record<string, LineField>>

export type LineFieldName = keyof typeof lineFields
export type LineParticularName = keyof typeof lineParticulars

type AllLineFields = typeof lineFields & typeof lineParticulars
type Mark = 'detail' | 'paper' | 'history' | 'comparison'
type NamesWith<M extends Mark> = {
  [N in keyof AllLineFields]: AllLineFields[N] extends Readonly<Record<M, true>> ? N : never
}[keyof AllLineFields]

/** Every field of a line by its name. */
export const allLineFields: Readonly<Record<string, LineField>> = { ...lineFields, ...lineParticulars }

/** Returns the names of a line's fields that have a mark, in the order of the lists. */
export function lineFieldsWith<M extends Mark>(mark: M): NamesWith<M>[] {
  return Object.keys(allLineFields).filter((name) => allLineFields[name]?.[mark]) as NamesWith<M>[]
}

type ValueOf<F> = F extends { values: readonly (infer V)[] } ? V : string
/** The values of the line fields as they are sent and stored. */
export type LineValues = { -readonly [N in LineFieldName]?: ValueOf<(typeof lineFields)[N]> }
/** The line fields that are stored in the line's details. */
export type DetailsFieldName = {
  [N in LineFieldName]: (typeof lineFields)[N] extends { stored: 'column' } ? never : N
}[LineFieldName]
