import type { FastifyInstance } from 'fastify'
import { listTemplatesForRequest } from '#contract/console/answer-templates.ts'
import * as contract from '#contract/console/inbox.ts'
import type { Staff } from '#contract/console/staff.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { maxFileBytes } from '#contract/requests/file-limits.ts'
import type { ReadFile } from '#database/object-storage/read-file.ts'
import { csvOf } from '#server/formats/csv/table.ts'
import { attachmentHeaders, sendCsv } from '#server/http/attachment.ts'
import { callerOf } from '#server/http/caller.ts'
import { staffRoute } from '#server/http/register.ts'
import type { RequestDeps } from '../create-request.ts'
import { addAnswerFile } from '../files.ts'
import { dismissUndelivered, mailAgainAsStaff } from '../undelivered/undelivered.ts'
import {
  answerAsStaff,
  assignAsStaff,
  type InboxDeps,
  inboxPages,
  listRequestsForStaff,
  markReadByStaff,
  requireVisible,
  showRequestToStaff,
  writeNoteAsStaff,
} from './inbox.ts'
import { selectInboxFile } from './queries.ts'
import { readAnswerTimes, snoozeAsStaff } from './snooze.ts'
import { selectAssignees } from './staff-queries.ts'
import { inboxTable } from './table.ts'
import { listTemplates, type TemplateDeps } from './templates.ts'

/** Within how many hours answers are promised, null for not at all, and what keeps that. */
type PromiseDeps = {
  promisedHours: () => number | null
  savePromise: (hours: number | null, act: { staff: Staff; caller: ReturnType<typeof callerOf> }) => Promise<void>
}

/** The routes by which the supplier's staff work through what customers ask. */
export function inboxRoutes(
  app: FastifyInstance,
  deps: InboxDeps & TemplateDeps & Pick<RequestDeps, 'scanFile'> & PromiseDeps & { readFile: ReadFile },
): void {
  staffRoute(app, contract.listInbox, ({ staff, query }) => listRequestsForStaff(deps, staff, query))
  staffRoute(app, contract.exportInbox, async (call) =>
    sendCsv(call, 'requests', csvOf(inboxTable, inboxPages(deps, call.staff, call.query))),
  )
  staffRoute(app, contract.listAssignees, async () => ({ staff: await selectAssignees(deps.db) }))
  staffRoute(app, contract.showInboxRequest, ({ staff, params: { id } }) => showRequestToStaff(deps, staff, id))

  staffRoute(app, listTemplatesForRequest, ({ staff, params: { id } }) => listTemplates(deps, staff, id))

  staffRoute(app, contract.answerFromInbox, ({ staff, params: { id }, body, request }) =>
    answerAsStaff(deps, staff, { id, ...body, caller: callerOf(request) }),
  )
  staffRoute(app, contract.writeNote, ({ staff, params, body, request }) =>
    writeNoteAsStaff(deps, staff, { request: params.id, ...body, caller: callerOf(request) }),
  )
  staffRoute(app, contract.assignRequest, ({ staff, params, body, request }) =>
    assignAsStaff(deps, staff, { request: params.id, assignee: body.staff, caller: callerOf(request) }),
  )

  staffRoute(app, contract.snoozeRequest, ({ staff, params, body, request }) =>
    snoozeAsStaff(deps, staff, { request: params.id, until: body.until, caller: callerOf(request) }),
  )
  staffRoute(app, contract.mailAnswerAgain, ({ staff, params, request }) =>
    mailAgainAsStaff(deps, staff, { request: params.id, caller: callerOf(request) }),
  )
  staffRoute(app, contract.dismissUndeliveredAnswer, ({ staff, params, request }) =>
    dismissUndelivered(deps, staff, { request: params.id, caller: callerOf(request) }),
  )
  staffRoute(app, contract.markRequestRead, ({ staff, params, body }) =>
    markReadByStaff(deps, staff, { request: params.id, until: body.until }),
  )
  staffRoute(app, contract.listAnswerTimes, async ({ staff }) => ({
    ...(await readAnswerTimes(deps, staff)),
    promise: deps.promisedHours(),
  }))
  staffRoute(app, contract.saveAnswerPromise, async ({ staff, body: { hours }, request }) => {
    await deps.savePromise(hours, { staff, caller: callerOf(request) })
    return { message: translatable('inbox.promise.saved') }
  })

  staffRoute(app, contract.downloadInboxFile, async ({ staff, params, reply }) => {
    const file = await selectInboxFile(deps.consolePool, staff, params.id, params.file)
    if (!file) throw notFound()
    return reply.headers(attachmentHeaders(file.name, file.mimeType)).send(await deps.readFile(file))
  })

  // A separate scope, because all other routes refuse such bodies.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'buffer', bodyLimit: maxFileBytes + 1024 } as const
    scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
    staffRoute(scope, contract.addInboxFile, async ({ staff, params: { id }, query, body, request }) => {
      if (!Buffer.isBuffer(body)) throw new PortalError('invalid_input', translatable('request.fileEmpty'))
      await requireVisible(deps, staff, id)
      const by = { caller: callerOf(request), staffId: staff.staffId }
      return addAnswerFile(deps, { id, ...query, content: body }, by)
    })
  })
}
