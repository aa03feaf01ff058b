import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import * as items from '#contract/items/endpoints.ts'
import { sendCsv } from '../http/attachment.ts'
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
  viewerRoute(app, items.downloadComing, async ({ viewer, ...call }) => {
    visibilityOf(viewer)
    return sendCsv(call, today(), (language) => comingCsv(comingPages(viewerPool, viewer), language))
  })
  viewerRoute(app, items.downloadItemLines, async ({ params: { sku }, query, viewer, ...call }) => {
    await itemDetail(viewerPool, viewer, sku, today())
    const pages = linePages(viewerPool, viewer, sku, query.type, today())
    return sendCsv(call, `${sku} ${today()}`, (language) => linesCsv(pages, viewer.permissions.has('prices'), language))
  })
}
