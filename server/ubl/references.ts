import type { IngestDocument, IngestLine } from '../../contract/ingest.ts'
import { basic, type Element, group, type Part } from './xml.ts'

/** Peppol's word for "there is none", where UBL wants a value. */
export const none = 'NA'

type Reference = { type: IngestDocument['type']; number: string }

/** UN/CEFACT 1001: what kind of document a reference points to where UBL has no element of its own for it. */
const kinds: Readonly<Record<Reference['type'], string>> = {
  quotes: '310',
  orders: '231',
  shipments: '351',
  invoices: '380',
}

/** The header's references to documents of a type, equal ones once. */
export function referred(document: IngestDocument, type: Reference['type']): string[] {
  return [...new Set((document.references ?? []).filter((one) => one.type === type).map(({ number }) => number))]
}

/** A sales order by both its numbers: the buyer's as far as it is known, and the seller's. */
export function orderReference(number: string | undefined, customerReference?: string): Element | undefined {
  return group('OrderReference', basic('ID', customerReference ?? none), basic('SalesOrderID', number))
}

/** A document by its number, under one of UBL's names for references. */
export const documentReference = (name: string, number: string) => group(name, basic('ID', number))

function typed(number: string, kind: string): Element | undefined {
  return group('AdditionalDocumentReference', basic('ID', number), basic('DocumentTypeCode', kind))
}

/** What a reference to a quote says of one that the document itself supersedes. */
const superseded = 'Superseded'

/** The quotes that a quote refers to; the one that it supersedes is told apart. */
export function otherQuotes(document: IngestDocument): Part {
  const old = document.details?.supersedes
  const oldOne =
    typeof old === 'string' && old !== ''
      ? group(
          'AdditionalDocumentReference',
          basic('ID', old),
          basic('DocumentTypeCode', kinds.quotes),
          basic('DocumentType', superseded),
        )
      : undefined
  const others = referred(document, 'quotes').filter((number) => number !== old)
  return [...others.map((number) => otherReference('quotes', number)), oldOne]
}

/** What a reference of a quote to itself says: UBL has no other place for which revision it is and when it was sent. */
const itself = 'Revision'

/** Which revision a quote is and when it was sent to the customer, as far as known. */
export function ownRevision({ number, details }: IngestDocument): Part {
  const revision = typeof details?.revision === 'string' && details.revision !== '' ? details.revision : undefined
  const sent = typeof details?.sentAt === 'string' ? Date.parse(details.sentAt) : Number.NaN
  const [date, time] = Number.isNaN(sent) ? [] : new Date(sent).toISOString().split('T')
  if (revision === undefined && date === undefined) return undefined
  return group(
    'AdditionalDocumentReference',
    basic('ID', number),
    basic('IssueDate', date),
    basic('IssueTime', time),
    basic('DocumentTypeCode', kinds.quotes),
    basic('DocumentType', itself),
    basic('VersionID', revision),
  )
}

/** A reference by a document's kind alone. */
export const otherReference = (type: Reference['type'], number: string) => typed(number, kinds[type])

/** The header's references of the types given, for which the kind of document that is written has no element. */
export function otherReferences(document: IngestDocument, ...types: readonly Reference['type'][]): Part {
  return types.flatMap((type) => referred(document, type).map((number) => otherReference(type, number)))
}

/** The customer's project, as every kind of document can name it. */
export const projectReference = ({ project }: IngestDocument) =>
  project === undefined ? undefined : typed(project, '50')

/** The customer's own number of an order where no order is referred to. */
export const buyersOrder = (number: string | undefined) => typed(number ?? none, '220')

type LineReference = NonNullable<IngestLine['references']>[number]

const ofType = (line: IngestLine, type: Reference['type']): LineReference[] =>
  (line.references ?? []).filter((one) => one.type === type)

/** The order lines that a line delivers or bills. */
export function orderLines(line: IngestLine): Part {
  return ofType(line, 'orders').map((one) =>
    group('OrderLineReference', basic('LineID', one.line ?? none), orderReference(one.number)),
  )
}

/** The shipment lines that a line bills. */
export function despatchLines(line: IngestLine): Part {
  return ofType(line, 'shipments').map((one) =>
    group(
      'DespatchLineReference',
      basic('LineID', one.line ?? none),
      documentReference('DocumentReference', one.number),
    ),
  )
}

/** The invoice lines that a line credits. */
export function billedLines(line: IngestLine): Part {
  return ofType(line, 'invoices').map((one) =>
    group(
      'BillingReference',
      documentReference('InvoiceDocumentReference', one.number),
      one.line === undefined ? undefined : group('BillingReferenceLine', basic('ID', one.line)),
    ),
  )
}

/** The line of the quote that was ordered; UBL has room for one. */
export function quotedLine(line: IngestLine): Element | undefined {
  const [one] = ofType(line, 'quotes')
  return (
    one &&
    group(
      'QuotationLineReference',
      basic('LineID', one.line ?? none),
      documentReference('DocumentReference', one.number),
    )
  )
}
