import { type DocumentType, documentTypes } from '../values.ts'
import { definitions } from './types.ts'

/** The bits by which types of documents are added up to one number, such as `items.seen_in`. */
export const documentTypeBits = Object.fromEntries(
  documentTypes.map((type) => [type, definitions[type].bit]),
) as Record<DocumentType, number>
