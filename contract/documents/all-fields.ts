import type { DocumentType } from '../values.ts'
import type { Fields } from './definition.ts'
import { particulars } from './particulars.ts'
import { definitions } from './types.ts'

/** Returns every field of a type's documents: those of its definition, which lists need too, and its particulars. */
export function allFields(type: DocumentType): Fields {
  return { ...definitions[type].fields, ...particulars[type] }
}
