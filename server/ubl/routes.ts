import type { FastifyInstance } from 'fastify'
import { notFound } from '#contract/errors.ts'
import { checkEInvoice, downloadEInvoice, downloadOriginal, downloadUbl } from '#contract/ubl.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { viewerRoute } from '../http/register.ts'
import { exportEInvoice, missingOfEInvoice } from './e-invoice.ts'
import { exportUbl, type UblDeps } from './export.ts'
import { readOriginalFile } from './original-file.ts'

/** Registers the downloads of documents as UBL: as the portal writes them, and as they were sent. */
export function ublRoutes(app: FastifyInstance, deps: UblDeps): void {
  viewerRoute(app, downloadUbl, async ({ params, viewer, reply }) => {
    const xml = await exportUbl(deps, viewer, params.type, params.number)
    return reply.headers(headersOf(`${params.number}.xml`)).send(xml)
  })

  viewerRoute(app, downloadEInvoice, async ({ params, query, viewer, reply }) => {
    const xml = await exportEInvoice(deps, viewer, { ...params, ...query })
    return reply.headers(headersOf(`${params.number}-${query.syntax}.xml`)).send(xml)
  })

  viewerRoute(app, checkEInvoice, ({ params, viewer }) => missingOfEInvoice(deps, viewer, params.type, params.number))

  viewerRoute(app, downloadOriginal, async ({ params, viewer, reply }) => {
    const file = await readOriginalFile(deps, viewer, params.type, params.number)
    if (!file) throw notFound()
    return reply.headers(headersOf(file.name)).send(file.content)
  })
}

/** The browser saves the file and never shows it, so scripts in it cannot run in the portal. Only UTF-8 is imported. */
const headersOf = (name: string) => ({
  ...attachmentHeaders(name, 'application/xml'),
  'content-type': 'application/xml; charset=utf-8',
})
