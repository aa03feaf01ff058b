import type { FastifyInstance } from 'fastify'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import { notFound } from '#contract/errors.ts'
import { parseLimit } from '#contract/page.ts'
import * as contract from '#contract/requests/conversation.ts'
import { requestSubjects } from '#contract/requests/conversation-rules.ts'
import { decideApproval as decideApprovalContract } from '#contract/requests/endpoints.ts'
import { listUnread } from '#contract/requests/unread.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readTogether } from '#database/transaction.ts'
import { callerOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import { decideApproval } from './approvals/decide-approval.ts'
import { closeRequest } from './close-request.ts'
import { selectColleagues, withSharedNames } from './colleagues.ts'
import { correctMessage } from './correct-message.ts'
import type { RequestDeps } from './create-request.ts'
import { selectRequestsOfDocument } from './list-queries.ts'
import { type FindContact, findAway } from './message-context.ts'
import { type MessageRow, markNoticesRead, markRead, selectMessagesOfDocument } from './message-queries.ts'
import { newSince } from './new-since.ts'
import { toCustomerRequest, toMessage } from './request-replies.ts'
import { accountSubject, maySeeSubject, type Subject } from './subject.ts'
import { selectUnread } from './unread-queries.ts'
import { writeMessage } from './write-message.ts'

/** The messages that a document's page shows at first. */
const firstMessages = 30

/** The routes of the conversations about documents and about the account, for its members. */
export function conversationRoutes(app: FastifyInstance, deps: RequestDeps & { findContact: FindContact }): void {
  const { viewerPool, clock } = deps

  async function showConversation(viewer: Viewer, subject: Subject) {
    if (!maySeeSubject(viewer, subject.type)) throw notFound()
    const withReturns = maySeeSubject(viewer, 'shipments')
    const page = { limit: firstMessages + 1, before: undefined, newSince: newSince(clock()), withReturns }
    const [[requests, messages], away] = await Promise.all([
      readTogether(viewerPool, viewer, (query) =>
        Promise.all([
          selectRequestsOfDocument(query, viewer, subject),
          selectMessagesOfDocument(query, viewer, subject, page),
        ]),
      ),
      findAway(deps, viewer, subject),
    ])
    return {
      // A return of the goods of an order or an invoice is one of shipments, which not everybody sees.
      requests: requests.filter((row) => maySeeSubject(viewer, row.type)).map((row) => toCustomerRequest(viewer, row)),
      messages: toMessages(viewer, messages.slice(0, firstMessages)),
      hasEarlier: messages.length > firstMessages,
      away,
    }
  }

  async function listMessages(viewer: Viewer, subject: Subject, query: { limit?: string; cursor?: string }) {
    if (!maySeeSubject(viewer, subject.type)) throw notFound()
    const limit = parseLimit(query.limit)
    const [at, id] = readCursor(query.cursor, 'instant', 'id') ?? []
    const before = at !== undefined && id !== undefined ? { at, id } : undefined
    const withReturns = maySeeSubject(viewer, 'shipments')
    const page = { limit: limit + 1, before, newSince: newSince(clock()), withReturns }
    const messages = await readTogether(viewerPool, viewer, (run) =>
      selectMessagesOfDocument(run, viewer, subject, page),
    )
    const last = messages.length > limit ? messages[limit - 1] : undefined
    return {
      messages: toMessages(viewer, messages.slice(0, limit)),
      nextCursor: last ? writeCursor(last.at, last.id) : null,
    }
  }

  async function readMessages(viewer: Viewer, read: Subject & { until: string; request?: string | undefined }) {
    if (!maySeeSubject(viewer, read.type)) throw notFound()
    await markRead(deps.db, viewer, read)
    // Notices are about all that was written about a document.
    if (read.request === undefined) await markNoticesRead(deps.db, viewer, read)
    return {}
  }

  viewerRoute(app, contract.listDocumentRequests, ({ params, viewer }) => showConversation(viewer, params))
  viewerRoute(app, contract.listMessages, ({ params, query, viewer }) => listMessages(viewer, params, query))
  viewerRoute(app, contract.writeMessage, ({ params, body, viewer, request }) =>
    writeMessage(deps, viewer, { ...body, ...params }, callerOf(request)),
  )
  viewerRoute(app, contract.readConversation, ({ params, body, viewer }) =>
    readMessages(viewer, { ...body, ...params }),
  )

  viewerRoute(app, contract.showAccountConversation, ({ viewer }) => showConversation(viewer, accountSubject))
  viewerRoute(app, contract.listAccountMessages, ({ query, viewer }) => listMessages(viewer, accountSubject, query))
  viewerRoute(app, contract.writeAccountMessage, ({ body, viewer, request }) =>
    writeMessage(deps, viewer, { ...body, ...accountSubject }, callerOf(request)),
  )
  viewerRoute(app, contract.readAccountConversation, ({ body, viewer }) =>
    readMessages(viewer, { ...body, ...accountSubject }),
  )

  viewerRoute(app, contract.listColleagues, async ({ query, viewer }) => {
    if (!maySeeSubject(viewer, query.type)) throw notFound()
    const colleagues = await selectColleagues(deps.db, viewer, query.type, { seePrices: query.prices === 'true' })
    return { colleagues: withSharedNames(colleagues) }
  })

  viewerRoute(app, listUnread, async ({ viewer }) => {
    const types = requestSubjects.filter((type) => maySeeSubject(viewer, type))
    const conversations = await readTogether(viewerPool, viewer, (query) =>
      selectUnread(query, viewer, types, newSince(clock())),
    )
    return { conversations }
  })

  viewerRoute(app, contract.correctMessage, ({ params, body, viewer, request }) =>
    correctMessage(deps, viewer, { ...body, ...params }, callerOf(request)),
  )

  viewerRoute(app, decideApprovalContract, ({ params, body, viewer, request }) =>
    decideApproval(deps, viewer, { ...params, ...body }, callerOf(request)),
  )

  viewerRoute(app, contract.closeRequest, ({ params, viewer, request }) =>
    closeRequest(deps, viewer, params.id, callerOf(request)),
  )
}

/** The newest messages, turned the right way round. */
const toMessages = (viewer: Viewer, rows: readonly MessageRow[]) => rows.map((row) => toMessage(viewer, row)).reverse()
