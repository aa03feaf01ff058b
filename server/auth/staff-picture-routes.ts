import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/console/pictures.ts'
import { notFound, translatable } from '#contract/errors.ts'
import { maxAvatarBytes } from '#contract/values/pictures.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { callerOf } from '../http/caller.ts'
import { staffRoute } from '../http/register.ts'
import { selectPicture } from './staff/picture-queries.ts'
import { type PictureDeps, removePicture, setPicture } from './staff/pictures.ts'

/** Endpoints for the photographs of staff. */
export function staffPictureRoutes(app: FastifyInstance, deps: PictureDeps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // One byte above the maximum, so that a larger upload gets the error that names the maximum.
    const options = { parseAs: 'buffer', bodyLimit: maxAvatarBytes + 1 } as const
    scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
    staffRoute(scope, contract.setStaffPicture, async ({ staff, params: { id }, body, request }) => {
      await setPicture(deps, staff, id, body, callerOf(request))
      return { message: translatable('avatar.kept') }
    })
  })

  staffRoute(app, contract.showStaffPicture, async ({ params: { id }, reply }) => {
    const png = await selectPicture(deps.db, id)
    if (!png) throw notFound()
    return reply.headers(attachmentHeaders('picture.png', 'image/png', 'inline')).send(png)
  })

  staffRoute(app, contract.removeStaffPicture, async ({ staff, params: { id }, request }) => {
    await removePicture(deps, staff, id, callerOf(request))
    return { message: translatable('avatar.removed') }
  })
}
