import type { IngestDocument } from '../../contract/ingest.ts'
import type { DocumentType } from '../../contract/values.ts'
import { distinct, each, either, elementsAt, type Field, reference, words, wordsOf } from './ubl-fields.ts'
import { orderNumber } from './ubl-lines.ts'
import type { XmlElement } from './ubl-xml.ts'

/* How a document's header refers to others. */

type Reference = NonNullable<IngestDocument['references']>[number]

/** References to documents of a type, one for each element that the paths lead to and the field can name. */
export const refer = (type: DocumentType, number: Field<string>, ...paths: string[]): Field<Reference[]> =>
  each(
    (at, reading) => {
      const found = number(at, reading)
      return found === undefined ? undefined : { type, number: found }
    },
    ...paths,
  )

/** Several lists of references as one, each once. */
export const references =
  (...all: Field<Reference[]>[]): Field<Reference[]> =>
  (at, reading) =>
    distinct(all.flatMap((one) => one(at, reading) ?? []))

/** Whether a reference of a kind of UN/CEFACT 1001 stands among the additional ones, where UBL has no element of its own. */
export const isNamed = (at: XmlElement, code: string) =>
  elementsAt(at, 'cac:AdditionalDocumentReference/cbc:DocumentTypeCode').some((element) => wordsOf(element) === code)
/** The number of that reference. */
export const named =
  (code: string, maxLength: number): Field<string> =>
  (at, reading) => {
    const found = elementsAt(at, 'cac:AdditionalDocumentReference').find((one) =>
      elementsAt(one, 'cbc:DocumentTypeCode').some((element) => wordsOf(element) === code),
    )
    return found && reference(maxLength, 'cbc:ID')(found, reading)
  }

/** The quote that a quote says it supersedes. */
export const superseded: Field<string> = (at, reading) => {
  const found = elementsAt(at, 'cac:AdditionalDocumentReference').find((one) =>
    elementsAt(one, 'cbc:DocumentType').some((element) => wordsOf(element) === 'Superseded'),
  )
  return found && reference(200, 'cbc:ID')(found, reading)
}

/** The reference by which a quote tells of itself. */
const ownReference = (at: XmlElement) => elementsAt(at, 'cac:AdditionalDocumentReference').find(isOwn)
const isOwn = (at: XmlElement) => elementsAt(at, 'cbc:DocumentType').some((element) => wordsOf(element) === 'Revision')

/** Which revision a quote says it is. */
export const revision: Field<string> = (at, reading) => {
  const own = ownReference(at)
  return own && words(300, 'cbc:VersionID')(own, reading)
}

/** When a quote says it was sent; a time without its zone is none. */
export const sentAt: Field<string> = (at) => {
  const own = ownReference(at)
  const [date, time] = ['cbc:IssueDate', 'cbc:IssueTime'].map((name) => own && elementsAt(own, name).map(wordsOf)[0])
  const sent = /(?:Z|[+-]\d\d:\d\d)$/.test(time ?? '') ? Date.parse(`${date?.slice(0, 10)}T${time}`) : Number.NaN
  return Number.isNaN(sent) ? undefined : new Date(sent).toISOString()
}

const coded: Readonly<Record<string, DocumentType>> = {
  '310': 'quotes',
  '231': 'orders',
  '351': 'shipments',
  '380': 'invoices',
}
export const toCoded = each((at: XmlElement, reading) => {
  if (isOwn(at)) return undefined
  const type = coded[elementsAt(at, 'cbc:DocumentTypeCode').map(wordsOf)[0] ?? '']
  const found = reference(200, 'cbc:ID')(at, reading)
  return type === undefined || found === undefined ? undefined : { type, number: found }
}, 'cac:AdditionalDocumentReference')

export const buyersOrder = either(
  reference(200, 'cac:OrderReference/cbc:ID'),
  reference(200, 'cac:OrderReference/cbc:CustomerReference'),
  words(200, 'cbc:BuyerReference'),
)
export const toOrders = refer('orders', orderNumber, 'cac:OrderReference')
export const toBilled = refer('invoices', reference(200, 'cbc:ID'), 'cac:BillingReference/cac:InvoiceDocumentReference')
export const toShipments = refer('shipments', reference(200, 'cbc:ID'), 'cac:DespatchDocumentReference')
export const toQuotes = refer('quotes', reference(200, 'cbc:ID'), 'cac:QuotationDocumentReference')
