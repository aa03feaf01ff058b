import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { conversationSides, requestSubjects } from '../requests/conversation-rules.ts'
import { OptionalText } from '../values/nullable.ts'

/** Words of a conversation that were found: a message, or the note of a request. */
export const MessageHit = Type.Object({
  /** The message's, or the request's own. */
  id: Type.String(),
  type: Type.Enum([...requestSubjects]),
  /** The document's number, that of an enquiry or a remittance advice, or the account's of what concerns no document. */
  number: Type.String(),
  side: Type.Enum([...conversationSides]),
  by: OptionalText,
  /** Whether the viewer wrote it. */
  own: Type.Boolean(),
  at: Type.String(),
  /** The part of it in which most of what was typed stands first. */
  text: Type.String(),
  /** First character and length of each matching part of `text`. */
  ranges: Type.Array(Type.Object({ start: Type.Integer(), length: Type.Integer() })),
})
export type MessageHit = Static<typeof MessageHit>

export const searchMessages = endpoint('searchMessages', 'GET', '/search/messages', {
  access: 'viewer',
  summary:
    'What was written in conversations about documents, enquiries and the account and holds every word typed, newest first. A page may hold fewer than are asked for while more follow.',
  query: Type.Object(
    {
      q: Type.String({ minLength: 1, maxLength: 200 }),
      /** Types, separated by commas; all, with the account, when absent. */
      types: Type.Optional(Type.String({ maxLength: 60, pattern: '^[a-z]+(,[a-z]+)*$' })),
      ...pageQuery,
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ hits: Type.Array(MessageHit), nextCursor: OptionalText }),
})
