import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Pool } from 'pg'
import * as items from '#contract/items/endpoints.ts'
import { readPagesInLane } from '../http/admission/pages-in-lane.ts'
import { attachmentHeaders } from '../http/attachment.ts'
import { languageOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import { comingCsv, linesCsv } from './csv.ts'
import { comingPages, findItems } from './find-items.ts'
import { orderedItems } from './ordered-items.ts'
import { itemDetail, itemLines, itemUnits, linePages, unitDetail } from './show-item.ts'
import { visibilityOf } from './visibility.ts'

/** Registers the item tracker. `today` gives the supplier's calendar date. */
export function itemRoutes(app: FastifyInstance, deps: { viewerPool: Pool; today: () => string }): void {
  const { viewerPool, today } = deps
  viewerRoute(app, items.listItems, ({ query, viewer }) => findItems(viewerPool, viewer, query, today()))
  viewerRoute(app, items.listOrderedItems, async ({ query, viewer }) => ({
    items: await orderedItems(viewerPool, viewer, query),
  }))
  viewerRoute(app, items.showItem, ({ params, viewer }) => itemDetail(viewerPool, viewer, params.sku, today()))
  viewerRoute(app, items.listItemLines, ({ params, query, viewer }) =>
    itemLines(viewerPool, viewer, params.sku, query, today()),
  )
  viewerRoute(app, items.listItemUnits, ({ params, query, viewer }) => itemUnits(viewerPool, viewer, params.sku, query))
  viewerRoute(app, items.showUnit, ({ params, query, viewer }) =>
    unitDetail(viewerPool, viewer, params.code, query, today()),
  )

  // Permissions are checked before the first byte of a file is sent.
  viewerRoute(app, items.downloadComing, async ({ viewer, request, reply }) => {
    visibilityOf(viewer)
    return sendCsv(
      reply,
      `${today()}.csv`,
      comingCsv(readPagesInLane(request, reply)(comingPages(viewerPool, viewer)), languageOf(request)),
    )
  })
  viewerRoute(app, items.downloadItemLines, async ({ params: { sku }, query, viewer, request, reply }) => {
    await itemDetail(viewerPool, viewer, sku, today())
    const pages = readPagesInLane(request, reply)(linePages(viewerPool, viewer, sku, query.type, today()))
    return sendCsv(
      reply,
      `${sku} ${today()}.csv`,
      linesCsv(pages, viewer.permissions.has('prices'), languageOf(request)),
    )
  })
}

function sendCsv(reply: FastifyReply, name: string, text: AsyncGenerator<string>): FastifyReply {
  return reply
    .headers({ ...attachmentHeaders(name, 'text/csv'), 'content-type': 'text/csv; charset=utf-8' })
    .send(Readable.from(text))
}
