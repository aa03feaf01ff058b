import { type Static, Type } from 'typebox'
import { definitions } from './documents/types.ts'
import { OptionalText } from './values/nullable.ts'

export type DocumentType = keyof typeof definitions
/** The document types, in the order in which one leads to the next. */
export const documentTypes = Object.keys(definitions) as readonly DocumentType[]
export const DocumentTypeSchema = Type.Enum(documentTypes as DocumentType[])

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
