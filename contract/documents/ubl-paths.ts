/** The UBL paths of the values in particulars.ts, by name: reading tries them in this order, writing uses the first. */
export const ublPaths: Readonly<Record<string, readonly string[]>> = {
  contractNumber: ['cac:ContractDocumentReference/cbc:ID', 'cac:Contract/cbc:ID'],
  contractType: [
    'cac:ContractDocumentReference/cbc:DocumentType',
    'cac:Contract/cbc:ContractType',
    'cac:ContractDocumentReference/cbc:DocumentDescription',
  ],
  tenderNumber: ['cac:OriginatorDocumentReference/cbc:ID'],
  destination: ['cac:DestinationCountry/cbc:Name', 'cac:DestinationCountry/cbc:IdentificationCode'],
  deliveredTime: ['cac:Delivery/cbc:ActualDeliveryTime'],
  periodStart: ['cac:InvoicePeriod/cbc:StartDate'],
  periodEnd: ['cac:InvoicePeriod/cbc:EndDate'],
  taxPointDate: ['cbc:TaxPointDate'],
  buyerReference: ['cbc:CustomerReference'],
  receiptNumber: ['cac:ReceiptDocumentReference/cbc:ID'],
  creditReason: ['cac:DiscrepancyResponse/cbc:Description'],
  rounding: ['cac:LegalMonetaryTotal/cbc:PayableRoundingAmount'],
}
