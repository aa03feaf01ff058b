import type { FastifyInstance } from 'fastify'
import { downloadUbl } from '../../contract/ubl.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { viewerRoute } from '../http/register.ts'
import { exportUbl, type UblDeps } from './export.ts'

/** Documents as UBL. */
export function ublRoutes(app: FastifyInstance, deps: UblDeps): void {
  viewerRoute(app, downloadUbl, async ({ params, viewer, reply }) => {
    const xml = await exportUbl(deps, viewer, params.type, params.number)
    const name = `${params.number}.xml`
    return reply
      .headers({ ...attachmentHeaders(name, 'application/xml'), 'content-type': 'application/xml; charset=utf-8' })
      .send(xml)
  })
}
