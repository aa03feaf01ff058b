import { type Static, Type } from 'typebox'
import { nullable, OptionalText } from '../values/nullable.ts'

/**
 * What the customer has done about what a document waits for: the kind of the request, null when the supplier has
 * agreed to it, and when it was made. Null while the document waits for the customer, or for nobody.
 */
export const DocumentAct = Type.Object({
  kind: OptionalText,
  at: Type.String(),
  /** Of a promise of payment the day that it names: the invoice waits for the customer again after it. Null of what holds. */
  until: OptionalText,
})
export type DocumentAct = Static<typeof DocumentAct>
export const OptionalAct = nullable(DocumentAct)
