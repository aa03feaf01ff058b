import type { FastifyInstance } from 'fastify'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import * as contract from '#contract/profile/personal-data.ts'
import { maxAvatarBytes } from '#contract/values/pictures.ts'
import { record } from '../audit/record.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { callerOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import { cancelDeletionRequest, type DeletionDeps, requestDeletion } from './deletion.ts'
import { selectAvatar, selectDeletionAskedAt, setAvatar } from './person-queries.ts'
import { streamPersonalData } from './personal-data.ts'
import { reencodePng } from './reencode-png.ts'

/** `needProof` throws proof_needed unless the person has recently proven who they are. */
export type PersonalDataRoutesDeps = DeletionDeps & {
  needProof: (viewer: { userId: string; sessionId: string }) => Promise<void>
}

/** Endpoints for a person's picture, the export of their data and their deletion request. */
export function personalDataRoutes(app: FastifyInstance, deps: PersonalDataRoutesDeps): void {
  const { db, clock } = deps

  app.register(async (scope) => {
    // One byte above the maximum, so that a larger upload gets the error that names the maximum.
    const bodyLimit = maxAvatarBytes + 1
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
    viewerRoute(scope, contract.setAvatar, async ({ viewer, body }) => {
      if (!Buffer.isBuffer(body)) throw new PortalError('invalid_input', translatable('avatar.png', { side: '512' }))
      await setAvatar(db, viewer.userId, await reencodePng(body), clock())
      return { message: translatable('avatar.kept') }
    })
  })

  viewerRoute(app, contract.showAvatar, async ({ viewer, reply }) => {
    const png = await selectAvatar(db, viewer.userId)
    if (!png) throw notFound()
    return reply.headers(attachmentHeaders('avatar.png', 'image/png', 'inline')).send(png)
  })

  viewerRoute(app, contract.removeAvatar, async ({ viewer }) => {
    await setAvatar(db, viewer.userId, null, clock())
    return { message: translatable('avatar.removed') }
  })

  viewerRoute(app, contract.showPersonalData, async ({ viewer }) => ({
    deletionAskedAt: await selectDeletionAskedAt(db, viewer.userId),
  }))

  viewerRoute(app, contract.exportPersonalData, async ({ viewer, request, reply }) => {
    await deps.needProof(viewer)
    const { userId, accountId } = viewer
    await record(deps, db, { action: 'personal_data_exported', caller: callerOf(request), userId, accountId })
    const headers = attachmentHeaders('my-data.json', 'application/json')
    return reply
      .headers({ ...headers, 'content-type': 'application/json; charset=utf-8' })
      .send(streamPersonalData(db, userId, clock()))
  })

  viewerRoute(app, contract.askForDeletion, async ({ viewer, body, request }) => {
    await deps.needProof(viewer)
    await requestDeletion(deps, viewer, { note: body.note, caller: callerOf(request) })
    return { message: translatable('deletion.asked') }
  })

  viewerRoute(app, contract.takeBackDeletion, async ({ viewer, request }) => {
    await cancelDeletionRequest(deps, viewer, callerOf(request))
    return { message: translatable('deletion.takenBack') }
  })
}
