import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth/passwords.ts'
import { translatable } from '#contract/errors.ts'
import { callerOf } from '../http/caller.ts'
import { openRoute, viewerRoute } from '../http/register.ts'
import type { AuthDeps } from './auth.ts'
import { forgotPassword, minResetPasswordLength, resetPassword } from './credentials/forgotten-password.ts'
import { changeOwnPassword } from './credentials/own-password.ts'

/** Endpoints for forgotten and changed passwords. */
export function passwordRoutes(app: FastifyInstance, { auth }: { auth: AuthDeps }): void {
  openRoute(app, contract.forgotPassword, async ({ body, request }) => {
    await forgotPassword(auth, { email: body.email, caller: callerOf(request) })
    return { message: translatable('password.linkSent') }
  })

  openRoute(app, contract.showReset, async ({ body, request }) => ({
    leastPassword: await minResetPasswordLength(auth, body.token, callerOf(request)),
  }))

  openRoute(app, contract.changePassword, async ({ body, request }) => {
    await resetPassword(auth, { ...body, caller: callerOf(request) })
    return { message: translatable('password.changedSignIn') }
  })

  viewerRoute(app, contract.changeOwnPassword, async ({ viewer, body, request }) => {
    await changeOwnPassword(auth, viewer, { ...body, caller: callerOf(request) })
    return { message: translatable('password.changed') }
  })
}
