import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { DocumentTypeSchema, OptionalText } from '../values.ts'
import { changedFields } from './changes.ts'

const DocumentPath = Type.Object({ type: DocumentTypeSchema, number: Type.String({ minLength: 1, maxLength: 200 }) })

/** A field that changed; `old` null: not known before, `new` null: not known any more. */
const Change = Type.Object({
  field: Type.Enum(changedFields),
  old: OptionalText,
  new: OptionalText,
  /** The lines that changed alike, at most 20 of them; empty when it is the document's own field. */
  lines: Type.Array(Type.String()),
  lineCount: Type.Integer(),
})

/** What one message of the ERP changed, or what came of another document's. */
export const DocumentChange = Type.Object({ id: Type.String(), at: Type.String(), changes: Type.Array(Change) })
export type DocumentChange = Static<typeof DocumentChange>

export const listChanges = endpoint('listChanges', 'GET', '/documents/:type/:number/changes', {
  access: 'viewer',
  summary: 'What changed of a document since it first came, newest first.',
  params: DocumentPath,
  query: Type.Object(pageQuery, { additionalProperties: false }),
  reply: Type.Object({ rows: Type.Array(DocumentChange), nextCursor: OptionalText }),
})
