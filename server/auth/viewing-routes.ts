import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/console/viewing.ts'
import { translatable } from '#contract/errors.ts'
import { callerOf } from '../http/caller.ts'
import { signedInStaffRoute } from '../http/register.ts'
import { endViewing, listViewablePeople, startViewing, type ViewingDeps } from './viewing/viewing.ts'

/** Endpoints by which staff see the portal as one of its people sees it. */
export function viewingRoutes(app: FastifyInstance, deps: ViewingDeps): void {
  signedInStaffRoute(app, contract.listViewablePeople, async ({ staff, query }) => ({
    people: await listViewablePeople(deps, staff, query),
  }))

  signedInStaffRoute(app, contract.startViewing, ({ staff, body, request }) =>
    startViewing(deps, staff, body, callerOf(request)),
  )

  signedInStaffRoute(app, contract.endViewing, async ({ staff, params: { id }, request }) => {
    await endViewing(deps, staff, id, callerOf(request))
    return { message: translatable('viewing.ended') }
  })
}
