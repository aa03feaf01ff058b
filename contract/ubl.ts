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

/**
 * Whether somebody with these permissions is given the file as which a document was sent. A despatch advice may tell amounts
 * too: then it is for who may see prices, as those of all other types are.
 */
export function maySeeOriginal(type: DocumentType, hasAmounts: boolean, permissions: ReadonlySet<Permission>): boolean {
  return maySeeFiles(type, permissions) && (permissions.has('prices') || !hasAmounts)
}

/** What the file as which a document was sent is saved as, such as "Invoice INV-1.xml". */
export function originalFileName(kind: string, number: string): string {
  return `${kind} ${number}.xml`
}
