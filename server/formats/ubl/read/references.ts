import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { DocumentType } from '#contract/values.ts'
import { distinct, each, either, elementsAt, type FieldReader, reference, text, textOf } from './fields.ts'
import { orderNumber } from './lines.ts'
import type { XmlElement } from './xml.ts'

/* The references of a document's header to other documents. */

type Reference = NonNullable<IngestDocument['references']>[number]

/** References to documents of a type: one for each element at the paths with a number. */
export const referencesTo = (
  type: DocumentType,
  number: FieldReader<string>,
  ...paths: string[]
): FieldReader<Reference[]> =>
  each(
    (node, reading) => {
      const documentNumber = number(node, reading)
      return documentNumber === undefined ? undefined : { type, number: documentNumber }
    },
    ...paths,
  )

/** Several lists of references combined, without duplicates. */
export const combineReferences =
  (...readers: FieldReader<Reference[]>[]): FieldReader<Reference[]> =>
  (node, reading) =>
    distinct(readers.flatMap((read) => read(node, reading) ?? []))

/** Whether the document has an additional reference with this code of UN/CEFACT 1001. */
export const hasAdditionalReference = (node: XmlElement, code: string) =>
  elementsAt(node, 'cac:AdditionalDocumentReference/cbc:DocumentTypeCode').some((element) => textOf(element) === code)
/** The number of the first additional reference with this code of UN/CEFACT 1001. */
export const additionalReference =
  (code: string, maxLength: number): FieldReader<string> =>
  (node, reading) => {
    const match = elementsAt(node, 'cac:AdditionalDocumentReference').find((candidate) =>
      elementsAt(candidate, 'cbc:DocumentTypeCode').some((element) => textOf(element) === code),
    )
    return match && reference(maxLength, 'cbc:ID')(match, reading)
  }

/** The number of the quote that a quote supersedes. */
export const supersededQuote: FieldReader<string> = (node, reading) => {
  const match = elementsAt(node, 'cac:AdditionalDocumentReference').find((candidate) =>
    elementsAt(candidate, 'cbc:DocumentType').some((element) => textOf(element) === 'Superseded'),
  )
  return match && reference(200, 'cbc:ID')(match, reading)
}

/** A quote's reference to itself, which holds its revision. */
const selfReference = (node: XmlElement) => elementsAt(node, 'cac:AdditionalDocumentReference').find(isSelfReference)
const isSelfReference = (node: XmlElement) =>
  elementsAt(node, 'cbc:DocumentType').some((element) => textOf(element) === 'Revision')

/** The revision of a quote. */
export const revision: FieldReader<string> = (node, reading) => {
  const own = selfReference(node)
  return own && text(300, 'cbc:VersionID')(own, reading)
}

/** When a quote was sent, as an ISO 8601 instant; undefined if the time has no zone. */
export const sentAt: FieldReader<string> = (node) => {
  const own = selfReference(node)
  const [date, time] = ['cbc:IssueDate', 'cbc:IssueTime'].map((name) => own && elementsAt(own, name).map(textOf)[0])
  const sent = /(?:Z|[+-]\d\d:\d\d)$/.test(time ?? '') ? Date.parse(`${date?.slice(0, 10)}T${time}`) : Number.NaN
  return Number.isNaN(sent) ? undefined : new Date(sent).toISOString()
}

const typesByCode: Readonly<Record<string, DocumentType>> = {
  '310': 'quotes',
  '231': 'orders',
  '351': 'shipments',
  '380': 'invoices',
}
export const codedReferences = each((node: XmlElement, reading) => {
  if (isSelfReference(node)) return undefined
  const type = typesByCode[elementsAt(node, 'cbc:DocumentTypeCode').map(textOf)[0] ?? '']
  const documentNumber = reference(200, 'cbc:ID')(node, reading)
  return type === undefined || documentNumber === undefined ? undefined : { type, number: documentNumber }
}, 'cac:AdditionalDocumentReference')

export const buyersOrderNumber = either(
  reference(200, 'cac:OrderReference/cbc:ID'),
  reference(200, 'cac:OrderReference/cbc:CustomerReference'),
  text(200, 'cbc:BuyerReference'),
)
export const orderReferences = referencesTo('orders', orderNumber, 'cac:OrderReference')
export const billedInvoiceReferences = referencesTo(
  'invoices',
  reference(200, 'cbc:ID'),
  'cac:BillingReference/cac:InvoiceDocumentReference',
)
export const shipmentReferences = referencesTo('shipments', reference(200, 'cbc:ID'), 'cac:DespatchDocumentReference')
export const quoteReferences = referencesTo('quotes', reference(200, 'cbc:ID'), 'cac:QuotationDocumentReference')
