import type { FastifyInstance } from 'fastify'
import { notFound } from '../../contract/errors.ts'
import { downloadOriginal, downloadUbl } from '../../contract/ubl.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { viewerRoute } from '../http/register.ts'
import { exportUbl, type UblDeps } from './export.ts'
import { readOriginalFile } from './original-file.ts'

/** Documents as UBL: as the portal writes it, and as it was sent. */
export function ublRoutes(app: FastifyInstance, deps: UblDeps): void {
  viewerRoute(app, downloadUbl, async ({ params, viewer, reply }) => {
    const xml = await exportUbl(deps, viewer, params.type, params.number)
    return reply.headers(headersOf(`${params.number}.xml`)).send(xml)
  })

  viewerRoute(app, downloadOriginal, async ({ params, viewer, reply }) => {
    const file = await readOriginalFile(deps.viewerPool, viewer, params.type, params.number)
    if (!file) throw notFound()
    return reply.headers(headersOf(file.name)).send(file.content)
  })
}

/** Saved, never shown: what stands in a file of others does not run as the portal's. Nothing but UTF-8 is taken in. */
const headersOf = (name: string) => ({
  ...attachmentHeaders(name, 'application/xml'),
  'content-type': 'application/xml; charset=utf-8',
})
