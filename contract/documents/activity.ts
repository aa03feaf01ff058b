import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { nullable, OptionalText } from '../values/nullable.ts'
import { DocumentTypeSchema } from '../values.ts'
import { changedFields } from './changes.ts'
import { comparedLineReply } from './field-schemas.ts'

const DocumentPath = Type.Object({ type: DocumentTypeSchema, number: Type.String({ minLength: 1, maxLength: 200 }) })

/** A field that changed. `old` is null when the value was not known before, `new` when it is no longer known. */
const FieldChange = Type.Object({
  field: Type.Enum(changedFields),
  old: OptionalText,
  new: OptionalText,
  /** The lines in which the field changed in the same way, at most 20; empty for a field of the header. */
  lines: Type.Array(Type.String()),
  lineCount: Type.Integer(),
})

/** What one message of the ERP changed, or what followed from a change of another document. */
export const DocumentChange = Type.Object({ id: Type.String(), at: Type.String(), changes: Type.Array(FieldChange) })
export type DocumentChange = Static<typeof DocumentChange>

export const listChanges = endpoint('listChanges', 'GET', '/documents/:type/:number/changes', {
  access: 'viewer',
  summary: 'What changed of a document since it first came, newest first.',
  params: DocumentPath,
  query: Type.Object(pageQuery, { additionalProperties: false }),
  reply: Type.Object({ rows: Type.Array(DocumentChange), nextCursor: OptionalText }),
})

/** A date that was promised or estimated, and since when; `at` is null for the date with which the document arrived. */
const PromiseStep = Type.Object({
  date: OptionalText,
  kind: Type.Enum(['promised', 'estimated']),
  at: OptionalText,
  /** Days after the first promised date; negative when before it. */
  slipDays: Type.Integer(),
})
export type PromiseStep = Static<typeof PromiseStep>

export const showPromises = endpoint('showPromises', 'GET', '/documents/:type/:number/promises', {
  access: 'viewer',
  summary: 'How the promised date of a document and of its lines moved, oldest first; lines that kept it are left out.',
  params: DocumentPath,
  reply: Type.Object({
    document: Type.Array(PromiseStep),
    lines: Type.Array(Type.Object({ line: Type.String(), steps: Type.Array(PromiseStep) })),
  }),
})

/** A state of a document: as it is now, or as it was before one of its changes. */
const DocumentVersion = Type.Object({
  /** Identifies the version in a comparison. */
  key: Type.String(),
  number: Type.String(),
  revision: OptionalText,
  /** Since when this version was valid; null when not known. */
  since: OptionalText,
  current: Type.Boolean(),
})
export type DocumentVersion = Static<typeof DocumentVersion>

export const listVersions = endpoint('listVersions', 'GET', '/documents/:type/:number/versions', {
  access: 'viewer',
  summary: 'What a document said before, under its own number and under those that it supersedes; newest first.',
  params: DocumentPath,
  reply: Type.Object({ versions: Type.Array(DocumentVersion) }),
})

/** A line of one version, by its name and its item, with the values that are compared. */
const ComparedLine = comparedLineReply({ line: OptionalText, item: OptionalText })
export type ComparedLine = Static<typeof ComparedLine>

const Comparison = Type.Object({
  from: DocumentVersion,
  to: DocumentVersion,
  currency: OptionalText,
  /** Header fields that differ. */
  header: Type.Array(Type.Object({ field: Type.Enum(changedFields), old: OptionalText, new: OptionalText })),
  /** Lines that differ; without `old` the line was added, without `new` it was removed. */
  lines: Type.Array(Type.Object({ old: nullable(ComparedLine), new: nullable(ComparedLine) })),
  /** The number of lines that are the same in both versions. */
  same: Type.Integer(),
})
export type Comparison = Static<typeof Comparison>

const versionKey = Type.String({ minLength: 1, maxLength: 300 })
export const compareVersions = endpoint('compareVersions', 'GET', '/documents/:type/:number/comparison', {
  access: 'viewer',
  summary: 'What differs between two versions of a document: terms, totals, lines.',
  params: DocumentPath,
  query: Type.Object({ from: versionKey, to: versionKey }, { additionalProperties: false }),
  reply: Comparison,
})
