import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { sentInstantPattern } from '../values/dates.ts'
import { nullable, OptionalText } from '../values/nullable.ts'
import { DocumentTypeSchema } from '../values.ts'
import { nonBlankText } from './contents.ts'
import {
  answerOutcomes,
  conversationSides,
  maxMentions,
  maxMessageLength,
  requestSubjects,
} from './conversation-rules.ts'
import { CustomerRequest, RequestFile } from './request.ts'

/*
 * The conversation about a document, or about what belongs to none: its requests, and what the supplier and the members
 * write about them. A member's message belongs to the request that it names, else to the question that waits; when none
 * does, it is a new question, so that the supplier's systems learn of it as of every request.
 */

export const ConversationMessage = Type.Object({
  id: Type.String(),
  /** The id of the request that it is about. */
  request: Type.String(),
  at: Type.String(),
  side: Type.Enum([...conversationSides]),
  /** The member's name, or the one under which the supplier answered. */
  by: OptionalText,
  /** Whether the viewer wrote it. */
  own: Type.Boolean(),
  /** Null for an answer without words: then its outcome says everything. */
  text: OptionalText,
  /** What was decided with it; of a member's message only that the request was closed or opened again. */
  outcome: Type.Unsafe<(typeof answerOutcomes)[number] | null>({
    type: ['string', 'null'],
    enum: [...answerOutcomes, null],
  }),
  /** When its writer last corrected it; null: never. */
  correctedAt: OptionalText,
  files: Type.Array(RequestFile),
  /** Whether the supplier wrote it and the viewer has not read it. */
  unread: Type.Boolean(),
})
export type ConversationMessage = Static<typeof ConversationMessage>

/** Messages, oldest first; the cursor leads to those before them. */
const messagesPage = Type.Object({ messages: Type.Array(ConversationMessage), nextCursor: OptionalText })

const number = Type.String({ minLength: 1, maxLength: 200 })
const params = Type.Object({ type: DocumentTypeSchema, number })
const uuid = Type.String({ format: 'uuid' })

/** The requests with the newest messages, both oldest first. */
const conversation = Type.Object({
  requests: Type.Array(CustomerRequest),
  messages: Type.Array(ConversationMessage),
  /** Whether there are messages before these. */
  hasEarlier: Type.Boolean(),
})
const messagesQuery = Type.Object(pageQuery, { additionalProperties: false })
const written = Type.Object(
  {
    key: uuid,
    text: nonBlankText(maxMessageLength),
    /** The request that it is about; one that was answered or closed is opened again. */
    request: Type.Optional(uuid),
    /** Colleagues whom the text names: they are notified. Those who may not read it are left out. */
    mentions: Type.Optional(Type.Array(uuid, { maxItems: maxMentions })),
  },
  { additionalProperties: false },
)
/** `message` is null when a new question was made of it. */
const writtenReply = Type.Object({ request: CustomerRequest, message: nullable(ConversationMessage) })
const correction = Type.Object(
  {
    /** The message; without one, the question itself. */
    message: Type.Optional(uuid),
    text: nonBlankText(maxMessageLength),
    /** What stood there when the writer began: when something else does by now, nothing is changed. */
    former: Type.String({ maxLength: maxMessageLength }),
    mentions: written.properties.mentions,
  },
  { additionalProperties: false },
)
const readUntil = Type.Object(
  {
    until: Type.String({ maxLength: 40, pattern: sentInstantPattern }),
    /** Only what was written about this request. */
    request: Type.Optional(uuid),
  },
  { additionalProperties: false },
)

export const listDocumentRequests = endpoint('listDocumentRequests', 'GET', '/documents/:type/:number/requests', {
  access: 'viewer',
  summary:
    'What was asked about a document and what was written about it, the oldest first; on a quote, the enquiry that it answers too; on an invoice, the remittance advices that name it.',
  params,
  reply: conversation,
})

export const listMessages = endpoint('listMessages', 'GET', '/documents/:type/:number/messages', {
  access: 'viewer',
  summary: 'What was written about a document or an enquiry, oldest first, a page at a time from the newest backwards.',
  params,
  query: messagesQuery,
  reply: messagesPage,
})

export const writeMessage = endpoint('writeMessage', 'POST', '/documents/:type/:number/messages', {
  access: 'viewer',
  summary:
    'Writes to the supplier about a document or an enquiry: to the request named, else to the question that waits, else as a new question. The same key again writes nothing more.',
  params,
  body: written,
  reply: writtenReply,
})

export const correctMessage = endpoint('correctMessage', 'POST', '/requests/:id/correct', {
  access: 'viewer',
  summary:
    'Corrects a question, or a message about a request: by the person who wrote it, within a quarter of an hour and before the supplier has answered. Sent again, it changes nothing more.',
  params: Type.Object({ id: uuid }),
  body: correction,
  reply: writtenReply,
})

export const listColleagues = endpoint('listColleagues', 'GET', '/conversations/colleagues', {
  access: 'viewer',
  summary:
    'The other members of the account who may read conversations about a type, by name, at most 200: whom a message can name.',
  query: Type.Object({ type: Type.Enum([...requestSubjects]) }, { additionalProperties: false }),
  reply: Type.Object({ colleagues: Type.Array(Type.Object({ id: uuid, name: Type.String() })) }),
})

export const readConversation = endpoint('readConversation', 'POST', '/documents/:type/:number/messages/read', {
  access: 'viewer',
  summary: 'Marks what the supplier wrote about a document as read, up to a moment.',
  params,
  body: readUntil,
  reply: Type.Object({}),
})

export const showAccountConversation = endpoint('showAccountConversation', 'GET', '/conversation', {
  access: 'viewer',
  summary: 'What was asked and written about what belongs to no document, the oldest first.',
  reply: conversation,
})

export const listAccountMessages = endpoint('listAccountMessages', 'GET', '/conversation/messages', {
  access: 'viewer',
  summary:
    'What was written about what belongs to no document, oldest first, a page at a time from the newest backwards.',
  query: messagesQuery,
  reply: messagesPage,
})

export const writeAccountMessage = endpoint('writeAccountMessage', 'POST', '/conversation/messages', {
  access: 'viewer',
  summary: 'Writes to the supplier about what belongs to no document, as a message about a document is written.',
  body: written,
  reply: writtenReply,
})

export const readAccountConversation = endpoint('readAccountConversation', 'POST', '/conversation/messages/read', {
  access: 'viewer',
  summary: 'Marks what the supplier wrote about what belongs to no document as read, up to a moment.',
  body: readUntil,
  reply: Type.Object({}),
})

export const closeRequest = endpoint('closeRequest', 'POST', '/requests/:id/close', {
  access: 'viewer',
  summary: 'Closes a request about which nothing more is needed; a message about it opens it again.',
  params: Type.Object({ id: uuid }),
  reply: CustomerRequest,
})

/** A request as it stands in the list of all, with the last that was written about it. */
export const ListedRequest = Type.Object({
  ...CustomerRequest.properties,
  lastMessage: nullable(ConversationMessage),
  /** Whether the supplier has written something that the viewer has not read. */
  unread: Type.Boolean(),
})
export type ListedRequest = Static<typeof ListedRequest>
