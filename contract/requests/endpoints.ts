import { type TProperties, Type } from 'typebox'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { pageQuery } from '../page.ts'
import { OptionalText } from '../values/nullable.ts'
import { DocumentTypeSchema } from '../values.ts'
import { approvalDecisions } from './approvals.ts'
import { nonBlankText, requestContents } from './contents.ts'
import {
  closeRequest,
  correctMessage,
  ListedRequest,
  listAccountMessages,
  listColleagues,
  listDocumentRequests,
  listMessages,
  readAccountConversation,
  readConversation,
  showAccountConversation,
  writeAccountMessage,
  writeMessage,
} from './conversation.ts'
import { listPayable } from './remittances.ts'
import { CustomerRequest, fileQuery, RequestFile } from './request.ts'
import { type RequestKind, type RuledRequestKind, requestRules } from './rules.ts'
import { versionPattern } from './shown-version.ts'
import { supplierEndpoints } from './supplier-endpoints.ts'
import { listUnread } from './unread.ts'

/*
 * Requests of a customer about a document: each is stored as it was made, forwarded to the supplier, and answered. Only
 * the ERP changes the document itself; a quote shows the customer's decision until the ERP does.
 */

const number = Type.String({ minLength: 1, maxLength: 200 })
const uuid = Type.String({ format: 'uuid' })

/** Adds the key that the client chooses for each request: a client that retries makes the request only once. */
const withRequestKey = <T extends TProperties>(properties: T) =>
  Type.Object(
    {
      key: Type.String({
        format: 'uuid',
        description: 'Of the sender’s choice: sent again with the same key, it is one request.',
      }),
      ...properties,
    },
    { additionalProperties: false },
  )

/** Adds the version of the document, too: when it is another by now, nothing is done. */
const withSeenVersion = <T extends TProperties>(properties: T) =>
  withRequestKey({
    seenVersion: Type.Optional(
      Type.String({
        pattern: versionPattern,
        description:
          'The `version` of the document that the person saw: refused (409), with what has changed, when it is another by now. Without it the document is taken as it is.',
      }),
    ),
    ...properties,
  })

const summaries: Record<RequestKind, string> = {
  accept: 'Accepts a quote with the options that are wanted, signed by a typed name.',
  reject: 'Rejects a quote.',
  requestRevision: 'Asks for another version of a quote.',
  askApproval:
    'Asks colleagues who see a quote and its prices whether they approve of it. It stops nobody from accepting; the supplier is asked nothing.',
  counterOffer: 'Asks for other quantities or prices of lines of a quote.',
  extendValidity: 'Asks that a quote stay valid until a later day.',
  notePromise: 'Notes the new date of an order whose promised date has moved.',
  refusePromise: 'Says that the new date of an order is not acceptable, and by when it is needed.',
  requestChange: 'Asks for another date or address of an order, or for another quantity or date of its lines.',
  requestCancellation: 'Asks to cancel an order or some of its lines.',
  reorder: 'Asks for a quote over lines of an order.',
  answerHold: 'Gives what an order on hold waits for.',
  instructDelivery:
    'Says what shall happen with a shipment that failed or waits: another attempt, another address, collection, keeping or sending back.',
  trace: 'Asks where a shipment is.',
  confirmReceipt: 'Confirms that a shipment came, wholly or in part.',
  claim: 'Claims goods that came too many, too few, damaged or wrong.',
  returnGoods: 'Asks to return goods of one or several delivered shipments; the content of the reply names the return.',
  dispute: 'Disputes an invoice, lines of it or an amount: reminders wait until the supplier has decided.',
  promisePayment: 'Promises to pay an invoice on a day: reminders wait until it is over.',
  reportPayment: 'Reports a payment of an invoice that was made.',
  ask: 'Asks a question about a document.',
  enquire: 'Asks for a quote over items by number or in words; the reply names the enquiry.',
  adviseRemittance: 'Says which invoices one transfer pays, and how much of each; the reply names the advice.',
}

function requestEndpoint<K extends RuledRequestKind>(kind: K) {
  return {
    ...endpoint(kind, 'POST', `/documents/${requestRules[kind].type}/:number/${kind}`, {
      access: 'viewer',
      summary: summaries[kind],
      params: Type.Object({ number }),
      body: withSeenVersion<TProperties>(requestContents[kind]),
      reply: CustomerRequest,
    }),
    kind,
  }
}

/** The endpoints for the kinds that concern one document type, one per kind. */
export const makeRequestEndpoints = (Object.keys(requestRules) as RuledRequestKind[]).map(requestEndpoint)

export const ask = endpoint('ask', 'POST', '/documents/:type/:number/ask', {
  access: 'viewer',
  summary: summaries.ask,
  params: Type.Object({ type: DocumentTypeSchema, number }),
  body: withSeenVersion(requestContents.ask),
  reply: CustomerRequest,
})

export const enquire = endpoint('enquire', 'POST', '/enquiries', {
  access: 'viewer',
  summary: summaries.enquire,
  body: withRequestKey(requestContents.enquire),
  reply: CustomerRequest,
})

export const adviseRemittance = endpoint('adviseRemittance', 'POST', '/remittances', {
  access: 'viewer',
  summary: summaries.adviseRemittance,
  body: withRequestKey(requestContents.adviseRemittance),
  reply: CustomerRequest,
})

export const listRequests = endpoint('listRequests', 'GET', '/requests', {
  access: 'viewer',
  summary: 'All that the account has asked, the newest first, with the last that was written about each.',
  query: Type.Object(
    {
      waiting: Type.Optional(Type.Enum(['true'])),
      /** Only returns. */
      returns: Type.Optional(Type.Enum(['true'])),
      /** Each conversation once, by its last request, the one in which something was written last first. */
      conversations: Type.Optional(Type.Enum(['true'])),
      ...pageQuery,
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ requests: Type.Array(ListedRequest), nextCursor: OptionalText }),
})

export const withdrawRequest = endpoint('withdrawRequest', 'DELETE', '/requests/:id', {
  access: 'viewer',
  summary: 'Takes a request back that the supplier has not taken up yet; by the person who made it or an admin.',
  params: Type.Object({ id: uuid }),
  reply: CustomerRequest,
})

export const decideApproval = endpoint('decideApproval', 'POST', '/requests/:id/approval', {
  access: 'viewer',
  summary:
    'Approves of a quote, or declines with a reason, by a colleague who was asked. Said again, it changes nothing.',
  params: Type.Object({ id: uuid }),
  body: Type.Object(
    { decision: Type.Enum([...approvalDecisions]), reason: Type.Optional(nonBlankText(2000)) },
    { additionalProperties: false },
  ),
  reply: CustomerRequest,
})

export const addRequestFile = endpoint('addRequestFile', 'POST', '/requests/:id/files', {
  access: 'viewer',
  summary:
    'Adds a photograph or a paper (PDF, PNG, JPEG, WebP) to a request that one has just made, or to a message that one has just written about it.',
  params: Type.Object({ id: uuid }),
  query: fileQuery,
  accepts: 'application/octet-stream',
  body: Type.Unknown(),
  reply: RequestFile,
})

export const downloadRequestFile = endpoint('downloadRequestFile', 'GET', '/requests/:id/files/:file', {
  access: 'viewer',
  summary: 'A file that went along with a request or a message about it, as it came.',
  params: Type.Object({ id: uuid, file: uuid }),
  gives: 'application/octet-stream',
  download: true,
  reply: Type.Unknown(),
})

/** Every endpoint of requests and conversations; each must have a handler. */
export const requestEndpoints: readonly Endpoint[] = [
  ...makeRequestEndpoints,
  ask,
  enquire,
  adviseRemittance,
  listPayable,
  listDocumentRequests,
  listMessages,
  writeMessage,
  correctMessage,
  readConversation,
  showAccountConversation,
  listAccountMessages,
  writeAccountMessage,
  readAccountConversation,
  listColleagues,
  listUnread,
  listRequests,
  withdrawRequest,
  decideApproval,
  closeRequest,
  addRequestFile,
  downloadRequestFile,
  ...supplierEndpoints,
]
