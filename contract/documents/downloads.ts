import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { DocumentTypeSchema } from '../values.ts'
import { listFilters } from './filters.ts'

/** A language tag such as "en" or "pt-BR" for texts in files; English when absent or unknown. */
const language = Type.Optional(Type.String({ maxLength: 35, pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' }))

/** The most documents in one download. */
export const maxDownloadedDocuments = 500

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/**
 * Fields of the document's header and `status`, in the order of the file, separated by commas; the list's own columns
 * when absent.
 */
const columns = Type.Optional(Type.String({ maxLength: 600, pattern: '^[a-zA-Z]+(,[a-zA-Z]+)*$' }))

/** Documents of one status after another, in the order of a document's life; each in the order of the list. */
const group = Type.Optional(Type.Enum(['status'] as const))

export const exportDocuments = endpoint('exportDocuments', 'GET', '/documents/:type/export', {
  access: 'viewer',
  summary: 'Every document of a narrowed list as a file of chosen columns, in the order of the list.',
  params: Type.Object({ type: DocumentTypeSchema }),
  query: Type.Object(
    {
      format: Type.Enum(exportFormats),
      columns,
      language,
      group,
      ...listFilters,
    },
    { additionalProperties: false },
  ),
  gives: 'application/octet-stream',
  reply: Type.Unknown(),
})

/** The most documents that can be exported by their numbers. */
export const maxExportedDocuments = 5000

export const exportSelected = endpoint('exportSelected', 'POST', '/documents/export', {
  access: 'viewer',
  reads: true,
  summary: `Up to ${maxExportedDocuments} documents of a type, named by number, as a file of chosen columns.`,
  body: Type.Object(
    {
      type: DocumentTypeSchema,
      format: Type.Enum(exportFormats),
      numbers: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: maxExportedDocuments,
      }),
      columns,
      language,
      sort: listFilters.sort,
      group,
    },
    { additionalProperties: false },
  ),
  gives: 'application/octet-stream',
  reply: Type.Unknown(),
})

export const exportLines = endpoint('exportLines', 'GET', '/documents/:type/:number/lines', {
  access: 'viewer',
  summary:
    'The lines of a document as a file, a row for each: what has become of it, and each field that one of them has. Amounts need the permission to see prices.',
  params: Type.Object({ type: DocumentTypeSchema, number: Type.String({ minLength: 1, maxLength: 200 }) }),
  query: Type.Object({ format: Type.Enum(exportFormats), language }, { additionalProperties: false }),
  gives: 'application/octet-stream',
  download: true,
  reply: Type.Unknown(),
})

export const downloadParts = ['pdf', 'ubl', 'attachments'] as const
export type DownloadPart = (typeof downloadParts)[number]

export const downloadDocuments = endpoint('downloadDocuments', 'POST', '/documents/download', {
  access: 'viewer',
  reads: true,
  summary: `The papers of up to ${maxDownloadedDocuments} documents as a ZIP with a manifest: those named, or those of a narrowed list.`,
  body: Type.Object(
    {
      type: DocumentTypeSchema,
      /** Either the documents' numbers, or the filters of a list. */
      numbers: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
          minItems: 1,
          maxItems: 2 * maxDownloadedDocuments,
        }),
      ),
      filters: Type.Optional(Type.Object(listFilters, { additionalProperties: false })),
      /** What the download includes for each document: PDF and attachments when absent. */
      parts: Type.Optional(Type.Array(Type.Enum(downloadParts), { minItems: 1, maxItems: downloadParts.length })),
      language,
    },
    { additionalProperties: false },
  ),
  gives: 'application/zip',
  reply: Type.Unknown(),
})

export const downloadRelated = endpoint('downloadRelated', 'GET', '/documents/:type/:number/related', {
  access: 'viewer',
  summary: 'A document and all that is linked with it, from quote to invoice: PDFs, UBL and attachments as one ZIP.',
  params: Type.Object({ type: DocumentTypeSchema, number: Type.String({ minLength: 1, maxLength: 200 }) }),
  query: Type.Object({ language }, { additionalProperties: false }),
  gives: 'application/zip',
  reply: Type.Unknown(),
})
