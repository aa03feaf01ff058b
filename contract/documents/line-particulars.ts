/** A value shown only in a line's details, with its UBL paths. */
export type LineParticular = {
  kind: 'text' | 'date' | 'money' | 'quantity' | 'flag'
  priced: boolean
  ubl: readonly string[]
}

const unpriced = (kind: LineParticular['kind'], ...ubl: string[]): LineParticular => ({ kind, priced: false, ubl })
const priced = (kind: LineParticular['kind'], ...ubl: string[]): LineParticular => ({ kind, priced: true, ubl })

/** Values that a line may have beyond its own fields, in display order. */
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
} as const satisfies Readonly<Record<string, LineParticular>>

export type LineParticularName = keyof typeof lineParticulars
