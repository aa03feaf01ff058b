import { type TProperties, Type } from 'typebox'
import { CalendarDate } from '../values/dates.ts'
import { maxReturnedLines, returnReasons } from './returns.ts'
import {
  cancellationReasons,
  claimKinds,
  deliveryInstructions,
  disputeReasons,
  enquiryAims,
  maxApprovers,
  maxEnquiryLines,
  maxRemittedInvoices,
  type RequestKind,
  rejectionReasons,
  requestedActions,
  timesOfDay,
} from './rules.ts'

/** Typed text of at most so many characters, not only spaces. */
export const nonBlankText = (limit: number, description?: string) =>
  Type.String({ minLength: 1, maxLength: limit, pattern: '\\S', ...(description ? { description } : {}) })
const note = Type.Optional(nonBlankText(4000))
const quantity = Type.String({ pattern: '^(?=.*[1-9])[0-9]{1,12}(\\.[0-9]{1,6})?$' })
const amount = Type.String({ pattern: '^(?=.*[1-9])[0-9]{1,14}(\\.[0-9]{1,4})?$' })
const unitPrice = quantity
const countedQuantity = Type.String({ pattern: '^[0-9]{1,12}(\\.[0-9]{1,6})?$' })
const line = Type.String({ minLength: 1, maxLength: 100 })
const nonEmptyArray = <T extends TProperties>(properties: T) =>
  Type.Array(Type.Object(properties, { additionalProperties: false }), { minItems: 1, maxItems: 500 })
/** A value that the person saw: compared, never stored. None is longer than what an ERP may send. */
const seenText = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 2000 })
/** The new date that the person saw: refused when it has moved again. */
const seenPromise = Type.Optional(Type.Object({ estimatedDate: CalendarDate }, { additionalProperties: false }))

/** The fields of a request, by its kind. */
export const requestContents = {
  accept: {
    /** The customer's own purchase order number. */
    customerReference: Type.Optional(nonBlankText(100)),
    /** The name of the person who accepts, typed as a signature. */
    signature: nonBlankText(200),
    /**
     * The optional and alternative lines that are accepted, each with its quantity: all that is offered when left out.
     * An alternative is taken instead of the line before it that is neither. Without lines, only what is not optional.
     */
    lines: Type.Optional(nonEmptyArray({ line, quantity: Type.Optional(quantity) })),
    /**
     * What the person saw: refused when the quote is another by now. `amount` is the gross amount of what is accepted,
     * or its net amount where the quote names no gross amount.
     */
    seen: Type.Optional(
      Type.Object(
        {
          revision: seenText,
          modifiedAt: seenText,
          validUntil: seenText,
          amount: Type.Optional(seenText),
        },
        { additionalProperties: false },
      ),
    ),
    note,
  },
  reject: { reason: Type.Enum([...rejectionReasons]), note },
  requestRevision: { note: nonBlankText(4000) },
  askApproval: {
    /** The ids of the colleagues who are asked; each sees the quote with its prices. */
    approvers: Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: maxApprovers, uniqueItems: true }),
    note,
  },
  counterOffer: {
    /** What is wanted of each line: another quantity, another price of one unit, or something in words. */
    lines: nonEmptyArray({
      line,
      quantity: Type.Optional(quantity),
      unitPrice: Type.Optional(unitPrice),
      note: Type.Optional(nonBlankText(1000)),
    }),
    note,
  },
  /** The day until which the quote shall be valid. */
  extendValidity: { requestedDate: CalendarDate, note },
  /** The customer has read that the promised date moved, and can live with it. */
  notePromise: { seen: seenPromise, note },
  /** The new date is not acceptable: by when the goods are needed, or what else shall happen. */
  refusePromise: { seen: seenPromise, requestedDate: Type.Optional(CalendarDate), note },
  requestChange: {
    requestedDate: Type.Optional(CalendarDate),
    /** The new delivery address, as written on a parcel. */
    address: Type.Optional(nonBlankText(1000)),
    /**
     * What shall change of single lines: the whole quantity that is wanted, or the date. A line that is named several
     * times shall be delivered in parts, each with its quantity and date.
     */
    lines: Type.Optional(
      nonEmptyArray({ line, quantity: Type.Optional(quantity), requestedDate: Type.Optional(CalendarDate) }),
    ),
    note,
  },
  requestCancellation: {
    reason: Type.Enum([...cancellationReasons]),
    lines: Type.Optional(Type.Array(line, { maxItems: 500 })),
    note,
  },
  reorder: { lines: nonEmptyArray({ line, quantity }), requestedDate: Type.Optional(CalendarDate), note },
  /** What the order waits for: in words, as files that are added to the request, or confirmed by a tick; one is enough. */
  answerHold: { note, confirmed: Type.Optional(Type.Boolean()), filesFollow: Type.Optional(Type.Boolean()) },
  instructDelivery: {
    instruction: Type.Enum([...deliveryInstructions]),
    requestedDate: Type.Optional(CalendarDate),
    timeOfDay: Type.Optional(Type.Enum([...timesOfDay])),
    /** Where the goods shall go, as written on a parcel; only of `deliver_elsewhere`, which needs it. */
    address: Type.Optional(nonBlankText(1000)),
    note,
  },
  trace: { note },
  confirmReceipt: {
    receivedOn: CalendarDate,
    receivedBy: nonBlankText(200),
    /** Whether everything arrived as delivered; otherwise the lines, the note or a claim say what did not. */
    complete: Type.Boolean(),
    /** Of each line that was counted how many came, and how many of these are damaged; only when not all arrived. */
    lines: Type.Optional(nonEmptyArray({ line, received: countedQuantity, damaged: Type.Optional(quantity) })),
    note,
  },
  claim: {
    /** `quantity`: how many of the line are missing, damaged, wrong or surplus. */
    lines: nonEmptyArray({ line, kind: Type.Enum([...claimKinds]), quantity: Type.Optional(quantity) }),
    note,
  },
  returnGoods: {
    /** The lines that go back, of any of the account's delivered shipments; each once, with at most what is left of it. */
    lines: Type.Array(
      Type.Object(
        {
          shipment: Type.String({ minLength: 1, maxLength: 200 }),
          line,
          quantity,
          reason: Type.Enum([...returnReasons]),
          note: Type.Optional(nonBlankText(1000)),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: maxReturnedLines },
    ),
    /** Where the goods shall be collected, as written on a parcel; without it the customer sends them. */
    collectAt: Type.Optional(nonBlankText(1000)),
    note,
  },
  dispute: {
    reason: Type.Enum([...disputeReasons]),
    wanted: Type.Enum([...requestedActions]),
    /** What is disputed: these lines, this amount of the invoice, or without either all of it. */
    lines: Type.Optional(Type.Array(line, { maxItems: 500 })),
    amount: Type.Optional(amount),
    note: nonBlankText(4000),
  },
  promisePayment: {
    /** The day for which payment is promised: nobody is reminded before it is over. */
    payOn: CalendarDate,
    note,
  },
  reportPayment: {
    paidOn: CalendarDate,
    amount,
    method: Type.Optional(nonBlankText(100)),
    reference: Type.Optional(nonBlankText(140)),
    note,
  },
  adviseRemittance: {
    /** The day on which the money is, or was, transferred. */
    paidOn: CalendarDate,
    /** What is paid of each invoice, and what was taken off for paying early; of a credit note what it takes off, negative. */
    invoices: Type.Array(
      Type.Object(
        {
          number: Type.String({ minLength: 1, maxLength: 200 }),
          currency: Type.String({ pattern: '^[A-Z]{3}$' }),
          amount: Type.String({ pattern: '^-?(?=.*[1-9])[0-9]{1,14}(\\.[0-9]{1,4})?$' }),
          discount: Type.Optional(amount),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: maxRemittedInvoices },
    ),
    reference: Type.Optional(nonBlankText(140)),
    note,
  },
  ask: { note: nonBlankText(4000) },
  enquire: {
    /** The items needed: each by the supplier's SKU, in words, or both. */
    lines: Type.Array(
      Type.Object(
        {
          sku: Type.Optional(nonBlankText(200)),
          description: Type.Optional(nonBlankText(1000)),
          quantity,
          /** A UN/ECE Rec 20 code, or the customer's own word. */
          unit: Type.Optional(nonBlankText(20)),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: maxEnquiryLines },
    ),
    /** What the supplier should do; `quote` when absent. */
    wanted: Type.Optional(Type.Enum([...enquiryAims])),
    customerReference: Type.Optional(nonBlankText(100)),
    requestedDate: Type.Optional(CalendarDate),
    note,
  },
} as const satisfies Record<RequestKind, TProperties>
