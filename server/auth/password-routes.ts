import type { FastifyInstance } from 'fastify'
import { translatable } from '../../contract/errors.ts'
import { changeOwnPassword, changePassword, forgotPassword, showReset } from '../../contract/passwords.ts'
import { callerOf } from '../http/caller.ts'
import { openRoute, viewerRoute } from '../http/register.ts'
import type { Auth } from './auth.ts'

/** Endpoints for forgotten and changed passwords. */
export function passwordRoutes(app: FastifyInstance, { auth }: { auth: Auth }): void {
  openRoute(app, forgotPassword, async ({ body, request }) => {
    await auth.forgotPassword({ email: body.email, caller: callerOf(request) })
    return { message: translatable('password.linkSent') }
  })

  openRoute(app, showReset, async ({ body, request }) => ({
    leastPassword: await auth.minResetPasswordLength(body.token, callerOf(request)),
  }))

  openRoute(app, changePassword, async ({ body, request }) => {
    await auth.resetPassword({ ...body, caller: callerOf(request) })
    return { message: translatable('password.changedSignIn') }
  })

  viewerRoute(app, changeOwnPassword, async ({ viewer, body, request }) => {
    await auth.changeOwnPassword(viewer, { ...body, caller: callerOf(request) })
    return { message: translatable('password.changed') }
  })
}
