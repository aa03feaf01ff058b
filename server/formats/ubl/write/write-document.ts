import type { IngestDocument } from '#contract/ingest/documents.ts'
import { withParticulars } from './particulars.ts'
import { partyContent } from './parties.ts'
import { basic, type Element, group, toElements, writeXml, type XmlPart } from './xml.ts'

/* The parts that all kinds of documents share: profiles, attachments, means of payment, further parties. */

type Kind = 'Quotation' | 'OrderResponse' | 'DespatchAdvice' | 'Invoice' | 'CreditNote'

const billing = ['urn:cen.eu:en16931:2017', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'] as const
/** The specification that each kind of document follows, and its business process. */
const profiles: Readonly<Record<Kind, readonly [customization: string, profile: string]>> = {
  Quotation: [
    'urn:oasis:names:specification:ubl:schema:xsd:Quotation-2',
    'urn:oasis:names:specification:ubl:schema:xsd:Quotation-2',
  ],
  OrderResponse: ['urn:fdc:peppol.eu:poacc:trns:order_response:3', 'urn:fdc:peppol.eu:poacc:bis:ordering:3'],
  DespatchAdvice: ['urn:fdc:peppol.eu:poacc:trns:despatch_advice:3', 'urn:fdc:peppol.eu:poacc:bis:despatch_advice:3'],
  Invoice: billing,
  CreditNote: billing,
}

/** The XML of a document: the parts of its kind, and the shared parts that UBL allows in this kind. */
export function writeDocument(kind: Kind, document: IngestDocument, ...parts: readonly XmlPart[]): string {
  const [customization, profile] = profiles[kind]
  const elements = toElements(
    basic('UBLVersionID', '2.1'),
    basic('CustomizationID', customization),
    basic('ProfileID', profile),
    parts,
    furtherReferences(document),
    furtherParties(document),
    paymentMeans(document),
    exchangeRates(document.details?.exchangeRate),
  )
  return writeXml(kind, ...withParticulars(kind, elements, document))
}

function furtherReferences({ details, attachments = [] }: IngestDocument): XmlPart {
  const others = details?.otherDocuments?.split('\n') ?? []
  const objects = details?.invoicedObject?.split(', ') ?? []
  return [
    ...objects.map((objectId) =>
      group('AdditionalDocumentReference', basic('ID', objectId), basic('DocumentTypeCode', '130')),
    ),
    ...others.map((reference) => group('AdditionalDocumentReference', basic('ID', reference))),
    ...attachments.map(({ name, mimeType, contentBase64 }) =>
      group(
        'AdditionalDocumentReference',
        basic('ID', name),
        group(
          'Attachment',
          basic('EmbeddedDocumentBinaryObject', contentBase64, { mimeCode: mimeType, filename: name }),
        ),
      ),
    ),
  ]
}

function furtherParties(document: IngestDocument): XmlPart {
  const { buyer, originator, payee, taxRepresentative, type } = document
  const within = (name: string, element: Element | undefined) => group(name, element)
  return [
    type === 'invoices' || type === 'orders'
      ? buyer && within('BuyerCustomerParty', group('Party', partyContent(buyer)))
      : undefined,
    originator && within('OriginatorCustomerParty', group('Party', partyContent(originator))),
    payee && group('PayeeParty', partyContent(payee)),
    taxRepresentative && group('TaxRepresentativeParty', partyContent(taxRepresentative)),
  ]
}

/** All means of payment. UNCL 4461: 30 credit transfer, 1 not defined. */
function paymentMeans(document: IngestDocument): XmlPart {
  const { paymentMeans: means = [], details = {}, invoiceKind, dueDate } = document
  const due = invoiceKind === '381' ? dueDate : undefined
  if (means.length > 0) {
    return means.map((method) =>
      group(
        'PaymentMeans',
        basic('PaymentMeansCode', method.code ?? (method.account ? '30' : '1')),
        basic('PaymentDueDate', method.dueDate ?? due),
        basic('InstructionNote', method.note),
        basic('PaymentID', method.reference),
        group(
          'CardAccount',
          basic('PrimaryAccountNumberID', method.cardNumber),
          method.cardNumber ? basic('NetworkID', method.bankName ?? 'NA') : undefined,
          basic('HolderName', method.cardHolder),
        ),
        group(
          'PayeeFinancialAccount',
          basic('ID', method.account),
          basic('Name', method.holder),
          group(
            'FinancialInstitutionBranch',
            basic('ID', method.bank),
            method.cardNumber ? undefined : basic('Name', method.bankName),
          ),
        ),
        group(
          'PaymentMandate',
          basic('ID', method.mandate),
          group('PayerFinancialAccount', basic('ID', method.payerAccount)),
        ),
      ),
    )
  }
  const { bankAccount, paymentReference } = details
  if (!bankAccount && !paymentReference && !due) return undefined
  const [account, bank] = bankAccount?.split(' · ') ?? []
  return group(
    'PaymentMeans',
    basic('PaymentMeansCode', account ? '30' : '1'),
    basic('PaymentDueDate', due),
    basic('PaymentID', paymentReference),
    group('PayeeFinancialAccount', basic('ID', account), group('FinancialInstitutionBranch', basic('ID', bank))),
  )
}

const ratePattern = /^([\d.]+) ([A-Z]{3}) = ([\d.]+) ([A-Z]{3})(?: \((\d{4}-\d\d-\d\d)\))?$/

const exchangeRateNames = ['PaymentExchangeRate', 'PaymentAlternativeExchangeRate']

/** Rates such as "1 EUR = 1.10 USD (2026-03-01)"; rates in another form are left out. */
function exchangeRates(text: string | null | undefined): XmlPart {
  return text?.split(', ').map((rateText, index) => {
    const [, base, source, value, target, day] = ratePattern.exec(rateText) ?? []
    return group(
      exchangeRateNames[index] ?? 'PaymentExchangeRate',
      basic('SourceCurrencyCode', source),
      base === '1' ? undefined : basic('SourceCurrencyBaseRate', base),
      basic('TargetCurrencyCode', target),
      basic('CalculationRate', value),
      basic('Date', day),
    )
  })
}
