import type { UblElement } from './ubl-elements.ts'

/*
 * Lists which elements of UN/CEFACT CII the portal reads, by the terms of EN 16931, and the field of the ingest format
 * that each fills. A test writes each value into its element and finds it in the field.
 */

const trade = 'rsm:SupplyChainTradeTransaction'
const agreement = `${trade}/ram:ApplicableHeaderTradeAgreement`
const delivery = `${trade}/ram:ApplicableHeaderTradeDelivery`
const settlement = `${trade}/ram:ApplicableHeaderTradeSettlement`
const sums = `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`
const day = 'udt:DateTimeString'

/** The `documents` of an element are its term in EN 16931; `written` is the value where CII writes it otherwise. */
export type CiiElement = UblElement & { written?: string }

const ciiElement = (term: string, element: string, field: string, value: string, note?: string): CiiElement => ({
  ...{ element, field, documents: term, value },
  ...(note ? { note } : {}),
})

const ciiDate = (term: string, element: string, field: string, value: string, note?: string): CiiElement => ({
  ...ciiElement(term, `${element}/${day}`, field, value, note),
  written: value.replaceAll('-', ''),
})

/** Elements of the document itself. */
export const ciiHeader: readonly CiiElement[] = [
  ciiElement('BT-1', 'rsm:ExchangedDocument/ram:ID', 'number', '4711', 'The document’s number; required.'),
  ciiDate(
    'BT-2',
    'rsm:ExchangedDocument/ram:IssueDateTime',
    'issueDate',
    '2026-03-05',
    'Also modifiedAt: an older file never overwrites a newer one.',
  ),
  ciiElement(
    'BT-3',
    'rsm:ExchangedDocument/ram:TypeCode',
    'invoiceKind',
    '381',
    '81, 83, 261, 262, 296, 308, 381, 396, 420, 458 and 532 are credit notes; 386 stays a prepayment invoice; every other code is an invoice (380).',
  ),
  ciiElement('BT-22', 'rsm:ExchangedDocument/ram:IncludedNote/ram:Content', 'note', 'Thank you for your order.'),
  ciiElement('BT-5', `${settlement}/ram:InvoiceCurrencyCode`, 'currency', 'EUR'),
  ciiElement(
    'BT-10',
    `${agreement}/ram:BuyerReference`,
    'customerReference',
    'ENQ-77',
    'Beside the number of an order it is details.buyerReference.',
  ),
  ciiElement('BT-11', `${agreement}/ram:SpecifiedProcuringProject/ram:ID`, 'project', 'P-12'),
  ciiElement(
    'BT-12',
    `${agreement}/ram:ContractReferencedDocument/ram:IssuerAssignedID`,
    'details.contractNumber',
    'F-2024-9',
  ),
  ciiElement(
    'BT-13',
    `${agreement}/ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID`,
    'customerReference',
    'PO-7781',
    'The buyer’s number of the order; it leads to the order that has it.',
  ),
  ciiElement(
    'BT-14',
    `${agreement}/ram:SellerOrderReferencedDocument/ram:IssuerAssignedID`,
    'references[0].number',
    'SO-1',
    'Your number of the order.',
  ),
  ciiElement(
    'BT-15',
    `${delivery}/ram:ReceivingAdviceReferencedDocument/ram:IssuerAssignedID`,
    'details.receiptNumber',
    'WE-3',
  ),
  ciiElement(
    'BT-16',
    `${delivery}/ram:DespatchAdviceReferencedDocument/ram:IssuerAssignedID`,
    'references[0].number',
    'DN-5003',
  ),
  ciiElement('BT-19', `${settlement}/ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID`, 'costCentre', '4711'),
  ciiElement('BT-20', `${settlement}/ram:SpecifiedTradePaymentTerms/ram:Description`, 'paymentTerms', '30 days net'),
  ciiDate('BT-9', `${settlement}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime`, 'dueDate', '2026-04-23'),
  ciiElement(
    'BT-25',
    `${settlement}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`,
    'references[0].number',
    'INV-9001',
    'The invoice that is credited or corrected.',
  ),
  ciiElement('BT-27', `${agreement}/ram:SellerTradeParty/ram:Name`, 'seller.name', 'Nordwind Parts GmbH'),
  ciiElement(
    'BT-44',
    `${agreement}/ram:BuyerTradeParty/ram:Name`,
    'billTo.name',
    'Better Bikes Ltd',
    'Where ram:InvoiceeTradeParty is named, that is billTo and the buyer is buyer.',
  ),
  ciiElement(
    'BT-48',
    `${agreement}/ram:BuyerTradeParty/ram:SpecifiedTaxRegistration/ram:ID`,
    'billTo.taxNumber',
    'DE123456789',
    'With schemeID VA, also one of the identifiers by which the customer is found.',
  ),
  ciiElement(
    'BT-52',
    `${agreement}/ram:BuyerTradeParty/ram:PostalTradeAddress/ram:CityName`,
    'billTo.city',
    'Leeds',
    'With the address around it.',
  ),
  ciiElement('BT-59', `${settlement}/ram:PayeeTradeParty/ram:Name`, 'payee.name', 'Factor Bank AG'),
  ciiElement(
    'BT-75',
    `${delivery}/ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CityName`,
    'shipTo.city',
    'York',
    'With the address around it.',
  ),
  ciiDate(
    'BT-72',
    `${delivery}/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime`,
    'deliveredDate',
    '2026-03-04',
  ),
  ciiDate('BT-73', `${settlement}/ram:BillingSpecifiedPeriod/ram:StartDateTime`, 'details.periodStart', '2026-02-01'),
  ciiDate('BT-74', `${settlement}/ram:BillingSpecifiedPeriod/ram:EndDateTime`, 'details.periodEnd', '2026-02-28'),
  ciiElement('BT-83', `${settlement}/ram:PaymentReference`, 'details.paymentReference', 'RF18'),
  ciiElement(
    'BT-84',
    `${settlement}/ram:SpecifiedTradeSettlementPaymentMeans/ram:PayeePartyCreditorFinancialAccount/ram:IBANID`,
    'details.bankAccount',
    'DE02120300000000202051',
  ),
  ciiElement('BT-106', `${sums}/ram:LineTotalAmount`, 'totals.net', '315.00'),
  ciiElement('BT-107', `${sums}/ram:AllowanceTotalAmount`, 'totals.discount', '15.00'),
  ciiElement('BT-108', `${sums}/ram:ChargeTotalAmount`, 'totals.charges', '15.00'),
  ciiElement('BT-110', `${sums}/ram:TaxTotalAmount`, 'totals.tax', '59.85'),
  ciiElement('BT-112', `${sums}/ram:GrandTotalAmount`, 'totals.gross', '374.85'),
  ciiElement('BT-113', `${sums}/ram:TotalPrepaidAmount`, 'totals.paid', '100.00'),
  ciiElement('BT-115', `${sums}/ram:DuePayableAmount`, 'totals.open', '274.85'),
  ciiElement('BT-116', `${settlement}/ram:ApplicableTradeTax/ram:BasisAmount`, 'taxes[0].base', '315.00'),
  ciiElement('BT-117', `${settlement}/ram:ApplicableTradeTax/ram:CalculatedAmount`, 'taxes[0].amount', '59.85'),
  ciiElement('BT-118', `${settlement}/ram:ApplicableTradeTax/ram:CategoryCode`, 'taxes[0].category', 'S'),
  ciiElement('BT-119', `${settlement}/ram:ApplicableTradeTax/ram:RateApplicablePercent`, 'taxes[0].rate', '19'),
  ciiElement('BT-120', `${settlement}/ram:ApplicableTradeTax/ram:ExemptionReason`, 'taxes[0].reason', 'Reverse charge'),
]

/** Elements of a line, below ram:IncludedSupplyChainTradeLineItem. */
export const ciiLine: readonly CiiElement[] = [
  ciiElement(
    'BT-126',
    'ram:AssociatedDocumentLineDocument/ram:LineID',
    'line',
    '10',
    'A line without gets its place as its number.',
  ),
  ciiElement('BT-127', 'ram:AssociatedDocumentLineDocument/ram:IncludedNote/ram:Content', 'note', 'The rest follows.'),
  ciiElement('BT-153', 'ram:SpecifiedTradeProduct/ram:Name', 'name', 'Wheel'),
  ciiElement(
    'BT-154',
    'ram:SpecifiedTradeProduct/ram:Description',
    'description',
    'Aluminium, 36 spokes',
    'Where it says more than the name.',
  ),
  ciiElement('BT-155', 'ram:SpecifiedTradeProduct/ram:SellerAssignedID', 'sku', 'BK-42'),
  ciiElement('BT-156', 'ram:SpecifiedTradeProduct/ram:BuyerAssignedID', 'customerSku', 'W28'),
  ciiElement('BT-157', 'ram:SpecifiedTradeProduct/ram:GlobalID', 'gtin', '04012345000016'),
  ciiElement(
    'BT-158',
    'ram:SpecifiedTradeProduct/ram:DesignatedProductClassification/ram:ClassCode',
    'commodityCode',
    '87149300',
  ),
  ciiElement('BT-159', 'ram:SpecifiedTradeProduct/ram:OriginTradeCountry/ram:ID', 'originCountry', 'DE'),
  ciiElement(
    'BT-161',
    'ram:SpecifiedTradeProduct/ram:ApplicableProductCharacteristic/ram:Value',
    'properties[0].value',
    'red',
    'With ram:Description as its name.',
  ),
  ciiElement('BT-129', 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity', 'quantity', '6', 'unitCode becomes unit.'),
  ciiElement(
    'BT-146',
    'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount',
    'unitPrice',
    '50.00',
    'Divided by ram:BasisQuantity.',
  ),
  ciiElement(
    'BT-148',
    'ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice/ram:ChargeAmount',
    'details.listPrice',
    '55.00',
  ),
  ciiElement(
    'BT-131',
    'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount',
    'amount',
    '300.00',
  ),
  ciiElement(
    'BT-152',
    'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax/ram:RateApplicablePercent',
    'taxRate',
    '19',
  ),
  {
    ...ciiElement(
      'BT-136',
      'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeAllowanceCharge/ram:ActualAmount',
      'allowances[0].amount',
      '-5.00',
      'An allowance is negative, a charge (ram:ChargeIndicator true) positive.',
    ),
    written: '5.00',
  },
  ciiElement(
    'BT-132',
    'ram:SpecifiedLineTradeAgreement/ram:BuyerOrderReferencedDocument/ram:LineID',
    'references[0].line',
    '10',
    'The line of the order that the document or the line names.',
  ),
  ciiDate(
    'BT-134',
    'ram:SpecifiedLineTradeSettlement/ram:BillingSpecifiedPeriod/ram:StartDateTime',
    'details.periodStart',
    '2026-02-01',
  ),
  ciiElement(
    'BT-133',
    'ram:SpecifiedLineTradeSettlement/ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID',
    'details.costCentre',
    '4711',
  ),
]

const standard = 'urn:un:unece:uncefact:data:standard'
/** The namespaces of an invoice, as attributes of its root. */
export const ciiNamespaces = `xmlns:rsm="${standard}:CrossIndustryInvoice:100" xmlns:ram="${standard}:ReusableAggregateBusinessInformationEntity:100" xmlns:qdt="${standard}:QualifiedDataType:100" xmlns:udt="${standard}:UnqualifiedDataType:100"`

/** An invoice in CII, for POST /ingest/cii?account=C-1001. */
export const ciiExample = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice ${ciiNamespaces}>
  <rsm:ExchangedDocumentContext>
    <ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter>
  </rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument>
    <ram:ID>INV-9003</ram:ID>
    <ram:TypeCode>380</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">20260326</udt:DateTimeString></ram:IssueDateTime>
  </rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:IncludedSupplyChainTradeLineItem>
      <ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID></ram:AssociatedDocumentLineDocument>
      <ram:SpecifiedTradeProduct><ram:SellerAssignedID>BK-42</ram:SellerAssignedID><ram:Name>Wheel 28"</ram:Name></ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>50.00</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
      <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="EA">4</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement>
        <ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax>
        <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>200.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation>
      </ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>
    <ram:ApplicableHeaderTradeAgreement>
      <ram:SellerTradeParty><ram:Name>Nordwind Parts GmbH</ram:Name></ram:SellerTradeParty>
      <ram:BuyerTradeParty>
        <ram:GlobalID schemeID="0088">4012345000009</ram:GlobalID>
        <ram:Name>Better Bikes Ltd</ram:Name>
      </ram:BuyerTradeParty>
      <ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>PO-7781</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeDelivery/>
    <ram:ApplicableHeaderTradeSettlement>
      <ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:ApplicableTradeTax><ram:CalculatedAmount>38.00</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount>200.00</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax>
      <ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">20260425</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        <ram:LineTotalAmount>200.00</ram:LineTotalAmount>
        <ram:TaxBasisTotalAmount>200.00</ram:TaxBasisTotalAmount>
        <ram:TaxTotalAmount currencyID="EUR">38.00</ram:TaxTotalAmount>
        <ram:GrandTotalAmount>238.00</ram:GrandTotalAmount>
        <ram:DuePayableAmount>238.00</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`
