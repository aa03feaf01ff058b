import { type Static, Type } from 'typebox'
import { CalendarDate } from './values.ts'

/* The parts of which a document in the ingest format is made. */

/** An object of these properties and no others. */
export const strictObject = <P extends Record<string, Parameters<typeof Type.Optional>[0]>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** Text without NUL and other control characters but tab and line breaks, at most `maxLength` characters. */
export const limitedText = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
export const code = limitedText(100)
export const amount = Type.Optional(Type.String({ pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,4})?$' }))
export const quantity = Type.Optional(Type.String({ pattern: '^-?[0-9]{1,12}(\\.[0-9]{1,6})?$' }))
export const date = Type.Optional(CalendarDate)
export const country = Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' }))
export const price = Type.Optional(Type.String({ pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,6})?$' }))
export const allowance = strictObject({ reason: limitedText(1000), percent: quantity, base: amount, amount })
/** A tax by its rate; `reason` says why it is none, or another than one would expect. */
export const tax = strictObject({ category: code, rate: quantity, base: amount, amount, reason: limitedText(1000) })
/** A part of a line that carries the sum of its parts. */
export const linePart = strictObject({
  line: limitedText(60),
  sku: code,
  name: limitedText(1000),
  quantity,
  unit: limitedText(20),
  unitPrice: price,
  amount,
})

/** A customer's or supplier's name and address. */
export const IngestParty = strictObject({
  name: limitedText(300),
  contact: limitedText(300),
  lines: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 10 })),
  city: limitedText(200),
  region: limitedText(200),
  postalCode: limitedText(40),
  country,
})

/** A party of a document: its address, how to reach it, and under which numbers it is registered. */
export const documentParty = strictObject({
  ...IngestParty.properties,
  email: limitedText(254),
  phone: limitedText(80),
  /** The name in the register, where it is another. */
  legalName: limitedText(300),
  taxNumber: limitedText(100),
  companyNumber: limitedText(100),
})
/** A way to pay: UN/CEFACT 4461 in `code`, and what it takes. */
export const paymentMeans = strictObject({
  code,
  account: limitedText(100),
  holder: limitedText(300),
  /** BIC or another code of the bank. */
  bank: limitedText(100),
  bankName: limitedText(300),
  reference: limitedText(300),
  dueDate: date,
  mandate: limitedText(200),
  payerAccount: limitedText(100),
  cardNumber: limitedText(100),
  cardHolder: limitedText(300),
  note: limitedText(2000),
})

export type DocumentParty = Static<typeof documentParty>
export type IngestParty = Static<typeof IngestParty>
