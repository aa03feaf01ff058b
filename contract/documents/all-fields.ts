import type { DocumentType } from '../values.ts'
import { type Fields, text } from './definition.ts'
import { headerFieldList } from './header-fields.ts'
import { particularsOf } from './particulars.ts'
import { definitions } from './types.ts'

/** Returns every field of a type's documents: those of its definition, which lists need too, and its particulars. */
export function allFields(type: DocumentType): Fields {
  return { ...definitions[type].fields, ...particularsOf(type) }
}

/** The header fields as fields of a definition. */
const headerTexts: Fields = Object.fromEntries(
  headerFieldList.map(([name, { priced }]) => [name, { ...text('details'), ...(priced ? { priced } : {}) }]),
)

/** Returns every field that a list of a type, written to a file, may have as a column. */
export function columnFields(type: DocumentType): Fields {
  return { ...allFields(type), ...headerTexts }
}
