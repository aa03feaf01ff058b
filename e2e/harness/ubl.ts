const party = (name: string, scheme: string, id: string) =>
  `<cac:Party><cac:PartyIdentification><cbc:ID schemeID="${scheme}">${id}</cbc:ID></cac:PartyIdentification>
  <cac:PartyName><cbc:Name>${name}</cbc:Name></cac:PartyName></cac:Party>`
const namespaces = (kind: string) =>
  `xmlns="urn:oasis:names:specification:ubl:schema:xsd:${kind}-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"`
const supplier = party('Northern Bearings', 'GLN', '4012345000016')
const buyer = party('Velo Werk GmbH', 'GLN', '4012345000009')

/** An order of two wheels, with a slash in its number. */
export const order = `<?xml version="1.0" encoding="UTF-8"?>
<Order ${namespaces('Order')}>
  <cbc:ID>PO-7781</cbc:ID><cbc:SalesOrderID>SO/2026-1</cbc:SalesOrderID><cbc:IssueDate>2026-03-02</cbc:IssueDate>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:BuyerCustomerParty>${buyer}</cac:BuyerCustomerParty>
  <cac:SellerSupplierParty>${supplier}</cac:SellerSupplierParty>
  <cac:AnticipatedMonetaryTotal><cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>
    <cbc:PayableAmount currencyID="EUR">119.00</cbc:PayableAmount></cac:AnticipatedMonetaryTotal>
  <cac:OrderLine><cac:LineItem><cbc:ID>1</cbc:ID><cbc:Quantity unitCode="C62">2</cbc:Quantity>
    <cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>
    <cac:Price><cbc:PriceAmount currencyID="EUR">50.00</cbc:PriceAmount></cac:Price>
    <cac:Item><cbc:Name>Front wheel 28"</cbc:Name><cac:SellersItemIdentification><cbc:ID>WH-28</cbc:ID></cac:SellersItemIdentification></cac:Item>
  </cac:LineItem></cac:OrderLine>
</Order>`

/** The invoice of this order, with other XML namespace prefixes. */
export const invoice = `<?xml version="1.0" encoding="UTF-8"?>
<i:Invoice xmlns:i="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ${namespaces('Invoice').replace(/xmlns="[^"]+"\s*/, '')}>
  <cbc:ID>INV-900</cbc:ID><cbc:IssueDate>2026-03-05</cbc:IssueDate><cbc:DueDate>2126-04-04</cbc:DueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:OrderReference><cbc:ID>PO-7781</cbc:ID><cbc:SalesOrderID>SO/2026-1</cbc:SalesOrderID></cac:OrderReference>
  <cac:AccountingSupplierParty>${supplier}</cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>${buyer}</cac:AccountingCustomerParty>
  <cac:TaxTotal><cbc:TaxAmount currencyID="EUR">19.00</cbc:TaxAmount></cac:TaxTotal>
  <cac:LegalMonetaryTotal><cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount>
    <cbc:TaxInclusiveAmount currencyID="EUR">119.00</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="EUR">119.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
  <cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="C62">2</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>
    <cac:OrderLineReference><cbc:LineID>1</cbc:LineID></cac:OrderLineReference>
    <cac:Item><cbc:Name>Front wheel 28"</cbc:Name><cac:SellersItemIdentification><cbc:ID>WH-28</cbc:ID></cac:SellersItemIdentification></cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="EUR">50.00</cbc:PriceAmount></cac:Price></cac:InvoiceLine>
</i:Invoice>`
