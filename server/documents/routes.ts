import type { FastifyInstance } from 'fastify'
import * as activity from '#contract/documents/activity.ts'
import * as endpoints from '#contract/documents/endpoints.ts'
import { notFound } from '#contract/errors.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { viewerRoute } from '../http/register.ts'
import { type AttachmentDeps, readAttachment } from './detail/attachment.ts'
import { showDocument } from './detail/detail.ts'
import { type PaymentDeps, paymentOf } from './detail/payment.ts'
import { versionOf } from './detail/version.ts'
import { changesOf } from './history/activity.ts'
import { promisesOf } from './history/promise-history.ts'
import { compareVersions, versionsOf } from './history/versions.ts'
import { countStatuses, listPage, sumDocuments } from './list/list.ts'
import { requireTypeAccess } from './type-access.ts'

/**
 * Registers the lists, status counts, details, histories and attachments of the four document types. `today` gives the
 * supplier's calendar date.
 */
export function documentRoutes(
  app: FastifyInstance,
  deps: PaymentDeps & AttachmentDeps & { today: () => string },
): void {
  const { viewerPool, today } = deps

  viewerRoute(app, endpoints.listDocuments, ({ params, query, viewer }) =>
    listPage(viewerPool, viewer, params.type, query, today()),
  )

  viewerRoute(app, endpoints.countStatuses, async ({ params, query, viewer }) => ({
    statuses: await countStatuses(viewerPool, viewer, params.type, query, today()),
  }))

  viewerRoute(app, endpoints.sumDocuments, async ({ params, query, viewer }) => ({
    totals: await sumDocuments(viewerPool, viewer, params.type, query, today()),
  }))

  viewerRoute(app, endpoints.showDocument, async ({ params, viewer }) => {
    const detail = await showDocument(viewerPool, viewer, params.type, params.number, today())
    return { ...detail, ...paymentOf(deps, detail), version: versionOf(detail) }
  })

  viewerRoute(app, activity.listChanges, ({ params, query, viewer }) =>
    changesOf(viewerPool, viewer, params.type, params.number, query),
  )

  viewerRoute(app, activity.showPromises, ({ params, viewer }) =>
    promisesOf(viewerPool, viewer, params.type, params.number),
  )

  viewerRoute(app, activity.listVersions, async ({ params, viewer }) => ({
    versions: await versionsOf(viewerPool, viewer, params.type, params.number),
  }))

  viewerRoute(app, activity.compareVersions, ({ params, query, viewer }) =>
    compareVersions(viewerPool, viewer, params.type, params.number, query),
  )

  viewerRoute(app, endpoints.downloadAttachment, async ({ params, viewer, reply }) => {
    requireTypeAccess(viewer, params.type)
    const paper = await readAttachment(deps, viewer, params.type, params.number, params.id)
    if (!paper) throw notFound()
    return reply.headers(attachmentHeaders(paper.name, paper.mimeType)).send(paper.content)
  })
}
