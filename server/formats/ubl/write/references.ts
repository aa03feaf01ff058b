import { definitions } from '#contract/documents/types.ts'
import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { basic, type Element, group, type XmlPart } from './xml.ts'

/** Peppol's text for a value that UBL requires and that does not exist. */
export const notApplicable = 'NA'

type Reference = { type: IngestDocument['type']; number: string }

/** The numbers of the documents of a type that the header refers to, without duplicates. */
export function referencedNumbers(document: IngestDocument, type: Reference['type']): string[] {
  return [
    ...new Set((document.references ?? []).filter((reference) => reference.type === type).map(({ number }) => number)),
  ]
}

/** A reference to a sales order by the buyer's number, as far as it is known, and by the seller's. */
export function orderReference(number: string | undefined, customerReference?: string): Element | undefined {
  return group('OrderReference', basic('ID', customerReference ?? notApplicable), basic('SalesOrderID', number))
}

/** A reference to a document by its number, under one of UBL's names for references. */
export const documentReference = (name: string, number: string) => group(name, basic('ID', number))

function typedReference(number: string, kind: string | undefined): Element | undefined {
  return group('AdditionalDocumentReference', basic('ID', number), basic('DocumentTypeCode', kind))
}

/** Marks the reference to the quote that the document supersedes. */
const supersededLabel = 'Superseded'

/** The references of a quote to other quotes; the quote that it supersedes is marked. */
export function otherQuotes(document: IngestDocument): XmlPart {
  const supersededNumber = document.details?.supersedes
  const supersededReference =
    typeof supersededNumber === 'string' && supersededNumber !== ''
      ? group(
          'AdditionalDocumentReference',
          basic('ID', supersededNumber),
          basic('DocumentTypeCode', definitions.quotes.ublCode),
          basic('DocumentType', supersededLabel),
        )
      : undefined
  const others = referencedNumbers(document, 'quotes').filter((number) => number !== supersededNumber)
  return [...others.map((number) => otherReference('quotes', number)), supersededReference]
}

/** Marks a quote's reference to itself: UBL has no other place for its revision and the time when it was sent. */
const revisionLabel = 'Revision'

/** A quote's revision and the time when it was sent to the customer, as far as they are known. */
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
    basic('DocumentTypeCode', definitions.quotes.ublCode),
    basic('DocumentType', revisionLabel),
    basic('VersionID', revision),
  )
}

/** A reference to a document by its number and the code of its type. */
export const otherReference = (type: Reference['type'], number: string) =>
  typedReference(number, definitions[type].ublCode)

/** The header's references to documents of these types, for which the written document has no own element. */
export function otherReferences(document: IngestDocument, ...types: readonly Reference['type'][]): XmlPart {
  return types.flatMap((type) => referencedNumbers(document, type).map((number) => otherReference(type, number)))
}

/** The reference to the customer's project, in a form that all kinds of documents can hold; or undefined. */
export const projectReference = ({ project }: IngestDocument) =>
  project === undefined ? undefined : typedReference(project, '50')

/** The reference to an order by the customer's own number, for documents that refer to no sales order. */
export const buyersOrderReference = (number: string | undefined) => typedReference(number ?? notApplicable, '220')

type LineReference = NonNullable<IngestLine['references']>[number]

const referencesOfType = (line: IngestLine, type: Reference['type']): LineReference[] =>
  (line.references ?? []).filter((reference) => reference.type === type)

/** The references to the order lines that a line delivers or bills. */
export function orderLines(line: IngestLine): XmlPart {
  return referencesOfType(line, 'orders').map((reference) =>
    group('OrderLineReference', basic('LineID', reference.line ?? notApplicable), orderReference(reference.number)),
  )
}

/** The references to the shipment lines that a line bills. */
export function despatchLines(line: IngestLine): XmlPart {
  return referencesOfType(line, 'shipments').map((reference) =>
    group(
      'DespatchLineReference',
      basic('LineID', reference.line ?? notApplicable),
      documentReference('DocumentReference', reference.number),
    ),
  )
}

/** The references to the invoice lines that a line credits. */
export function billedLines(line: IngestLine): XmlPart {
  return referencesOfType(line, 'invoices').map((reference) =>
    group(
      'BillingReference',
      documentReference('InvoiceDocumentReference', reference.number),
      reference.line === undefined ? undefined : group('BillingReferenceLine', basic('ID', reference.line)),
    ),
  )
}

/** The reference to the quote line that was ordered; UBL holds only one. */
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
