import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { requestSubjects } from './conversation-rules.ts'

/* By itself, because lists of documents load it, and nothing else of conversations. */

export const listUnread = endpoint('listUnread', 'GET', '/conversations/unread', {
  access: 'viewer',
  summary:
    'The conversations in which the supplier has written something that the viewer has not read, with the invoices that an advice names and the quotes that answer an enquiry.',
  reply: Type.Object({
    conversations: Type.Array(Type.Object({ type: Type.Enum([...requestSubjects]), number: Type.String() })),
  }),
})
