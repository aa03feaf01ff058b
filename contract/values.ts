import { type Static, Type } from 'typebox'
import { definitions } from './documents/types.ts'
import { OptionalText } from './nullable.ts'

export const calendarDatePattern = '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
/** A calendar date, YYYY-MM-DD; it has no time zone and is never converted between time zones. */
export const CalendarDate = Type.String({ pattern: calendarDatePattern })
/** A moment in UTC, ISO 8601 with Z. */
export const Instant = Type.String({ maxLength: 35 })

export type DocumentType = keyof typeof definitions
/** The document types, in the order in which one leads to the next. */
export const documentTypes = Object.keys(definitions) as readonly DocumentType[]
export const DocumentTypeSchema = Type.Enum([...documentTypes])

/** The bits by which types of documents are added up to one number, such as `items.seen_in`. */
export const documentTypeBits = Object.fromEntries(
  documentTypes.map((type) => [type, definitions[type].bit]),
) as Record<DocumentType, number>

/** Whether a text is one of the document types. */
export function isDocumentType(text: string): text is DocumentType {
  return (documentTypes as readonly string[]).includes(text)
}

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
