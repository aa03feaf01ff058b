import { type Static, Type } from 'typebox'
import { CalendarDate } from './values.ts'

/* The parts of which a document in the ingest format is made. */

/** An object of these properties and no others. */
export const strictObject = <P extends Record<string, Parameters<typeof Type.Optional>[0]>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** Text without NUL and other control characters but tab and line breaks, at most `maxLength` characters. */
export const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
export const code = text(100)
export const amount = Type.Optional(Type.String({ pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,4})?$' }))
export const quantity = Type.Optional(Type.String({ pattern: '^-?[0-9]{1,12}(\\.[0-9]{1,6})?$' }))
export const date = Type.Optional(CalendarDate)
export const country = Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' }))
export const price = Type.Optional(Type.String({ pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,6})?$' }))
export const allowance = strictObject({ reason: text(1000), percent: quantity, base: amount, amount })
/** A tax by its rate; `reason` says why it is none, or another than one would expect. */
export const tax = strictObject({ category: code, rate: quantity, base: amount, amount, reason: text(1000) })
/** A part of a line that carries the sum of its parts. */
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

/** A party of a document: its address, how to reach it, and under which numbers it is registered. */
export const documentParty = strictObject({
  ...IngestParty.properties,
  email: text(254),
  phone: text(80),
  /** The name in the register, where it is another. */
  legalName: text(300),
  taxNumber: text(100),
  companyNumber: text(100),
})
/** A way to pay: UN/CEFACT 4461 in `code`, and what it takes. */
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
