import { type Static, Type } from 'typebox'
import { CalendarDate } from '../values/dates.ts'

/* The building blocks of a document in the ingest format. */

/** Returns the schema of an object with only these properties. */
export const strictObject = <P extends Record<string, Parameters<typeof Type.Optional>[0]>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/**
 * Returns the schema of an optional text of at most `maxLength` characters, without control characters except tab and
 * line breaks.
 */
export const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
export const code = text(100)
export const amount = Type.Optional(Type.String({ pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,4})?$' }))
export const quantity = Type.Optional(Type.String({ pattern: '^-?[0-9]{1,12}(\\.[0-9]{1,6})?$' }))
export const date = Type.Optional(CalendarDate)
export const country = Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' }))
export const price = Type.Optional(Type.String({ pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,6})?$' }))
export const allowance = strictObject({ reason: text(1000), percent: quantity, base: amount, amount })
/** Tax at one rate; `reason` says why there is none, or why the rate is unusual. */
export const tax = strictObject({ category: code, rate: quantity, base: amount, amount, reason: text(1000) })
/** A part of a line whose amount is the sum of its parts. */
export const linePart = strictObject({
  line: text(60),
  sku: code,
  name: text(1000),
  quantity,
  unit: text(20),
  unitPrice: price,
  amount,
})

/** A customer's or supplier's name and address. */
export const IngestParty = strictObject({
  name: text(300),
  contact: text(300),
  lines: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 10 })),
  city: text(200),
  region: text(200),
  postalCode: text(40),
  country,
})

/** A party of a document: address, contact details and registration numbers. */
export const documentParty = strictObject({
  ...IngestParty.properties,
  email: text(254),
  phone: text(80),
  /** The name in the commercial register, where it differs from `name`. */
  legalName: text(300),
  taxNumber: text(100),
  companyNumber: text(100),
})
/** A way to pay: `code` is from UN/CEFACT 4461, the other fields are its details. */
export const paymentMeans = strictObject({
  code,
  account: text(100),
  holder: text(300),
  /** BIC or another code of the bank. */
  bank: text(100),
  bankName: text(300),
  reference: text(300),
  dueDate: date,
  mandate: text(200),
  payerAccount: text(100),
  cardNumber: text(100),
  cardHolder: text(300),
  note: text(2000),
})

export type DocumentParty = Static<typeof documentParty>
export type IngestParty = Static<typeof IngestParty>
