/*
 * The order of an element's children in the schemas of UBL 2.4: the writer sorts children into this order and leaves
 * out those that the element cannot hold.
 */
const texts = {
  Quotation: `
    UBLVersionID CustomizationID ProfileID ProfileExecutionID ID CopyIndicator UUID IssueDate IssueTime Note
    PricingCurrencyCode LineCountNumeric ValidityPeriod RequestForQuotationDocumentReference
    AdditionalDocumentReference Contract Signature SellerSupplierParty BuyerCustomerParty OriginatorCustomerParty
    Delivery DeliveryTerms PaymentMeans TransactionConditions AllowanceCharge DestinationCountry TaxTotal
    QuotedMonetaryTotal QuotationLine`,
  OrderResponse: `
    UBLVersionID CustomizationID ProfileID ProfileExecutionID ID SalesOrderID CopyIndicator UUID IssueDate
    IssueTime OrderResponseCode Note DocumentCurrencyCode PricingCurrencyCode TaxCurrencyCode
    TotalPackagesQuantity GrossWeightMeasure NetWeightMeasure NetNetWeightMeasure GrossVolumeMeasure
    NetVolumeMeasure CustomerReference AccountingCostCode AccountingCost LineCountNumeric ValidityPeriod
    OrderReference OrderDocumentReference OrderChangeDocumentReference OriginatorDocumentReference
    AdditionalDocumentReference Contract Signature SellerSupplierParty BuyerCustomerParty OriginatorCustomerParty
    FreightForwarderParty AccountingSupplierParty AccountingCustomerParty Delivery DeliveryTerms PaymentMeans
    PaymentTerms AllowanceCharge TransactionConditions TaxExchangeRate PricingExchangeRate PaymentExchangeRate
    DestinationCountry TaxTotal LegalMonetaryTotal OrderLine`,
  DespatchAdvice: `
    UBLVersionID CustomizationID ProfileID ProfileExecutionID ID CopyIndicator UUID IssueDate IssueTime
    DocumentStatusCode DespatchAdviceTypeCode Note AccountingCostCode AccountingCost LineCountNumeric
    OrderReference ProjectReference AdditionalDocumentReference Signature DespatchSupplierParty
    DeliveryCustomerParty BuyerCustomerParty SellerSupplierParty OriginatorCustomerParty Shipment DespatchLine`,
  Invoice: `
    UBLVersionID CustomizationID ProfileID ProfileExecutionID ID CopyIndicator UUID IssueDate IssueTime DueDate
    InvoiceTypeCode Note TaxPointDate DocumentCurrencyCode TaxCurrencyCode PricingCurrencyCode PaymentCurrencyCode
    PaymentAlternativeCurrencyCode AccountingCostCode AccountingCost LineCountNumeric BuyerReference InvoicePeriod
    OrderReference BillingReference DespatchDocumentReference ReceiptDocumentReference StatementDocumentReference
    OriginatorDocumentReference ContractDocumentReference AdditionalDocumentReference ProjectReference Signature
    AccountingSupplierParty AccountingCustomerParty PayeeParty BuyerCustomerParty SellerSupplierParty
    TaxRepresentativeParty Delivery DeliveryTerms PaymentMeans PaymentTerms PrepaidPayment AllowanceCharge
    TaxExchangeRate PricingExchangeRate PaymentExchangeRate PaymentAlternativeExchangeRate TaxTotal
    WithholdingTaxTotal LegalMonetaryTotal InvoiceLine`,
  CreditNote: `
    UBLVersionID CustomizationID ProfileID ProfileExecutionID ID CopyIndicator UUID IssueDate IssueTime DueDate
    TaxPointDate CreditNoteTypeCode Note DocumentCurrencyCode TaxCurrencyCode PricingCurrencyCode
    PaymentCurrencyCode PaymentAlternativeCurrencyCode AccountingCostCode AccountingCost LineCountNumeric
    BuyerReference InvoicePeriod DiscrepancyResponse OrderReference BillingReference DespatchDocumentReference
    ReceiptDocumentReference ContractDocumentReference AdditionalDocumentReference StatementDocumentReference
    OriginatorDocumentReference ProjectReference Signature AccountingSupplierParty AccountingCustomerParty
    PayeeParty BuyerCustomerParty SellerSupplierParty TaxRepresentativeParty Delivery DeliveryTerms PaymentMeans
    PaymentTerms TaxExchangeRate PricingExchangeRate PaymentExchangeRate PaymentAlternativeExchangeRate
    AllowanceCharge TaxTotal WithholdingTaxTotal LegalMonetaryTotal CreditNoteLine`,
  InvoiceLine: `
    ID UUID Note InvoicedQuantity LineExtensionAmount TaxInclusiveLineExtensionAmount TaxPointDate
    AccountingCostCode AccountingCost PaymentPurposeCode FreeOfChargeIndicator InvoicePeriod OrderLineReference
    DespatchLineReference ReceiptLineReference BillingReference DocumentReference PricingReference OriginatorParty
    Delivery PaymentTerms AllowanceCharge TaxTotal WithholdingTaxTotal Item Price DeliveryTerms SubInvoiceLine
    ItemPriceExtension`,
  CreditNoteLine: `
    ID UUID Note CreditedQuantity LineExtensionAmount TaxInclusiveLineExtensionAmount TaxPointDate
    AccountingCostCode AccountingCost PaymentPurposeCode FreeOfChargeIndicator InvoicePeriod OrderLineReference
    DiscrepancyResponse DespatchLineReference ReceiptLineReference BillingReference DocumentReference
    PricingReference OriginatorParty Delivery PaymentTerms TaxTotal WithholdingTaxTotal AllowanceCharge Item Price
    DeliveryTerms SubCreditNoteLine ItemPriceExtension`,
  LineItem: `
    ID SalesOrderID UUID Note LineStatusCode Quantity LineExtensionAmount TaxInclusiveLineExtensionAmount
    TotalTaxAmount MinimumQuantity MaximumQuantity MinimumBackorderQuantity MaximumBackorderQuantity
    InspectionMethodCode PartialDeliveryIndicator BackOrderAllowedIndicator AccountingCostCode AccountingCost
    WarrantyInformation Delivery DeliveryTerms OriginatorParty OrderedShipment PricingReference AllowanceCharge
    Price Item SubLineItem WarrantyValidityPeriod WarrantyParty TaxTotal ItemPriceExtension LineReference`,
  DespatchLine: `
    ID UUID Note LineStatusCode DeliveredQuantity BackorderQuantity BackorderReason OutstandingQuantity
    OutstandingReason OversupplyQuantity AccountingCostCode AccountingCost OrderLineReference DocumentReference
    Item Shipment SubDespatchLine`,
  Item: `
    Description PackQuantity PackSizeNumeric CatalogueIndicator Name ItemTypeCode HazardousRiskIndicator
    AdditionalInformation Keyword BrandName ModelName WarrantyInformation BuyersItemIdentification
    SellersItemIdentification ManufacturersItemIdentification StandardItemIdentification
    CatalogueItemIdentification AdditionalItemIdentification CatalogueDocumentReference
    ItemSpecificationDocumentReference OriginCountry CommodityClassification TransactionConditions HazardousItem
    ClassifiedTaxCategory AdditionalItemProperty ManufacturerParty InformationContentProviderParty OriginAddress
    ItemInstance Certificate Dimension EnvironmentalEmission`,
  Delivery: `
    ID Quantity MinimumQuantity MaximumQuantity ActualDeliveryDate ActualDeliveryTime LatestDeliveryDate
    LatestDeliveryTime ReleaseID TrackingID DeliveryAddress DeliveryLocation AlternativeDeliveryLocation
    RequestedDeliveryPeriod PromisedDeliveryPeriod EstimatedDeliveryPeriod CarrierParty DeliveryParty NotifyParty
    Despatch DeliveryTerms MinimumDeliveryUnit MaximumDeliveryUnit Shipment FuelConsumption`,
  Price: `
    PriceAmount TaxInclusivePriceAmount BaseQuantity PriceChangeReason PriceTypeCode PriceType
    OrderableUnitFactorRate ValidityPeriod PriceList AllowanceCharge PricingExchangeRate AlternativeCurrencyPrice`,
  Contract: `
    ID IssueDate IssueTime NominationDate NominationTime ContractTypeCode ContractType Note VersionID
    ModificationReasonCode ModificationReasonDescription Description ValidityPeriod ContractDocumentReference
    NominationPeriod ContractualDelivery`,
  ContractDocumentReference: `
    ID CopyIndicator UUID IssueDate IssueTime DocumentTypeCode DocumentType XPath
    ReferencedDocumentInternalAddress LanguageID LocaleCode VersionID DocumentStatusCode DocumentDescription
    Attachment ValidityPeriod IssuerParty ResultOfVerification`,
  ClassifiedTaxCategory: `
    ID Name Percent BaseUnitMeasure PerUnitAmount TaxExemptionReasonCode TaxExemptionReason TierRange
    TierRatePercent TaxScheme`,
  TaxCategory: `
    ID Name Percent BaseUnitMeasure PerUnitAmount TaxExemptionReasonCode TaxExemptionReason TierRange
    TierRatePercent TaxScheme`,
  LegalMonetaryTotal: `
    LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount
    AllowanceTotalTaxInclusiveAmount ChargeTotalAmount ChargeTotalTaxInclusiveAmount WithholdingTaxTotalAmount
    PrepaidAmount PayableRoundingAmount PayableAmount PayableAlternativeAmount`,
  PricingReference: `
    OriginalItemLocationQuantity AlternativeConditionPrice`,
  InvoicePeriod: `
    StartDate StartTime EndDate EndTime DurationMeasure DescriptionCode Description`,
  DeliveryLocation: `
    ID Description Conditions CountrySubentity CountrySubentityCode LocationTypeCode InformationURI Name
    ValidityPeriod Address Storage SubsidiaryLocation LocationCoordinate`,
} as const

/** By element, the names of its children in order, without prefixes; children of other elements are not sorted. */
export const sequences: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(texts).map(([name, text]) => [name, text.trim().split(/\s+/)]),
)
