import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { promisedHours } from '../requests/answer-promise.ts'
import { nonBlankText } from '../requests/contents.ts'
import { answerOutcomes, maxMessageLength, requestSubjects } from '../requests/conversation-rules.ts'
import { RequestFile } from '../requests/request.ts'
import { requestKinds, requestStates } from '../requests/rules.ts'
import { SupplierRequest } from '../requests/supplier-endpoints.ts'
import { Instant, sentInstantPattern } from '../values/dates.ts'
import { nullable, OptionalText, orNull } from '../values/nullable.ts'
import { inboxFilters } from './inbox-filters.ts'

/* What customers have asked, as the supplier's staff work through it. */

const uuid = Type.String({ format: 'uuid' })
const params = Type.Object({ id: uuid })

/** A member of staff, as others see them. */
const Person = Type.Object({ id: Type.String(), name: Type.String() })

/** When the customer wrote the first words that the member of staff has not read; null: there are none. */
const unreadSince = OptionalText

/** By when an answer was promised; null: none was, or it does not wait for the supplier. */
const dueAt = OptionalText

/** A request in the queue. */
export const InboxEntry = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...requestKinds]),
  type: Type.Enum([...requestSubjects]),
  number: Type.String(),
  account: Type.Object({ number: Type.String(), name: Type.String() }),
  madeAt: Instant,
  madeBy: Type.String(),
  state: Type.Enum([...requestStates]),
  changedAt: Instant,
  /** The beginning of what was last written; null when there are no words. */
  words: OptionalText,
  assignee: nullable(Person),
  /** Until when it is put off; null: it is not. */
  snoozedUntil: OptionalText,
  unreadSince,
  dueAt,
})
export type InboxEntry = Static<typeof InboxEntry>

export const listInbox = endpoint('listInbox', 'GET', '/console/requests', {
  access: 'staff',
  permission: 'requests.read',
  summary:
    'What customers have asked: what is done the newest change first, anything else the longest wait first. How many wait, and how many have words that one has not read, is counted up to 1000.',
  query: Type.Object({ ...inboxFilters, ...pageQuery }, { additionalProperties: false }),
  reply: Type.Object({
    requests: Type.Array(InboxEntry),
    waiting: Type.Integer(),
    unread: Type.Integer(),
    nextCursor: OptionalText,
  }),
})

export const exportInbox = endpoint('exportInbox', 'GET', '/console/requests/csv', {
  access: 'staff',
  permission: 'requests.read',
  summary: 'The same requests as a CSV file, in the same order.',
  query: Type.Object(inboxFilters, { additionalProperties: false }),
  gives: 'text/csv',
  download: true,
  reply: Type.Unknown(),
})

const Note = Type.Object({ id: Type.String(), at: Instant, by: Type.String(), text: Type.String() })

/** A request with its conversation, and what staff wrote about it for each other. */
export const InboxRequest = Type.Object({
  ...Type.Omit(SupplierRequest, ['account', 'network', 'documentHash', 'answer', 'answeredBy', 'answeredAt'])
    .properties,
  account: Type.Object({ number: Type.String(), name: Type.String() }),
  assignee: nullable(Person),
  snoozedUntil: OptionalText,
  unreadSince,
  dueAt,
  notes: Type.Array(Note),
  /** To whom the mail of an answer did not arrive, and what the mail server said. */
  undelivered: Type.Array(
    Type.Object({ userId: Type.String(), email: Type.String(), reason: Type.String(), at: Instant }),
  ),
})
export type InboxRequest = Static<typeof InboxRequest>

export const showInboxRequest = endpoint('showInboxRequest', 'GET', '/console/requests/:id', {
  access: 'staff',
  permission: 'requests.read',
  summary: 'One request with the newest 200 messages about it, oldest first, and the notes of staff.',
  params,
  reply: InboxRequest,
})

export const downloadInboxFile = endpoint('downloadInboxFile', 'GET', '/console/requests/:id/files/:file', {
  access: 'staff',
  permission: 'requests.read',
  summary: 'A file that went along with a request or a message about it.',
  params: Type.Object({ id: uuid, file: uuid }),
  gives: 'application/octet-stream',
  download: true,
  reply: Type.Unknown(),
})

export const answerFromInbox = endpoint('answerFromInbox', 'POST', '/console/requests/:id/answer', {
  access: 'staff',
  permission: 'requests.write',
  summary:
    'Answers as `answerRequest` does, under the name of the member of staff or the key; refused when something was written or decided since `seen`.',
  params,
  body: Type.Object(
    {
      state: Type.Enum([...answerOutcomes]),
      text: Type.Optional(nonBlankText(maxMessageLength)),
      /** Sent again with the same key, it is one answer. */
      key: uuid,
      /** The `changedAt` of the request as it is shown to whoever answers. */
      seen: Type.String({ maxLength: 40, pattern: sentInstantPattern }),
    },
    { additionalProperties: false },
  ),
  reply: InboxRequest,
})

export const addInboxFile = endpoint('addInboxFile', 'POST', '/console/requests/:id/files', {
  access: 'staff',
  permission: 'requests.write',
  summary: 'Adds a paper or a picture (PDF, PNG, JPEG, WebP) to an answer that one has just given.',
  params,
  query: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 200 }),
      /** The answer with which it goes. */
      message: uuid,
      /** Chosen by the sender: a file that is sent twice is stored once. */
      fileId: uuid,
    },
    { additionalProperties: false },
  ),
  accepts: 'application/octet-stream',
  body: Type.Unknown(),
  reply: RequestFile,
})

export const writeNote = endpoint('writeNote', 'POST', '/console/requests/:id/notes', {
  access: 'staff',
  permission: 'requests.write',
  summary: 'Writes a note about a request for other staff; no customer reads it.',
  params,
  body: Type.Object(
    {
      text: nonBlankText(maxMessageLength),
      /** Sent again with the same id, it is one note. */
      id: uuid,
    },
    { additionalProperties: false },
  ),
  reply: InboxRequest,
})

export const assignRequest = endpoint('assignRequest', 'PUT', '/console/requests/:id/assignee', {
  access: 'staff',
  permission: 'requests.write',
  summary: 'Says which member of staff looks after a request; null: nobody.',
  params,
  body: Type.Object(
    { staff: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' }) },
    { additionalProperties: false },
  ),
  reply: InboxRequest,
})

/** For how many days at most a request is put off. */
export const mostSnoozeDays = 366

export const snoozeRequest = endpoint('snoozeRequest', 'PUT', '/console/requests/:id/snooze', {
  access: 'staff',
  permission: 'requests.write',
  summary:
    'Puts a request that waits off until a moment; it is back then, or as soon as the customer writes or anything else of it changes. Null: back now.',
  params,
  body: Type.Object(
    { until: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 40, pattern: sentInstantPattern }) },
    { additionalProperties: false },
  ),
  reply: InboxRequest,
})

export const mailAnswerAgain = endpoint('mailAnswerAgain', 'POST', '/console/requests/:id/undelivered', {
  access: 'staff',
  permission: 'requests.write',
  summary: 'Mails the last answer again to those whom it did not reach, at the addresses that they have now.',
  params,
  reply: InboxRequest,
})
export const dismissUndeliveredAnswer = endpoint(
  'dismissUndeliveredAnswer',
  'DELETE',
  '/console/requests/:id/undelivered',
  {
    access: 'staff',
    permission: 'requests.write',
    summary: 'Says that somebody has dealt with the answers to a request that did not arrive.',
    params,
    reply: InboxRequest,
  },
)
export const markRequestRead = endpoint('markRequestRead', 'PUT', '/console/requests/:id/read', {
  access: 'staff',
  permission: 'requests.read',
  summary: 'Remembers that one has read a request, up to a moment; of others it says nothing.',
  params,
  body: Type.Object(
    {
      /** The `changedAt` of the request as it is shown. */
      until: Type.String({ maxLength: 40, pattern: sentInstantPattern }),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({}),
})

const AnswerTime = {
  /** How many requests were answered for the first time. */
  count: Type.Integer(),
  /** Half of them had their first answer within so many seconds. */
  median: Type.Integer(),
}

/** Within how many hours answers are promised, Saturdays and Sundays not counted; null: not at all. */
const AnswerPromise = orNull(Type.Integer({ minimum: promisedHours.least, maximum: promisedHours.most }))

/** Over how many days the time to answer is measured. */
export const answerTimeDays = 30

export const listAnswerTimes = endpoint('listAnswerTimes', 'GET', '/console/answerTimes', {
  access: 'staff',
  permission: 'requests.read',
  summary:
    'How long the first answers of the last 30 days took, by kind of request, and of all; null: there was none. Closing and taking up are no answers.',
  reply: Type.Object({
    all: nullable(Type.Object(AnswerTime)),
    kinds: Type.Array(Type.Object({ kind: Type.Enum([...requestKinds]), ...AnswerTime })),
    promise: AnswerPromise,
  }),
})

export const saveAnswerPromise = endpoint('saveAnswerPromise', 'PUT', '/console/answerPromise', {
  access: 'staff',
  permission: 'content.write',
  summary: 'Says within how many hours answers are promised; customers read it when they ask, staff see what is due.',
  body: Type.Object({ hours: AnswerPromise }, { additionalProperties: false }),
  reply: Type.Object({ message: Type.String() }),
})

export const listAssignees = endpoint('listAssignees', 'GET', '/console/assignees', {
  access: 'staff',
  permission: 'requests.read',
  summary: 'The members of staff who may answer requests, by name, at most 500.',
  reply: Type.Object({ staff: Type.Array(Person) }),
})

/** The calls by which staff work through what customers ask. */
export const inboxEndpoints = [
  listInbox,
  exportInbox,
  showInboxRequest,
  downloadInboxFile,
  answerFromInbox,
  addInboxFile,
  writeNote,
  assignRequest,
  snoozeRequest,
  mailAnswerAgain,
  dismissUndeliveredAnswer,
  markRequestRead,
  listAnswerTimes,
  saveAnswerPromise,
  listAssignees,
] as const
