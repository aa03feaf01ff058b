import type { FastifyInstance } from 'fastify'
import { translatable } from '#contract/errors.ts'
import { askToRegister, register, showInvitation } from '#contract/registration/endpoints.ts'
import type { RegistrationMode } from '#contract/registration/modes.ts'
import { callerOf } from '../http/caller.ts'
import { openRoute } from '../http/register.ts'
import { type AcceptDeps, acceptInvitation, readInvitation } from './accept-invitation.ts'
import { requestRegistration } from './request-registration.ts'

/** Endpoints for invitations and registration. */
export function registrationRoutes(app: FastifyInstance, deps: AcceptDeps & { mode: RegistrationMode }): void {
  openRoute(app, showInvitation, async ({ body, request }) => readInvitation(deps, body.token, callerOf(request)))

  openRoute(app, register, async ({ body, request }) => {
    await acceptInvitation(deps, { ...body, caller: callerOf(request) })
    return { message: translatable('register.done') }
  })

  openRoute(app, askToRegister, async ({ body, request }) => {
    await requestRegistration(deps, deps.mode, { ...body, caller: callerOf(request) })
    return {
      message: deps.mode === 'open' ? translatable('register.mailed') : translatable('register.requestReceived'),
    }
  })
}
