import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { DocumentParty } from '#contract/ingest/values.ts'
import { compare } from '#contract/money.ts'
import type { TradeParties } from '../parties.ts'
import { orderReference, projectReference, referencedNumbers } from '../references.ts'
import { amount, reportedTax } from '../totals.ts'
import { basic, type Element, group, toElements, writeXml, type XmlPart } from '../xml.ts'
import { cents, exemptionCodeOf, type Sums, sumsOf, type TaxGroup, taxGroups } from './amounts.ts'
import { documentCharge, invoiceLine, taxCategory } from './lines.ts'
import { Missing, type MissingTerm } from './missing.ts'
import {
  buyerAddress,
  buyerOf,
  customer,
  delivery,
  isSubjectToVat,
  needForCategory,
  needOfSeller,
  payee,
  sellerOf,
  supplier,
  taxRepresentative,
  withoutVatNumbers,
} from './parties.ts'
import { attachments, paymentMeans } from './payment.ts'
import { needForPeppol, peppolSpecification } from './peppol.ts'

/** An e-invoice by EN 16931 as the elements of UBL. */
export type EInvoice = { kind: 'Invoice' | 'CreditNote'; elements: readonly Element[] }

/** Codes of UN/CEFACT 1001 that an invoice or credit note may have by EN 16931, of those that say more than 380 and 381. */
const typeCodes: Readonly<Record<EInvoice['kind'], ReadonlySet<string>>> = {
  Invoice: new Set('326 380 382 383 384 385 386 387 388 389 390 393 394 395 575 623 780 875 876 877 935'.split(' ')),
  CreditNote: new Set('81 83 261 262 296 308 381 396 420 458 532'.split(' ')),
}

/**
 * An invoice or credit note of the portal as EN 16931 has it, or which of its terms are missing. Nothing is made up: what
 * the document does not say, and what does not add up, is named instead.
 */
export function eInvoiceOf(
  document: IngestDocument,
  parties: TradeParties,
  network?: 'peppol',
): { invoice: EInvoice } | { missing: MissingTerm[] } {
  const missing = new Missing()
  const kind = document.invoiceKind === '381' ? 'CreditNote' : 'Invoice'
  const groups = taxGroups(document, missing)
  const { lines = [] } = document
  const isCharge = ({ kind: lineKind }: (typeof lines)[number]) => lineKind === 'charge'
  const items = lines
    .filter((line) => !isCharge(line) && line.kind !== 'text')
    .map((line) => invoiceLine(document, line, kind, groups, missing))
  const charges = lines
    .filter((line) => isCharge(line) && line.amount !== undefined && compare(line.amount, '0') !== 0)
    .map((line) => documentCharge(document, line, groups, missing))
  if (items.length === 0) missing.add('lines')
  missing.need('total', document.totals?.gross)
  const sums = sumsOf(document, { items, charges }, groups, missing)
  const elements = toElements(
    header(document, kind, network, missing),
    references(document, kind),
    tradeParties(document, parties, groups, missing),
    paymentMeans(document, kind),
    group('PaymentTerms', basic('Note', document.paymentTerms)),
    charges.map(({ element }) => element),
    taxTotal(document, groups, sums),
    reportedTax(document, (tax) => cents(tax, missing)),
    monetaryTotal(document, sums),
    items.map(({ element }) => element),
  )
  if (network === 'peppol') needOfNetwork(document, parties, kind, missing)
  const isDue = compare(sums.payable, '0') > 0 && kind === 'Invoice'
  if (isDue && !document.dueDate && !document.paymentTerms) missing.add('paymentTerms')
  return missing.terms.length > 0 ? { missing: missing.terms } : { invoice: { kind, elements } }
}

/** The XML of an e-invoice in UBL. */
export const writeEInvoice = ({ kind, elements }: EInvoice): string => writeXml(kind, ...elements)

/** The code of what an invoice is, by the standard. */
function typeCodeOf({ details, invoiceKind }: IngestDocument, kind: EInvoice['kind']): string {
  const type = details?.invoiceType ?? invoiceKind
  return type && typeCodes[kind].has(type) ? type : kind === 'CreditNote' ? '381' : '380'
}

const buyerReferenceOf = (document: IngestDocument) =>
  document.details?.buyerReference ?? (ordersOf(document) ? undefined : document.customerReference)

function needOfNetwork(
  document: IngestDocument,
  parties: TradeParties,
  kind: EInvoice['kind'],
  missing: Missing,
): void {
  const written = {
    typeCode: typeCodeOf(document, kind),
    hasBuyerReference: Boolean(buyerReferenceOf(document)),
    hasOrder: ordersOf(document) !== undefined,
  }
  const addresses = { seller: parties.sellerAddress, buyer: buyerAddress(parties) }
  const both = { seller: sellerOf(parties, document), buyer: buyerOf(parties, document), addresses }
  needForPeppol(document, both, written, missing)
}

function header(
  document: IngestDocument,
  kind: EInvoice['kind'],
  network: 'peppol' | undefined,
  missing: Missing,
): XmlPart {
  const { details = {}, lines = [] } = document
  const texts = lines.filter((line) => line.kind === 'text').flatMap((line) => line.description ?? line.name ?? [])
  const isReturn = kind === 'CreditNote'
  return [
    basic('CustomizationID', network === 'peppol' ? peppolSpecification : 'urn:cen.eu:en16931:2017'),
    basic('ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
    basic('ID', document.number),
    basic('IssueDate', missing.need('issueDate', document.issueDate)),
    isReturn ? undefined : basic('DueDate', document.dueDate),
    basic(`${kind}TypeCode`, typeCodeOf(document, kind)),
    basic('Note', [document.note, ...texts].filter(Boolean).join('\n')),
    basic('TaxPointDate', details?.taxPointDate),
    basic('DocumentCurrencyCode', missing.need('currency', document.currency)),
    basic('AccountingCost', document.costCentre),
    basic('BuyerReference', buyerReferenceOf(document)),
    group('InvoicePeriod', basic('StartDate', details?.periodStart), basic('EndDate', details?.periodEnd)),
  ]
}

const ordersOf = (document: IngestDocument): string | undefined => referencedNumbers(document, 'orders')[0]

/** References to other documents; of orders, despatch advices and contracts the standard has one. */
function references(document: IngestDocument, kind: EInvoice['kind']): XmlPart {
  const { details = {}, customerReference } = document
  const order = ordersOf(document)
  const [shipment] = referencedNumbers(document, 'shipments')
  const reference = (name: string, number: string | null | undefined) => group(name, basic('ID', number))
  return [
    order === undefined ? undefined : orderReference(order, customerReference),
    referencedNumbers(document, 'invoices').map((number) =>
      group('BillingReference', reference('InvoiceDocumentReference', number)),
    ),
    reference('DespatchDocumentReference', shipment),
    reference('ReceiptDocumentReference', details?.receiptNumber),
    reference('OriginatorDocumentReference', details?.tenderNumber),
    reference('ContractDocumentReference', details?.contractNumber),
    details?.invoicedObject
      ? group('AdditionalDocumentReference', basic('ID', details.invoicedObject), basic('DocumentTypeCode', '130'))
      : undefined,
    // UBL's credit note has no element for a project.
    kind === 'Invoice' ? reference('ProjectReference', document.project) : projectReference(document),
    attachments(document),
  ]
}

function tradeParties(
  document: IngestDocument,
  parties: TradeParties,
  groups: readonly TaxGroup[],
  missing: Missing,
): XmlPart {
  const categories = groups.map(({ category }) => category)
  const isSubject = isSubjectToVat(categories)
  const written = isSubject ? (party: DocumentParty) => party : withoutVatNumbers
  const [seller, buyer] = [written(sellerOf(parties, document)), written(buyerOf(parties, document))]
  needOfSeller(seller, categories, document, missing)
  for (const category of categories) needForCategory(category, document, buyer, missing)
  return [
    supplier(seller, parties.sellerAddress, missing),
    customer(parties, buyer, missing),
    payee(document),
    isSubject ? taxRepresentative(document) : undefined,
    delivery(document),
  ]
}

function taxTotal(document: IngestDocument, groups: readonly TaxGroup[], sums: Sums): XmlPart {
  return group(
    'TaxTotal',
    amount('TaxAmount', sums.tax, document),
    groups.map((tax) =>
      group(
        'TaxSubtotal',
        amount('TaxableAmount', tax.base, document),
        amount('TaxAmount', tax.amount, document),
        taxCategory(
          'TaxCategory',
          tax,
          basic('TaxExemptionReasonCode', tax.reason ? undefined : exemptionCodeOf(tax.category)),
          basic('TaxExemptionReason', tax.reason),
        ),
      ),
    ),
  )
}

function monetaryTotal(document: IngestDocument, sums: Sums): XmlPart {
  const nonzero = (value: string) => (compare(value, '0') === 0 ? undefined : value)
  return group(
    'LegalMonetaryTotal',
    amount('LineExtensionAmount', sums.net, document),
    amount('TaxExclusiveAmount', sums.beforeTax, document),
    amount('TaxInclusiveAmount', sums.gross, document),
    amount('AllowanceTotalAmount', nonzero(sums.discount), document),
    amount('ChargeTotalAmount', nonzero(sums.charges), document),
    amount('PrepaidAmount', sums.paid, document),
    amount('PayableRoundingAmount', sums.rounding, document),
    amount('PayableAmount', sums.payable, document),
  )
}
