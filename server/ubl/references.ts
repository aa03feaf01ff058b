import type { IngestDocument, IngestLine } from '../../contract/ingest.ts'
import { basic, type Element, group, type XmlPart } from './xml.ts'

/** Peppol's word for "there is none", where UBL wants a value. */
export const notApplicable = 'NA'

type Reference = { type: IngestDocument['type']; number: string }

/** UN/CEFACT 1001: what kind of document a reference points to where UBL has no element of its own for it. */
const documentTypeCodes: Readonly<Record<Reference['type'], string>> = {
  quotes: '310',
  orders: '231',
  shipments: '351',
  invoices: '380',
}

/** The header's references to documents of a type, equal ones once. */
export function referencedNumbers(document: IngestDocument, type: Reference['type']): string[] {
  return [
    ...new Set((document.references ?? []).filter((reference) => reference.type === type).map(({ number }) => number)),
  ]
}

/** A sales order by both its numbers: the buyer's as far as it is known, and the seller's. */
export function orderReference(number: string | undefined, customerReference?: string): Element | undefined {
  return group('OrderReference', basic('ID', customerReference ?? notApplicable), basic('SalesOrderID', number))
}

/** A document by its number, under one of UBL's names for references. */
export const documentReference = (name: string, number: string) => group(name, basic('ID', number))

function typedReference(number: string, kind: string): Element | undefined {
  return group('AdditionalDocumentReference', basic('ID', number), basic('DocumentTypeCode', kind))
}

/** What a reference to a quote says of one that the document itself supersedes. */
const supersededLabel = 'Superseded'

/** The quotes that a quote refers to; the one that it supersedes is told apart. */
export function otherQuotes(document: IngestDocument): XmlPart {
  const supersededNumber = document.details?.supersedes
  const supersededReference =
    typeof supersededNumber === 'string' && supersededNumber !== ''
      ? group(
          'AdditionalDocumentReference',
          basic('ID', supersededNumber),
          basic('DocumentTypeCode', documentTypeCodes.quotes),
          basic('DocumentType', supersededLabel),
        )
      : undefined
  const others = referencedNumbers(document, 'quotes').filter((number) => number !== supersededNumber)
  return [...others.map((number) => otherReference('quotes', number)), supersededReference]
}

/** What a reference of a quote to itself says: UBL has no other place for which revision it is and when it was sent. */
const revisionLabel = 'Revision'

/** Which revision a quote is and when it was sent to the customer, as far as known. */
export function ownRevision({ number, details }: IngestDocument): XmlPart {
  const revision = typeof details?.revision === 'string' && details.revision !== '' ? details.revision : undefined
  const sent = typeof details?.sentAt === 'string' ? Date.parse(details.sentAt) : Number.NaN
  const [date, time] = Number.isNaN(sent) ? [] : new Date(sent).toISOString().split('T')
  if (revision === undefined && date === undefined) return undefined
  return group(
    'AdditionalDocumentReference',
    basic('ID', number),
    basic('IssueDate', date),
    basic('IssueTime', time),
    basic('DocumentTypeCode', documentTypeCodes.quotes),
    basic('DocumentType', revisionLabel),
    basic('VersionID', revision),
  )
}

/** A reference by a document's kind alone. */
export const otherReference = (type: Reference['type'], number: string) =>
  typedReference(number, documentTypeCodes[type])

/** The header's references of the types given, for which the kind of document that is written has no element. */
export function otherReferences(document: IngestDocument, ...types: readonly Reference['type'][]): XmlPart {
  return types.flatMap((type) => referencedNumbers(document, type).map((number) => otherReference(type, number)))
}

/** The customer's project, as every kind of document can name it. */
export const projectReference = ({ project }: IngestDocument) =>
  project === undefined ? undefined : typedReference(project, '50')

/** The customer's own number of an order where no order is referred to. */
export const buyersOrderReference = (number: string | undefined) => typedReference(number ?? notApplicable, '220')

type LineReference = NonNullable<IngestLine['references']>[number]

const referencesOfType = (line: IngestLine, type: Reference['type']): LineReference[] =>
  (line.references ?? []).filter((reference) => reference.type === type)

/** The order lines that a line delivers or bills. */
export function orderLines(line: IngestLine): XmlPart {
  return referencesOfType(line, 'orders').map((reference) =>
    group('OrderLineReference', basic('LineID', reference.line ?? notApplicable), orderReference(reference.number)),
  )
}

/** The shipment lines that a line bills. */
export function despatchLines(line: IngestLine): XmlPart {
  return referencesOfType(line, 'shipments').map((reference) =>
    group(
      'DespatchLineReference',
      basic('LineID', reference.line ?? notApplicable),
      documentReference('DocumentReference', reference.number),
    ),
  )
}

/** The invoice lines that a line credits. */
export function billedLines(line: IngestLine): XmlPart {
  return referencesOfType(line, 'invoices').map((reference) =>
    group(
      'BillingReference',
      documentReference('InvoiceDocumentReference', reference.number),
      reference.line === undefined ? undefined : group('BillingReferenceLine', basic('ID', reference.line)),
    ),
  )
}

/** The line of the quote that was ordered; UBL has room for one. */
export function quotedLine(line: IngestLine): Element | undefined {
  const [reference] = referencesOfType(line, 'quotes')
  return (
    reference &&
    group(
      'QuotationLineReference',
      basic('LineID', reference.line ?? notApplicable),
      documentReference('DocumentReference', reference.number),
    )
  )
}
