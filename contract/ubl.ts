import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DocumentTypeSchema } from './values.ts'

export const downloadUbl = endpoint('downloadUbl', 'GET', '/documents/:type/:number/ubl', {
  access: 'viewer',
  summary:
    'One document as UBL 2.1 XML: Quotation, OrderResponse, DespatchAdvice, Invoice or CreditNote. All but the despatch advice carry amounts and need the permission to see prices.',
  params: Type.Object({ type: DocumentTypeSchema, number: Type.String({ minLength: 1, maxLength: 200 }) }),
  gives: 'application/xml',
  download: true,
  reply: Type.Unknown(),
})
