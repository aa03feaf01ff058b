import { Type } from 'typebox'
import { withoutCreditNoteMark } from './documents/credit-note-number.ts'
import { endpoint } from './endpoint.ts'
import { type DocumentType, DocumentTypeSchema } from './values.ts'

/** The kinds of paper that the portal makes, in the order of a business; an example of each can be printed. */
export const paperKinds = ['quotes', 'orders', 'shipments', 'invoices', 'creditNotes', 'statement', 'returns'] as const
export type PaperKind = (typeof paperKinds)[number]

export const downloadPaper = endpoint('downloadPaper', 'GET', '/documents/:type/:number/pdf', {
  access: 'viewer',
  summary:
    'The document as PDF: the one that the ERP sent, when one bears the document’s number in its name, else one that the portal makes in the asked language.',
  params: Type.Object({ type: DocumentTypeSchema, number: Type.String({ minLength: 1, maxLength: 200 }) }),
  query: Type.Object(
    {
      /** A language tag such as "de" or "de-AT"; English when absent or unknown. */
      language: Type.Optional(Type.String({ maxLength: 35, pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' })),
      /** `portal`: the portal's own paper, even where the ERP has sent one. */
      source: Type.Optional(Type.Enum(['erp', 'portal'])),
      disposition: Type.Optional(Type.Enum(['inline', 'attachment'])),
    },
    { additionalProperties: false },
  ),
  gives: 'application/pdf',
  download: true,
  reply: Type.Unknown(),
})

/** Whether an attachment is the ERP's own paper of the document: a PDF with the document's number, as the ERP gave it, in its file name. */
export function isErpPaper(
  paper: { name: string; mimeType: string },
  document: { type: DocumentType; number: string },
) {
  const alphanumeric = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const number = alphanumeric(withoutCreditNoteMark(document.number))
  return (
    paper.mimeType.toLowerCase() === 'application/pdf' && number !== '' && alphanumeric(paper.name).includes(number)
  )
}
