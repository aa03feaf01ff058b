import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { CalendarDate, sentInstantPattern } from '../values/dates.ts'
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

const optional = (description: string) => Type.Unsafe<string | null>({ ...OptionalText, description })
const uuidOf = (description: string) => Type.String({ format: 'uuid', description })

export const ConversationMessage = Type.Object({
  id: Type.String({ description: 'Names the message.' }),
  request: Type.String({ description: 'The id of the request that it is about.' }),
  at: Type.String({ description: 'When it was written.' }),
  side: Type.Enum([...conversationSides], { description: 'Who wrote it: a member of the account, or the supplier.' }),
  by: optional('The member’s name, or the one under which the supplier answered.'),
  own: Type.Boolean({ description: 'Whether the viewer wrote it.' }),
  text: optional('The words; null of an answer without any: then its outcome says everything.'),
  outcome: Type.Unsafe<(typeof answerOutcomes)[number] | null>({
    type: ['string', 'null'],
    enum: [...answerOutcomes, null],
    description: 'What was decided with it; of a member’s message only that the request was closed or opened again.',
  }),
  correctedAt: optional('When its writer last corrected it; null: never.'),
  files: Type.Array(RequestFile, { description: 'The files that came with it.' }),
  unread: Type.Boolean({ description: 'Whether the supplier wrote it and the viewer has not read it.' }),
})
export type ConversationMessage = Static<typeof ConversationMessage>

/** Messages, oldest first; the cursor leads to those before them. */
const messagesPage = Type.Object({
  messages: Type.Array(ConversationMessage, { description: 'What was written, oldest first.' }),
  nextCursor: optional('Leads to the messages before these; null: there are none.'),
})

const number = Type.String({ minLength: 1, maxLength: 200, description: 'Number of the document, or of the enquiry.' })
const params = Type.Object({ type: DocumentTypeSchema, number })
const uuid = Type.String({ format: 'uuid' })

/** Who at the supplier’s is away, until which day, and who answers meanwhile. */
const Away = Type.Object({
  name: Type.String({ description: 'Who is away.' }),
  until: CalendarDate,
  standIn: Type.String({ description: 'Who answers meanwhile.' }),
})
export type Away = Static<typeof Away>

/** The requests with the newest messages, both oldest first. */
const conversation = Type.Object({
  requests: Type.Array(CustomerRequest, { description: 'What was asked, oldest first.' }),
  messages: Type.Array(ConversationMessage, {
    description: 'What was written about it, the newest of it, oldest first.',
  }),
  hasEarlier: Type.Boolean({ description: 'Whether there are messages before these.' }),
  away: Type.Unsafe<Away | null>({
    ...nullable(Away),
    description: 'Set while the one at the supplier’s who reads what is written here is away and somebody stands in.',
  }),
})
const messagesQuery = Type.Object(pageQuery, { additionalProperties: false })
const written = Type.Object(
  {
    key: uuidOf('Chosen by the sender: the same key again writes nothing more.'),
    text: nonBlankText(maxMessageLength, 'The words.'),
    request: Type.Optional(uuidOf('The request that it is about; one that was answered or closed is opened again.')),
    mentions: Type.Optional(
      Type.Array(uuid, {
        maxItems: maxMentions,
        description: 'Colleagues whom the text names: they are notified. Those who may not read it are left out.',
      }),
    ),
  },
  { additionalProperties: false },
)
const writtenReply = Type.Object({
  request: Type.Unsafe<CustomerRequest>({ ...CustomerRequest, description: 'The request to which it belongs.' }),
  message: Type.Unsafe<ConversationMessage | null>({
    ...nullable(ConversationMessage),
    description: 'What was written; null when a new question was made of it.',
  }),
})
const correction = Type.Object(
  {
    message: Type.Optional(uuidOf('The message; without one, the question itself.')),
    text: nonBlankText(maxMessageLength, 'What shall stand there.'),
    former: Type.String({
      maxLength: maxMessageLength,
      description: 'What stood there when the writer began: when something else does by now, nothing is changed.',
    }),
    mentions: written.properties.mentions,
  },
  { additionalProperties: false },
)
const readUntil = Type.Object(
  {
    until: Type.String({
      maxLength: 40,
      pattern: sentInstantPattern,
      description: 'Up to when: the time of the last message that was shown.',
    }),
    request: Type.Optional(uuidOf('Only what was written about this request.')),
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
  params: Type.Object({ id: uuidOf('The request’s id.') }),
  body: correction,
  reply: writtenReply,
})

export const listColleagues = endpoint('listColleagues', 'GET', '/conversations/colleagues', {
  access: 'viewer',
  summary:
    'The other members of the account who may read conversations about a type, by name, at most 200: whom a message can name.',
  query: Type.Object(
    {
      type: Type.Enum([...requestSubjects], { description: 'What the conversation is about.' }),
      prices: Type.Optional(Type.Enum(['true'], { description: 'Only those who see prices, too.' })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    colleagues: Type.Array(
      Type.Object({
        id: uuidOf('Names the person.'),
        name: Type.String({ description: 'As they are called.' }),
        email: optional('Their e-mail address where another of these colleagues has the same name; else null.'),
      }),
      { description: 'By name.' },
    ),
  }),
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
  params: Type.Object({ id: uuidOf('The request’s id.') }),
  reply: CustomerRequest,
})

/** A request as it stands in the list of all, with the last that was written about it. */
export const ListedRequest = Type.Object({
  ...CustomerRequest.properties,
  lastMessage: Type.Unsafe<ConversationMessage | null>({
    ...nullable(ConversationMessage),
    description: 'The last that was written about it; null: nothing was.',
  }),
  unread: Type.Boolean({ description: 'Whether the supplier has written something that the viewer has not read.' }),
})
export type ListedRequest = Static<typeof ListedRequest>
