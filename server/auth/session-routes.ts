import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth/sessions.ts'
import { translatable } from '#contract/errors.ts'
import { callerOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import type { AuthDeps } from './auth.ts'
import { endOtherSessions, endOwnSession, listPastSessions, listSessions } from './session/own-sessions.ts'

/** Endpoints for a person's sessions. */
export function sessionRoutes(app: FastifyInstance, { auth }: { auth: AuthDeps }): void {
  viewerRoute(app, contract.listSessions, async ({ viewer }) => ({ sessions: await listSessions(auth, viewer) }))
  viewerRoute(app, contract.listPastSessions, async ({ viewer, query }) => listPastSessions(auth, viewer, query.cursor))

  viewerRoute(app, contract.endSession, async ({ viewer, params: { id }, request }) => {
    await endOwnSession(auth, viewer, id, callerOf(request))
    return { message: translatable('session.ended') }
  })

  viewerRoute(app, contract.endOtherSessions, async ({ viewer, request }) => {
    const ended = await endOtherSessions(auth, viewer, callerOf(request))
    return { message: translatable('session.othersEnded'), ended }
  })
}
