import { type Static, Type } from 'typebox'
import { CalendarDate } from './values.ts'

/* The parts of which a document in the ingest format is made. */

/** An object of these properties and no others. */
export const strict = <P extends Record<string, Parameters<typeof Type.Optional>[0]>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** Text without NUL and other control characters but tab and line breaks, at most `maxLength` characters. */
export const words = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
export const code = words(100)
export const amount = Type.Optional(Type.String({ pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,4})?$' }))
export const quantity = Type.Optional(Type.String({ pattern: '^-?[0-9]{1,12}(\\.[0-9]{1,6})?$' }))
export const date = Type.Optional(CalendarDate)
export const country = Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' }))
export const price = Type.Optional(Type.String({ pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,6})?$' }))
export const allowance = strict({ reason: words(1000), percent: quantity, base: amount, amount })
/** A tax by its rate; `reason` says why it is none, or another than one would expect. */
export const tax = strict({ category: code, rate: quantity, base: amount, amount, reason: words(1000) })
/** A part of a line that carries the sum of its parts. */
export const linePart = strict({
  line: words(60),
  sku: code,
  name: words(1000),
  quantity,
  unit: words(20),
  unitPrice: price,
  amount,
})

/** A customer's or supplier's name and address. */
export const IngestParty = strict({
  name: words(300),
  contact: words(300),
  lines: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 10 })),
  city: words(200),
  region: words(200),
  postalCode: words(40),
  country,
})

/** A party of a document: its address, how to reach it, and under which numbers it is registered. */
export const documentParty = strict({
  ...IngestParty.properties,
  email: words(254),
  phone: words(80),
  /** The name in the register, where it is another. */
  legalName: words(300),
  taxNumber: words(100),
  companyNumber: words(100),
})
/** A way to pay: UN/CEFACT 4461 in `code`, and what it takes. */
export const means = strict({
  code,
  account: words(100),
  holder: words(300),
  /** BIC or another code of the bank. */
  bank: words(100),
  bankName: words(300),
  reference: words(300),
  dueDate: date,
  mandate: words(200),
  payerAccount: words(100),
  cardNumber: words(100),
  cardHolder: words(300),
  note: words(2000),
})

export type DocumentParty = Static<typeof documentParty>
export type IngestParty = Static<typeof IngestParty>
