import type { FastifyInstance } from 'fastify'
import { sentence } from '../../contract/errors.ts'
import { changeView, chooseDefaultView, deleteView, listViews, saveView } from '../../contract/views.ts'
import { callerOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import { change, choose, remove, save, type ViewDeps, viewsOf } from './views.ts'

/** Saved lists. */
export function viewRoutes(app: FastifyInstance, deps: ViewDeps): void {
  viewerRoute(app, listViews, async ({ viewer, query }) => ({ views: await viewsOf(deps, viewer, query.type) }))

  viewerRoute(app, saveView, ({ viewer, body, request }) => save(deps, viewer, body, callerOf(request)))

  viewerRoute(app, changeView, ({ viewer, params, body, request }) =>
    change(deps, viewer, params.id, body, callerOf(request)),
  )

  viewerRoute(app, deleteView, async ({ viewer, params, request }) => {
    await remove(deps, viewer, params.id, callerOf(request))
    return { message: sentence('view.deleted') }
  })

  viewerRoute(app, chooseDefaultView, async ({ viewer, body }) => {
    await choose(deps, viewer, body.type, body.id)
    return { message: sentence(body.id === null ? 'view.opensPlain' : 'view.opens') }
  })
}
