import { Type } from 'typebox'
import { maySeeFiles } from './documents/types.ts'
import { endpoint } from './endpoint.ts'
import type { Permission } from './permissions.ts'
import { type DocumentType, DocumentTypeSchema } from './values.ts'

export const downloadUbl = endpoint('downloadUbl', 'GET', '/documents/:type/:number/ubl', {
  access: 'viewer',
  summary:
    'One document as UBL 2.1 XML: Quotation, OrderResponse, DespatchAdvice, Invoice or CreditNote. All but the despatch advice carry amounts and need the permission to see prices.',
  params: Type.Object({ type: DocumentTypeSchema, number: Type.String({ minLength: 1, maxLength: 200 }) }),
  gives: 'application/xml',
  download: true,
  reply: Type.Unknown(),
})

export const downloadOriginal = endpoint('downloadOriginal', 'GET', '/documents/:type/:number/original', {
  access: 'viewer',
  summary:
    'The UBL file as which the document was sent last, byte for byte; of an order the newest of its messages. 404 for a document that came otherwise. All but a despatch advice without amounts need the permission to see prices.',
  params: Type.Object({ type: DocumentTypeSchema, number: Type.String({ minLength: 1, maxLength: 200 }) }),
  gives: 'application/xml',
  download: true,
  reply: Type.Unknown(),
})

/** The syntaxes of EN 16931, and UBL as the network Peppol wants it (BIS Billing 3). */
export const eInvoiceSyntaxes = ['ubl', 'cii', 'peppol'] as const
export type EInvoiceSyntax = (typeof eInvoiceSyntaxes)[number]

const documentParams = Type.Object({ type: DocumentTypeSchema, number: Type.String({ minLength: 1, maxLength: 200 }) })

export const downloadEInvoice = endpoint('downloadEInvoice', 'GET', '/documents/:type/:number/eInvoice', {
  access: 'viewer',
  summary:
    'An invoice or credit note as an e-invoice by EN 16931, in UBL 2.1 or UN/CEFACT CII, or by Peppol BIS Billing 3. Where the document lacks what the standard asks for, 409 names each of its terms. Needs the permission to see prices.',
  params: documentParams,
  query: Type.Object({ syntax: Type.Enum(eInvoiceSyntaxes) }, { additionalProperties: false }),
  gives: 'application/xml',
  download: true,
  reply: Type.Unknown(),
})

export const checkEInvoice = endpoint('checkEInvoice', 'GET', '/documents/:type/:number/eInvoice/missing', {
  access: 'viewer',
  summary:
    'Which terms of EN 16931 an invoice lacks; none when it can be downloaded as an e-invoice. Needs the permission to see prices.',
  params: documentParams,
  reply: Type.Object({
    missing: Type.Array(Type.String()),
    /** What it lacks for Peppol BIS Billing 3. */
    peppol: Type.Array(Type.String()),
  }),
})

/**
 * Whether a member with these permissions may download the file in which a document was sent. A despatch advice may
 * contain amounts too: then it needs the permission `prices`, as files of the other types do.
 */
export function maySeeOriginal(type: DocumentType, hasAmounts: boolean, permissions: ReadonlySet<Permission>): boolean {
  return maySeeFiles(type, permissions) && (permissions.has('prices') || !hasAmounts)
}

/** Returns the file name for an original file, such as "Invoice INV-1.xml". */
export function originalFileName(kind: string, number: string): string {
  return `${kind} ${number}.xml`
}
