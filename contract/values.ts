import { type Static, type TSchema, Type } from 'typebox'

export const calendarDatePattern = '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
/** A calendar date, YYYY-MM-DD; it has no time zone and is never converted between time zones. */
export const CalendarDate = Type.String({ pattern: calendarDatePattern })
/** A moment in UTC, ISO 8601 with Z. */
export const Instant = Type.String({ maxLength: 35 })

export const documentTypes = ['quotes', 'orders', 'shipments', 'invoices'] as const
export type DocumentType = (typeof documentTypes)[number]
export const DocumentTypeSchema = Type.Enum(documentTypes)

/** The bits by which types of documents are added up to one number, such as `items.seen_in`. */
export const documentTypeBits = { quotes: 1, orders: 2, shipments: 4, invoices: 8 } as const satisfies Record<
  DocumentType,
  number
>

/** Whether a text is one of the four document types. */
export function isDocumentType(text: string): text is DocumentType {
  return (documentTypes as readonly string[]).includes(text)
}

/** Text, or null for "not known". Declared with a type list, which is serialised several times faster than a union. */
export const OptionalText = Type.Unsafe<string | null>({ type: ['string', 'null'] })

/** Returns the schema of an object that may be null, declared with a type list for the same reason. */
export const nullable = <S extends TSchema>(schema: S) =>
  Type.Unsafe<Static<S> | null>({ ...schema, type: ['object', 'null'] })

/** A party as it was when the document was issued, not as it is today. */
export const partyFields = {
  name: OptionalText,
  contact: OptionalText,
  lines: Type.Array(Type.String()),
  city: OptionalText,
  region: OptionalText,
  postalCode: OptionalText,
  country: OptionalText,
}
export const Party = Type.Object(partyFields)
export type Party = Static<typeof Party>

/** A person to write to or to call. */
export const Person = Type.Object({ name: OptionalText, email: OptionalText, phone: OptionalText })
export type Person = Static<typeof Person>

/** Returns the decimal places of a currency's minor unit (ISO 4217), for showing an amount. */
export function minorUnits(currency: string): number {
  if (noMinorUnit.has(currency)) return 0
  return threeMinorUnits.has(currency) ? 3 : 2
}
const noMinorUnit = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
const threeMinorUnits = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))
