import type { Rule } from '../translate.ts'
import { allowanceCharges, taxCategoryRules } from './charges.ts'
import { dateRule, indicator } from './codecs.ts'

/* Lines: BG-25 to BG-32, and what the profile EXTENDED of Factur-X adds to them. */

const product: readonly Rule[] = [
  { cii: 'ram:GlobalID', ubl: 'cac:StandardItemIdentification/cbc:ID', attributes: ['schemeID'] },
  { cii: 'ram:SellerAssignedID', ubl: 'cac:SellersItemIdentification/cbc:ID' },
  { cii: 'ram:BuyerAssignedID', ubl: 'cac:BuyersItemIdentification/cbc:ID' },
  { cii: 'ram:ManufacturerAssignedID', ubl: 'cac:ManufacturersItemIdentification/cbc:ID', readOnly: true },
  { cii: 'ram:Name', ubl: 'cbc:Name' },
  { cii: 'ram:Description', ubl: 'cbc:Description' },
  { cii: 'ram:BrandName', ubl: 'cbc:BrandName', readOnly: true },
  { cii: 'ram:ModelName', ubl: 'cbc:ModelName', readOnly: true },
  {
    cii: 'ram:ApplicableProductCharacteristic',
    ubl: 'cac:AdditionalItemProperty',
    rules: [
      { cii: 'ram:Description', ubl: 'cbc:Name' },
      { cii: 'ram:ValueMeasure', ubl: 'cbc:Value', readOnly: true },
      { cii: 'ram:Value', ubl: 'cbc:Value' },
    ],
  },
  {
    cii: 'ram:DesignatedProductClassification',
    ubl: 'cac:CommodityClassification',
    rules: [{ cii: 'ram:ClassCode', ubl: 'cbc:ItemClassificationCode', attributes: ['listID', 'listVersionID'] }],
  },
  {
    cii: 'ram:IndividualTradeProductInstance',
    ubl: 'cac:ItemInstance',
    readOnly: true,
    rules: [
      { cii: 'ram:SupplierAssignedSerialID', ubl: 'cbc:SerialID' },
      { cii: 'ram:BatchID', ubl: 'cac:LotIdentification/cbc:LotNumberID' },
    ],
  },
  { cii: 'ram:OriginTradeCountry/ram:ID', ubl: 'cac:OriginCountry/cbc:IdentificationCode' },
]

const orderReference: Rule = {
  cii: 'ram:BuyerOrderReferencedDocument',
  ubl: 'cac:OrderLineReference',
  rules: [
    { cii: 'ram:IssuerAssignedID', ubl: 'cac:OrderReference/cbc:ID', readOnly: true },
    { cii: 'ram:LineID', ubl: 'cbc:LineID' },
  ],
}

const sellersOrder: Rule = {
  cii: 'ram:SellerOrderReferencedDocument',
  ubl: 'cac:OrderLineReference',
  readOnly: true,
  rules: [
    { cii: 'ram:IssuerAssignedID', ubl: 'cac:OrderReference/cbc:SalesOrderID' },
    { cii: 'ram:LineID', ubl: 'cbc:SalesOrderLineID' },
  ],
}

const prices: readonly Rule[] = [
  {
    cii: 'ram:GrossPriceProductTradePrice',
    ubl: 'cac:Price/cac:AllowanceCharge',
    rules: [
      { cii: 'ram:ChargeAmount', ubl: 'cbc:BaseAmount' },
      {
        cii: 'ram:AppliedTradeAllowanceCharge',
        ubl: '',
        rules: [
          { cii: 'ram:ChargeIndicator/udt:Indicator', ubl: 'cbc:ChargeIndicator', codec: indicator },
          { cii: 'ram:ActualAmount', ubl: 'cbc:Amount' },
          { cii: 'ram:Reason', ubl: 'cbc:AllowanceChargeReason', readOnly: true },
        ],
      },
    ],
  },
  { cii: 'ram:NetPriceProductTradePrice/ram:ChargeAmount', ubl: 'cac:Price/cbc:PriceAmount' },
  {
    cii: 'ram:NetPriceProductTradePrice/ram:BasisQuantity',
    ubl: 'cac:Price/cbc:BaseQuantity',
    attributes: ['unitCode'],
  },
]

const delivery = (quantity: string): readonly Rule[] => [
  { cii: 'ram:BilledQuantity', ubl: `cbc:${quantity}`, attributes: ['unitCode'] },
  {
    ...dateRule('ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime', 'cac:Delivery/cbc:ActualDeliveryDate'),
    readOnly: true,
  },
  {
    cii: 'ram:DespatchAdviceReferencedDocument',
    ubl: 'cac:DespatchLineReference',
    readOnly: true,
    rules: [
      { cii: 'ram:IssuerAssignedID', ubl: 'cac:DocumentReference/cbc:ID' },
      { cii: 'ram:LineID', ubl: 'cbc:LineID' },
    ],
  },
]

const settlement: readonly Rule[] = [
  { cii: 'ram:ApplicableTradeTax', ubl: 'cac:Item/cac:ClassifiedTaxCategory', rules: taxCategoryRules },
  dateRule('ram:BillingSpecifiedPeriod/ram:StartDateTime', 'cac:InvoicePeriod/cbc:StartDate'),
  dateRule('ram:BillingSpecifiedPeriod/ram:EndDateTime', 'cac:InvoicePeriod/cbc:EndDate'),
  allowanceCharges,
  {
    cii: 'ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount',
    ubl: 'cbc:LineExtensionAmount',
  },
  {
    cii: 'ram:InvoiceReferencedDocument',
    ubl: 'cac:BillingReference',
    readOnly: true,
    rules: [
      { cii: 'ram:IssuerAssignedID', ubl: 'cac:InvoiceDocumentReference/cbc:ID' },
      { cii: 'ram:LineID', ubl: 'cac:BillingReferenceLine/cbc:ID' },
    ],
  },
  {
    cii: 'ram:AdditionalReferencedDocument',
    ubl: 'cac:DocumentReference',
    rules: [
      { cii: 'ram:IssuerAssignedID', ubl: 'cbc:ID', attributes: ['schemeID'] },
      { cii: 'ram:TypeCode', ubl: 'cbc:DocumentTypeCode' },
      { cii: 'ram:Name', ubl: 'cbc:DocumentDescription', readOnly: true },
    ],
  },
  { cii: 'ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID', ubl: 'cbc:AccountingCost' },
]

/** A line of an invoice or credit note, by UBL's name for its quantity. */
export const lineRules = (quantity: 'InvoicedQuantity' | 'CreditedQuantity'): readonly Rule[] => [
  {
    cii: 'ram:AssociatedDocumentLineDocument',
    ubl: '',
    rules: [
      { cii: 'ram:LineID', ubl: 'cbc:ID' },
      { cii: 'ram:IncludedNote/ram:Content', ubl: 'cbc:Note' },
    ],
  },
  { cii: 'ram:SpecifiedTradeProduct', ubl: 'cac:Item', rules: product },
  { cii: 'ram:SpecifiedLineTradeAgreement', ubl: '', rules: [sellersOrder, orderReference, ...prices] },
  { cii: 'ram:SpecifiedLineTradeDelivery', ubl: '', rules: delivery(quantity), required: true },
  { cii: 'ram:SpecifiedLineTradeSettlement', ubl: '', rules: settlement },
]
