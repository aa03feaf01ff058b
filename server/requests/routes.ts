import type { FastifyInstance } from 'fastify'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { parseLimit } from '#contract/page.ts'
import type { Payee } from '#contract/payments/bank-account.ts'
import { requestSubjects } from '#contract/requests/conversation-rules.ts'
import * as contract from '#contract/requests/endpoints.ts'
import { maxFileBytes } from '#contract/requests/file-limits.ts'
import { listPayable } from '#contract/requests/remittances.ts'
import { pendingStates, requestRules } from '#contract/requests/rules.ts'
import * as supplier from '#contract/requests/supplier-endpoints.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { ReadFile } from '#database/object-storage/read-file.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { callerOf } from '../http/caller.ts'
import { ingestRoute, viewerRoute } from '../http/register.ts'
import { createRemittance, listPayableInvoices } from './advise-remittance.ts'
import { answerRequest, withdrawRequest } from './answer.ts'
import { acknowledgeChanges, listChanges } from './changes/read-changes.ts'
import { conversationRoutes } from './conversation-routes.ts'
import { createEnquiry } from './create-enquiry.ts'
import { type ActDeps, createRequest, type RequestInput } from './create-request.ts'
import { selectFile, selectFileForSupplier } from './file-queries.ts'
import { addAnswerFile, addFile } from './files.ts'
import { type RequestCursor, selectRequestsOfAccount } from './list-queries.ts'
import { requireRequestOf } from './list-requests.ts'
import type { FindContact } from './message-context.ts'
import { newSince } from './new-since.ts'
import type { RequestRow } from './queries.ts'
import { mayReadFiles, toCustomerRequest, toMessage, toSupplierRequest } from './request-replies.ts'
import { returnRoutes } from './returns/routes.ts'
import { maySeeSubject } from './subject.ts'
import { selectRequestsByChange, selectRequestsByState } from './supplier-queries.ts'

/** The largest body, in bytes: a file, with room for overhead. */
const maxBodyBytes = maxFileBytes + 1024

/** The routes by which customers make requests, and by which the supplier's systems take and answer them. */
export function requestRoutes(
  app: FastifyInstance,
  deps: ActDeps & { payee: () => Payee; findContact: FindContact; readFile: ReadFile },
): void {
  const { viewerPool, db, readFile } = deps
  const create = (
    input: Omit<RequestInput, 'key' | 'seenVersion' | 'content'>,
    body: unknown,
    viewer: Viewer,
    caller: ReturnType<typeof callerOf>,
  ) => {
    const { key, seenVersion, ...content } = body as { key: string; seenVersion?: string }
    return createRequest(deps, viewer, { ...input, key, seenVersion, content }, caller)
  }
  for (const endpoint of contract.makeRequestEndpoints) {
    const { kind } = endpoint
    if (kind === 'returnGoods') continue
    const { type } = requestRules[kind]
    viewerRoute(app, endpoint, ({ params, body, viewer, request }) =>
      create({ kind, type, number: params.number }, body, viewer, callerOf(request)),
    )
  }
  viewerRoute(app, contract.ask, ({ params, body, viewer, request }) =>
    create({ kind: 'ask', ...params }, body, viewer, callerOf(request)),
  )

  viewerRoute(app, contract.enquire, ({ body: { key, ...content }, viewer, request }) =>
    createEnquiry(deps, viewer, { key, content }, callerOf(request)),
  )

  viewerRoute(app, listPayable, async ({ body: { numbers }, viewer }) => ({
    invoices: await listPayableInvoices(deps, viewer, numbers),
  }))
  viewerRoute(app, contract.adviseRemittance, ({ body: { key, ...content }, viewer, request }) =>
    createRemittance(deps, viewer, { key, content }, callerOf(request)),
  )

  conversationRoutes(app, deps)
  returnRoutes(app, deps)

  viewerRoute(app, contract.listRequests, async ({ query, viewer }) => {
    const limit = parseLimit(query.limit)
    const rows = await selectRequestsOfAccount(viewerPool, viewer, {
      types: requestSubjects.filter((type) => maySeeSubject(viewer, type)),
      of: query.conversations === 'true' ? 'conversations' : 'requests',
      kind: query.returns === 'true' ? 'returnGoods' : null,
      states: query.waiting === 'true' ? [...pendingStates, 'colleagues'] : null,
      limit: limit + 1,
      after: positionIn(query.cursor),
      newSince: newSince(deps.clock()),
    })
    return {
      requests: rows.slice(0, limit).map(({ request, last, unread }) => ({
        ...toCustomerRequest(viewer, request),
        lastMessage: last && toMessage(viewer, last),
        unread,
      })),
      nextCursor: cursorOf(
        rows.map(({ request }) => request),
        limit,
        query.conversations === 'true' ? 'changedAt' : 'madeAt',
      ),
    }
  })

  viewerRoute(app, contract.withdrawRequest, ({ params, viewer, request }) =>
    withdrawRequest(deps, viewer, params.id, callerOf(request)),
  )

  viewerRoute(app, contract.downloadRequestFile, async ({ params, viewer, reply }) => {
    const file = await selectFile(viewerPool, viewer, params.id, params.file)
    if (!file || !mayReadFiles(viewer, file)) throw notFound()
    return reply.headers(attachmentHeaders(file.name, file.mimeType)).send(await readFile(file))
  })

  // A separate scope, because all other routes refuse such bodies.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    viewerRoute(scope, contract.addRequestFile, ({ params, query, body, viewer }) =>
      addFile(deps, viewer, { ...params, ...query, content: contentOf(body) }),
    )
    ingestRoute(scope, supplier.addAnswerFile, async ({ params, query, body, key, request }) => {
      await requireRequestOf(db, key, params.id)
      const by = { caller: callerOf(request), keyId: key.id }
      return addAnswerFile(deps, { ...params, ...query, content: contentOf(body) }, by)
    })
  })

  ingestRoute(app, supplier.takeRequests, async ({ query, key: { accountIds } }) => {
    const limit = parseLimit(query.limit)
    const { changedSince } = query
    const page = { accountIds: accountIds && [...accountIds], limit: limit + 1, after: positionIn(query.cursor) }
    const rows =
      changedSince === undefined
        ? await selectRequestsByState(db, query.state ?? 'open', page)
        : await selectRequestsByChange(db, changedSince, page)
    const nextCursor = cursorOf(rows, limit, changedSince === undefined ? 'madeAt' : 'changedAt')
    return { requests: rows.slice(0, limit).map(toSupplierRequest), nextCursor }
  })

  ingestRoute(app, supplier.listRequestChanges, ({ query, key }) => listChanges(deps, query, key.id))
  ingestRoute(app, supplier.acknowledgeRequestChanges, ({ body, key }) => acknowledgeChanges(deps, body, key.id))

  ingestRoute(app, supplier.takeRequestFile, async ({ params, key, reply }) => {
    await requireRequestOf(db, key, params.id)
    const file = await selectFileForSupplier(db, params.id, params.file)
    if (!file) throw notFound()
    return reply.headers(attachmentHeaders(file.name, file.mimeType)).send(await readFile(file))
  })

  ingestRoute(app, supplier.answerRequest, async ({ params, body, key, request }) => {
    await requireRequestOf(db, key, params.id)
    return answerRequest(deps, { id: params.id, ...body, caller: callerOf(request), keyId: key.id })
  })
}

/** The bytes of a file that was sent. Throws invalid_input for none. */
function contentOf(body: unknown): Buffer {
  if (!Buffer.isBuffer(body)) throw new PortalError('invalid_input', translatable('request.fileEmpty'))
  return body
}

function cursorOf(
  rows: readonly Pick<RequestRow, 'madeAt' | 'changedAt' | 'id'>[],
  limit: number,
  by: 'madeAt' | 'changedAt',
): string | null {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return last ? writeCursor(last[by], last.id) : null
}

function positionIn(cursor: string | undefined): RequestCursor | undefined {
  const [at, id] = readCursor(cursor, 'instant', 'id') ?? []
  return at !== undefined && id !== undefined ? { at, id } : undefined
}
