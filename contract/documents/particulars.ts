import { type Field, type Kind, text } from './definition.ts'

/*
 * What a document may say beyond what its lists and its page are made of: contract, billing period, tax date and the like.
 * One entry is all it takes to be read out of UBL, taken from an ERP (`details`), shown on the page, printed and written
 * as UBL again. `ubl` are the places where UBL has it: read in this order, written at the first.
 */

type More = {
  /** Tells an amount: hidden from who may not see prices. */
  priced?: true
  /** Stands on the document's paper too. */
  paper?: true
}

const particular = (kind: Kind, ubl: readonly string[], more: More = {}): Field => ({
  ...text('details'),
  kind,
  ubl,
  ...more,
})

/** Of every type. */
const anywhere = {
  contractNumber: particular('text', ['cac:ContractDocumentReference/cbc:ID', 'cac:Contract/cbc:ID'], { paper: true }),
  contractType: particular('text', [
    'cac:ContractDocumentReference/cbc:DocumentType',
    'cac:Contract/cbc:ContractType',
    'cac:ContractDocumentReference/cbc:DocumentDescription',
  ]),
  tenderNumber: particular('text', ['cac:OriginatorDocumentReference/cbc:ID'], { paper: true }),
  /** What else is named or linked beside the document, a line each. */
  otherDocuments: particular('text', []),
} as const

const delivered = {
  /** From when to when on a day, or from which day, the goods are wanted. */
  deliveryWindow: particular('text', [], { paper: true }),
  destination: particular('text', ['cac:DestinationCountry/cbc:Name', 'cac:DestinationCountry/cbc:IdentificationCode']),
} as const

export const particulars = {
  quotes: { ...anywhere, ...delivered },
  orders: {
    ...anywhere,
    ...delivered,
    /** The number of the supplier's own confirmation. */
    confirmationNumber: particular('text', []),
  },
  shipments: { ...anywhere, ...delivered },
  invoices: {
    ...anywhere,
    /** UN/CEFACT 1001 where it says more than `invoiceKind`: corrected, partial, self-billed. */
    invoiceType: particular('text', [], { paper: true }),
    buyerReference: particular('text', [], { paper: true }),
    deliveredTime: particular('text', ['cac:Delivery/cbc:ActualDeliveryTime'], { paper: true }),
    periodStart: particular('date', ['cac:InvoicePeriod/cbc:StartDate'], { paper: true }),
    periodEnd: particular('date', ['cac:InvoicePeriod/cbc:EndDate'], { paper: true }),
    taxPointDate: particular('date', ['cbc:TaxPointDate'], { paper: true }),
    receiptNumber: particular('text', ['cac:ReceiptDocumentReference/cbc:ID'], { paper: true }),
    /** What is billed, such as a meter or a telephone number. */
    invoicedObject: particular('text', [], { paper: true }),
    creditReason: particular('text', ['cac:DiscrepancyResponse/cbc:Description'], { paper: true }),
    rounding: particular('money', ['cac:LegalMonetaryTotal/cbc:PayableRoundingAmount'], { priced: true }),
    /** The tax in the currency in which it is reported, such as "190.00 GBP". */
    taxElsewhere: particular('text', [], { priced: true, paper: true }),
    /** Taxes that the buyer keeps back, such as "ReteIVA 15 %: 57.00". */
    withheld: particular('text', [], { priced: true, paper: true }),
    exchangeRate: particular('text', [], { priced: true, paper: true }),
  },
} as const

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

/** Parties that a document may name beside whom it bills and where its goods go. */
export const furtherParties = ['seller', 'buyer', 'originator', 'payee', 'taxRepresentative'] as const
export type FurtherParty = (typeof furtherParties)[number]
