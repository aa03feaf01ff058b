import type { FastifyInstance } from 'fastify'
import { translatable } from '../../contract/errors.ts'
import * as contract from '../../contract/sessions.ts'
import { callerOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import type { Auth } from './auth.ts'
import { endOtherSessions, endOwnSession, listPastSessions, listSessions } from './own-sessions.ts'

/** Endpoints for a person's sessions. */
export function sessionRoutes(app: FastifyInstance, { auth: { deps } }: { auth: Auth }): void {
  viewerRoute(app, contract.listSessions, async ({ viewer }) => ({ sessions: await listSessions(deps, viewer) }))
  viewerRoute(app, contract.listPastSessions, async ({ viewer, query }) =>
    listPastSessions(deps, viewer, query.cursor ?? null),
  )

  viewerRoute(app, contract.endSession, async ({ viewer, params: { id }, request }) => {
    await endOwnSession(deps, viewer, id, callerOf(request))
    return { message: translatable('session.ended') }
  })

  viewerRoute(app, contract.endOtherSessions, async ({ viewer, request }) => {
    const ended = await endOtherSessions(deps, viewer, callerOf(request))
    return { message: translatable('session.othersEnded'), ended }
  })
}
