import { type Static, Type } from 'typebox'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { sentInstantPattern } from '../values/dates.ts'
import { nullable, OptionalText } from '../values/nullable.ts'
import { NamedApproval } from './approvals.ts'
import { requestChanges } from './changes.ts'
import { nonBlankText } from './contents.ts'
import { ConversationMessage } from './conversation.ts'
import { answerOutcomes, conversationSides, maxMessageLength } from './conversation-rules.ts'
import { CustomerRequest, fileQuery, RequestFile } from './request.ts'
import { requestStates } from './rules.ts'

/* The calls by which the supplier's systems read what customers ask and write, and answer it. */

const uuid = Type.String({ format: 'uuid' })
const params = Type.Object({ id: Type.String({ format: 'uuid', description: 'The request’s id.' }) })

/** A request as the supplier's systems read it, without what was written about it later. */
const RequestForSupplier = Type.Object({
  ...Type.Omit(CustomerRequest, ['own', 'madeBy', 'approvals']).properties,
  approvals: Type.Array(NamedApproval, {
    description:
      'Of `askApproval`: the customer’s people who were asked, and what each said, without their words; empty of other kinds.',
  }),
  account: Type.String({ description: 'Your number of the customer.' }),
  madeBy: Type.Object(
    {
      name: Type.String({ description: 'Their name.' }),
      email: Type.String({ description: 'Their e-mail address.' }),
    },
    { description: 'The person who made it.' },
  ),
  network: Type.Unsafe<string | null>({
    ...OptionalText,
    description: 'The network from which it was made, not the whole address.',
  }),
  documentHash: Type.String({
    description: 'SHA-256 of the document as it was shown then, or of the enquiry itself, in hexadecimal digits.',
  }),
  changedAt: Type.String({ description: 'When something was last written or decided.' }),
})

const SupplierMessage = Type.Object({
  id: Type.String({ description: 'Names the message.' }),
  at: Type.String({ description: 'When it was written.' }),
  side: Type.Enum([...conversationSides], { description: 'Who wrote it: the customer or the supplier.' }),
  by: Type.Unsafe<string | null>({ ...OptionalText, description: 'Their name, as far as it is known.' }),
  text: Type.Unsafe<string | null>({
    ...OptionalText,
    description: 'The words; null of an answer without any: its outcome says everything.',
  }),
  correctedAt: Type.Unsafe<string | null>({
    ...OptionalText,
    description: 'When the writer last corrected the words; null: never.',
  }),
  outcome: Type.Unsafe<Static<typeof ConversationMessage.properties.outcome>>({
    ...ConversationMessage.properties.outcome,
    description:
      'What was decided with it; of a customer’s message only that it closed the request or opened it again.',
  }),
  files: Type.Array(RequestFile, { description: 'The files that came with it.' }),
})

export const SupplierRequest = Type.Object({
  ...RequestForSupplier.properties,
  messages: Type.Array(SupplierMessage, {
    description:
      'What was written about the request after it was made, by either side, oldest first; the newest 200. The list of changes has all.',
  }),
})
export type SupplierRequest = Static<typeof SupplierRequest>

export const takeRequests = endpoint('takeRequests', 'GET', '/ingest/requests', {
  access: 'ingest',
  ofAccounts: true,
  scope: 'requests:read',
  summary:
    'What customers have asked and nobody has taken up, the oldest first; in another state when `state` says so, or all in which something was written or decided since a moment. To miss nothing and read nothing twice, read the list of changes.',
  query: Type.Object(
    {
      state: Type.Optional(Type.Enum([...requestStates], { description: 'Only requests in this state.' })),
      changedSince: Type.Optional(
        Type.String({
          maxLength: 40,
          pattern: sentInstantPattern,
          description:
            'All in which something has happened since then, the change longest ago first; `state` is left out.',
        }),
      ),
      ...pageQuery,
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    requests: Type.Array(SupplierRequest, { description: 'The requests of the page.' }),
    nextCursor: Type.Unsafe<string | null>({
      ...OptionalText,
      description: 'Leads to the next page; null on the last one.',
    }),
  }),
})

const changeId = (description: string) => Type.String({ pattern: '^[0-9]{1,18}-[0-9a-f]{8}$', description })
const reader = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$',
    description:
      'The name of the system that reads, for several keys that read for one, or for several systems that share a key. Without it each key is a reader of its own.',
  }),
)

const RequestChangeEntry = Type.Object({
  id: Type.String({
    description: 'Names the change. Going on after it, and acknowledging it, is by this id; it has no other meaning.',
  }),
  change: Type.Enum([...requestChanges], {
    description:
      'What happened. made: a customer asked. message: somebody wrote about it. corrected: the writer corrected `message`, or the request where it is null. file: `file` was added, to `message` or to the request. state: it was taken up, answered, closed, taken back or opened again. return: how far a return is. moved: it has another account or number.',
  }),
  at: Type.String({ description: 'When it happened.' }),
  request: Type.Object(RequestForSupplier.properties, { description: 'The request.' }),
  message: Type.Unsafe<Static<typeof SupplierMessage> | null>({
    ...nullable(SupplierMessage),
    description: 'The message that was written or corrected, or to which the file was added; null of other changes.',
  }),
  file: Type.Unsafe<RequestFile | null>({
    ...nullable(RequestFile),
    description: 'The file that was added; null of other changes.',
  }),
})
export type RequestChangeEntry = Static<typeof RequestChangeEntry>

export const listRequestChanges = endpoint('listRequestChanges', 'GET', '/ingest/requests/changes', {
  access: 'ingest',
  scope: 'requests:read',
  summary:
    'All that happens to requests, each change once, in one order that does not change: what customers ask and write, files, corrections, answers, what is closed or taken back. It goes on after the change named, or after the last that the reader has acknowledged. Request, message and file are as they are now.',
  query: Type.Object(
    {
      after: Type.Optional(
        Type.String({
          pattern: '^(start|[0-9]{1,18}-[0-9a-f]{8})$',
          description:
            'The id of the last change that was read, or `start` for all from the first. Without it: what this reader has not acknowledged.',
        }),
      ),
      reader,
      limit: pageQuery.limit,
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    changes: Type.Array(RequestChangeEntry, { description: 'The changes, in their order.' }),
    last: Type.Unsafe<string | null>({
      ...OptionalText,
      description:
        'The id of the last change of this reply, or, where it has none, of the one after which it began: send it as `after`. It stays valid. Null when there was none yet.',
    }),
    more: Type.Boolean({ description: 'Whether there are more changes already.' }),
  }),
})

export const acknowledgeRequestChanges = endpoint(
  'acknowledgeRequestChanges',
  'POST',
  '/ingest/requests/changes/acknowledge',
  {
    access: 'ingest',
    scope: 'requests:read',
    summary:
      'Says that a reader has all changes up to one, which customers do not see: without `after` it gets those behind it. Sent again, or with an earlier change, it changes nothing.',
    body: Type.Object(
      { through: changeId('The id of the last change that the reader has dealt with.'), reader },
      { additionalProperties: false },
    ),
    reply: Type.Object({
      through: Type.String({ description: 'The id of the last change that the reader has acknowledged.' }),
    }),
  },
)

export const takeRequestFile = endpoint('takeRequestFile', 'GET', '/ingest/requests/:id/files/:file', {
  access: 'ingest',
  ofAccounts: true,
  scope: 'requests:read',
  summary: 'A file that went along with a request or a message about it, as its bytes.',
  params: Type.Object({
    ...params.properties,
    file: Type.String({ format: 'uuid', description: 'The file’s id.' }),
  }),
  gives: 'application/octet-stream',
  download: true,
  reply: Type.Unknown(),
})

export const answerRequest = endpoint('answerRequest', 'POST', '/ingest/requests/:id/answer', {
  access: 'ingest',
  ofAccounts: true,
  scope: 'requests:write',
  summary:
    'Takes a request up, asks back, or answers it, as often as needed: the customer gets the words by mail and in the portal.',
  params,
  body: Type.Object(
    {
      state: Type.Enum([...answerOutcomes], {
        description:
          'What becomes of it. taken: somebody looks after it. asked: you need an answer first; it is open again when the customer has written. accepted, declined: it is decided. answered: the words are the answer. closed: nothing more is needed. open: it waits for you again.',
      }),
      text: Type.Optional(
        Type.String({
          ...nonBlankText(maxMessageLength),
          description: 'The words for the customer; needed to ask back and to answer.',
        }),
      ),
      by: Type.Optional(
        Type.String({ ...nonBlankText(200), description: 'The name under which the customer reads them.' }),
      ),
      key: Type.Optional(
        Type.String({
          ...uuid,
          description:
            'Of your choice: sent again with the same key, it is one answer. Without a key, the last answer sent again is one.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  reply: SupplierRequest,
})

export const addAnswerFile = endpoint('addAnswerFile', 'POST', '/ingest/requests/:id/files', {
  access: 'ingest',
  ofAccounts: true,
  scope: 'requests:write',
  summary:
    'Adds a paper or a picture (PDF, PNG, JPEG, WebP) to an answer. The body is the bytes of the file, neither base64 nor multipart.',
  params,
  query: fileQuery,
  accepts: 'application/octet-stream',
  body: Type.Unknown(),
  reply: RequestFile,
})

/** Every call of the supplier's systems about requests. */
export const supplierEndpoints: readonly Endpoint[] = [
  takeRequests,
  listRequestChanges,
  acknowledgeRequestChanges,
  takeRequestFile,
  answerRequest,
  addAnswerFile,
]
