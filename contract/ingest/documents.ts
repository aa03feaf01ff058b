import { type Static, type TObject, Type } from 'typebox'
import { headerIngestSchemas, lineIngestSchemas } from '../documents/field-schemas.ts'
import { vocabularyNames } from '../documents/vocabularies.ts'
import { endpoint } from '../endpoint.ts'
import { sentInstantPattern } from '../values/dates.ts'
import { DocumentTypeSchema } from '../values.ts'
import { FullListOutcome } from './full-list.ts'
import {
  allowance,
  amount,
  code,
  country,
  date,
  documentParty,
  linePart,
  paymentMeans,
  quantity,
  strictObject,
  tax,
  text,
} from './values.ts'

/*
 * The format in which an ERP sends documents: one per line (NDJSON). Only type, number and account are required. An
 * absent property, null and "" all mean "not known". A property that is not listed here is refused by name.
 */
const instant = Type.Optional(Type.String({ pattern: sentInstantPattern }))
const measure = strictObject({ value: quantity, unit: code })

const person = strictObject({ name: text(300), email: text(254), phone: text(80) })

const number = Type.String({ minLength: 1, maxLength: 200 })
const reference = strictObject({ type: DocumentTypeSchema, number })
const lineReference = strictObject({ type: DocumentTypeSchema, number, line: text(60) })

const delivery = strictObject({ quantity, requestedDate: date, promisedDate: date, estimatedDate: date })
const lot = strictObject({ lot: Type.String({ minLength: 1, maxLength: 100 }), quantity, expiry: date })
const line = strictObject({
  line: Type.String({ minLength: 1, maxLength: 60 }),
  kind: Type.Optional(Type.Enum(['item', 'charge', 'text'])),
  ...lineIngestSchemas(),
  /** Partial deliveries of an order's line; the line's own dates are those of the last one. */
  deliveries: Type.Optional(Type.Array(delivery, { maxItems: 1000 })),
  references: Type.Optional(Type.Array(lineReference, { maxItems: 200 })),
  serials: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 10_000 })),
  lots: Type.Optional(Type.Array(lot, { maxItems: 1000 })),
  /** Allowances (negative) and charges (positive) contained in the line's amount, each with its reason. */
  allowances: Type.Optional(Type.Array(allowance, { maxItems: 100 })),
  /** Properties of the item, such as a colour or a size. */
  properties: Type.Optional(Type.Array(strictObject({ name: text(300), value: text(1000) }), { maxItems: 200 })),
  /** The parts of the line, where its amount is their sum. */
  parts: Type.Optional(Type.Array(linePart, { maxItems: 1000 })),
  /** Values by the names in `lineParticulars`. */
  details: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 2000 }), Type.Null()]))),
})

const event = strictObject({
  id: text(200),
  at: Type.String({ pattern: sentInstantPattern }),
  classifier: Type.Optional(Type.Enum(['planned', 'estimated', 'actual'])),
  code: Type.String({ minLength: 1, maxLength: 60 }),
  /** The vocabulary of the code, when it is not the portal’s own; "rec24:21" as the code means the same. */
  vocabulary: Type.Optional(Type.Enum(vocabularyNames)),
  place: Type.Optional(
    strictObject({
      name: text(300),
      city: text(200),
      country,
      unlocode: text(5),
      lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
      lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    }),
  ),
  description: text(2000),
  reasonCode: code,
  package: code,
  retracts: text(200),
})

/** The purpose of an attachment, where it matters: a signature or a photograph of the delivered goods. */
export const attachmentPurposes = ['proof_of_delivery'] as const
const purpose = Type.Optional(Type.Enum([...attachmentPurposes]))

const shipment = strictObject({
  mode: code,
  carrier: text(200),
  service: text(200),
  trackingNumbers: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1000 })),
  trackingUrl: text(2000),
  waybill: code,
  despatchDate: date,
  estimatedDelivery: date,
  deliveredAt: instant,
  signedBy: text(300),
  grossWeight: Type.Optional(measure),
  packages: Type.Optional(
    Type.Array(
      strictObject({
        sscc: text(40),
        type: code,
        weight: Type.Optional(measure),
        dimensions: Type.Optional(strictObject({ length: quantity, width: quantity, height: quantity, unit: code })),
        trackingNumber: code,
        /** The SSCC of the package in or on which this package stands. */
        parent: text(40),
      }),
      { maxItems: 5000 },
    ),
  ),
  events: Type.Optional(Type.Array(event, { maxItems: 5000 })),
})

/** One document as an ERP sends it. */
export const IngestDocument = strictObject({
  type: DocumentTypeSchema,
  number,
  account: Type.String({ minLength: 1, maxLength: 100 }),
  accountName: text(300),
  /** A partial message changes only what it names, as does a message without `lines`. */
  partial: Type.Optional(Type.Boolean()),
  /** The company or system of the supplier that numbered the document, where numbers of several repeat. */
  source: text(100),
  status: text(40),
  issueDate: date,
  modifiedAt: instant,
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  customerReference: text(200),
  contact: Type.Optional(person),
  salesperson: Type.Optional(person),
  billTo: Type.Optional(documentParty),
  shipTo: Type.Optional(documentParty),
  shipFrom: Type.Optional(documentParty),
  /** The supplier's company, where it needs to be named. */
  seller: Type.Optional(documentParty),
  /** The buyer, where somebody else is billed. */
  buyer: Type.Optional(documentParty),
  /** For whom the goods were bought. */
  originator: Type.Optional(documentParty),
  /** The party to pay, where it is not the supplier. */
  payee: Type.Optional(documentParty),
  taxRepresentative: Type.Optional(documentParty),
  ...headerIngestSchemas(),
  validUntil: date,
  dueDate: date,
  requestedDate: date,
  promisedDate: date,
  estimatedDate: date,
  deliveredDate: date,
  holdReason: text(2000),
  totals: Type.Optional(
    strictObject({
      net: amount,
      discount: amount,
      charges: amount,
      tax: amount,
      gross: amount,
      /** The invoice amount to pay, where it is not the gross amount: after rounding, with claims of third parties. */
      payable: amount,
      paid: amount,
      open: amount,
    }),
  ),
  taxes: Type.Optional(Type.Array(tax, { maxItems: 100 })),
  references: Type.Optional(Type.Array(reference, { maxItems: 5000 })),
  lines: Type.Optional(Type.Array(line, { maxItems: 20_000 })),
  shipment: Type.Optional(shipment),
  payments: Type.Optional(
    Type.Array(strictObject({ id: text(200), date, amount, method: text(200), reference: text(200) }), {
      maxItems: 1000,
    }),
  ),
  /** Ways to pay; without `details.bankAccount`, customers pay to the first account given here. */
  paymentMeans: Type.Optional(Type.Array(paymentMeans, { maxItems: 50 })),
  invoiceKind: Type.Optional(Type.Enum(['380', '381', '386'])),
  attachments: Type.Optional(
    Type.Array(
      strictObject({
        name: Type.String({ minLength: 1, maxLength: 255 }),
        mimeType: Type.String({ minLength: 1, maxLength: 150 }),
        contentBase64: Type.String({ maxLength: 30_000_000 }),
        purpose,
      }),
      { maxItems: 50 },
    ),
  ),
  /** Fields of the type's definition that the properties above do not cover. */
  details: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 2000 }), Type.Null()]))),
}) satisfies TObject
export type IngestDocument = Static<typeof IngestDocument>
export type IngestLine = Static<typeof line>
export type IngestEvent = Static<typeof event>

/** A problem: its line in the file (from 1; for XML the document's position), a JSON path or XPath, and the remedy. */
const IngestProblem = Type.Object({
  line: Type.Integer(),
  path: Type.String(),
  message: Type.String(),
  /** Where the value stands in a file that was read by a profile. */
  place: Type.Optional(
    Type.Object({
      file: Type.String(),
      sheet: Type.Optional(Type.String()),
      row: Type.Integer(),
      column: Type.Optional(Type.String()),
      value: Type.Optional(Type.String()),
    }),
  ),
})

export const IngestReport = Type.Object({
  received: Type.Integer(),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  /** Messages older than the stored document; not applied. */
  stale: Type.Integer(),
  rejected: Type.Integer(),
  /** Messages whose customer is not known; they wait for the operator. */
  quarantined: Type.Integer(),
  /** At most 1,000 each are listed; the counts above are complete. */
  errors: Type.Array(IngestProblem),
  warnings: Type.Array(IngestProblem),
  /** Only of a file whose profile says that it is a full list, and which was read to its end. */
  fullList: Type.Optional(FullListOutcome),
})
export type IngestReport = Static<typeof IngestReport>

const dryRun = Type.Optional(Type.Enum(['true', 'false']))
/** Whether documents are taken that are not quite as the format has them; without it as the key says. */
const lenient = Type.Optional(Type.Enum(['true', 'false']))

export const ingestDocuments = endpoint('ingestDocuments', 'POST', '/ingest/documents', {
  access: 'ingest',
  ofAccounts: true,
  summary:
    'Takes documents as NDJSON, one a line, of any type and account, in any order. One without lines changes what it names.',
  query: Type.Object({ dryRun, lenient }, { additionalProperties: false }),
  accepts: 'application/x-ndjson',
  body: Type.Unknown(),
  reply: IngestReport,
})

export const changeDocuments = endpoint('changeDocuments', 'PATCH', '/ingest/documents', {
  access: 'ingest',
  ofAccounts: true,
  summary:
    'Takes parts of documents as NDJSON, one a line: each changes what it names and leaves the rest of its document.',
  query: Type.Object({ dryRun, lenient }, { additionalProperties: false }),
  accepts: 'application/x-ndjson',
  body: Type.Unknown(),
  reply: IngestReport,
})

export const ingestUbl = endpoint('ingestUbl', 'POST', '/ingest/ubl', {
  access: 'ingest',
  ofAccounts: true,
  summary: 'Takes one UBL 2.x document as XML, or a ZIP of many.',
  query: Type.Object(
    { dryRun, account: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) },
    { additionalProperties: false },
  ),
  accepts: 'application/xml',
  body: Type.Unknown(),
  reply: IngestReport,
})

export const ingestCii = endpoint('ingestCii', 'POST', '/ingest/cii', {
  access: 'ingest',
  ofAccounts: true,
  summary:
    'Takes one invoice or credit note of UN/CEFACT CII (XRechnung, Factur-X, ZUGFeRD) as XML, a PDF that carries one, or a ZIP of many.',
  query: Type.Object(
    { dryRun, account: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) },
    { additionalProperties: false },
  ),
  accepts: 'application/xml',
  body: Type.Unknown(),
  reply: IngestReport,
})

export const ingestAttachment = endpoint('ingestAttachment', 'POST', '/ingest/attachments/:type/:number', {
  access: 'ingest',
  ofAccounts: true,
  summary: 'Puts a paper (the ERP’s own PDF, a delivery note) beside a document; the same name replaces it.',
  params: Type.Object({ type: DocumentTypeSchema, number }),
  query: Type.Object(
    {
      account: Type.String({ minLength: 1, maxLength: 100 }),
      name: Type.String({ minLength: 1, maxLength: 255 }),
      mimeType: Type.String({ minLength: 1, maxLength: 150 }),
      purpose,
    },
    { additionalProperties: false },
  ),
  accepts: 'application/octet-stream',
  body: Type.Unknown(),
  reply: Type.Object({ id: Type.String(), size: Type.Integer() }),
})
