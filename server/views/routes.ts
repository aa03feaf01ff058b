import type { FastifyInstance } from 'fastify'
import { translatable } from '#contract/errors.ts'
import { changeView, chooseDefaultView, deleteView, listViews, saveView } from '#contract/views.ts'
import { callerOf } from '../http/caller.ts'
import { setDefaultViewState } from '../http/cookies/default-view.ts'
import { viewerRoute } from '../http/register.ts'
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  setDefaultView,
  updateSavedView,
  type ViewDeps,
} from './views.ts'

/** Endpoints for saved views; needs @fastify/cookie. */
export function viewRoutes(app: FastifyInstance, deps: ViewDeps & { https: boolean }): void {
  viewerRoute(app, listViews, async ({ viewer, query, reply }) => {
    const views = await listSavedViews(deps, viewer, query.type)
    if (query.type !== undefined) {
      setDefaultViewState(reply, query.type, views.find(({ isDefault }) => isDefault)?.state, deps.https)
    }
    return { views }
  })

  viewerRoute(app, saveView, ({ viewer, body, request }) => createSavedView(deps, viewer, body, callerOf(request)))

  viewerRoute(app, changeView, ({ viewer, params, body, request }) =>
    updateSavedView(deps, viewer, params.id, body, callerOf(request)),
  )

  viewerRoute(app, deleteView, async ({ viewer, params, request }) => {
    await deleteSavedView(deps, viewer, params.id, callerOf(request))
    return { message: translatable('view.deleted') }
  })

  viewerRoute(app, chooseDefaultView, async ({ viewer, body }) => {
    await setDefaultView(deps, viewer, body.type, body.id)
    return { message: translatable(body.id === null ? 'view.opensPlain' : 'view.opens') }
  })
}
