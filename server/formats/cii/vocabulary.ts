import type { Prefixes } from '#server/formats/ubl/read/xml.ts'

const standard = 'urn:un:unece:uncefact:data:standard'

/** The namespaces of CII, and those of ZUGFeRD 1.0, which came before it. */
export const ciiPrefixes: Prefixes = {
  [`${standard}:CrossIndustryInvoice:100`]: 'rsm',
  [`${standard}:ReusableAggregateBusinessInformationEntity:100`]: 'ram',
  [`${standard}:QualifiedDataType:100`]: 'qdt',
  [`${standard}:UnqualifiedDataType:100`]: 'udt',
  'urn:ferd:CrossIndustryDocument:invoice:1p0': 'rsm',
  [`${standard}:ReusableAggregateBusinessInformationEntity:12`]: 'ram',
  [`${standard}:QualifiedDataType:12`]: 'qdt',
  [`${standard}:UnqualifiedDataType:15`]: 'udt',
}

/** What ZUGFeRD 1.0 calls otherwise, by its names; a parent decides where one name became two. */
export const formerNames: Readonly<Record<string, string>> = {
  'rsm:SpecifiedExchangedDocumentContext': 'rsm:ExchangedDocumentContext',
  'rsm:HeaderExchangedDocument': 'rsm:ExchangedDocument',
  'rsm:SpecifiedSupplyChainTradeTransaction': 'rsm:SupplyChainTradeTransaction',
  'ram:ApplicableSupplyChainTradeAgreement': 'ram:ApplicableHeaderTradeAgreement',
  'ram:ApplicableSupplyChainTradeDelivery': 'ram:ApplicableHeaderTradeDelivery',
  'ram:ApplicableSupplyChainTradeSettlement': 'ram:ApplicableHeaderTradeSettlement',
  'ram:SpecifiedSupplyChainTradeAgreement': 'ram:SpecifiedLineTradeAgreement',
  'ram:SpecifiedSupplyChainTradeDelivery': 'ram:SpecifiedLineTradeDelivery',
  'ram:SpecifiedSupplyChainTradeSettlement': 'ram:SpecifiedLineTradeSettlement',
  'ram:ApplicableSupplyChainTradeSettlement/ram:SpecifiedTradeSettlementMonetarySummation':
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
  'ram:SpecifiedSupplyChainTradeSettlement/ram:SpecifiedTradeSettlementMonetarySummation':
    'ram:SpecifiedTradeSettlementLineMonetarySummation',
  'ram:ApplicablePercent': 'ram:RateApplicablePercent',
  'ram:BuyerOrderReferencedDocument/ram:ID': 'ram:IssuerAssignedID',
  'ram:ContractReferencedDocument/ram:ID': 'ram:IssuerAssignedID',
  'ram:AdditionalReferencedDocument/ram:ID': 'ram:IssuerAssignedID',
  'ram:DespatchAdviceReferencedDocument/ram:ID': 'ram:IssuerAssignedID',
  'ram:DeliveryNoteReferencedDocument/ram:ID': 'ram:IssuerAssignedID',
  'ram:SpecifiedTradeAccountingAccount': 'ram:ReceivableSpecifiedTradeAccountingAccount',
}
