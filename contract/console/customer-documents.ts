import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { documentTypes } from '../values.ts'
import { accountNumber } from './customers.ts'

/* A document that was sent for the wrong customer, or by mistake. */

const params = Type.Object({ id: Type.String({ format: 'uuid' }) })
const MessageReply = Type.Object({ message: Type.String() })

const document = {
  type: Type.Enum([...documentTypes]),
  number: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  /** Whether it is the credit note of that number, not the invoice. */
  isCreditNote: Type.Optional(Type.Boolean()),
}

export const withdrawCustomerDocument = endpoint(
  'withdrawCustomerDocument',
  'POST',
  '/console/customers/:id/documents/withdraw',
  {
    access: 'staff',
    permission: 'customers.write',
    summary: 'Takes a document from a customer at once; it comes back only when the ERP changes it and sends it again.',
    params,
    body: Type.Object(document, { additionalProperties: false }),
    reply: MessageReply,
  },
)

export const moveCustomerDocument = endpoint('moveCustomerDocument', 'POST', '/console/customers/:id/documents/move', {
  access: 'staff',
  permission: 'customers.write',
  summary:
    'Moves a document as it stands to the customer with this number; its attachments stay out of it, for they may name the former one.',
  params,
  body: Type.Object({ ...document, to: accountNumber }, { additionalProperties: false }),
  reply: MessageReply,
})

export const customerDocumentEndpoints = [withdrawCustomerDocument, moveCustomerDocument]
