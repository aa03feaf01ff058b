import { type Static, Type } from 'typebox'
import { BankAccountReply } from '../payments/bank-account-reply.ts'
import { nullable, OptionalText } from '../values/nullable.ts'
import { DocumentTypeSchema, Person, partyFields } from '../values.ts'
import { OptionalAct } from './act.ts'
import { documentReply, lineReply } from './field-schemas.ts'

/* A whole document as its page receives it. Types of it stand beside its endpoint. */

/** An allowance (negative) or charge (positive) with its reason; percentage and base as far as they are known. */
export const Allowance = Type.Object({
  reason: OptionalText,
  percent: OptionalText,
  base: OptionalText,
  amount: OptionalText,
})
export type Allowance = Static<typeof Allowance>

/** A property of an item, such as "Colour", "black". */
export const Property = Type.Object({ name: OptionalText, value: OptionalText })
export type Property = Static<typeof Property>

/** A part of a line whose amount is the sum of its parts. */
export const LinePart = Type.Object({
  line: OptionalText,
  sku: OptionalText,
  name: OptionalText,
  quantity: OptionalText,
  unit: OptionalText,
  unitPrice: OptionalText,
  amount: OptionalText,
})
export type LinePart = Static<typeof LinePart>

/** A way to pay; `code` is from UN/CEFACT 4461. */
export const PaymentMeans = Type.Object({
  code: OptionalText,
  account: OptionalText,
  holder: OptionalText,
  bank: OptionalText,
  bankName: OptionalText,
  reference: OptionalText,
  dueDate: OptionalText,
  mandate: OptionalText,
  payerAccount: OptionalText,
  cardNumber: OptionalText,
  cardHolder: OptionalText,
  note: OptionalText,
})
export type PaymentMeans = Static<typeof PaymentMeans>

/** A party as a document names it: address, contact details and registration numbers. */
export const DocumentParty = Type.Object({
  ...partyFields,
  email: OptionalText,
  phone: OptionalText,
  /** The name in the commercial register, where it differs from `name`. */
  legalName: OptionalText,
  taxNumber: OptionalText,
  companyNumber: OptionalText,
})
export type DocumentParty = Static<typeof DocumentParty>

/** A linked document of the same account, with what its card in the chain shows. */
const RelatedDocument = Type.Object({
  type: DocumentTypeSchema,
  number: Type.String(),
  status: Type.String(),
  issueDate: OptionalText,
  /**
   * The date that matters most for the type: valid until, expected, due; of a delivered shipment the day of its delivery,
   * null when that is not known.
   */
  keyDate: OptionalText,
  currency: OptionalText,
  gross: OptionalText,
  invoiceKind: OptionalText,
  /** The share of the order's quantity that this document covers, 0 to 1; null when not known. */
  share: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
})
/** A part of an ordered line that is delivered separately. */
export const PartDelivery = Type.Object({
  quantity: OptionalText,
  requestedDate: OptionalText,
  promisedDate: OptionalText,
  estimatedDate: OptionalText,
})

/** A line of a document: the fields of `lineFields`, and what has a form of its own. */
export const DocumentLineReply = lineReply({
  line: Type.String(),
  kind: Type.Enum(['item', 'charge', 'text']),
  deliveries: Type.Array(PartDelivery),
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
const TrackingEvent = Type.Object({
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

/** A whole document: the fields of `headerFields`, those of its type in `header`, and what has a form of its own. */
export const DocumentDetailReply = documentReply({
  type: DocumentTypeSchema,
  number: Type.String(),
  status: Type.String(),
  act: OptionalAct,
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
  totals: nullable(Totals),
  taxes: Type.Array(Tax),
  payments: Type.Array(Payment),
  paymentMeans: Type.Array(PaymentMeans),
  packages: Type.Array(Package),
  grossWeight: nullable(Measure),
  lines: Type.Array(DocumentLineReply),
  /** The chain of linked documents: quotes, orders, shipments and invoices, including this one. */
  chain: Type.Array(RelatedDocument),
  /** References to documents that have not arrived (yet). */
  missing: Type.Array(Type.Object({ type: DocumentTypeSchema, number: Type.String() })),
  events: Type.Array(TrackingEvent),
  attachments: Type.Array(Attachment),
  original: nullable(OriginalFile),
  /** Where an open invoice can be paid online, if the operator offers that. */
  paymentLink: OptionalText,
  /** The account to pay an open invoice to: its own, else the supplier's. */
  payTo: nullable(BankAccountReply),
  /** What a banking app reads as a QR code to pay what is due of an open invoice (EPC069-12). */
  transferCode: OptionalText,
  /** What an act on the document names as seen; only the reply for its page has it. */
  version: OptionalText,
})
