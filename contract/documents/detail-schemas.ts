import { type Static, Type } from 'typebox'
import { OptionalText, partyFields } from '../values.ts'

/* Lists of values that belong to a document or its lines, as the detail page receives them. */

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
