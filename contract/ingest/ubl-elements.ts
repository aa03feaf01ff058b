/*
 * Lists which UBL 2 elements the portal reads, the field of the ingest format that each fills, and the document kinds.
 * A test writes each value into its element and finds it in the field.
 */

const quotation = 'Quotation'
const orders = 'Order, OrderResponse'
const invoices = 'Invoice, CreditNote'
const pricedDocuments = `${quotation}, ${orders}, ${invoices}`
const despatch = 'DespatchAdvice'
const allDocuments = `${quotation}, ${orders}, ${despatch}, ${invoices}`

/**
 * An element by its path below the document (or its line), the field it fills, the document kinds, and an example
 * value.
 */
export type UblElement = { element: string; field: string; documents: string; value: string; note?: string }

const ublElement = (element: string, field: string, documents: string, value: string, note?: string): UblElement => ({
  element,
  field,
  documents,
  value,
  ...(note ? { note } : {}),
})

/** Elements of the document itself. */
export const ublHeader: readonly UblElement[] = [
  ublElement('cbc:ID', 'number', `${quotation}, ${despatch}, ${invoices}`, '4711', 'The document’s number; required.'),
  ublElement(
    'cbc:SalesOrderID',
    'number',
    orders,
    'SO-1',
    'Your number of the order; cbc:ID of an Order is the buyer’s and becomes customerReference.',
  ),
  ublElement(
    'cbc:IssueDate',
    'issueDate',
    allDocuments,
    '2026-03-05',
    'With cbc:IssueTime also modifiedAt: an older file never overwrites a newer one.',
  ),
  ublElement(
    'cbc:DocumentCurrencyCode',
    'currency',
    invoices,
    'EUR',
    'Else the currencyID of the amounts. Amounts in a second currency are left out.',
  ),
  ublElement('cbc:Note', 'note', allDocuments, 'Please deliver before noon.'),
  ublElement('cbc:BuyerReference', 'customerReference', quotation, 'ENQ-77'),
  ublElement(
    'cac:OrderReference/cbc:ID',
    'customerReference',
    `${despatch}, ${invoices}`,
    'PO-7781',
    'The buyer’s number of the order; it leads to the order that has it.',
  ),
  ublElement('cbc:AccountingCost', 'costCentre', allDocuments, '4711'),
  ublElement('cac:ValidityPeriod/cbc:EndDate', 'validUntil', quotation, '2026-04-15'),
  ublElement('cbc:DueDate', 'dueDate', 'Invoice', '2026-04-23', 'Else cac:PaymentMeans/cbc:PaymentDueDate.'),
  ublElement(
    'cbc:InvoiceTypeCode',
    'invoiceKind',
    'Invoice',
    '386',
    '381 and 386 stay what they are; every other code is an invoice (380).',
  ),
  ublElement('cac:PaymentTerms/cbc:Note', 'paymentTerms', pricedDocuments, '30 days net'),
  ublElement('cac:DeliveryTerms/cbc:SpecialTerms', 'deliveryTerms', allDocuments, 'DAP Leeds'),
  ublElement('cac:Delivery/cac:RequestedDeliveryPeriod/cbc:EndDate', 'requestedDate', orders, '2026-03-20'),
  ublElement('cac:Delivery/cac:PromisedDeliveryPeriod/cbc:EndDate', 'promisedDate', orders, '2026-03-24'),
  ublElement('cac:Delivery/cac:EstimatedDeliveryPeriod/cbc:EndDate', 'estimatedDate', orders, '2026-03-25'),
  ublElement(
    'cac:Delivery/cac:DeliveryAddress/cbc:CityName',
    'shipTo.city',
    `${orders}, ${invoices}`,
    'Leeds',
    'With the address around it.',
  ),
  ublElement(
    'cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
    'totals.net',
    invoices,
    '315.00',
    'Of a Quotation in cac:QuotedMonetaryTotal, of an Order in cac:AnticipatedMonetaryTotal.',
  ),
  ublElement('cac:LegalMonetaryTotal/cbc:AllowanceTotalAmount', 'totals.discount', invoices, '15.00'),
  ublElement('cac:LegalMonetaryTotal/cbc:ChargeTotalAmount', 'totals.charges', invoices, '15.00'),
  ublElement('cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount', 'totals.gross', invoices, '374.85'),
  ublElement('cac:LegalMonetaryTotal/cbc:PrepaidAmount', 'totals.paid', 'Invoice', '100.00'),
  ublElement('cac:LegalMonetaryTotal/cbc:PayableAmount', 'totals.open', 'Invoice', '274.85'),
  ublElement('cac:TaxTotal/cbc:TaxAmount', 'totals.tax', invoices, '59.85'),
  ublElement('cac:PaymentMeans/cbc:PaymentID', 'details.paymentReference', invoices, 'RF18'),
  ublElement(
    'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID',
    'details.bankAccount',
    invoices,
    'DE02120300000000202051',
  ),
  ublElement(
    'cac:Shipment/cac:Delivery/cac:Despatch/cbc:ActualDespatchDate',
    'shipment.despatchDate',
    despatch,
    '2026-03-23',
  ),
  ublElement(
    'cac:Shipment/cac:Delivery/cac:EstimatedDeliveryPeriod/cbc:EndDate',
    'shipment.estimatedDelivery',
    despatch,
    '2026-03-24',
  ),
  ublElement('cac:Shipment/cac:Delivery/cbc:ActualDeliveryDate', 'deliveredDate', despatch, '2026-03-24'),
  ublElement('cac:Shipment/cac:Delivery/cac:CarrierParty/cac:PartyName/cbc:Name', 'shipment.carrier', despatch, 'DHL'),
  ublElement('cac:Shipment/cac:Delivery/cbc:TrackingID', 'shipment.trackingNumbers[0]', despatch, 'JD014600003RU'),
  ublElement('cac:Shipment/cac:Consignment/cbc:CarrierAssignedID', 'shipment.waybill', despatch, 'WB-900'),
  ublElement('cac:Shipment/cbc:GrossWeightMeasure', 'shipment.grossWeight.value', despatch, '14.5'),
  ublElement(
    'cac:Shipment/cac:TransportHandlingUnit/cbc:ID',
    'shipment.packages[0].sscc',
    despatch,
    '340123450000000014',
  ),
]

/** Elements of a line. In a Quotation and an Order they are inside cac:LineItem. */
export const ublLine: readonly UblElement[] = [
  ublElement('cbc:ID', 'line', allDocuments, '10', 'A line without gets its place as its number.'),
  ublElement('cac:Item/cac:SellersItemIdentification/cbc:ID', 'sku', allDocuments, 'BK-42'),
  ublElement('cac:Item/cac:BuyersItemIdentification/cbc:ID', 'customerSku', allDocuments, 'W28'),
  ublElement('cac:Item/cac:StandardItemIdentification/cbc:ID', 'gtin', allDocuments, '04012345000016'),
  ublElement('cac:Item/cbc:Name', 'name', allDocuments, 'Wheel'),
  ublElement(
    'cac:Item/cbc:Description',
    'description',
    allDocuments,
    'Aluminium, 36 spokes',
    'Where it says more than the name.',
  ),
  ublElement(
    'cbc:Quantity',
    'quantity',
    `${quotation}, ${orders}`,
    '10',
    'cbc:InvoicedQuantity, cbc:CreditedQuantity, cbc:DeliveredQuantity in the others; unitCode becomes unit.',
  ),
  ublElement('cbc:DeliveredQuantity', 'quantity', despatch, '6'),
  ublElement('cbc:InvoicedQuantity', 'quantity', 'Invoice', '6'),
  ublElement('cbc:CreditedQuantity', 'quantity', 'CreditNote', '6'),
  ublElement(
    'cac:Price/cbc:PriceAmount',
    'unitPrice',
    pricedDocuments,
    '50.00',
    'Divided by cac:Price/cbc:BaseQuantity.',
  ),
  ublElement('cbc:LineExtensionAmount', 'amount', pricedDocuments, '300.00'),
  ublElement('cac:Item/cac:ClassifiedTaxCategory/cbc:Percent', 'taxRate', pricedDocuments, '19'),
  ublElement('cac:Item/cac:OriginCountry/cbc:IdentificationCode', 'originCountry', allDocuments, 'DE'),
  ublElement('cac:Delivery/cac:RequestedDeliveryPeriod/cbc:EndDate', 'requestedDate', orders, '2026-03-20'),
  ublElement('cac:Delivery/cac:PromisedDeliveryPeriod/cbc:EndDate', 'promisedDate', orders, '2026-03-24'),
  ublElement('cbc:Note', 'note', allDocuments, 'The rest follows.'),
  ublElement(
    'cac:OrderLineReference/cbc:LineID',
    'references[0].line',
    `${despatch}, ${invoices}`,
    '10',
    'The line of the order that the document or the line names.',
  ),
  ublElement('cac:Item/cac:ItemInstance/cbc:SerialID', 'serials[0]', despatch, 'W28-000141'),
  ublElement('cac:Item/cac:ItemInstance/cac:LotIdentification/cbc:LotNumberID', 'lots[0].lot', despatch, 'L-2603'),
]

const namespaces =
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"'

/** A UBL invoice, for POST /ingest/ubl?account=C-1001. */
export const ublExample = `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ${namespaces}>
  <cbc:ID>INV-9002</cbc:ID>
  <cbc:IssueDate>2026-03-26</cbc:IssueDate>
  <cbc:DueDate>2026-04-25</cbc:DueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:OrderReference><cbc:ID>PO-7781</cbc:ID></cac:OrderReference>
  <cac:AccountingCustomerParty><cac:Party>
    <cbc:EndpointID schemeID="0088">4012345000009</cbc:EndpointID>
    <cac:PartyName><cbc:Name>Better Bikes Ltd</cbc:Name></cac:PartyName>
  </cac:Party></cac:AccountingCustomerParty>
  <cac:TaxTotal><cbc:TaxAmount currencyID="EUR">38.00</cbc:TaxAmount></cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="EUR">200.00</cbc:LineExtensionAmount>
    <cbc:TaxInclusiveAmount currencyID="EUR">238.00</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="EUR">238.00</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>
  <cac:InvoiceLine>
    <cbc:ID>1</cbc:ID>
    <cbc:InvoicedQuantity unitCode="EA">4</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="EUR">200.00</cbc:LineExtensionAmount>
    <cac:OrderLineReference><cbc:LineID>10</cbc:LineID></cac:OrderLineReference>
    <cac:Item><cbc:Name>Wheel 28"</cbc:Name><cac:SellersItemIdentification><cbc:ID>BK-42</cbc:ID></cac:SellersItemIdentification></cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="EUR">50.00</cbc:PriceAmount></cac:Price>
  </cac:InvoiceLine>
</Invoice>`
