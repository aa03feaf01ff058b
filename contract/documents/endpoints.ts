import { type Static, type TSchema, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../page.ts'
import { DocumentTypeSchema, nullable, OptionalText, Person } from '../values.ts'
import { Allowance, DocumentParty, LinePart, PaymentMeans, Property } from './detail-schemas.ts'
import { filtersWithoutStatus, listFilters } from './filters.ts'
import { definitions } from './types.ts'

const number = Type.String({ minLength: 1, maxLength: 200 })
const DocumentPath = Type.Object({ type: DocumentTypeSchema, number })

type RowOfAnyType = {
  [T in keyof typeof definitions]: { type: T } & Static<(typeof definitions)[T]['rowSchema']>
}[keyof typeof definitions]

/** A list row of any type: `type` tells which fields it has. */
const documentRow = Type.Unsafe<RowOfAnyType>(
  Type.Object({
    type: DocumentTypeSchema,
    ...Object.assign(
      {},
      ...Object.values(definitions).map((definition) =>
        Object.fromEntries(
          Object.entries(definition.rowSchema.properties).map(([name, schema]) => [
            name,
            Type.Optional(name === 'status' ? Type.String() : (schema as TSchema)),
          ]),
        ),
      ),
    ),
  }),
)
export type DocumentRow = RowOfAnyType

export const listDocuments = endpoint('listDocuments', 'GET', '/documents/:type', {
  access: 'viewer',
  summary: 'A page of the documents of one type, newest first unless sorted otherwise.',
  params: Type.Object({ type: DocumentTypeSchema }),
  query: Type.Object({ ...listFilters, ...pageQuery }, { additionalProperties: false }),
  reply: pageOf(documentRow),
})

export const countStatuses = endpoint('countStatuses', 'GET', '/documents/:type/statuses', {
  access: 'viewer',
  summary: 'How many documents of a type stand in each status, under the same filters but the status itself.',
  params: Type.Object({ type: DocumentTypeSchema }),
  query: Type.Object(filtersWithoutStatus, { additionalProperties: false }),
  reply: Type.Object({
    statuses: Type.Array(Type.Object({ status: Type.String(), count: Type.Integer(), exact: Type.Boolean() })),
  }),
})

/** The total of one currency's documents in a filtered list; credit notes are subtracted. */
const CurrencyTotal = Type.Object({
  currency: Type.String(),
  count: Type.Integer(),
  gross: Type.String(),
  /** The amount still to be paid; null for types without payments. */
  open: OptionalText,
})

export const sumDocuments = endpoint('sumDocuments', 'GET', '/documents/:type/totals', {
  access: 'viewer',
  summary:
    'What the documents of a narrowed list come to, per currency; null when they are too many to add up at once.',
  params: Type.Object({ type: DocumentTypeSchema }),
  query: Type.Object({ status: listFilters.status, ...filtersWithoutStatus }, { additionalProperties: false }),
  reply: Type.Object({
    totals: Type.Unsafe<Static<typeof CurrencyTotal>[] | null>({ type: ['array', 'null'], items: CurrencyTotal }),
  }),
})

/** A linked document of the same account, with what its card in the chain shows. */
export const RelatedDocument = Type.Object({
  type: DocumentTypeSchema,
  number: Type.String(),
  status: Type.String(),
  issueDate: OptionalText,
  /** The date that matters most for the type: valid until, expected, delivered, due. */
  keyDate: OptionalText,
  currency: OptionalText,
  gross: OptionalText,
  invoiceKind: OptionalText,
  /** The share of the order's quantity that this document covers, 0 to 1; null when not known. */
  share: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
})
export type RelatedDocument = Static<typeof RelatedDocument>

/** A part of an ordered line that is delivered separately. */
export const PartDelivery = Type.Object({
  quantity: OptionalText,
  requestedDate: OptionalText,
  promisedDate: OptionalText,
  estimatedDate: OptionalText,
})

export const DocumentLine = Type.Object({
  line: Type.String(),
  kind: Type.Enum(['item', 'charge', 'text']),
  /** The line of the kit to which an ordered component belongs. */
  parent: OptionalText,
  /**
   * Why nothing more of an ordered line will be delivered: `closed`, `cancelled` or `rejected`; null for a normal line.
   */
  status: OptionalText,
  sku: OptionalText,
  customerSku: OptionalText,
  gtin: OptionalText,
  name: OptionalText,
  description: OptionalText,
  quantity: OptionalText,
  unit: OptionalText,
  unitPrice: OptionalText,
  discountPercent: OptionalText,
  taxRate: OptionalText,
  amount: OptionalText,
  requestedDate: OptionalText,
  promisedDate: OptionalText,
  estimatedDate: OptionalText,
  deliveries: Type.Array(PartDelivery),
  originCountry: OptionalText,
  commodityCode: OptionalText,
  note: OptionalText,
  package: OptionalText,
  /** On a quote's line: `optional` need not be ordered, `alternative` may be ordered instead of another line. */
  option: OptionalText,
  /** Days from order to despatch, as a quote offers them. */
  leadTimeDays: OptionalText,
  allowances: Type.Array(Allowance),
  properties: Type.Array(Property),
  parts: Type.Array(LinePart),
  /** Values by the names in `lineParticulars`, as far as they are known. */
  details: Type.Record(Type.String(), Type.String()),
  serials: Type.Array(Type.String()),
  lots: Type.Array(Type.Object({ lot: Type.String(), quantity: OptionalText, expiry: OptionalText })),
  references: Type.Array(Type.Object({ type: DocumentTypeSchema, number: Type.String(), line: OptionalText })),
  /**
   * Only on ordered items: what has become of the quantity, derived as docs/derived.md describes. Shipped, cancelled
   * and open add up to the ordered quantity, unless more was shipped; a cancelled quantity will never be delivered.
   */
  stages: Type.Optional(
    Type.Object({
      ordered: Type.String(),
      shipped: Type.String(),
      delivered: Type.String(),
      invoiced: Type.String(),
      returned: Type.String(),
      cancelled: Type.String(),
      open: Type.String(),
    }),
  ),
})
export type DocumentLine = Static<typeof DocumentLine>

export const TrackingEvent = Type.Object({
  id: Type.String(),
  occurredAt: Type.String(),
  /** The event's own offset from UTC, such as +01:00; null when the event was sent without one. */
  offset: OptionalText,
  classifier: Type.Enum(['planned', 'estimated', 'actual']),
  code: Type.String(),
  place: Type.Object({
    name: OptionalText,
    city: OptionalText,
    country: OptionalText,
    unlocode: OptionalText,
    latitude: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
    longitude: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
  }),
  description: OptionalText,
  reasonCode: OptionalText,
  /** The packages that the event concerns, by SSCC or tracking number; empty when it concerns the whole shipment. */
  packages: Type.Array(Type.String()),
  source: Type.String(),
  retracted: Type.Boolean(),
  /** Why the event was retracted, as the retraction states it: a text or a reason code. */
  retractedBecause: OptionalText,
})
export type TrackingEvent = Static<typeof TrackingEvent>

export const Totals = Type.Object({
  net: OptionalText,
  discount: OptionalText,
  charges: OptionalText,
  tax: OptionalText,
  gross: OptionalText,
  /** The total to be paid, where it is not the gross amount: after rounding, with claims of third parties. */
  payable: OptionalText,
  paid: OptionalText,
  /** The amount of an invoice settled by credit notes, or the amount of a credit note set off against invoices. */
  credited: OptionalText,
  open: OptionalText,
})

export const Measure = Type.Object({ value: OptionalText, unit: OptionalText })
export const Tax = Type.Object({
  category: OptionalText,
  rate: OptionalText,
  base: OptionalText,
  amount: OptionalText,
  reason: OptionalText,
})
export const Payment = Type.Object({
  date: OptionalText,
  amount: OptionalText,
  method: OptionalText,
  reference: OptionalText,
})
export const Dimensions = Type.Object({
  length: OptionalText,
  width: OptionalText,
  height: OptionalText,
  unit: OptionalText,
})
export const Package = Type.Object({
  sscc: OptionalText,
  type: OptionalText,
  weight: Measure,
  dimensions: Dimensions,
  trackingNumber: OptionalText,
  /** The SSCC of the package in or on which this package stands. */
  parent: OptionalText,
})

const Attachment = Type.Object({
  id: Type.String(),
  name: Type.String(),
  mimeType: Type.String(),
  /** Bytes. */
  size: Type.Integer(),
  /** `proof_of_delivery` for a signature or a photograph; null for any other attachment. */
  purpose: OptionalText,
})

/** The UBL file in which the document was last sent, for `downloadOriginal`: its document kind and when it arrived. */
const OriginalFile = Type.Object({ kind: Type.String(), receivedAt: Type.String() })

/** A whole document. The fields that only its type has are in `header`, under the names of its definition. */
export const DocumentDetail = Type.Object({
  type: DocumentTypeSchema,
  number: Type.String(),
  status: Type.String(),
  header: Type.Record(Type.String(), Type.Unknown()),
  billTo: nullable(DocumentParty),
  shipTo: nullable(DocumentParty),
  shipFrom: nullable(DocumentParty),
  seller: nullable(DocumentParty),
  buyer: nullable(DocumentParty),
  originator: nullable(DocumentParty),
  payee: nullable(DocumentParty),
  taxRepresentative: nullable(DocumentParty),
  contact: nullable(Person),
  salesperson: nullable(Person),
  paymentTerms: OptionalText,
  deliveryTerms: OptionalText,
  project: OptionalText,
  costCentre: OptionalText,
  note: OptionalText,
  totals: nullable(Totals),
  taxes: Type.Array(Tax),
  payments: Type.Array(Payment),
  paymentMeans: Type.Array(PaymentMeans),
  packages: Type.Array(Package),
  grossWeight: nullable(Measure),
  lines: Type.Array(DocumentLine),
  /** The chain of linked documents: quotes, orders, shipments and invoices, including this one. */
  chain: Type.Array(RelatedDocument),
  /** References to documents that have not arrived (yet). */
  missing: Type.Array(Type.Object({ type: DocumentTypeSchema, number: Type.String() })),
  events: Type.Array(TrackingEvent),
  attachments: Type.Array(Attachment),
  original: nullable(OriginalFile),
})
export type DocumentDetail = Static<typeof DocumentDetail>

export const showDocument = endpoint('showDocument', 'GET', '/documents/:type/:number', {
  access: 'viewer',
  summary: 'One document whole: header, lines, chain, events, totals, parties, papers.',
  params: DocumentPath,
  reply: DocumentDetail,
})

export const downloadAttachment = endpoint('downloadAttachment', 'GET', '/documents/:type/:number/attachments/:id', {
  access: 'viewer',
  summary: 'A paper that came with the document, as it came.',
  params: Type.Object({ type: DocumentTypeSchema, number, id: Type.String({ format: 'uuid' }) }),
  gives: 'application/octet-stream',
  download: true,
  reply: Type.Unknown(),
})
