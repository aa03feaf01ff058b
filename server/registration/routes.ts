import type { FastifyInstance } from 'fastify'
import { askToRegister, type RegistrationMode, register, showInvitation } from '../../contract/registration.ts'
import { callerOf } from '../http/caller.ts'
import { openRoute } from '../http/register.ts'
import { type AcceptDeps, accept, readInvitation } from './accept.ts'
import { ask } from './ask.ts'

/** Invitations and registration. */
export function registrationRoutes(app: FastifyInstance, deps: AcceptDeps & { mode: RegistrationMode }): void {
  openRoute(app, showInvitation, async ({ body, request }) => readInvitation(deps, body.token, callerOf(request)))

  openRoute(app, register, async ({ body, request }) => {
    await accept(deps, { ...body, caller: callerOf(request) })
    return { message: 'You are registered. You can sign in now.' }
  })

  openRoute(app, askToRegister, async ({ body, request }) => {
    await ask(deps, deps.mode, { ...body, caller: callerOf(request) })
    const message =
      deps.mode === 'open'
        ? 'Look into your mailbox: a mail with the next step is on its way to you.'
        : 'Thank you. Your supplier checks your request; you will get a mail with an invitation.'
    return { message }
  })
}
