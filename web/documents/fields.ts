import type { Field } from '#contract/documents/definition.ts'
import { definitions } from '#contract/documents/types.ts'
import { type DocumentType, isDocumentType } from '#contract/values.ts'
import { isMessageKey, label } from '../ui/text.ts'

/** A field of a type as its definition declares it. */
export function fieldDefinition(type: DocumentType, name: string): Field | undefined {
  const fields: Readonly<Record<string, Field>> = definitions[type].fields
  return fields[name]
}

/** The label of a field, specific to the type where there is one. */
export function fieldLabel(type: DocumentType, name: string): string {
  const typeSpecificKey = `field.${type}.${name}`
  return label(isMessageKey(typeSpecificKey) ? typeSpecificKey : `field.${name}`)
}

/** The document type that a path segment names; `orders` when it names none, which the router prevents. */
export function documentTypeOf(segment: string): DocumentType {
  return isDocumentType(segment) ? segment : 'orders'
}
