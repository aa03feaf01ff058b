import { type Static, Type } from 'typebox'
import { endpoint, type Reply } from '../endpoint.ts'
import { pageOf, pageQuery } from '../page.ts'
import { OptionalText } from '../values/nullable.ts'
import { DocumentTypeSchema } from '../values.ts'
import { type DocumentAct, OptionalAct } from './act.ts'
import type { Fields, RowOf } from './definition.ts'
import { DocumentDetailReply } from './detail-schemas.ts'
import { filtersWithoutStatus, listFilters } from './filters.ts'
import { definitions } from './types.ts'

const number = Type.String({ minLength: 1, maxLength: 200 })
const DocumentPath = Type.Object({ type: DocumentTypeSchema, number })

type RowOfAnyType = {
  [T in keyof typeof definitions]: { type: T; act?: DocumentAct | null; firstItem?: string | null } & RowOf<
    (typeof definitions)[T]
  >
}[keyof typeof definitions]

/** How many characters of the name of its first item a list shows of a document. */
export const firstItemLength = 80

/** A list row of any type: `type` tells which fields it has. A function, so that the browser's build leaves it out. */
function documentRow() {
  const fields = Object.values(definitions).flatMap(({ fields, list }: { fields: Fields; list: readonly string[] }) =>
    list.flatMap((name) => (fields[name] ? [[name, Type.Optional(fields[name].schema)] as const] : [])),
  )
  return Type.Unsafe<RowOfAnyType>(
    Type.Object({
      type: DocumentTypeSchema,
      status: Type.Optional(Type.String()),
      act: Type.Optional(OptionalAct),
      /** The name, or else the SKU, of its first line that is an item. */
      firstItem: Type.Optional(OptionalText),
      ...Object.fromEntries(fields),
    }),
  )
}
export type DocumentRow = RowOfAnyType

/** How many rows a list asks for when it opens: about three large screens. */
export const firstRows = '50'

export const listDocuments = endpoint('listDocuments', 'GET', '/documents/:type', {
  access: 'viewer',
  summary: 'A page of the documents of one type, newest first unless sorted otherwise.',
  params: Type.Object({ type: DocumentTypeSchema }),
  query: Type.Object({ ...listFilters, ...pageQuery }, { additionalProperties: false }),
  reply: pageOf(documentRow()),
})

export const countStatuses = endpoint('countStatuses', 'GET', '/documents/:type/statuses', {
  access: 'viewer',
  summary: 'How many documents of a type stand in each status, under the same filters but the status itself.',
  params: Type.Object({ type: DocumentTypeSchema }),
  query: Type.Object(filtersWithoutStatus, { additionalProperties: false }),
  reply: Type.Object({
    statuses: Type.Array(Type.Object({ status: Type.String(), count: Type.Integer(), exact: Type.Boolean() })),
  }),
})

/** The total of one currency's documents in a filtered list; credit notes are subtracted. */
const CurrencyTotal = Type.Object({
  currency: Type.String(),
  count: Type.Integer(),
  gross: Type.String(),
  /** The amount still to be paid; null for types without payments. */
  open: OptionalText,
})

export const sumDocuments = endpoint('sumDocuments', 'GET', '/documents/:type/totals', {
  access: 'viewer',
  summary:
    'What the documents of a narrowed list come to, per currency; null when they are too many to add up at once.',
  params: Type.Object({ type: DocumentTypeSchema }),
  query: Type.Object({ status: listFilters.status, ...filtersWithoutStatus }, { additionalProperties: false }),
  reply: Type.Object({
    totals: Type.Unsafe<Static<typeof CurrencyTotal>[] | null>({ type: ['array', 'null'], items: CurrencyTotal }),
  }),
})

export const showDocument = endpoint('showDocument', 'GET', '/documents/:type/:number', {
  access: 'viewer',
  summary: 'One document whole: header, lines, chain, events, totals, parties, papers.',
  params: DocumentPath,
  reply: DocumentDetailReply,
})
export type DocumentDetail = Reply<typeof showDocument>
export type DocumentLine = DocumentDetail['lines'][number]
export type RelatedDocument = DocumentDetail['chain'][number]
export type TrackingEvent = DocumentDetail['events'][number]

export const downloadAttachment = endpoint('downloadAttachment', 'GET', '/documents/:type/:number/attachments/:id', {
  access: 'viewer',
  summary: 'A paper that came with the document, as it came.',
  params: Type.Object({ type: DocumentTypeSchema, number, id: Type.String({ format: 'uuid' }) }),
  gives: 'application/octet-stream',
  download: true,
  reply: Type.Unknown(),
})
