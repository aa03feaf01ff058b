/** A value of a line that only its details show. */
export type LineParticular = {
  kind: 'text' | 'date' | 'money' | 'quantity' | 'flag'
  priced: boolean
  ubl: readonly string[]
}

const said = (kind: LineParticular['kind'], ...ubl: string[]): LineParticular => ({ kind, priced: false, ubl })
const charged = (kind: LineParticular['kind'], ...ubl: string[]): LineParticular => ({ kind, priced: true, ubl })

/** What a line may say beyond its own fields, in the order in which it is shown. */
export const lineParticulars = {
  deliveredDate: said('date', 'cac:Delivery/cbc:ActualDeliveryDate'),
  deliveryWindow: said('text'),
  promisedWindow: said('text'),
  deliveryPlace: said('text', 'cac:Delivery/cac:DeliveryLocation/cbc:Name', 'cac:Delivery/cac:DeliveryLocation/cbc:ID'),
  /** The line of an order that is not named. */
  orderLine: said('text'),
  periodStart: said('date', 'cac:InvoicePeriod/cbc:StartDate'),
  periodEnd: said('date', 'cac:InvoicePeriod/cbc:EndDate'),
  taxPointDate: said('date', 'cbc:TaxPointDate'),
  costCentre: said('text', 'cbc:AccountingCost', 'cbc:AccountingCostCode'),
  originator: said('text', 'cac:OriginatorParty/cac:PartyName/cbc:Name'),
  brand: said('text', 'cac:Item/cbc:BrandName'),
  model: said('text', 'cac:Item/cbc:ModelName'),
  manufacturer: said('text', 'cac:Item/cac:ManufacturerParty/cac:PartyName/cbc:Name'),
  manufacturerSku: said('text', 'cac:Item/cac:ManufacturersItemIdentification/cbc:ID'),
  catalogueSku: said('text', 'cac:Item/cac:CatalogueItemIdentification/cbc:ID'),
  otherSku: said('text', 'cac:Item/cac:AdditionalItemIdentification/cbc:ID'),
  otherDocuments: said('text'),
  backorder: said('quantity', 'cbc:BackorderQuantity', 'cbc:OutstandingQuantity'),
  creditReason: said('text', 'cac:DiscrepancyResponse/cbc:Description'),
  freeOfCharge: said('flag', 'cbc:FreeOfChargeIndicator'),
  listPrice: charged('money', 'cac:Price/cac:AllowanceCharge/cbc:BaseAmount'),
  priceDiscount: charged('money', 'cac:Price/cac:AllowanceCharge/cbc:Amount'),
  priceReason: charged('text', 'cac:Price/cac:AllowanceCharge/cbc:AllowanceChargeReason'),
  usualPrice: charged('money', 'cac:PricingReference/cac:AlternativeConditionPrice/cbc:PriceAmount'),
  taxAmount: charged('money', 'cac:TaxTotal/cbc:TaxAmount', 'cbc:TotalTaxAmount'),
  /** Several taxes by their names. */
  taxes: charged('text'),
  exemptionReason: charged(
    'text',
    'cac:Item/cac:ClassifiedTaxCategory/cbc:TaxExemptionReason',
    'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:TaxExemptionReason',
  ),
} as const satisfies Readonly<Record<string, LineParticular>>

export type LineParticularName = keyof typeof lineParticulars
