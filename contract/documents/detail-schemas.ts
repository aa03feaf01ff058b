import { type Static, Type } from 'typebox'
import { OptionalText, partyFields } from '../values.ts'

/* Lists of values that a document and its lines bring along, as its page has them. */

/** Taken off (negative) or added (positive), with its reason; percent and base as far as they were said. */
export const Allowance = Type.Object({
  reason: OptionalText,
  percent: OptionalText,
  base: OptionalText,
  amount: OptionalText,
})
export type Allowance = Static<typeof Allowance>

/** What an item is like: "Colour", "black". */
export const Property = Type.Object({ name: OptionalText, value: OptionalText })
export type Property = Static<typeof Property>

/** A part of a line that carries the sum of its parts. */
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

/** A way to pay; `code` is UN/CEFACT 4461. */
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

/** A party as a document names it: its address, how to reach it, and under which numbers it is registered. */
export const DocumentParty = Type.Object({
  ...partyFields,
  email: OptionalText,
  phone: OptionalText,
  /** The name in the register, where it is another. */
  legalName: OptionalText,
  taxNumber: OptionalText,
  companyNumber: OptionalText,
})
export type DocumentParty = Static<typeof DocumentParty>
