import type { Codec, Rule } from '../translate.ts'
import { dateRule } from './codecs.ts'
import { lineRules } from './lines.ts'
import { deliveryRules, furtherPartyRules, partyRules } from './parties.ts'
import { settlementRules } from './settlement.ts'

/* The whole invoice, in the order of CII's schema. */

/** UBL demands the buyer's number of an order and is told "NA" where there is none. */
const unlessNone: Codec = { toUbl: (text) => text, toCii: (text) => (text === 'NA' ? undefined : text) }

/** A code that UBL says by the name of an element. */
const code = (text: string): Rule => ({
  cii: 'ram:TypeCode',
  ubl: '',
  codec: { toUbl: () => undefined, toCii: () => text },
})

const file: Rule = {
  cii: 'ram:AttachmentBinaryObject',
  ubl: 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject',
  attributes: ['mimeCode', 'filename'],
}

/** A supporting document (BG-24), which UN/CEFACT 1001 numbers 916. */
const supportingDocument = (cii: string, readOnly: boolean): Rule => ({
  cii,
  ubl: 'cac:AdditionalDocumentReference[!cbc:DocumentTypeCode]',
  ...(readOnly ? { readOnly } : {}),
  rules: [
    { cii: 'ram:IssuerAssignedID', ubl: 'cbc:ID' },
    { cii: 'ram:URIID', ubl: 'cac:Attachment/cac:ExternalReference/cbc:URI' },
    code('916'),
    { cii: 'ram:Name', ubl: 'cbc:DocumentDescription' },
    file,
  ],
})

const documentNumber = (cii: string, ubl: string): Rule => ({
  cii: `${cii}/ram:IssuerAssignedID`,
  ubl: `${ubl}/cbc:ID`,
})

/** CII demands a name of the project beside its number. */
const projectName: Rule = {
  cii: 'ram:Name',
  ubl: '',
  codec: { toUbl: () => undefined, toCii: () => 'Project reference' },
}

const agreement: readonly Rule[] = [
  { cii: 'ram:BuyerReference', ubl: 'cbc:BuyerReference' },
  { cii: 'ram:SellerTradeParty', ubl: 'cac:AccountingSupplierParty/cac:Party', rules: partyRules },
  { cii: 'ram:BuyerTradeParty', ubl: 'cac:AccountingCustomerParty/cac:Party', rules: partyRules },
  { cii: 'ram:SellerTaxRepresentativeTradeParty', ubl: 'cac:TaxRepresentativeParty', rules: furtherPartyRules },
  {
    cii: 'ram:ProductEndUserTradeParty',
    ubl: 'cac:OriginatorCustomerParty/cac:Party',
    rules: partyRules,
    readOnly: true,
  },
  { cii: 'ram:ApplicableTradeDeliveryTerms/ram:DeliveryTypeCode', ubl: 'cac:DeliveryTerms/cbc:ID', readOnly: true },
  {
    cii: 'ram:ApplicableTradeDeliveryTerms/ram:RelevantTradeLocation/ram:Name',
    ubl: 'cac:DeliveryTerms/cac:DeliveryLocation/cbc:Name',
    readOnly: true,
  },
  { cii: 'ram:SellerOrderReferencedDocument/ram:IssuerAssignedID', ubl: 'cac:OrderReference/cbc:SalesOrderID' },
  { ...documentNumber('ram:BuyerOrderReferencedDocument', 'cac:OrderReference'), codec: unlessNone },
  {
    cii: 'ram:QuotationReferencedDocument',
    ubl: '+cac:AdditionalDocumentReference',
    readOnly: true,
    rules: [
      { cii: 'ram:IssuerAssignedID', ubl: 'cbc:ID' },
      {
        cii: 'ram:IssuerAssignedID',
        ubl: 'cbc:DocumentTypeCode',
        codec: { toUbl: () => '310', toCii: () => undefined },
      },
    ],
  },
  documentNumber('ram:ContractReferencedDocument', '+cac:ContractDocumentReference'),
  supportingDocument('ram:AdditionalReferencedDocument[ram:TypeCode=916]', false),
  supportingDocument('ram:AdditionalReferencedDocument[!ram:TypeCode=916|50|130]', true),
  {
    cii: 'ram:AdditionalReferencedDocument[ram:TypeCode=50]',
    ubl: 'cac:OriginatorDocumentReference',
    rules: [{ cii: 'ram:IssuerAssignedID', ubl: 'cbc:ID' }, code('50')],
  },
  {
    cii: 'ram:AdditionalReferencedDocument[ram:TypeCode=130]',
    ubl: 'cac:AdditionalDocumentReference[cbc:DocumentTypeCode=130]',
    rules: [
      { cii: 'ram:IssuerAssignedID', ubl: 'cbc:ID', attributes: ['schemeID'] },
      { cii: 'ram:TypeCode', ubl: 'cbc:DocumentTypeCode' },
    ],
  },
  {
    cii: 'ram:SpecifiedProcuringProject',
    ubl: 'cac:ProjectReference',
    writeOnly: true,
    rules: [{ cii: 'ram:ID', ubl: 'cbc:ID' }, projectName],
  },
  {
    cii: 'ram:SpecifiedProcuringProject',
    ubl: 'cac:AdditionalDocumentReference[cbc:DocumentTypeCode=50]',
    rules: [
      { cii: 'ram:ID', ubl: 'cbc:ID' },
      { cii: 'ram:ID', ubl: 'cbc:DocumentTypeCode', codec: { toUbl: () => '50', toCii: () => undefined } },
      projectName,
    ],
  },
]

const delivery: readonly Rule[] = [
  { cii: 'ram:ShipToTradeParty', ubl: 'cac:Delivery', rules: deliveryRules },
  dateRule('ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime', 'cac:Delivery/cbc:ActualDeliveryDate'),
  documentNumber('+ram:DespatchAdviceReferencedDocument', '+cac:DespatchDocumentReference'),
  { ...documentNumber('ram:DeliveryNoteReferencedDocument', '+cac:DespatchDocumentReference'), readOnly: true },
  documentNumber('ram:ReceivingAdviceReferencedDocument', '+cac:ReceiptDocumentReference'),
]

const context = 'rsm:ExchangedDocumentContext'

/** The rules of an invoice or a credit note. */
export const documentRules = (kind: 'Invoice' | 'CreditNote'): readonly Rule[] => [
  { cii: `${context}/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID`, ubl: 'cbc:ProfileID' },
  { cii: `${context}/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID`, ubl: 'cbc:CustomizationID' },
  {
    cii: 'rsm:ExchangedDocument',
    ubl: '',
    rules: [
      { cii: 'ram:ID', ubl: 'cbc:ID' },
      { cii: 'ram:TypeCode', ubl: `cbc:${kind}TypeCode` },
      dateRule('ram:IssueDateTime', 'cbc:IssueDate'),
      { cii: '+ram:IncludedNote/ram:Content', ubl: 'cbc:Note' },
    ],
  },
  {
    cii: 'rsm:SupplyChainTradeTransaction',
    ubl: '',
    rules: [
      {
        cii: 'ram:IncludedSupplyChainTradeLineItem',
        ubl: `cac:${kind}Line`,
        rules: lineRules(kind === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity'),
      },
      { cii: 'ram:ApplicableHeaderTradeAgreement', ubl: '', rules: agreement, required: true },
      { cii: 'ram:ApplicableHeaderTradeDelivery', ubl: '', rules: delivery, required: true },
      { cii: 'ram:ApplicableHeaderTradeSettlement', ubl: '', rules: settlementRules },
    ],
  },
]
